// The oracle for games in plain TypeScript: minimax of the fixed-depth tree, slow and obvious.
import { WIN } from '#dist/core/score.js';
import type { PlainGame } from '#dist/games/plain/index.js';

/** From the side to move. A finished game counts by the depth that remains; draws count 0. */
export function minimaxOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  depth: number,
): number {
  const side = game.turn(state);
  const winner = game.winner(state);
  if (winner === 'draw') return 0;
  if (winner !== undefined) return winner === side ? WIN + depth : -WIN - depth;
  if (depth === 0) return game.evaluate!(state);
  const values = game.moves(state).map((move) => {
    const next = game.play(state, move);
    const value = minimaxOf(game, next, depth - 1);
    return game.turn(next) === side ? value : 0 - value;
  });
  return Math.max(...values);
}
