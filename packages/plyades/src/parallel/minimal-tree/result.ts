// The result of a search of a position at one depth.
import type { SearchFinding } from '../actor.js';
import { boundsOf, type KnownValue } from '../value-bounds.js';

export interface LeafResult extends KnownValue {
  readonly depth: number;
}

/** The result of a finished search at `depth`. */
export const resultOf = (found: SearchFinding, depth: number): LeafResult => ({
  depth,
  ...boundsOf(found),
  complete: found.complete,
  pv: found.bound === 'exact' ? found.pv : [],
});
