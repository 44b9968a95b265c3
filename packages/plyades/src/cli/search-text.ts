// The result and the progress of a search, as text for people and as JSON for programs.
import { certaintyOf } from '../api/certainty.js';
import type { Playable } from '../api/games.js';
import {
  descriptions,
  type GameNotation,
  type LoadedGame,
  type Move,
  type Position,
  type SearchAlgorithm,
  type SearchProgress,
  type SearchRequest,
  type SearchResult,
} from '../api/index.js';
import { widthOf } from '../core/game.js';
import { isProvenLoss, isProvenWin } from '../core/score.js';
import { DEFAULT_METHOD } from '../core/search-request.js';
import { deviceJson, deviceText } from './gpu-search.js';
import { makeCount, makeRate, makeSeconds, makeValue, roundSeconds } from './numbers.js';
import { colours, columns } from './terminal.js';

const descriptionOf = ({ algorithm }: SearchRequest) => descriptions[algorithm as SearchAlgorithm];

export const drawBoard = ({ notation, legalMoves }: LoadedGame, position: Position): string =>
  `${notation.draw(position, legalMoves(position))}\n`;

/** One line about a search that runs. */
export function progressLine(
  game: Playable,
  position: Position,
  progress: SearchProgress,
  { algorithm }: SearchRequest,
  seconds: number,
): string {
  const { depth, nodes, line: moves } = progress;
  const line = game.writeLine(position, moves).join(' ');
  const rate = makeRate(nodes, progress.seconds);
  const value = makeValue(game.notation, { ...progress, certainty: certaintyOf(game, algorithm) });
  return `depth ${depth}  ${value}  ${rate}  ${makeSeconds(seconds)}  ${line}`;
}

/** The object of --json: these fields, in this order. */
export function searchJson(
  notation: GameNotation,
  position: Position,
  result: SearchResult,
): object {
  return {
    game: notation.id,
    position: notation.makePosition(position),
    algorithm: result.algorithm,
    mode: result.mode,
    status: result.status,
    depth: result.depth,
    value: result.value,
    bound: result.bound,
    move: result.move === undefined ? null : notation.makeMove(result.move),
    line: result.line.map(notation.makeMove),
    nodes: result.nodes,
    ...(result.leaves !== undefined && { leaves: result.leaves }),
    seconds: roundSeconds(result.seconds),
    workers: result.workers,
    solved: result.solved,
    ...(result.margin !== undefined && { margin: result.margin }),
    ...deviceJson(result),
  };
}

/** The result in columns. */
export function searchText(
  game: Playable,
  position: Position,
  result: SearchResult,
  request: SearchRequest,
  onCluster: boolean,
): string {
  const { bold } = colours(process.stdout);
  const { notation } = game;
  const { nodes, leaves, seconds } = result;
  const over = game.over(position);
  const best = result.move === undefined ? undefined : bestMove(game, position, result.move);
  const counted = leaves === undefined ? '' : `, ${makeCount(leaves)} leaves`;
  const counts = `${makeCount(nodes)} nodes${counted}`;
  const valued = { ...result, certainty: certaintyOf(game, result.algorithm) };
  return columns([
    ['best move', bold(best ?? (over ? 'none, the game is over' : 'none found yet'))],
    [
      'value',
      `${makeValue(notation, valued)} for the side to move${certainty(game, position, result)}`,
    ],
    ['line', game.writeLine(position, result.line).join(' ')],
    ['depth', String(result.depth)],
    ['searched', `${counts} in ${makeSeconds(seconds)}, ${makeRate(nodes, seconds)}`],
    ...deviceText(result),
    ['how', how(result, request, onCluster)],
  ]);
}

/** Whether the value is that of the game, where its text might suggest that. */
function certainty(
  { notation }: LoadedGame,
  position: Position,
  { solved, value }: SearchResult,
): string {
  if (solved) return ', solved';
  if (!isProvenWin(value) && !isProvenLoss(value)) return '';
  const width = widthOf(notation, position);
  return width > 0 ? ` with the best ${width} moves of each position, not solved` : ', not solved';
}

/** As players write it, and as machines do where that differs. */
function bestMove({ notation, writeMove }: LoadedGame, position: Position, move: Move): string {
  const [shown, code] = [writeMove(position, move), notation.makeMove(move)];
  return shown === code ? code : `${shown} (${code})`;
}

function how(result: SearchResult, request: SearchRequest, onCluster: boolean): string {
  const { algorithm, mode, workers, device } = result;
  if (device !== undefined) {
    return `${algorithm} on ${device.name}, ${mode} mode, ${device.pruning ? 'pruning' : 'no pruning'}`;
  }
  const where = onCluster ? ' of the cluster' : '';
  const isParallel = descriptionOf(request).runsOn.includes('threads');
  const { method = DEFAULT_METHOD } = request.settings as { method?: string };
  const count = workers === 1 ? '1 worker' : `${workers} workers`;
  const who = isParallel ? `on ${count}${where}` : method;
  const kind = request.deterministic ? `${mode} mode, deterministic` : `${mode} mode`;
  return `${algorithm} ${who}, ${kind}, ${request.hash} MiB table`;
}
