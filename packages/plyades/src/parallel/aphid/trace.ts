// The tree of the last pass, for a trace: what alpha-beta visited with the values known and guessed, and the siblings
// that it cut off.
import type { Micros } from '../actor.js';
import { NO_OWNER, type TreeTrace, visitedState } from '../tree-trace.js';
import { scoreAt } from './leaf.js';
import type { AphidNode } from './tree.js';

/** Describes the tree below the root as the last pass left it. */
export function describeTree<P>(
  trace: TreeTrace<AphidNode<P>>,
  root: AphidNode<P>,
  iteration: number,
  now: Micros,
): void {
  trace.begin();
  visit(trace, root, iteration);
  trace.end(now);
}

function visit<P>(trace: TreeTrace<AphidNode<P>>, node: AphidNode<P>, iteration: number): void {
  // A visit that changes something leaves another memory.
  const changed = !trace.isKnown(node, node.memory!) && describe(trace, node, iteration);
  for (const child of node.children ?? []) {
    const { present, memory } = child;
    if (present && memory !== undefined) visit(trace, child, iteration);
    else if (changed) trace.cut(child, node, moveOf(child.path), memory?.value ?? child.value);
  }
}

/** Describes a node that was visited; true when it has changed. */
function describe<P>(
  trace: TreeTrace<AphidNode<P>>,
  node: AphidNode<P>,
  iteration: number,
): boolean {
  const { entry, children, path } = node;
  const memory = node.memory!;
  const { alpha, beta, value } = memory;
  const certain = memory.uncertain.length === 0;
  const isLeaf = children === undefined && entry !== undefined;
  const owner = certain || !isLeaf ? undefined : entry.owner;
  const traced = trace.clear(moveOf(path), visitedState(certain, owner), true);
  traced.alpha = alpha;
  traced.beta = beta;
  traced.value = value;
  traced.owner = owner ?? NO_OWNER;
  // What a certain value proves in the window that it was found in.
  if (certain && value > alpha) traced.lower = value;
  if (certain && value < beta) traced.upper = value;
  const score = isLeaf ? scoreAt(entry, iteration) : undefined;
  if (score !== undefined) {
    traced.lower = score.lower;
    traced.upper = score.upper;
  }
  trace.node(node, node.parent, memory);
  return trace.changed;
}

/** The last of the moves that lead to a node; the root's means nothing. */
const moveOf = (path: readonly number[]): number => path[path.length - 1] ?? 0;
