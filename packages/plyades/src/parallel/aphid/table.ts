// The APHID table (section 5.2.2), as the master has it: a record for every leaf that was ever visited. Positions
// that are reached on several ways with the same depth remaining share a record.
import { createLeafRecord, LeafLeases, type LeafRecord } from './leaf.js';
import type { Probe } from './probe.js';
import type { AphidNode } from './tree.js';

/** A leaf of the master's tree: one of its nodes, and all that passes have found. */
export interface AphidLeaf extends LeafRecord {
  readonly node: AphidNode<unknown>;
  readonly nodes: AphidNode<unknown>[];
  /** Probes of ProbCut at these nodes; their scores are of searches of the nodes themselves. */
  readonly isProbe: boolean;
  /** The probe that the last pass waits for. */
  probe: Probe | undefined;
}

export class AphidTable extends LeafLeases<AphidLeaf> {
  readonly #leaves = new Map<string, AphidLeaf>();

  /** The record of a leaf; made when it is visited for the first time. */
  at(node: AphidNode<unknown>): AphidLeaf {
    if (node.entry !== undefined) return node.entry;
    node.entry = this.#find(node, false);
    return node.entry;
  }

  /** The record of the probes at a node above the horizon. */
  probeAt(node: AphidNode<unknown>): AphidLeaf {
    node.probes ??= this.#find(node, true);
    return node.probes;
  }

  #find(node: AphidNode<unknown>, isProbe: boolean): AphidLeaf {
    const kind = isProbe ? 'probe ' : '';
    const key = node.key === undefined ? undefined : `${kind}${node.ply} ${node.key}`;
    const known = key === undefined ? undefined : this.#leaves.get(key);
    const leaf = known ?? {
      ...createLeafRecord(node.ply, node.value),
      node,
      nodes: [],
      isProbe,
      probe: undefined,
    };
    this.#leaves.set(key ?? `${kind}path ${node.path.join(' ')}`, leaf);
    leaf.nodes.push(node);
    return leaf;
  }

  /** All leaves that were ever visited. */
  entries(): Iterable<AphidLeaf> {
    return this.#leaves.values();
  }
}
