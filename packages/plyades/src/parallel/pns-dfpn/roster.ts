// The workers that a master may give assignments to, by how many each of them has, so that those with a free one are
// found without looking at all the others.
import type { ProcessId } from '../actor.js';

export class Roster {
  readonly #orders = new Map<ProcessId, number>();
  readonly #having: Set<ProcessId>[] = [];

  get size(): number {
    return this.#orders.size;
  }

  has(worker: ProcessId): boolean {
    return this.#orders.has(worker);
  }

  get workers(): readonly ProcessId[] {
    return [...this.#orders.keys()];
  }

  /** A worker without orders. */
  add(worker: ProcessId): void {
    this.remove(worker);
    this.#place(worker, 0);
  }

  remove(worker: ProcessId): void {
    const orders = this.#orders.get(worker);
    if (orders === undefined) return;
    this.#having[orders]!.delete(worker);
    this.#orders.delete(worker);
  }

  /** A worker has one assignment more or less; nothing when it is unknown. */
  change(worker: ProcessId, by: 1 | -1): void {
    const orders = this.#orders.get(worker);
    if (orders === undefined) return;
    this.#having[orders]!.delete(worker);
    this.#place(worker, orders + by);
  }

  /** Workers that have this many assignments now. */
  having(orders: number): readonly ProcessId[] {
    return [...(this.#having[orders] ?? [])];
  }

  #place(worker: ProcessId, orders: number): void {
    this.#orders.set(worker, orders);
    this.#having[orders] ??= new Set();
    this.#having[orders].add(worker);
  }
}
