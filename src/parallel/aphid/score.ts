// What is known of a leaf at one depth of the whole search: its value lies between two bounds. A
// score decides a window when it says all that alpha-beta wants to know there.
import { INFINITE } from '../../core/score.js';
import type { Found } from '../ports.js';

/** Bounds of a value, from the side to move at the leaf. */
export interface Score {
  readonly lower: number;
  readonly upper: number;
}

/** The score of a leaf that belongs to the search of the root to `iteration` plies. */
export interface LeafScore extends Score {
  readonly iteration: number;
  /** True when nothing rests on an evaluation. */
  readonly complete: boolean;
  /** The line of an exact score, as far as it is known. */
  readonly pv: readonly number[];
}

/** Whether the score is at most alpha, at least beta, or exact. */
export const decides = ({ lower, upper }: Score, alpha: number, beta: number): boolean =>
  lower === upper || upper <= alpha || lower >= beta;

/** The fail-soft value of a score that decides the window. */
export const decidedValue = ({ lower, upper }: Score, alpha: number): number =>
  upper <= alpha ? upper : lower;

/** What a finished search says. */
export const scoreOf = (found: Pick<Found, 'value' | 'bound'>): Score => ({
  lower: found.bound === 'upper' ? -INFINITE : found.value,
  upper: found.bound === 'lower' ? INFINITE : found.value,
});

/**
 * Both scores together. In play mode they may contradict each other, since what a search finds there
 * depends on its window: then the newer one's value holds, whatever the window, so that no two windows
 * can ask for it in turn for ever.
 */
export function combine(older: LeafScore, newer: LeafScore): LeafScore {
  const lower = Math.max(older.lower, newer.lower);
  const upper = Math.min(older.upper, newer.upper);
  if (lower > upper) {
    const value = newer.lower > -INFINITE ? newer.lower : newer.upper;
    return { ...newer, lower: value, upper: value };
  }
  return {
    iteration: newer.iteration,
    lower,
    upper,
    complete: older.complete && newer.complete,
    pv: newer.lower === newer.upper ? newer.pv : older.pv,
  };
}
