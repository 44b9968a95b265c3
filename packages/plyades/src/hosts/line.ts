// The end of a principal variation. What the processes of a search tell each other of lines is short, and
// tables cut it shorter; the rest is a sequential search of the last position, which completes its own
// line (src/search/line.ts). It is no part of the search that is measured, and deterministic like it.
import { FULL_DEPTH } from '../core/score.js';
import { type GameSource, openGame } from '../games/open.js';
import type { SearchFinding } from '../parallel/actor.js';
import { type Board, boardOf, gameLength } from '../search/board.js';
import { knownLine } from '../search/progress.js';
import { MAX_PLY } from '../search/sequential.js';
import type { SearchCommand, SearchReport } from './threads/protocol.js';

/** Memory of a kernel that only answers for rules: its game's data and some scratch. */
const RULES_BYTES = 20 << 20;

/** The rules of a game, to follow lines with. */
export interface LineRules {
  readonly board: Board<unknown>;
  /** In a game in plain TypeScript: the moves of a line as its author writes them. */
  readonly plainLine?: (root: unknown, line: readonly number[]) => readonly unknown[];
}

export async function openLineRules(game: GameSource): Promise<LineRules> {
  const opened = await openGame(game, ({ data }) => ({ capacity: RULES_BYTES, data }));
  const { binding } = opened;
  const board = boardOf(opened, MAX_PLY, 0);
  return { board, ...(binding && { plainLine: (root, line) => binding.line(root, line) }) };
}

/**
 * The finding with as much of its line as can be played from `root`: workers elsewhere send lines, and values
 * are checked, moves of lines are not.
 */
export function playableFinding<P>(
  board: Board<P>,
  root: P,
  finding: SearchFinding,
): SearchFinding {
  const legal = board.moves(root);
  const pv: number[] = [];
  let position = root;
  for (const move of finding.pv) {
    if (!(pv.length === 0 ? legal : board.moves(position)).includes(move)) break;
    pv.push(move);
    position = board.play(position, move);
  }
  const { move } = finding;
  const known = move === undefined || legal.includes(move);
  if (known && pv.length === finding.pv.length) return finding;
  return { ...finding, pv, move: known ? move : (pv[0] ?? legal[0]) };
}

/**
 * The line of an exact search from `root`, to its full depth or the end of the game; shorter when `search`,
 * which runs where the caller likes with a table of `hash` MiB, was aborted.
 */
export async function completeLine(
  game: GameSource,
  board: Board<unknown>,
  root: unknown,
  finding: SearchFinding,
  hash: number,
  search: (command: SearchCommand) => Promise<SearchReport>,
): Promise<readonly number[]> {
  const known = knownLine(finding);
  const end = known.reduce((position, move) => board.play(position, move), root);
  if (board.moves(end).length === 0) return known;
  const { depth } = finding;
  const left = depth === FULL_DEPTH ? gameLength(board, end) : depth - known.length;
  if (left <= 0) return known;
  const rest = await search({
    type: 'search',
    game,
    position: end,
    before: [],
    request: { depth: left, mode: 'exact', hash },
    keepTable: false,
  });
  return [...known, ...rest.line];
}
