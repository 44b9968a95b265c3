// Times at which items are due, the earliest first: a binary heap. An item that is due earlier than it was added for
// is added once more, and its later entry is skipped.

interface Timed {
  /** The entry that counts. */
  readonly timerAt: number;
}

export class TimerQueue<T extends Timed> {
  readonly #heap: { readonly at: number; readonly item: T }[] = [];

  add(item: T, at: number): void {
    const heap = this.#heap;
    const entry = { at, item };
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (heap[parent]!.at <= at) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  }

  /** Takes out the next item whose time has come by `now`. */
  due(now: number): T | undefined {
    for (let top = this.#heap[0]; top !== undefined && top.at <= now; top = this.#heap[0]) {
      this.#removeTop();
      if (top.item.timerAt === top.at) return top.item;
    }
    return undefined;
  }

  /** The earliest time; Infinity when there is none. */
  get next(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  #removeTop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++;
      if (heap[child]!.at >= last.at) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }
}
