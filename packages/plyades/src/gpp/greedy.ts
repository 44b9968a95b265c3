// How many workers each node of a master tree deserves (P-GPP, section 4.2). The utility of a tree is the
// depth of its nodes weighted by the probability that the game gets there; adding a node raises it by that
// node's realization probability, so the most probable node is added next, again and again. The moves of new
// nodes are not known yet: they are virtual, the n-th best move of their parent whichever that turns out to be.
import { Heap } from '../core/heap.js';
import type { Probabilities } from './ranks.js';

/** A node that the tree has. */
export interface Grown {
  /** Realization probability: that of the moves from the root to here, multiplied. */
  readonly probability: number;
  /** Legal moves, 0 when the game is over here. */
  readonly moves: number;
  /** Ranks, from 1, that new children would have, the best first; at most as many as moves are left. */
  readonly ranks: readonly number[];
}

/** A node to be added: the `index`-th new child of its parent, from 0, with new nodes of its own. */
export interface Virtual {
  readonly index: number;
  readonly probability: number;
  readonly children: readonly Virtual[];
}

export interface Growth {
  /** For each node given: what to add below it. */
  readonly added: readonly (readonly Virtual[])[];
  /** By how much the utility of the tree rises. */
  readonly gain: number;
}

/** Nodes in some virtual trees. */
export function countVirtual(trees: readonly Virtual[]): number {
  return trees.reduce((all, { children }) => all + 1 + countVirtual(children), 0);
}

interface Draft {
  readonly index: number;
  readonly probability: number;
  readonly children: Draft[];
}

/** A child that may come next. */
interface Offer {
  readonly probability: number;
  readonly order: number;
  readonly parent: Parent;
}

interface Parent {
  readonly probability: number;
  readonly transitions: readonly number[];
  readonly ranks: readonly number[] | undefined;
  readonly into: Draft[];
  /** Legal moves; virtual children are taken to have as many. */
  readonly moves: number;
}

/**
 * Where to add `count` nodes so that the utility rises most. Fewer are added when there is no room: in a tree
 * whose every line has ended.
 */
export function growGreedily(
  nodes: readonly Grown[],
  count: number,
  probabilities: Probabilities,
): Growth {
  const added = nodes.map((): Draft[] => []);
  const heap = new Heap(precedes);
  let order = 0;
  const offer = (parent: Parent) => {
    const index = parent.into.length;
    const rank = parent.ranks === undefined ? index + 1 : parent.ranks[index];
    const transition = rank === undefined ? undefined : parent.transitions[rank - 1];
    if (transition === undefined) return;
    heap.push({ probability: parent.probability * transition, order: order++, parent });
  };
  for (const [i, { probability, moves, ranks }] of nodes.entries()) {
    if (moves === 0) continue;
    offer({ probability, transitions: probabilities.of(moves), ranks, into: added[i]!, moves });
  }
  let gain = 0;
  for (let left = count; left > 0; left--) {
    const best = heap.pop();
    if (best === undefined) break;
    const { parent, probability } = best;
    gain += probability;
    const node: Draft = { index: parent.into.length, probability, children: [] };
    parent.into.push(node);
    offer(parent);
    offer({ ...parent, probability, ranks: undefined, into: node.children });
  }
  return { added, gain };
}

/** The utility of the best tree of `nodes` nodes, its root among them: depths in plies. */
export function bestUtility(size: number, moves: number, probabilities: Probabilities): number {
  const ranks = Array.from({ length: moves }, (_, i) => i + 1);
  return growGreedily([{ probability: 1, moves, ranks }], size - 1, probabilities).gain;
}

/** Of equally probable offers the oldest comes first. */
const precedes = (a: Offer, b: Offer): boolean =>
  a.probability > b.probability || (a.probability === b.probability && a.order < b.order);
