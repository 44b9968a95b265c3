// What is known of a leaf at one depth of the whole search.
import type { KnownValue } from '../value-bounds.js';

/** The score of a leaf that belongs to the search of the root to `iteration` plies. */
export interface LeafScore extends KnownValue {
  readonly iteration: number;
}
