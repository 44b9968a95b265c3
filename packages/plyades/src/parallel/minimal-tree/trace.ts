// The tree of the last pass, for a trace: the nodes that the pass visited are the minimal tree as it is predicted now;
// their other children were cut off.
import { INFINITE } from '../../core/score.js';
import type { Micros } from '../actor.js';
import { NO_OWNER, setBounds, type TreeTrace, visitedState } from '../tree-trace.js';
import { isDecided, type MinimalTreeChild, type MinimalTreeNode } from './tree.js';

/** Describes the tree below the root as the last pass left it. */
export function describeTree<P>(
  trace: TreeTrace<MinimalTreeNode<P>>,
  root: MinimalTreeChild<P>,
  now: Micros,
): void {
  trace.begin();
  visit(trace, root);
  trace.end(now);
}

function visit<P>(trace: TreeTrace<MinimalTreeNode<P>>, way: MinimalTreeChild<P>): void {
  const { node, memory } = way;
  const { wanted, visited } = memory;
  const certain = isDecided(node, memory.alpha, memory.beta);
  const owner = !certain && wanted && node.leaf?.sent ? node.leaf.owner : undefined;
  describe(trace, way, certain, owner);
  if (!trace.node(node, way.parent)) return;
  const { changed } = trace;
  for (const child of visited) visit(trace, child);
  if (visited.length === 0) {
    if (certain) keepProof(trace, node);
    return;
  }
  if (!changed) return;
  for (const child of node.children ?? []) {
    // Most children of nodes that are cut are never made.
    if (child.node.ways.length === 0 || visited.includes(child)) continue;
    trace.cut(child.node, node, child.move, child.node.guess);
  }
}

function describe<P>(
  trace: TreeTrace<MinimalTreeNode<P>>,
  { node, memory, move }: MinimalTreeChild<P>,
  certain: boolean,
  owner: number | undefined,
): void {
  const traced = trace.clear(move, visitedState(certain, owner), true);
  traced.alpha = memory.alpha;
  traced.beta = memory.beta;
  traced.taskAlpha = memory.taskAlpha;
  traced.taskBeta = memory.taskBeta;
  traced.value = node.guess;
  traced.owner = owner ?? NO_OWNER;
  setBounds(traced, node);
}

/** A node that is decided at once is not gone into: what proves it stays as it was predicted. */
function keepProof<P>(
  trace: TreeTrace<MinimalTreeNode<P>>,
  { children }: MinimalTreeNode<P>,
): void {
  for (const way of children ?? []) {
    const { node, parent } = way;
    const isProved = node.lower > -INFINITE || node.upper < INFINITE;
    if (!isProved || !trace.wasPredicted(node)) continue;
    describe(trace, way, true, undefined);
    if (trace.node(node, parent)) keepProof(trace, node);
  }
}
