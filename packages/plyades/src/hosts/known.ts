// Going on where an earlier search has ended. Its last finished depth is known and need not be searched
// again; but the tables are empty, and moves are ordered by what shallower searches leave there. So
// deepening begins a little below, which costs a small part of what the next depth does. With the leaves of
// the earlier search's tree the known depth costs nothing: it is finished again by what they know.
import type { Finding } from '../parallel/actor.js';
import type { Task } from '../parallel/algorithm.js';

const PLIES_BELOW = 1;

/** What an earlier search has found, and what its master knew (src/parallel/kept.ts). */
export interface KnownFinding extends Finding {
  readonly tree?: Uint8Array;
}

/** What a task gets of what is known. */
export function goOn(
  known: Pick<KnownFinding, 'depth' | 'tree'> | undefined,
): Pick<Task, 'from' | 'kept'> {
  if (known === undefined) return {};
  const { depth, tree } = known;
  if (tree !== undefined) return { from: depth, kept: tree };
  return { from: Math.max(1, depth - PLIES_BELOW) };
}
