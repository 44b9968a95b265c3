// Nodes searched in each seat: by the workers that held it before, and by the one that holds it now.
import type { SearchedCount } from './messages.js';

const NONE: SearchedCount = { nodes: 0, leaves: 0 };

export class SearchedTotals {
  readonly #seats = new Map<number, { readonly before: SearchedCount; now: SearchedCount }>();

  /** Another worker begins in this seat. */
  begin(self: number): void {
    this.#seats.set(self, { before: this.total(self), now: NONE });
  }

  /** The present holder has searched this much since it began. */
  set(self: number, { nodes, leaves }: SearchedCount): void {
    const { before = NONE } = this.#seats.get(self) ?? {};
    this.#seats.set(self, { before, now: { nodes, leaves } });
  }

  total(self: number): SearchedCount {
    const { before, now } = this.#seats.get(self) ?? { before: NONE, now: NONE };
    return { nodes: before.nodes + now.nodes, leaves: before.leaves + now.leaves };
  }
}
