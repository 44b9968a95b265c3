// One level of the tree that the host keeps: branch nodes with the same number of plies left, in the order
// in which they were generated. A level is emptied as a whole, when nothing is left to do in it and below.

export class TreeLevel {
  size = 0;
  /** Nodes before this one have been expanded or pruned. */
  head = 0;
  /** Number of the parent in the level above. */
  parent = new Int32Array(1024);
  /** The move that led here. */
  move = new Uint32Array(1024);
  /** The best value of a child so far, from the side to move. */
  best = new Int32Array(1024);
  /** Children that have no value yet. */
  pending = new Int32Array(1024);
  /** 1 when the node has its value, or was cut off. */
  closed = new Uint8Array(1024);

  clear(): void {
    this.size = 0;
    this.head = 0;
  }

  add(parent: number, move: number, worst: number): number {
    if (this.size === this.parent.length) this.#grow();
    const node = this.size++;
    this.parent[node] = parent;
    this.move[node] = move;
    this.best[node] = worst;
    this.pending[node] = 0;
    this.closed[node] = 0;
    return node;
  }

  #grow(): void {
    const grown = <T extends Int32Array | Uint32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    const size = 2 * this.parent.length;
    this.parent = grown(this.parent, new Int32Array(size));
    this.move = grown(this.move, new Uint32Array(size));
    this.best = grown(this.best, new Int32Array(size));
    this.pending = grown(this.pending, new Int32Array(size));
    this.closed = grown(this.closed, new Uint8Array(size));
  }
}
