// The master's half of the APHID table for a program that walks its own tree: a leaf is known by the key the program
// gives, or by its path.
import { createLeafRecord, LeafLeases, type LeafRecord } from '../aphid/leaf.js';

/** A leaf that the master has visited. */
export interface OwnLeaf<Move> extends LeafRecord {
  /** Of its root, by number. */
  readonly root: number;
  /** Moves from the root of the game tree. */
  readonly path: readonly Move[];
  /** Iteration less depth: its ply, less what extensions added. */
  readonly level: number;
  readonly ply: number;
  /** 1 where the side of its root is to move, else -1. */
  readonly rootSign: number;
}

export class OwnLeafTable<Move> extends LeafLeases<OwnLeaf<Move>> {
  readonly #leaves = new Map<string, OwnLeaf<Move>>();

  find(key: string): OwnLeaf<Move> | undefined {
    return this.#leaves.get(key);
  }

  add(
    key: string,
    at: Pick<OwnLeaf<Move>, 'root' | 'path' | 'level' | 'ply' | 'rootSign'>,
    evaluation: number,
  ): OwnLeaf<Move> {
    const leaf = { ...createLeafRecord(at.level, evaluation), ...at };
    this.#leaves.set(key, leaf);
    return leaf;
  }

  leaves(): Iterable<OwnLeaf<Move>> {
    return this.#leaves.values();
  }

  clear(): void {
    this.#leaves.clear();
    this.clearLeases();
  }
}
