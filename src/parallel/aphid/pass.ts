// One pass of alpha-beta (NegaScout) over the master's tree (section 5.2.1). Leaves have the value
// that their worker found at exactly the required depth, if it decides the window; else a guess, and
// are uncertain. On the way the pass notes where leaves lie (section 5.2.3), for the workers' choice.
import { INFINITE } from '../../core/score.js';
import { childDepth, settle } from '../depths.js';
import type { Rules } from '../ports.js';
import { guess } from './guess.js';
import { decidedValue, decides } from './score.js';
import { type AphidTable, type Entry, scoreAt } from './table.js';
import { exempt, expand, isLeaf, isOver, type Node, prefer } from './tree.js';

/** What a pass is made over. */
export interface PassOrder<P> {
  readonly rules: Rules<P>;
  readonly root: Node<P>;
  readonly table: AphidTable;
  /** Number of the pass, greater than that of any before. */
  readonly number: number;
  /** Depth of the whole search. */
  readonly iteration: number;
  /** Values of finished iterations, and the hypothetical value of this one so far. */
  readonly values: ReadonlyMap<number, number>;
  readonly hypothetical: number;
  /** So many uncertain leaves are the first ones. */
  readonly firstLeaves: number;
  /** Called with leaves that nobody searches. */
  readonly allocate: (entry: Entry) => void;
}

export interface PassResult {
  /** Value of the root; the true one when nothing was uncertain. */
  readonly value: number;
  /** Each once, in the order of their visits. */
  readonly visited: readonly Entry[];
  readonly uncertain: readonly Entry[];
  /** The deepest type-1 node under which a leaf was uncertain, by its ply; -1 when none was. */
  readonly unsurePly: number;
  readonly pv: readonly number[];
  /** True when nothing rests on an evaluation. */
  readonly complete: boolean;
  /** Nodes visited, and nodes made. */
  readonly nodes: number;
}

/** Where a node stands in the tree that alpha-beta would search with perfect ordering. */
const TYPE_1 = 1;
/** One child is enough. */
const TYPE_2 = 2;
/** All children are needed. */
const TYPE_3 = 3;

class Pass<P> {
  readonly #order: PassOrder<P>;
  readonly visited: Entry[] = [];
  readonly uncertain: Entry[] = [];
  readonly #roots: { values: ReadonlyMap<number, number>; hypothetical: number };
  unsurePly = -1;
  complete = true;
  nodes = 0;

  constructor(order: PassOrder<P>) {
    this.#order = order;
    this.#roots = { values: order.values, hypothetical: order.hypothetical };
  }

  /** `elders`: type-1 nodes on the path, this one included; `leansRight`: of the last of them. */
  visit(
    node: Node<P>,
    depth: number,
    alpha: number,
    beta: number,
    type: number,
    critical: boolean,
    elders: number,
    leansRight: boolean,
  ): number {
    this.nodes++;
    let value: number;
    if (isOver(node)) {
      value = settle(node.value, depth);
    } else if (this.#endsHere(node)) {
      value = this.#leaf(node, alpha, beta, critical, elders, leansRight);
    } else {
      value = this.#interior(node, depth, alpha, beta, type, critical, elders, leansRight);
    }
    // The search below the principal variation is finished: this is what the root is worth so far.
    if (type === TYPE_1 && value > alpha && value < beta)
      this.#roots.hypothetical = node.rootSign * value;
    return value;
  }

  #endsHere(node: Node<P>): boolean {
    if (!isLeaf(node)) return false;
    // The leaf may have been exempted where another path leads to it.
    if (!this.#order.table.at(node as Node<unknown>).exempted) return true;
    exempt(node);
    return false;
  }

  #interior(
    node: Node<P>,
    depth: number,
    alpha: number,
    beta: number,
    type: number,
    critical: boolean,
    elders: number,
    leansRight: boolean,
  ): number {
    const { rules } = this.#order;
    if (node.children === undefined) this.nodes += node.moves.length;
    const children = expand(rules, node);
    let best = -INFINITE;
    let bestChild: Node<P> | undefined;
    const search = (child: Node<P>, low: number, high: number, first: boolean, again: boolean) => {
      const elder = type === TYPE_1 && (first || again);
      const childType = elder ? TYPE_1 : typeBelow(type, child.sign);
      const inTree = critical && (type !== TYPE_2 || first);
      const count = elder ? elders + 1 : elders;
      // Alternatives of the root's side are to be shown not to be better for it.
      const right = elder ? child.rootSign > 0 : leansRight;
      // Zero has no sign here: 0 - x, not -x.
      return child.sign > 0
        ? this.visit(child, childDepth(depth), low, high, childType, inTree, count, right)
        : 0 -
            this.visit(
              child,
              childDepth(depth),
              0 - high,
              0 - low,
              childType,
              inTree,
              count,
              right,
            );
    };
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      const low = Math.max(alpha, best);
      const first = i === 0;
      let value: number;
      if (first || beta - low === 1) {
        value = search(child, low, beta, first, false);
      } else {
        value = search(child, low, low + 1, false, false);
        if (value > low && value < beta) value = search(child, value - 1, beta, false, true);
      }
      if (value > best) {
        best = value;
        bestChild = child;
        if (value >= beta) break;
      }
    }
    node.best = undefined;
    if (best > alpha) {
      node.best = bestChild;
      prefer(node, bestChild!);
    }
    return best;
  }

  #leaf(
    node: Node<P>,
    alpha: number,
    beta: number,
    critical: boolean,
    elders: number,
    leansRight: boolean,
  ): number {
    const { table, number, iteration, firstLeaves, allocate } = this.#order;
    const entry = table.at(node as Node<unknown>);
    const again = entry.visited === number;
    if (!again) {
      entry.visited = number;
      this.visited.push(entry);
      if (entry.owner === undefined) allocate(entry);
    }
    const score = scoreAt(entry, iteration);
    const certain = score !== undefined && decides(score, alpha, beta);
    let priority = 4 * elders + (critical ? 2 : 0);
    if (!certain) {
      this.unsurePly = Math.max(this.unsurePly, elders - 1);
      if (entry.uncertain === number) {
        entry.alpha = Math.min(entry.alpha, alpha);
        entry.beta = Math.max(entry.beta, beta);
      } else {
        entry.uncertain = number;
        this.uncertain.push(entry);
        entry.alpha = alpha;
        entry.beta = beta;
      }
      if (this.uncertain.length <= firstLeaves) priority++;
    }
    const { place } = entry;
    if (
      !again
        ? place.priority !== priority || place.leansRight !== leansRight
        : priority > place.priority
    )
      entry.place = { priority, leansRight };
    if (certain) {
      this.complete &&= score.complete;
      return decidedValue(score, alpha);
    }
    const guessed = guess(entry.scores, iteration, this.#roots, node.rootSign, alpha, beta);
    if (score === undefined) return guessed;
    // What is known for certain limits the guess.
    return Math.max(score.lower, Math.min(score.upper, guessed));
  }
}

/** The type of a child that is not a type-1 node. */
function typeBelow(type: number, sign: number): number {
  if (type === TYPE_1) return sign > 0 ? TYPE_3 : TYPE_2;
  if (sign > 0) return type;
  return type === TYPE_2 ? TYPE_3 : TYPE_2;
}

export function makePass<P>(order: PassOrder<P>): PassResult {
  const pass = new Pass(order);
  const { root, iteration } = order;
  const value = pass.visit(root, iteration, -INFINITE, INFINITE, TYPE_1, true, 1, true);
  const { visited, uncertain, unsurePly, complete, nodes } = pass;
  const pv = uncertain.length > 0 ? [] : variation(root, iteration);
  return { value, visited, uncertain, unsurePly, complete, nodes, pv };
}

function variation<P>(root: Node<P>, iteration: number): readonly number[] {
  let node = root;
  while (!isOver(node) && !isLeaf(node) && node.best !== undefined) node = node.best;
  const score = node.entry && scoreAt(node.entry, iteration);
  return score === undefined || score.lower < score.upper ? node.path : [...node.path, ...score.pv];
}
