// Steps from node to node by keyboard. The child is the one with the most work, since it is the one to look at.
import type { TreeMoment } from './moment.js';
import { NONE } from './nodes.js';

export type TreeStep = 'parent' | 'child' | 'before' | 'after';

/** The node that a step leads to; NONE when there is none at this moment. */
export function neighbour(moment: TreeMoment, node: number, step: TreeStep): number {
  const { nodes } = moment.model;
  const parent = nodes.parent[node]!;
  if (step === 'parent') return parent;
  if (step === 'child') {
    let best = NONE;
    for (let child = nodes.firstChild[node]!; child !== NONE; child = nodes.nextSibling[child]!) {
      if (!moment.isPresent(child)) continue;
      if (best === NONE || moment.weight[child]! > moment.weight[best]!) best = child;
    }
    return best;
  }
  if (parent === NONE) return NONE;
  let before = NONE;
  let passed = false;
  for (let child = nodes.firstChild[parent]!; child !== NONE; child = nodes.nextSibling[child]!) {
    if (child === node) {
      if (step === 'before') return before;
      passed = true;
    } else if (moment.isPresent(child)) {
      if (passed) return child;
      before = child;
    }
  }
  return NONE;
}
