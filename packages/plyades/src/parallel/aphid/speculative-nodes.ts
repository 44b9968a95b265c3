// Nodes that a worker has searched before the master came to them, by iteration and piece. The thesis (section 6.2.6)
// calls speculative what lies beyond the last iteration of a search: work ahead is no speculation any more as soon as
// its iteration is reached, even if its result was not used.
import type { Counters } from '../counters.js';

type Counted = Pick<Counters, 'aheadNodes' | 'speculativeNodes' | 'usedAheadNodes'>;

/** `T` is the type of a piece. */
export class SpeculativeNodes<T> {
  readonly #counters: Counted;
  readonly #isUsed: (piece: T, iteration: number) => boolean;
  /** Nodes by iteration and piece, of iterations that have not been reached, and of those that are not over. */
  readonly #ahead = new Map<number, Map<T, number>>();
  readonly #reached = new Map<number, Map<T, number>>();

  /** `isUsed` says at the end of an iteration whether it used what was known of a piece at its beginning. */
  constructor(counters: Counted, isUsed: (piece: T, iteration: number) => boolean) {
    this.#counters = counters;
    this.#isUsed = isUsed;
  }

  /** Nodes of a piece were searched for an iteration that has not been reached. */
  count(piece: T, iteration: number, nodes: number): void {
    this.#counters.aheadNodes += nodes;
    this.#counters.speculativeNodes += nodes;
    const pieces = this.#ahead.get(iteration) ?? new Map<T, number>();
    this.#ahead.set(iteration, pieces);
    pieces.set(piece, (pieces.get(piece) ?? 0) + nodes);
  }

  /** The search has come to this iteration: those before it are over. */
  reach(iteration: number): void {
    this.#end(iteration - 1);
    for (const [one, pieces] of this.#ahead) {
      if (one > iteration) continue;
      for (const nodes of pieces.values()) this.#counters.speculativeNodes -= nodes;
      this.#ahead.delete(one);
      this.#reached.set(one, pieces);
    }
  }

  /** This iteration was the last. */
  settle(iteration: number): void {
    this.reach(iteration);
    this.#end(iteration);
  }

  /** A new search begins: what was not reached of the last one stays speculation. */
  clear(): void {
    this.#ahead.clear();
    this.#reached.clear();
  }

  #end(iteration: number): void {
    for (const [one, pieces] of this.#reached) {
      if (one > iteration) continue;
      for (const [piece, nodes] of pieces)
        if (this.#isUsed(piece, one)) this.#counters.usedAheadNodes += nodes;
      this.#reached.delete(one);
    }
  }
}
