// Where the nodes of a search went, by move of the root. A slice of the search takes a millisecond or two, so the nodes of
// each are counted for the move that was under way at its end: a sample, which costs the search nothing.
export class RootEffort {
  readonly #nodes = new Map<number, number>();
  #total = 0;
  #seen = 0;

  /** Counts the nodes since the last call, `nodes` in all, for a move; none is known before the root has been entered. */
  sample(move: number | undefined, nodes: number): void {
    const spent = nodes - this.#seen;
    this.#seen = nodes;
    if (move === undefined || spent <= 0) return;
    this.#total += spent;
    this.#nodes.set(move, (this.#nodes.get(move) ?? 0) + spent);
  }

  /** 0 to 1; undefined before anything was counted. */
  shareOf(move: number): number | undefined {
    return this.#total === 0 ? undefined : (this.#nodes.get(move) ?? 0) / this.#total;
  }
}
