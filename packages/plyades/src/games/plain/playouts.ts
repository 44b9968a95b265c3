// The evaluation of a game that brings none: random games to the end. Every state is played out with
// the same random numbers, so its value depends on the state and the seed alone: not on the path, the
// thread, or what was searched before. That keeps searches exact and repeatable without a key.
import { createRandom } from '../../core/random.js';
import { movesOf, turnOf } from './answers.js';
import type { PlainGame } from './define.js';
import { resultOf } from './result.js';

const DEFAULT_PLAYOUTS = 16;
const DEFAULT_SEED = 1;

/** A random game that is not over after this many plies counts as a draw. */
const LONGEST = 1000;

/** The value when every random game is won. */
export const PLAYOUT_CERTAINTY = 1000;

/**
 * From -1000 (every random game is lost by the side to move) to 1000; the mean margin in games with a `score`. A
 * random game does not know a rule of repetition.
 */
export function playoutValue<State, Move>(game: PlainGame<State, Move>, state: State): number {
  const playouts = game.playouts ?? DEFAULT_PLAYOUTS;
  const random = createRandom(game.seed ?? DEFAULT_SEED);
  const side = turnOf(game, state);
  let sum = 0;
  for (let i = 0; i < playouts; i++) {
    let current = state;
    let result = resultOf(game, current, side);
    for (let ply = 0; result === undefined && ply < LONGEST; ply++) {
      const moves = movesOf(game, current);
      current = game.play(current, moves[random.below(moves.length)]!);
      result = resultOf(game, current, side);
    }
    sum += game.score ? (result ?? 0) : Math.sign(result ?? 0);
  }
  return Math.round((sum * (game.score ? 1 : PLAYOUT_CERTAINTY)) / playouts) + 0;
}
