// Times at which items are due, the earliest first. An item that is due earlier than it was added for
// is added once more, and its later entry is skipped.
import { Heap } from '../core/heap.js';

interface Timed {
  /** The entry that counts. */
  readonly timerAt: number;
}

interface TimerEntry<T> {
  readonly at: number;
  readonly item: T;
}

const isEarlier = (a: TimerEntry<unknown>, b: TimerEntry<unknown>): boolean => a.at < b.at;

export class TimerQueue<T extends Timed> {
  readonly #heap = new Heap<TimerEntry<T>>(isEarlier);

  add(item: T, at: number): void {
    this.#heap.push({ at, item });
  }

  /** Takes out the next item whose time has come by `now`. */
  due(now: number): T | undefined {
    for (let top = this.#heap.first; top !== undefined && top.at <= now; top = this.#heap.first) {
      this.#heap.pop();
      if (top.item.timerAt === top.at) return top.item;
    }
    return undefined;
  }

  /** The earliest time; Infinity when there is none. */
  get next(): number {
    return this.#heap.first?.at ?? Number.POSITIVE_INFINITY;
  }
}
