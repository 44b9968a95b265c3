// How large searches of each depth are on average. Games differ too much for a rule in plies, so processes learn the
// sizes from the searches that have ended, and give away children that are worth a message.

/** How much more a ply deeper costs, where nothing has been measured. */
export const GROWTH = 3;
/** Weight of the latest search in the average. */
const RECENT = 0.2;

export class SubtreeSizes {
  readonly #sizes: (number | undefined)[] = [];

  /** A search of this depth had this size. */
  note(depth: number, size: number): void {
    const before = this.#sizes[depth] ?? size;
    this.#sizes[depth] = before + RECENT * (size - before);
  }

  /** The average size of searches of this depth; undefined when there was none. */
  at(depth: number): number | undefined {
    return this.#sizes[depth];
  }

  /** The least depth of which a size is known; -1 when none is. */
  get leastKnown(): number {
    return this.#sizes.findIndex((size) => size !== undefined);
  }
}
