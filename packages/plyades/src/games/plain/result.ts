// The result of a finished game as searches count it, in one place: a win, a draw or a loss, or in games played for
// a margin the margin.
import { REPETITION_WIN, WIN } from '../../core/score.js';
import { scoreOf, winnerOf } from './answers.js';
import type { PlainGame, Side } from './define.js';

/** For `side`: WIN, 0 or -WIN, or the margin in a game with a `score`; undefined while the game goes on. */
export function resultOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  side: Side,
): number | undefined {
  const winner = winnerOf(game, state);
  if (winner === undefined) return undefined;
  if (game.score !== undefined) {
    const score = scoreOf(game, state, winner);
    // Not -score, which would be -0 for 0.
    return side === 0 ? score : 0 - score;
  }
  if (winner === 'draw') return 0;
  return winner === side ? WIN : -WIN;
}

/** True when the way to a finished game has ended it, by repetition. */
export type EndsByPath<State> = (state: State) => boolean;

/**
 * The result of a game that its path has ended, in play mode, whose tables do not know the path: a win or loss is worth more than any
 * evaluation, but is no proof.
 */
export const resultByPath = (result: number): number =>
  Math.max(-REPETITION_WIN, Math.min(REPETITION_WIN, result));
