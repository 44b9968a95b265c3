// Completes a principal variation. Table cut-offs shorten the line that a search keeps, and null
// windows keep none at all; the rest is found by searching the last position of the line again with a
// window around the value it must have. The table answers most of it.
import { FULL_DEPTH } from '../core/score.js';
import type { Found, Mode, Searcher } from '../kernel/index.js';
import type { Board } from './board.js';

/** Nodes between two looks at the clock. */
const SLICE = 50_000;

export interface LineOptions {
  readonly mode: Mode;
  /** Asked now and then; true ends the line where it is. */
  readonly outOfTime: () => boolean;
}

/** The variation of a finished search, to its full depth or the end of the game. */
export function completeLine<P>(
  board: Board<P>,
  searcher: Searcher,
  root: P,
  found: Found,
  options: LineOptions,
): number[] {
  if (found.move === undefined) return [];
  const line = found.pv.length > 0 ? [...found.pv] : [found.move];
  let position = root;
  let value = found.value;
  for (const move of line) {
    value = turnsAround(board, position, move) ? -value : value;
    position = board.play(position, move);
  }
  const left = () => (found.depth === FULL_DEPTH ? FULL_DEPTH - 1 : found.depth - line.length);
  while (left() > 0 && board.moves(position).length > 0 && !options.outOfTime()) {
    const move = bestMove(board, searcher, position, value, left(), options);
    if (move === undefined) break;
    line.push(move);
    value = turnsAround(board, position, move) ? -value : value;
    position = board.play(position, move);
  }
  return line;
}

/** A move that has the given value, or undefined when none was found in time. */
function bestMove<P>(
  board: Board<P>,
  searcher: Searcher,
  position: P,
  value: number,
  depth: number,
  options: LineOptions,
): number | undefined {
  // In play mode a value need not come out the same again.
  const loose = options.mode === 'play';
  searcher.start(board.record(position, 1), {
    mode: options.mode,
    minDepth: depth,
    maxDepth: depth,
    ...(loose ? {} : { alpha: value - 1, beta: value + 1 }),
  });
  while (searcher.run(SLICE) === 'running') if (options.outOfTime()) return undefined;
  return searcher.found?.move;
}

function turnsAround<P>(board: Board<P>, position: P, move: number): boolean {
  return board.turn(position) !== board.turn(board.play(position, move));
}
