// The unit of a game's values: twice the mean distance of a move's value from the mean of its position. It is measured
// in random games with a fixed seed, so it depends on the game alone. In chess it is nearly a pawn.
import { createRandom } from '../core/random.js';
import { PROVEN } from '../core/score.js';
import type { Board } from '../search/board.js';

const GAMES = 4;
const PLIES = 40;
/** Moves of a position that are looked at. */
const MOVES = 8;
const SEED = 1;

/** At least 1. `start` is the first position of the game. */
export function unitOf<P>(board: Board<P>, start: P): number {
  const random = createRandom(SEED);
  const distances: number[] = [];
  for (let game = 0; game < GAMES; game++) {
    let position = start;
    for (let ply = 0; ply < PLIES; ply++) {
      const moves = board.moves(position);
      if (moves.length === 0) break;
      const children = moves.slice(0, MOVES).map((move) => board.play(position, move));
      distances.push(...spread(children.map((child) => board.value(child))));
      position = board.play(position, moves[random.below(moves.length)]!);
    }
  }
  return Math.max(1, 2 * mean(distances));
}

/** How far open values lie from their mean. */
function spread(values: readonly number[]): readonly number[] {
  const open = values.filter((value) => Math.abs(value) < PROVEN);
  const middle = mean(open);
  return open.map((value) => Math.abs(value - middle));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
