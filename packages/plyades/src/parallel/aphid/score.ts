// What is known of a leaf at one depth of the whole search.
import type { Known } from '../known.js';

/** The score of a leaf that belongs to the search of the root to `iteration` plies. */
export interface LeafScore extends Known {
  readonly iteration: number;
}
