// A search that a worker has under way: of a piece of its own, or of a part of somebody else's; and
// what it has given away of it.
import type { ProcessId } from '../actor.js';
import type { Part, Search } from '../ports.js';
import { addNodes } from '../received.js';

/** A child that was given away. */
export interface Lease<P> {
  readonly job: Job<P>;
  readonly ticket: number;
  /** Moves from the root of the game to the child. */
  readonly path: readonly number[];
  readonly part: Part;
  /** Who searches it; undefined when somebody must be found. */
  helper: ProcessId | undefined;
  /** Others that were sent to help the helper. */
  helpers: number;
  /** The window that the helper knows. */
  alpha: number;
  beta: number;
}

/** One search under way. */
export interface Job<P> {
  readonly search: Search<P>;
  /** Moves from the root of the game to the root of this search, and its depth. */
  readonly path: readonly number[];
  readonly depth: number;
  /** Whose part it is; undefined for a piece of this worker's own. */
  readonly origin: { readonly owner: ProcessId; readonly lease: number } | undefined;
  /** True when nobody waits for it yet. */
  speculative: boolean;
  /** The window that it is searched in; that of a part only ever narrows. */
  alpha: number;
  beta: number;
  /** By the numbers under which the helpers know them. */
  readonly leases: Map<number, Lease<P>>;
  /** What others have searched for it, in nodes that are not leaves. */
  others: number;
}

export const sizeOf = <P>({ search, others }: Job<P>): number =>
  addNodes(search.nodes - search.leaves + others, search.elsewhere ?? 0);
