// How deep a part of a search must be to be worth giving away: large enough that messages cost little
// of it. Sizes by depth are learnt from the pieces and parts that have been searched; how much is
// enough follows from how fast this process searches and how long an answer takes.
import { FULL_DEPTH } from '../../core/score.js';

/** How much more a ply deeper costs, where nothing has been measured. */
const GROWTH = 3;
/** Weight of the latest search in the average. */
const RECENT = 0.2;
/** The deepest that is asked for. */
const DEEPEST = FULL_DEPTH - 1;

export class Grain {
  /** By depth, in nodes that are not leaves. */
  readonly #sizes: (number | undefined)[] = [];

  /** The search of a piece or part of this depth had this size. */
  note(depth: number, size: number): void {
    const before = this.#sizes[depth] ?? size;
    this.#sizes[depth] = before + RECENT * (size - before);
  }

  /** Least depth, at least 1, of parts that have this size on average. */
  leastDepth(wanted: number): number {
    const first = this.#sizes.findIndex((size) => size !== undefined);
    if (first < 0) return DEEPEST;
    let size = this.#sizes[first]! / GROWTH ** first;
    for (let depth = 1; depth < DEEPEST; depth++) {
      size = Math.max(
        size * GROWTH ** (depth < first ? 1 : 0),
        this.#sizes[depth] ?? size * GROWTH,
      );
      if (size >= wanted) return depth;
    }
    return DEEPEST;
  }
}
