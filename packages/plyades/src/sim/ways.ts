// Distances of processes: those with the same master are near, and the further up the first
// master that two have in common, the longer a packet takes between them.
import type { ProcessId } from '../parallel/actor.js';

export interface Ways {
  /** The number of each process's master; of the first, -1. */
  readonly parents: readonly number[];
  /** Between those whose first common master is of a level, the top first; the last holds for deeper ones, too. */
  readonly latenciesNs: readonly number[];
}

/** Nanoseconds from one process to another. */
export function latencyBetween({ parents, latenciesNs }: Ways) {
  const levels = parents.map(() => 0);
  // Masters come before their workers.
  for (const [self, parent] of parents.entries())
    if (parent >= 0) levels[self] = levels[parent]! + 1;
  return (from: ProcessId, to: ProcessId): number => {
    let [a, b] = [from, to];
    while (a !== b) {
      if (levels[a]! >= levels[b]!) a = parents[a]!;
      else b = parents[b]!;
    }
    return latenciesNs[Math.min(levels[a]!, latenciesNs.length - 1)]!;
  };
}
