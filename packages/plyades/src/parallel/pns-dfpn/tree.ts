// The master's tree of proof numbers. Each node is a path, so an answer that rests on a repetition is true of the
// node that it was found for, and only answers that rest on no path are known of positions. Leaves are chosen as by
// PNS, except that every worker below a child raises its number by a weight: so workers spread over the leaves that
// the search would come to next.

import { INFINITE_NUMBER as INF } from './messages.js';
import type { Numbers, ProofRules } from './ports.js';
import { nameOf } from './position-map.js';

const GREATEST = INF - 1;
const NOWHERE = Number.POSITIVE_INFINITY;

export interface ProofTreeNode<P> {
  readonly parent: ProofTreeNode<P> | undefined;
  /** The move that leads here. */
  readonly move: number;
  readonly ply: number;
  pn: number;
  dn: number;
  /** Nodes searched there while it was a leaf, as workers say. */
  effort: number;
  /** Of a solved node: the ply that the answer rests on. */
  rests: number;
  /** Of a solved leaf: the claimant's signature, or the node of the same position whose answer it has. */
  by: number;
  same: ProofTreeNode<P> | undefined;
  position: P | undefined;
  /** Whether the attacker is to move; undefined as long as the position is. */
  or: boolean | undefined;
  /** Undefined for a leaf. Of a solved node only those that decide. */
  children: ProofTreeNode<P>[] | undefined;
  /** Leaves at and below it that are open and that no worker searches, and workers below. */
  open: number;
  busy: number;
  /** A leaf that a worker searches, or that waits for another of the same position. */
  taken: boolean;
}

export const isSolved = ({ pn, dn }: Pick<Numbers, 'pn' | 'dn'>): boolean => pn === 0 || dn === 0;

export class ProofNumberTree<P> {
  readonly root: ProofTreeNode<P>;
  readonly #rules: ProofRules<P>;
  /** Solved nodes whose answer rests on no path, by position. */
  readonly #facts = new Map<string, ProofTreeNode<P>>();
  /** Set when a node was solved below which a worker searches. */
  outdated = false;
  /** The master's work: positions made, and nodes whose children were gone through. */
  visits = 0;
  updates = 0;
  /** Nodes made. */
  size = 1;

  constructor(rules: ProofRules<P>) {
    this.#rules = rules;
    this.root = newNode(undefined, 0, { pn: 1, dn: 1, rests: NOWHERE });
    this.root.position = rules.root;
  }

  position(node: ProofTreeNode<P>): P {
    if (node.position === undefined) {
      this.visits++;
      node.position = this.#rules.play(this.position(node.parent!), node.move);
    }
    return node.position;
  }

  #isOr(node: ProofTreeNode<P>): boolean {
    node.or ??= this.#rules.attacks(this.position(node));
    return node.or;
  }

  path(node: ProofTreeNode<P>): number[] {
    const path: number[] = [];
    for (let at = node; at.parent !== undefined; at = at.parent) path.push(at.move);
    return path.reverse();
  }

  /** The open leaf below a node that is to be searched next; undefined when all are taken. */
  select(weight: number, from = this.root): ProofTreeNode<P> | undefined {
    let node = from;
    if (node.open === 0) return undefined;
    while (node.children !== undefined) node = this.#best(node, weight)!;
    return node;
  }

  /** The most promising child with open leaves. */
  #best(node: ProofTreeNode<P>, weight: number): ProofTreeNode<P> | undefined {
    this.updates++;
    const or = this.#isOr(node);
    let best: ProofTreeNode<P> | undefined;
    let least = NOWHERE;
    for (const child of node.children!) {
      if (child.open === 0) continue;
      const number = (or ? child.pn : child.dn) + weight * child.busy;
      if (number < least) {
        least = number;
        best = child;
      }
    }
    return best;
  }

  /**
   * Whether a worker that has searched at a node does well to go on there, where its table knows its way: there is
   * an open leaf, and nowhere on the way there another child is much better.
   */
  isWorthwhile(node: ProofTreeNode<P>, weight: number, tolerance: number): boolean {
    if (node.open === 0 || !this.isNeeded(node)) return false;
    for (let at = node; at.parent !== undefined; at = at.parent) {
      const best = this.#best(at.parent, weight)!;
      if (best === at) continue;
      const or = this.#isOr(at.parent);
      const number = (child: ProofTreeNode<P>) => (or ? child.pn : child.dn) + weight * child.busy;
      if (number(at) > number(best) * (1 + tolerance)) return false;
    }
    return true;
  }

  /** Solves an open leaf by what is known of its position from elsewhere; false when nothing is. */
  recall(leaf: ProofTreeNode<P>): boolean {
    const source = this.#facts.get(this.identity(leaf));
    if (source === undefined) return false;
    leaf.same = source;
    this.solve(leaf, source.pn === 0, NOWHERE, -1);
    return true;
  }

  identity(node: ProofTreeNode<P>): string {
    const position = this.position(node);
    return nameOf(this.#rules.identity(position), this.#rules.left(position));
  }

  /** A leaf is taken: by a worker, or because another of the same position is. */
  take(leaf: ProofTreeNode<P>, workers: 0 | 1): void {
    leaf.taken = true;
    this.#count(leaf, -1, workers);
  }

  /** It is given back. False when it is not needed any more, since a node above it is solved. */
  giveBack(leaf: ProofTreeNode<P>, workers: 0 | 1): boolean {
    leaf.taken = false;
    for (let at: ProofTreeNode<P> | undefined = leaf; at !== undefined; at = at.parent) {
      if (!isSolved(at)) continue;
      this.#count(leaf, 0, -workers);
      return false;
    }
    this.#count(leaf, 1, -workers);
    return true;
  }

  /** Whether the answer of a leaf that was taken is still needed. */
  isNeeded(leaf: ProofTreeNode<P>): boolean {
    for (let at: ProofTreeNode<P> | undefined = leaf; at !== undefined; at = at.parent) {
      if (isSolved(at)) return false;
    }
    return true;
  }

  /** A leaf that is not taken has an answer, from `by`. */
  solve(leaf: ProofTreeNode<P>, wins: boolean, rests: number, by: number): void {
    this.#close(leaf, wins, rests, by);
    this.#update(leaf.parent);
  }

  /** A leaf that is not taken has children with these numbers, in the order of the rules, from `by`. */
  expand(
    leaf: ProofTreeNode<P>,
    moves: readonly number[],
    numbers: readonly Numbers[],
    by: number,
  ): void {
    leaf.children = moves.map((move, index) => newNode(leaf, move, numbers[index]!, by));
    this.size += moves.length;
    const open = leaf.children.filter((child) => !isSolved(child)).length;
    this.#count(leaf, open - 1, 0);
    for (const child of leaf.children) {
      if (isSolved(child)) this.#note(child);
    }
    this.#update(leaf);
  }

  /** A leaf that is not taken has other numbers. */
  renumber(leaf: ProofTreeNode<P>, { pn, dn }: Pick<Numbers, 'pn' | 'dn'>): void {
    leaf.pn = pn;
    leaf.dn = dn;
    this.#update(leaf.parent);
  }

  /**
   * Opens leaves that are solved by what is no longer believed, and all that they decided. Nothing must be taken.
   */
  withdraw(isWrong: (leaf: ProofTreeNode<P>) => boolean): void {
    const judged = new Map<ProofTreeNode<P>, boolean>();
    const isSound = (node: ProofTreeNode<P>): boolean => {
      const known = judged.get(node);
      if (known !== undefined) return known;
      const sound =
        node.children !== undefined
          ? node.children.every(isSound)
          : node.same !== undefined
            ? isSound(node.same)
            : !isWrong(node);
      judged.set(node, sound);
      return sound;
    };
    for (const [identity, node] of this.#facts) if (!isSound(node)) this.#facts.delete(identity);
    const restore = (node: ProofTreeNode<P>): void => {
      this.visits++;
      if (node.children === undefined) {
        if (isSolved(node) && !isSound(node)) open(node);
        return;
      }
      node.children.forEach(restore);
      // Of a solved node not all children were kept.
      const all = this.#rules.moves(this.position(node)).length;
      if (node.children.length < all && !node.children.every(isSolved)) {
        open(node);
        return;
      }
      this.#compute(node);
      node.open = isSolved(node) ? 0 : node.children.reduce((sum, child) => sum + child.open, 0);
    };
    restore(this.root);
  }

  #close(node: ProofTreeNode<P>, wins: boolean, rests: number, by: number): void {
    node.pn = wins ? 0 : INF;
    node.dn = wins ? INF : 0;
    node.rests = rests;
    node.by = by;
    this.#count(node, -node.open, 0);
    this.#note(node);
  }

  /** An answer that rests on no path is one of the position. */
  #note(node: ProofTreeNode<P>): void {
    if (node.rests !== NOWHERE || node.same !== undefined) return;
    const identity = this.identity(node);
    if (!this.#facts.has(identity)) this.#facts.set(identity, node);
  }

  #count(node: ProofTreeNode<P>, open: number, busy: number): void {
    for (let at: ProofTreeNode<P> | undefined = node; at !== undefined; at = at.parent) {
      at.open += open;
      at.busy += busy;
    }
  }

  /** Brings numbers up to date from a node upwards, as far as they change. */
  #update(from: ProofTreeNode<P> | undefined): void {
    for (let node = from; node !== undefined; node = node.parent) {
      const { pn, dn } = node;
      this.#compute(node);
      if (node.pn === pn && node.dn === dn) return;
      if (!isSolved(node)) continue;
      if (node.busy > 0) this.outdated = true;
      this.#count(node, -node.open, 0);
      this.#keepDeciding(node);
      this.#note(node);
    }
  }

  #compute(node: ProofTreeNode<P>): void {
    this.updates++;
    const or = this.#isOr(node);
    const children = node.children!;
    let least = INF;
    let total = 0;
    for (const { pn, dn } of children) {
      least = Math.min(least, or ? pn : dn);
      total = Math.min(total + (or ? dn : pn), INF);
    }
    if (least === 0) total = INF;
    else if (total === INF && least < INF) total = GREATEST;
    node.pn = or ? least : total;
    node.dn = or ? total : least;
    if (!isSolved(node)) return;
    // One child is enough where the winning or holding side is to move, and the freest is the best.
    const wins = node.pn === 0;
    const deciding = children.filter((child) => (wins ? child.pn : child.dn) === 0);
    const plies = deciding.map((child) => child.rests);
    const rests = or === wins ? Math.max(...plies) : Math.min(NOWHERE, ...plies);
    node.rests = rests >= node.ply && !this.#rules.perpetual ? NOWHERE : rests;
  }

  /** Of a solved node the children that do not decide are forgotten. */
  #keepDeciding(node: ProofTreeNode<P>): void {
    const wins = node.pn === 0;
    if (this.#isOr(node) !== wins) return;
    const deciding = node.children!.filter((child) => (wins ? child.pn : child.dn) === 0);
    const best = deciding.reduce((a, b) => (b.rests > a.rests ? b : a));
    node.children = [best];
  }
}

/** Makes a node a leaf of which nothing is known. */
function open<P>(node: ProofTreeNode<P>): void {
  node.children = undefined;
  node.pn = 1;
  node.dn = 1;
  node.effort = 0;
  node.rests = NOWHERE;
  node.by = -1;
  node.same = undefined;
  node.open = 1;
  node.busy = 0;
}

function newNode<P>(
  parent: ProofTreeNode<P> | undefined,
  move: number,
  { pn, dn, rests }: Numbers,
  by = -1,
): ProofTreeNode<P> {
  const solved = isSolved({ pn, dn });
  return {
    parent,
    move,
    ply: parent === undefined ? 0 : parent.ply + 1,
    pn,
    dn,
    effort: 0,
    rests,
    by: solved ? by : -1,
    same: undefined,
    position: undefined,
    or: undefined,
    children: undefined,
    open: solved ? 0 : 1,
    busy: 0,
    taken: false,
  };
}
