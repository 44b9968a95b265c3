// The master's half of the APHID table for a program that walks its own tree: a leaf is known by the key
// the program gives, or by its path. Which worker has it, where it lies and what was found are the fields
// of APHID's own entries, so that the same rules serve both.
import type { ProcessId } from '../actor.js';
import { NOWHERE, type Entry as TableEntry } from '../aphid/table.js';

/** A leaf that the master has visited. */
export interface Leaf<Move>
  extends Omit<TableEntry, 'node' | 'nodes' | 'owner' | 'lease' | 'toldPlace' | 'toldWindow'> {
  /** Of its root, by number. */
  readonly root: number;
  /** Moves from the root of the game tree. */
  readonly path: readonly Move[];
  /** Iteration less depth: its ply, less what extensions added. */
  readonly level: number;
  readonly ply: number;
  /** 1 where the side of its root is to move, else -1. */
  readonly rootSign: number;
  owner: ProcessId | undefined;
  lease: number;
  toldPlace: TableEntry['toldPlace'];
  /** The window that the worker was asked for again, and in which root search. */
  toldWindow: { readonly task: number; readonly alpha: number; readonly beta: number } | undefined;
}

export class LeafTable<Move> {
  readonly #leaves = new Map<string, Leaf<Move>>();
  readonly #leases = new Map<number, Leaf<Move>>();
  #lastLease = 0;

  find(key: string): Leaf<Move> | undefined {
    return this.#leaves.get(key);
  }

  add(
    key: string,
    at: Pick<Leaf<Move>, 'root' | 'path' | 'level' | 'ply' | 'rootSign'>,
    evaluation: number,
  ): Leaf<Move> {
    const iteration = at.level;
    const leaf: Leaf<Move> = {
      ...at,
      scores: [{ iteration, lower: evaluation, upper: evaluation, complete: false, pv: [] }],
      sources: new Set(),
      scorer: undefined,
      owner: undefined,
      lastOwner: undefined,
      lease: 0,
      seen: -1,
      present: false,
      uncertain: false,
      place: NOWHERE,
      alpha: 0,
      beta: 0,
      toldPlace: undefined,
      toldWindow: undefined,
      size: 0,
      moved: false,
      exempted: false,
    };
    this.#leaves.set(key, leaf);
    return leaf;
  }

  /** Gives a leaf to a worker under a new lease; leases of earlier searches are never used again. */
  lease(leaf: Leaf<Move>, owner: ProcessId): void {
    this.release(leaf);
    leaf.owner = owner;
    leaf.lease = ++this.#lastLease;
    this.#leases.set(leaf.lease, leaf);
  }

  release(leaf: Leaf<Move>): void {
    this.#leases.delete(leaf.lease);
    leaf.owner = undefined;
    leaf.toldPlace = undefined;
    leaf.toldWindow = undefined;
  }

  leased(lease: number, owner: ProcessId): Leaf<Move> | undefined {
    const leaf = this.#leases.get(lease);
    return leaf?.owner === owner ? leaf : undefined;
  }

  /** Whether a leaf was ever given away under this number. */
  hasLeased(lease: number): boolean {
    return lease >= 1 && lease <= this.#lastLease;
  }

  leaves(): Iterable<Leaf<Move>> {
    return this.#leaves.values();
  }

  clear(): void {
    this.#leaves.clear();
    this.#leases.clear();
  }
}
