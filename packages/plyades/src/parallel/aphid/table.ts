// The APHID table (section 5.2.2), as the master has it: a record for every leaf that was ever visited. Positions
// that are reached on several ways with the same depth remaining share a record.
import { createLeafRecord, LeafLeases, type LeafRecord } from './leaf.js';
import type { AphidNode } from './tree.js';

/** A leaf of the master's tree: one of its nodes, and all that passes have found. */
export interface AphidLeaf extends LeafRecord {
  readonly node: AphidNode<unknown>;
  readonly nodes: AphidNode<unknown>[];
}

export class AphidTable extends LeafLeases<AphidLeaf> {
  readonly #leaves = new Map<string, AphidLeaf>();

  /** The record of a leaf; made when it is visited for the first time. */
  at(node: AphidNode<unknown>): AphidLeaf {
    if (node.entry !== undefined) return node.entry;
    const key = node.key === undefined ? undefined : `${node.ply} ${node.key}`;
    const known = key === undefined ? undefined : this.#leaves.get(key);
    const leaf = known ?? { ...createLeafRecord(node.ply, node.value), node, nodes: [] };
    this.#leaves.set(key ?? `path ${node.path.join(' ')}`, leaf);
    node.entry = leaf;
    leaf.nodes.push(node);
    return leaf;
  }

  /** All leaves that were ever visited. */
  entries(): Iterable<AphidLeaf> {
    return this.#leaves.values();
  }
}
