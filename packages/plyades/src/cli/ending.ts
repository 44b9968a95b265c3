// The end of a game, in words.
import type { GameEnding } from '../api/index.js';

const SIDES = ['first', 'second'] as const;

/** Who won and why, such as `the second side has won by 12 discs, neither side can move`. */
export function makeEnding(ending: GameEnding): string {
  const { winner, reason } = ending;
  if (winner === undefined) return `a draw, ${reason}`;
  return `the ${SIDES[winner]} side has won${makeMargin(ending)}, ${reason}`;
}

/** Such as ` by 12 discs`; empty in games without a margin. */
export function makeMargin({ margin, marginName }: Partial<GameEnding>): string {
  return margin === undefined ? '' : ` by ${margin} ${marginName}`;
}
