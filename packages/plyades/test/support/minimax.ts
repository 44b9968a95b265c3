// The oracle for games in plain TypeScript: minimax of the fixed-depth tree, slow and obvious.
import { WIN } from '#dist/core/score.js';
import type { PlainGame } from '#dist/games/plain/index.js';

/**
 * From the side to move, `before` the states of the game before it. A won game counts by the depth that remains,
 * a margin does not; draws count 0.
 */
export function minimaxOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  depth: number,
  before: readonly State[] = [],
): number {
  const side = game.turn(state);
  const winner = game.winner(state);
  if (winner !== undefined && game.score) return 0 + (side === 0 ? 1 : -1) * game.score(state);
  const decided = winner ?? winnerByRepetition(game, state, before);
  if (decided === 'draw') return 0;
  if (decided !== undefined) return decided === side ? WIN + depth : -WIN - depth;
  if (depth === 0) return game.evaluate!(state);
  const values = game.moves(state).map((move) => {
    const next = game.play(state, move);
    const value = minimaxOf(game, next, depth - 1, [...before, state]);
    return game.turn(next) === side ? value : 0 - value;
  });
  return Math.max(...values);
}

/** Who wins since the position has occurred too often, counted over the whole game. */
export function winnerByRepetition<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  before: readonly State[],
): 0 | 1 | 'draw' | undefined {
  if (game.repetition === undefined) return undefined;
  const { times, result } = game.repetition;
  const count = [...before, state].filter((each) => game.key!(each) === game.key!(state)).length;
  if (count < times) return undefined;
  if (result === 'draw') return 'draw';
  const mover = game.turn(before.at(-1)!);
  return result === 'win' ? mover : mover === 0 ? 1 : 0;
}
