// What a search of a position at one depth has found.
import { boundsOf, type Known } from '../known.js';
import type { Found } from '../ports.js';

export interface Result extends Known {
  readonly depth: number;
}

/** What a finished search says of its root at `depth`. */
export const resultOf = (found: Found, depth: number): Result => ({
  depth,
  ...boundsOf(found),
  complete: found.complete,
  pv: found.bound === 'exact' ? found.pv : [],
});
