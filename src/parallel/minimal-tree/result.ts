// What a search of a position at one depth has found: two bounds, both true whatever the window was.

import { INFINITE } from '../../core/score.js';
import type { Found } from '../ports.js';

/** From the side to move. */
export interface Result {
  readonly depth: number;
  readonly lower: number;
  readonly upper: number;
  readonly complete: boolean;
  /** Of an exact value. */
  readonly pv: readonly number[];
}

/** What a finished search says of its root at `depth`. */
export function resultOf(found: Found, depth: number): Result {
  return {
    depth,
    lower: found.bound === 'upper' ? -INFINITE : found.value,
    upper: found.bound === 'lower' ? INFINITE : found.value,
    complete: found.complete,
    pv: found.bound === 'exact' ? found.pv : [],
  };
}

/** Both results together. In play mode, where values depend on windows, the newer one is right. */
export function combine(older: Result, newer: Result): Result {
  const lower = Math.max(older.lower, newer.lower);
  const upper = Math.min(older.upper, newer.upper);
  if (lower > upper) return newer;
  return {
    depth: newer.depth,
    lower,
    upper,
    complete: older.complete && newer.complete,
    pv: newer.pv.length > 0 ? newer.pv : older.pv,
  };
}

/** Whether bounds say all that alpha-beta wants to know in a window. */
export const decides = (lower: number, upper: number, alpha: number, beta: number): boolean =>
  lower === upper || upper <= alpha || lower >= beta;
