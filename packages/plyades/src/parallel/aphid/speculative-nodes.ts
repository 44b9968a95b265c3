// Nodes that a worker has searched before the master came to them, by iteration. The thesis (section 6.2.6) calls
// speculative what lies beyond the last iteration of a search: work ahead is no speculation any more as
// soon as its iteration is reached, even if its result was not used.
import type { Counters } from '../counters.js';

export class SpeculativeNodes {
  readonly #counters: Pick<Counters, 'aheadNodes' | 'speculativeNodes'>;
  /** Nodes by iteration, of those that have not been reached. */
  readonly #nodes = new Map<number, number>();

  constructor(counters: Pick<Counters, 'aheadNodes' | 'speculativeNodes'>) {
    this.#counters = counters;
  }

  /** Nodes were searched for an iteration that has not been reached. */
  count(iteration: number, nodes: number): void {
    this.#counters.aheadNodes += nodes;
    this.#counters.speculativeNodes += nodes;
    this.#nodes.set(iteration, (this.#nodes.get(iteration) ?? 0) + nodes);
  }

  /** The search has come to this iteration. */
  reach(iteration: number): void {
    for (const [one, nodes] of this.#nodes) {
      if (one > iteration) continue;
      this.#counters.speculativeNodes -= nodes;
      this.#nodes.delete(one);
    }
  }

  /** A new search begins: what was not reached of the last one stays speculation. */
  clear(): void {
    this.#nodes.clear();
  }
}
