// How long to wait before something is tried again: twice as long each time up to a limit, with half of it
// left to chance, so that many who failed together do not come back together.
import type { Random } from './random.js';

/** Waits in milliseconds, even numbers: the first, and the longest. */
export interface BackoffLimits {
  readonly first: number;
  readonly longest: number;
}

/** Milliseconds, a whole number, before the n-th attempt in a row, n from 1. */
export function backoffMs(
  attempt: number,
  { first, longest }: BackoffLimits,
  random: Random,
): number {
  const whole = Math.min(longest, first * 2 ** (attempt - 1));
  return whole / 2 + random.below(whole / 2 + 1);
}
