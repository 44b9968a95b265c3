// How deep a part of a search must be to be worth giving away: large enough that messages cost little of it. How
// much is enough follows from how fast this process searches and how long an answer takes.
import { FULL_DEPTH } from '../../core/score.js';
import { GROWTH, SubtreeSizes } from './subtree-sizes.js';

/** The deepest that is asked for. */
const DEEPEST = FULL_DEPTH - 1;

/** Sizes in nodes that are not leaves, and the least depth that has a given size. */
export class PartDepth {
  readonly #sizes = new SubtreeSizes();

  /** The search of a piece or part of this depth had this size. */
  note(depth: number, size: number): void {
    this.#sizes.note(depth, size);
  }

  /** Least depth, at least 1, of parts that have this size on average. */
  least(wanted: number): number {
    const first = this.#sizes.leastKnown;
    if (first < 0) return DEEPEST;
    let size = this.#sizes.at(first)! / GROWTH ** first;
    for (let depth = 1; depth < DEEPEST; depth++) {
      size = Math.max(
        size * GROWTH ** (depth < first ? 1 : 0),
        this.#sizes.at(depth) ?? size * GROWTH,
      );
      if (size >= wanted) return depth;
    }
    return DEEPEST;
  }
}
