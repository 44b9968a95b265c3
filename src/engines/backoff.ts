// How long to wait before an engine is started again: twice as long each time, with a part left to chance,
// so that sixty engines that fell together do not rise together.
import type { Random } from '../core/random.js';

const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/** Milliseconds, a whole number, before the n-th restart in a row, n from 1: half of it is left to chance. */
export function backoffMs(attempt: number, random: Random): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return whole / 2 + random.below(whole / 2 + 1);
}
