// The best move of an unfinished iteration, for a player whose time is up. The thesis
// (section 6.2.6) expects that "in a real tournament game, this speculative search could be used to look
// an extra move ahead on some key variations". The rule: a move replaces that of the last finished
// iteration when the scores at hand, those of work ahead among them, prove at the next depth that it is
// better: its lower bound lies above the upper bound of the other.
import { INFINITE } from '../../core/score.js';
import { childDepth, settle } from '../depths.js';
import type { ValueBounds } from '../value-bounds.js';
import { scoreAt } from './leaf.js';
import { type AphidNode, isLeaf, isOver } from './tree.js';

const UNKNOWN: ValueBounds = { lower: -INFINITE, upper: INFINITE };

/** A move that is better than another one, and the lower bound of its value, from the root's side. */
export interface Better {
  readonly move: number;
  readonly lower: number;
}

/** The move that is proven better at `iteration` than `move`, if one is. */
export function findBetter<P>(
  root: AphidNode<P>,
  iteration: number,
  move: number,
): Better | undefined {
  let known = -INFINITE;
  let better: Better | undefined;
  for (const child of root.children ?? []) {
    const { lower, upper } = seenFromAbove(child, knownOf(child, childDepth(iteration), iteration));
    const its = child.path[0]!;
    if (its === move) known = upper;
    else if (better === undefined || lower > better.lower) better = { move: its, lower };
  }
  return better !== undefined && known > -INFINITE && better.lower > known ? better : undefined;
}

/** All that is certain of a node at an iteration, from its own side. */
function knownOf<P>(node: AphidNode<P>, depth: number, iteration: number): ValueBounds {
  if (isOver(node)) {
    const value = settle(node.value, depth);
    return { lower: value, upper: value };
  }
  if (isLeaf(node)) return (node.entry && scoreAt(node.entry, iteration)) ?? UNKNOWN;
  if (node.children === undefined) return UNKNOWN;
  let lower = -INFINITE;
  let upper = -INFINITE;
  for (const child of node.children) {
    const score = seenFromAbove(child, knownOf(child, childDepth(depth), iteration));
    lower = Math.max(lower, score.lower);
    upper = Math.max(upper, score.upper);
  }
  return { lower, upper };
}

const seenFromAbove = ({ sign }: AphidNode<unknown>, { lower, upper }: ValueBounds): ValueBounds =>
  sign > 0 ? { lower, upper } : { lower: 0 - upper, upper: 0 - lower };
