// The end of a game by repetition, in words.
import type { LoadedGame, Repetition } from '../api/index.js';

const SIDES = ['first', 'second'] as const;

/** How the game ended and why, such as `a draw, the same position for the 3rd time`. */
export function makeRepetition(game: LoadedGame, repetition: Repetition): string {
  const { result } = repetition;
  const end = result === 'draw' ? 'a draw' : `the ${SIDES[repetition.loser]} side has lost`;
  return `${end}, ${whyRepetition(game, repetition)}`;
}

/** Why alone. */
export function whyRepetition({ repeats }: LoadedGame, { result }: Repetition): string {
  const again = `the same position for the ${repeats}${repeats === 3 ? 'rd' : 'th'} time`;
  return result === 'draw' ? again : `${again} with nothing but checks`;
}
