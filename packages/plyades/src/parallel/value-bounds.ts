// What is known of a value: it lies between two bounds, both true in every window, not only in the one that they were
// found in. They decide a window when they tell alpha-beta all it needs there.
import { INFINITE } from '../core/score.js';
import type { SearchFinding } from './actor.js';

/** The window of a search, which answers whether a value is at most alpha, at least beta, or what it is in between. */
export interface Window {
  readonly alpha: number;
  readonly beta: number;
}

/** Every value lies inside. */
export const OPEN_WINDOW: Window = { alpha: -INFINITE, beta: INFINITE };

/** From the side to move. */
export interface ValueBounds {
  readonly lower: number;
  readonly upper: number;
}

export interface KnownValue extends ValueBounds {
  /** True when nothing rests on an evaluation. */
  readonly complete: boolean;
  /** The line of an exact value, as far as it is known. */
  readonly pv: readonly number[];
}

/** Whether the value is at most alpha, at least beta, or exact. */
export const decides = ({ lower, upper }: ValueBounds, alpha: number, beta: number): boolean =>
  lower === upper || upper <= alpha || lower >= beta;

/** The fail-soft value of bounds that decide the window. */
export const decidedValue = ({ lower, upper }: ValueBounds, alpha: number): number =>
  upper <= alpha ? upper : lower;

/** The bounds that a finished search proves. */
export const boundsOf = ({
  value,
  bound,
}: Pick<SearchFinding, 'value' | 'bound'>): ValueBounds => ({
  lower: bound === 'upper' ? -INFINITE : value,
  upper: bound === 'lower' ? INFINITE : value,
});

/**
 * The bounds of two searches together. In play mode they may contradict each other, since what a search finds
 * there depends on its window: then the newer one's value holds in every window, so that no two
 * windows can ask for it in turn for ever.
 */
export function combine<K extends KnownValue>(older: K, newer: K): K {
  const lower = Math.max(older.lower, newer.lower);
  const upper = Math.min(older.upper, newer.upper);
  if (lower > upper) {
    const value = newer.lower > older.upper ? newer.lower : newer.upper;
    return { ...newer, lower: value, upper: value };
  }
  const complete = older.complete && newer.complete;
  return { ...newer, lower, upper, complete, pv: newer.pv.length > 0 ? newer.pv : older.pv };
}
