// Comments on the moves of games: an engine's value of each position, and the line it would have played.
// Every finished move is kept on file, so that the analysis of many games can be stopped and goes on.
import type { LoadedGame } from '../api/index.js';
import type { Engine } from '../engines/index.js';
import { makePgn, type PgnGame } from '../games/chess/index.js';
import { scoreValue, valueBefore } from '../protocols/index.js';
import { makeScoreText } from './pgn.js';
import { chessRules } from './rules.js';

/** The engine's judgement of a position. */
export interface MoveJudgement {
  /** From the side to move. */
  readonly value: number;
  readonly depth: number;
  readonly line: readonly string[];
}

export interface AnalyseOptions {
  readonly game: LoadedGame;
  readonly engine: Engine;
  readonly limit: { readonly ms: number } | { readonly nodes: number };
  readonly signal: AbortSignal;
  /** Results of an earlier call, by ply; used instead of a search. */
  readonly known: (ply: number) => MoveJudgement | undefined;
  readonly onMove: (ply: number, judgement: MoveJudgement) => void;
}

/** Loses as many centipawns or more: a blunder, a mistake, an inaccuracy. */
const GLYPHS = [
  [300, '??'],
  [100, '?'],
  [50, '?!'],
] as const;

/** Values beyond this are won or lost anyway: what is given away there does not matter. */
const DECIDED = 1000;

/**
 * Judges every position of a game, the last one too unless the game is over there. Rejects when the signal is
 * aborted or the engine fails; what was found until then has been reported.
 */
export async function judgeGame(
  { start, moves }: PgnGame,
  options: AnalyseOptions,
): Promise<(MoveJudgement | undefined)[]> {
  const { game, engine, limit, signal } = options;
  const { notation } = game;
  const texts = moves.map(notation.makeMove);
  const begin = notation.makePosition({ game: game.id, record: start });
  const go = 'ms' in limit ? { moveTime: limit.ms } : { nodes: limit.nodes };
  const found: (MoveJudgement | undefined)[] = [];
  for (let ply = 0; ply <= texts.length; ply++) {
    signal.throwIfAborted();
    const before = options.known(ply);
    if (before !== undefined) {
      found.push(before);
      continue;
    }
    const answer = await engine.search({ setup: { start: begin, moves: texts.slice(0, ply) }, go });
    const { score, depth = 0, pv = [] } = answer.lines[0] ?? {};
    const judgement = score && { value: scoreValue(score), depth, line: pv };
    found.push(judgement);
    if (judgement !== undefined) options.onMove(ply, judgement);
  }
  return found;
}

/** The game with a comment for each move: a glyph, the value after it, and what was better. */
export function commentGame(
  loaded: LoadedGame,
  game: PgnGame,
  judgements: readonly (MoveJudgement | undefined)[],
  annotator: string,
): string {
  const { notation } = loaded;
  const comments = new Map<number, string>();
  const variations = new Map<number, readonly number[]>();
  for (const [i, move] of game.moves.entries()) {
    const before = judgements[i];
    const after = judgements[i + 1];
    if (before === undefined) continue;
    const played = before.line[0] === notation.makeMove(move);
    const value = after === undefined ? before.value : valueBefore(after.value);
    const lost = played ? 0 : Math.min(before.value, DECIDED) - Math.max(value, -DECIDED);
    const glyph = GLYPHS.find(([least]) => lost >= least)?.[1];
    const depth = after?.depth ?? before.depth;
    comments.set(i, `${glyph === undefined ? '' : `${glyph} `}${makeScoreText(value)}/${depth}`);
    if (glyph !== undefined)
      variations.set(
        i,
        before.line.flatMap((text) => parsed(loaded, text)),
      );
  }
  const tags = new Map([...game.tags, ['Annotator', annotator]]);
  return makePgn(chessRules(loaded), { ...game, tags }, { comments, variations });
}

function parsed({ notation }: LoadedGame, text: string): number[] {
  const move = notation.parseMove(text);
  return move.ok ? [move.value] : [];
}
