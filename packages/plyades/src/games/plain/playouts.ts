// The evaluation of a game that brings none: random games to the end. Every state is played out with
// the same random numbers, so its value depends on the state and the seed alone: not on the path, the
// thread, or what was searched before. That keeps searches exact and repeatable without a key.
import { createRandom } from '../../core/random.js';
import { movesOf, turnOf, winnerOf } from './answers.js';
import type { PlainGame } from './define.js';

const DEFAULT_PLAYOUTS = 16;
const DEFAULT_SEED = 1;

/** A random game that is not over after this many plies counts as a draw. */
const LONGEST = 1000;

/** The value when every random game is won. */
const SCALE = 1000;

/** From -1000 (every random game is lost by the side to move) to 1000. */
export function playoutValue<State, Move>(game: PlainGame<State, Move>, state: State): number {
  const playouts = game.playouts ?? DEFAULT_PLAYOUTS;
  const random = createRandom(game.seed ?? DEFAULT_SEED);
  const side = turnOf(game, state);
  let sum = 0;
  for (let i = 0; i < playouts; i++) {
    let current = state;
    let winner = winnerOf(game, current);
    for (let ply = 0; winner === undefined && ply < LONGEST; ply++) {
      const moves = movesOf(game, current);
      current = game.play(current, moves[random.below(moves.length)]!);
      winner = winnerOf(game, current);
    }
    if (winner !== undefined && winner !== 'draw') sum += winner === side ? 1 : -1;
  }
  return Math.round((sum * SCALE) / playouts);
}
