// The changes of masters' trees. A master describes its tree now and then; when there are too many changes, the
// descriptions of an interval become one, at the time of the last of them, with the last change of each node.
import type { TreeRecord } from '../core/trace.js';

/** Intervals of the first merge, about. */
const MOST_INTERVALS = 1024;

export class TreeChanges {
  readonly #most: number;
  readonly #mostNodes: number;
  #items: TreeRecord[] = [];
  #resolution = 1;
  #ordered = true;

  constructor(most: number, mostNodes: number) {
    this.#most = most;
    this.#mostNodes = mostNodes;
  }

  get items(): readonly TreeRecord[] {
    return this.#items;
  }

  add(change: TreeRecord): void {
    if (change.node >= this.#mostNodes) return;
    if (this.#items.length >= this.#most && !this.#merge(change.at)) return;
    const last = this.#items.at(-1);
    if (last !== undefined && change.at < last.at) this.#ordered = false;
    this.#items.push(change);
  }

  sort(): void {
    if (!this.#ordered) this.#items.sort((a, b) => a.at - b.at);
    this.#ordered = true;
  }

  cut(end: number): void {
    this.sort();
    while (this.#items.length > 0 && this.#items.at(-1)!.at > end) this.#items.pop();
  }

  /** Makes room for as many changes as are left; false when all trees have too many nodes. */
  #merge(end: number): boolean {
    this.sort();
    // Descriptions are further apart than that.
    this.#resolution = Math.max(
      this.#resolution,
      2 ** Math.floor(Math.log2(1 + end / MOST_INTERVALS)),
    );
    while (this.#items.length > this.#most / 2 && this.#resolution <= 2 * end) {
      this.#resolution *= 2;
      this.#items = mergeWithin(this.#items, this.#resolution);
    }
    return this.#items.length < this.#most;
  }
}

/** One description of each tree for each interval. */
function mergeWithin(changes: readonly TreeRecord[], interval: number): TreeRecord[] {
  const merged: TreeRecord[] = [];
  let from = 0;
  while (from < changes.length) {
    const number = Math.floor(changes[from]!.at / interval);
    let to = from;
    while (to < changes.length && Math.floor(changes[to]!.at / interval) === number) to++;
    const { at } = changes[to - 1]!;
    // In the order of their first changes, so that parents come before children.
    const last = new Map<number, TreeRecord>();
    for (let i = from; i < to; i++) {
      const change = changes[i]!;
      last.set(change.process * 2 ** 32 + change.node, change);
    }
    for (const change of last.values()) merged.push(change.at === at ? change : { ...change, at });
    from = to;
  }
  return merged;
}
