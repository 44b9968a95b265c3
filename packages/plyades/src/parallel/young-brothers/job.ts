// A search that a process has begun, and what it has given away of it.
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
  thief: ProcessId | undefined;
  /** The window that the thief knows. */
  alpha: number;
  beta: number;
}

/** One search of this process. */
export interface Job<P> {
  readonly search: Search<P>;
  /** Moves from the root of the game to the root of this search. */
  readonly path: readonly number[];
  /** Whose child it is; undefined for the root of the game. */
  readonly origin: { readonly owner: ProcessId; readonly lease: number } | undefined;
  /** The window that the owner has given; it only ever narrows. */
  alpha: number;
  beta: number;
  /** By the numbers under which the thieves know them. */
  readonly leases: Map<number, Lease<P>>;
  /** Nodes that others have searched for it. */
  others: number;
}

export const totalNodes = <P>(job: Job<P>): number => addNodes(job.search.nodes, job.others);
