// What a search of a position at one depth has found.
import type { SearchFinding } from '../actor.js';
import { boundsOf, type KnownValue } from '../value-bounds.js';

export interface LeafResult extends KnownValue {
  readonly depth: number;
}

/** What a finished search says of its root at `depth`. */
export const resultOf = (found: SearchFinding, depth: number): LeafResult => ({
  depth,
  ...boundsOf(found),
  complete: found.complete,
  pv: found.bound === 'exact' ? found.pv : [],
});
