// The master's tree, kept in memory: moves are generated once for each position. Positions that are
// reached on several ways with the same number of moves are one node. A node carries what is proved of
// its value at the depth required, as two bounds, and what is believed of it. Bounds hold in every
// window a pass came with, so nothing believed can become a fact. A child is made and evaluated when it is
// first looked at: most children of nodes that are cut never are. Nodes that a worker has made come without their
// positions; the tree plays the moves to one when something needs it.

import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import { settle } from '../depths.js';
import type { RulesPort } from '../ports.js';
import { positionsTo } from '../tree-nodes.js';
import { combine, decides } from '../value-bounds.js';
import type { ExpandedNode, NodeFacts } from './facts.js';
import type { LeafResult } from './result.js';

export interface MinimalTreeNode<P> {
  readonly ply: number;
  /** On one of the ways to it. */
  readonly parent: MinimalTreeNode<P> | undefined;
  /** All ways to it from nodes that are expanded. */
  readonly ways: MinimalTreeChild<P>[];
  /** Grows with every change of the node or below that a visit may see. */
  version: number;
  readonly move: number;
  readonly turn: number;
  /** The game is over. */
  readonly over: boolean;
  /** LeafResult of a finished game, else the evaluation; from the side to move. */
  readonly value: number;
  /** Undefined until it is played; see `positionOf`. */
  position: P | undefined;
  /** The processes that say so of the position and its moves; 0 for the master itself. */
  readonly maker: ProcessId;
  expander: ProcessId;
  /** Most promising first, those not looked at last. Undefined until it is expanded. */
  children: MinimalTreeChild<P>[] | undefined;
  /** Bounds proved at the depth required, and whether each rests on no evaluation. */
  lower: number;
  upper: number;
  lowerComplete: boolean;
  upperComplete: boolean;
  /** The value after the last visit, true or not. */
  guess: number;
  /**
   * The depth of the searches that the guess rests on: 0 for evaluations of leaves, PROVED for facts,
   * UNSEEN for its own evaluation, of a node above the horizon that no pass has visited.
   */
  evidence: number;
  /** Undefined but for nodes on the horizon. */
  readonly leaf: MinimalTreeLeaf<P> | undefined;
}

export interface MinimalTreeChild<P> {
  /** UNMADE until it is looked at. */
  node: MinimalTreeNode<P>;
  readonly move: number;
  /** 1 when the same side moves again, else -1. */
  sign: number;
  /** Undefined for the way to the root. */
  readonly parent: MinimalTreeNode<P> | undefined;
  readonly memory: LastVisit<P>;
}

/** The last visit of a node on one way, from its own side. */
export interface LastVisit<P> {
  /** Whether the same visit would change nothing, and come to the same. */
  fresh: boolean;
  alpha: number;
  beta: number;
  taskAlpha: number;
  taskBeta: number;
  from: number;
  width: number;
  /** Of a leaf: whether it was wanted. */
  wanted: boolean;
  /** The children visited, in this order. */
  readonly visited: MinimalTreeChild<P>[];
}

/** The evidence of what is proved, and of a node that was not visited. */
export const PROVED = FULL_DEPTH + 1;
const UNSEEN = -1;

/** Stands for nodes that were never looked at: nothing is known of them, and nothing promised. */
const UNMADE: MinimalTreeNode<never> = {
  ply: 0,
  parent: undefined,
  ways: [],
  version: 0,
  move: 0,
  turn: 0,
  over: false,
  value: INFINITE,
  position: undefined,
  maker: 0,
  expander: 0,
  children: undefined,
  lower: -INFINITE,
  upper: INFINITE,
  lowerComplete: false,
  upperComplete: false,
  guess: INFINITE,
  evidence: UNSEEN,
  leaf: undefined,
};

/** A way to a node that no pass has taken yet. */
export const createChild = <P>(
  node: MinimalTreeNode<P>,
  move: number,
  sign: number,
  parent: MinimalTreeNode<P> | undefined,
): MinimalTreeChild<P> => ({
  ...{ node, move, sign, parent },
  memory: {
    ...{ fresh: false, alpha: 0, beta: 0, taskAlpha: 0, taskBeta: 0, from: 0, width: 0 },
    ...{ wanted: false, visited: [] },
  },
});

/** A node or something below has changed: no visit on the ways to it can be left out. */
export function invalidate(node: MinimalTreeNode<unknown>): void {
  node.version++;
  for (const { parent, memory } of node.ways) {
    if (!memory.fresh) continue;
    memory.fresh = false;
    if (parent !== undefined) invalidate(parent);
  }
}

/** Notes that a node has changed for its parents. */
export function touch(node: MinimalTreeNode<unknown>): void {
  for (const { parent } of node.ways) if (parent !== undefined) invalidate(parent);
}

/** The source of results that more than one worker has found. */
export const SEVERAL = -1;

/** The fields of nodes on the horizon. */
export interface MinimalTreeLeaf<P> {
  /** Its place in the list of leaves. */
  readonly number: number;
  node: MinimalTreeNode<P>;
  /** Ascending by depth. */
  readonly results: LeafResult[];
  owner: ProcessId | undefined;
  /** The worker that has found the results, or SEVERAL; undefined when they come from an earlier search. */
  source: ProcessId | undefined;
  /** The last pass that wanted it; 0 for none. */
  wantedIn: number;
  /** The window and the signature in which it is wanted. */
  alpha: number;
  beta: number;
  signature: number;
  /**
   * The window and signature that its owner was sent last; `sent` is false when the owner was to drop the leaf, got
   * nothing, or has finished its task.
   */
  sent: boolean;
  sentAlpha: number;
  sentBeta: number;
  sentSignature: number;
}

/** A child's bounds, seen from its parent; never -0. */
export const lowerOf = ({ node, sign }: MinimalTreeChild<unknown>): number =>
  sign > 0 ? node.lower : 0 - node.upper;
export const upperOf = ({ node, sign }: MinimalTreeChild<unknown>): number =>
  sign > 0 ? node.upper : 0 - node.lower;

/** Whether the node's bounds tell alpha-beta all it needs in this window. */
export const isDecided = (node: MinimalTreeNode<unknown>, alpha: number, beta: number): boolean =>
  decides(node, alpha, beta);

/** The moves to a node cannot be played. */
export class IllegalNode extends Error {
  override readonly name = 'IllegalNode';
  /** The worker that has made them up. */
  readonly source: ProcessId;

  constructor(source: ProcessId) {
    super(`process ${source} has made up a node`);
    this.source = source;
  }
}

export class MinimalTree<P> {
  readonly root: MinimalTreeNode<P>;
  readonly horizon: number;
  readonly leaves: MinimalTreeLeaf<P>[] = [];
  readonly #rules: RulesPort<P>;
  readonly #nodes: MinimalTreeNode<P>[] = [];
  readonly #known = new Map<string, MinimalTreeNode<P>>();
  readonly #firstLeaf: number;
  #depth: number;
  #played = 0;

  /**
   * The top `horizon` plies of a search of `depth` plies from a position. Leaves have numbers from `firstLeaf` on: no
   * two trees of a search have the same.
   */
  constructor(
    rules: RulesPort<P>,
    depth: number,
    horizon: number,
    root: P = rules.root,
    firstLeaf = 0,
  ) {
    this.#rules = rules;
    this.#depth = depth;
    this.horizon = horizon;
    this.#firstLeaf = firstLeaf;
    this.root = this.#create(undefined, 0, root, this.#evaluate(root, undefined), 0);
  }

  /** The number of the first leaf, and of the next one. */
  get firstLeaf(): number {
    return this.#firstLeaf;
  }
  get nextLeaf(): number {
    return this.#firstLeaf + this.leaves.length;
  }

  /** The leaf of a number; undefined when the tree has none. */
  leafOf(number: number): MinimalTreeLeaf<P> | undefined {
    return this.leaves[number - this.#firstLeaf];
  }

  /** Moves played so far for the positions of nodes that came without. */
  get played(): number {
    return this.#played;
  }

  /** The position of a node. Throws IllegalNode where a worker has made up a move to it. */
  positionOf(node: MinimalTreeNode<P>): P {
    if (node.position !== undefined) return node.position;
    const parent = node.parent!;
    const before = this.positionOf(parent);
    this.#played++;
    const moves = this.#rules.moves(before);
    if (!moves.includes(node.move)) {
      throw new IllegalNode(moves.length === 0 ? parent.maker : parent.expander);
    }
    node.position = this.#rules.play(before, node.move);
    return node.position;
  }

  /** Whether positions have keys, and those on several ways are one node. */
  get hasKeys(): boolean {
    return (
      this.#rules.resultByPath === undefined && this.#rules.key(this.#rules.root) !== undefined
    );
  }

  /** The node after some moves, as far as the tree is made. */
  find(path: readonly number[]): MinimalTreeNode<P> | undefined {
    let node: MinimalTreeNode<P> = this.root;
    for (const move of path) {
      const child = node.children?.find((each) => each.move === move);
      if (child === undefined || !this.isMade(child)) return undefined;
      node = child.node;
    }
    return node;
  }

  /** The key of a node's position. */
  keyOf(node: MinimalTreeNode<P>): string | undefined {
    return this.#rules.key(this.positionOf(node));
  }

  /** The depth of the search of the root. */
  get depth(): number {
    return this.#depth;
  }

  /** Begins the search of another depth: what was proved is believed now. */
  deepen(depth: number): void {
    this.#depth = depth;
    for (const node of this.#nodes) {
      this.#open(node);
      node.version++;
      for (const { memory } of node.ways) memory.fresh = false;
      const known = node.leaf?.results.at(-1);
      if (known !== undefined && known.depth === this.depthOf(node)) prove(node, known);
    }
  }

  /** Results of leaves were not to be believed: all that rests on them is open again. */
  forget(leaves: readonly MinimalTreeLeaf<P>[]): void {
    if (leaves.length === 0) return;
    for (const leaf of leaves) {
      leaf.results.length = 0;
      leaf.source = undefined;
      leaf.sent = false;
      leaf.node.evidence = 0;
    }
    this.deepen(this.#depth);
  }

  /** The depth to which a node is to be searched. */
  depthOf({ ply }: MinimalTreeNode<P>): number {
    return this.#depth === FULL_DEPTH ? FULL_DEPTH : this.#depth - ply;
  }

  /** The children of a node whose game is not over, at first in the order of the rules. */
  expand(node: MinimalTreeNode<P>): MinimalTreeChild<P>[] {
    node.children ??= this.#rules
      .moves(this.positionOf(node))
      .map((move) => createChild<P>(UNMADE, move, -1, node));
    return node.children;
  }

  /** Whether a child was looked at. */
  isMade(child: MinimalTreeChild<P>): boolean {
    return child.node !== UNMADE;
  }

  /** Makes and evaluates a child of an expanded node; false when it was looked at before. */
  look(child: MinimalTreeChild<P>): boolean {
    if (child.node !== UNMADE) return false;
    const parent = child.parent!;
    const position = this.#rules.play(this.positionOf(parent), child.move);
    // Where the way there counts, two ways are two nodes.
    const key = this.#rules.resultByPath === undefined ? this.#rules.key(position) : undefined;
    const make = () =>
      this.#create(parent, child.move, position, this.#evaluate(position, parent), 0);
    this.#connect(child, this.#known.get(nameOf(parent, key)) ?? make(), key);
    return true;
  }

  /**
   * Writes into the tree what a worker has made below a node, and returns how many nodes that were. Nodes that are
   * expanded already stay as they are.
   */
  graft(node: MinimalTreeNode<P>, { guess, children }: ExpandedNode, maker: ProcessId): number {
    const isNew = node.children === undefined && !node.over;
    let count = 1 + children.length;
    const ways = children.map(({ move }) => createChild<P>(UNMADE, move, -1, node));
    if (isNew) {
      node.children = ways;
      node.expander = maker;
      node.guess = guess;
    }
    for (const [index, { move, node: facts, expanded }] of children.entries()) {
      if (facts === undefined) continue;
      const { key } = facts;
      const known = this.#known.get(nameOf(node, key));
      const child = isNew ? ways[index]! : node.children?.find((each) => each.move === move);
      // A node with other moves than these is the word of a liar, and no place for what is below.
      if (child === undefined) continue;
      if (child.node === UNMADE) {
        this.#connect(child, known ?? this.#create(node, move, undefined, facts, maker), key);
      }
      if (expanded !== undefined) count += this.graft(child.node, expanded, maker);
    }
    if (isNew) touch(node);
    return count;
  }

  /** A child was looked at. */
  #connect(child: MinimalTreeChild<P>, node: MinimalTreeNode<P>, key: string | undefined): void {
    const parent = child.parent!;
    child.node = node;
    child.sign = node.turn === parent.turn ? 1 : -1;
    node.ways.push(child);
    parent.version++;
    if (key !== undefined) this.#known.set(nameOf(parent, key), node);
  }

  /** The leaf after some moves, made if need be; undefined when they lead to none. */
  leafAt(path: readonly number[]): MinimalTreeLeaf<P> | undefined {
    let node = this.root;
    for (const move of path) {
      if (node.over || node.leaf !== undefined) return undefined;
      const child = this.expand(node).find((each) => each.move === move);
      if (child === undefined) return undefined;
      this.look(child);
      node = child.node;
    }
    return node.leaf;
  }

  /** Writes a worker's result into a leaf; true when something new is known. */
  record(leaf: MinimalTreeLeaf<P>, result: LeafResult): boolean {
    const depth = this.depthOf(leaf.node);
    if (result.depth > depth) return false;
    const { results } = leaf;
    let at = results.length;
    while (at > 0 && results[at - 1]!.depth > result.depth) at--;
    const same = at > 0 && results[at - 1]!.depth === result.depth ? results[at - 1] : undefined;
    if (same === undefined) {
      results.splice(at, 0, result);
    } else {
      const both = combine(same, result);
      if (isSame(both, same)) return false;
      results[at - 1] = both;
    }
    const { node } = leaf;
    if (result.depth === depth) prove(node, results.at(-1)!);
    // The deepest one is what its parent sorts it by.
    const { depth: deepest, lower, upper } = results.at(-1)!;
    node.evidence = deepest;
    node.guess = Math.min(upper, Math.max(lower, node.guess));
    touch(node);
    return true;
  }

  #evaluate(position: P, parent: MinimalTreeNode<P> | undefined): Omit<NodeFacts, 'key'> {
    const rules = this.#rules;
    // Where the way counts, no worker makes nodes: all before it have their positions.
    const before = () => (parent === undefined ? [] : (positionsTo(parent) as P[]));
    const ended = parent === undefined ? undefined : rules.resultByPath?.([...before(), position]);
    const over = ended !== undefined || rules.moves(position).length === 0;
    return { turn: rules.turn(position), over, value: ended ?? rules.value(position) };
  }

  #create(
    parent: MinimalTreeNode<P> | undefined,
    move: number,
    position: P | undefined,
    { turn, over, value }: Omit<NodeFacts, 'key'>,
    maker: ProcessId,
  ): MinimalTreeNode<P> {
    const ply = parent === undefined ? 0 : parent.ply + 1;
    const leaf = over || ply < this.horizon ? undefined : this.#addLeaf();
    const node: MinimalTreeNode<P> = {
      ply,
      parent,
      ways: [],
      version: 0,
      move,
      turn,
      over,
      value,
      position,
      maker,
      expander: 0,
      children: undefined,
      lower: -INFINITE,
      upper: INFINITE,
      lowerComplete: false,
      upperComplete: false,
      guess: value,
      evidence: leaf === undefined ? UNSEEN : 0,
      leaf,
    };
    if (leaf !== undefined) leaf.node = node;
    this.#open(node);
    this.#nodes.push(node);
    return node;
  }

  /** Nothing is proved of a node, unless its game is over. */
  #open(node: MinimalTreeNode<P>): void {
    const { over } = node;
    if (over) node.guess = settle(node.value, this.depthOf(node));
    node.lower = over ? node.guess : -INFINITE;
    node.upper = over ? node.guess : INFINITE;
    node.lowerComplete = over;
    node.upperComplete = over;
  }

  #addLeaf(): MinimalTreeLeaf<P> {
    const leaf: MinimalTreeLeaf<P> = {
      number: this.nextLeaf,
      node: undefined as never,
      results: [],
      owner: undefined,
      source: undefined,
      wantedIn: 0,
      alpha: 0,
      beta: 0,
      signature: 0,
      sent: false,
      sentAlpha: 0,
      sentBeta: 0,
      sentSignature: 0,
    };
    this.leaves.push(leaf);
    return leaf;
  }
}

/** The name of a child's position; without a key the empty one, which no node has. */
const nameOf = ({ ply }: MinimalTreeNode<unknown>, key: string | undefined): string =>
  key === undefined ? '' : `${ply + 1} ${key}`;

const isSame = (a: LeafResult, b: LeafResult): boolean =>
  a.lower === b.lower && a.upper === b.upper && a.complete === b.complete;

function prove(node: MinimalTreeNode<unknown>, { lower, upper, complete }: LeafResult): void {
  node.lower = lower;
  node.upper = upper;
  node.lowerComplete = complete;
  node.upperComplete = complete;
}

/** The moves that lead to a node. */
export function pathTo(node: MinimalTreeNode<unknown>): number[] {
  const path: number[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) path.push(at.move);
  return path.reverse();
}

/** Combines the bounds of the children into those of the node. */
export function conclude(node: MinimalTreeNode<unknown>): void {
  let lower = -INFINITE;
  let upper = -INFINITE;
  let lowerComplete = false;
  let upperComplete = true;
  for (const child of node.children!) {
    const least = lowerOf(child);
    if (least > lower) {
      lower = least;
      lowerComplete = child.sign > 0 ? child.node.lowerComplete : child.node.upperComplete;
    }
    upper = Math.max(upper, upperOf(child));
    upperComplete &&= child.sign > 0 ? child.node.upperComplete : child.node.lowerComplete;
  }
  node.lower = Math.max(node.lower, lower);
  node.upper = Math.min(node.upper, upper);
  node.lowerComplete = lowerComplete;
  node.upperComplete = upperComplete;
}

/** The principal variation of a node whose value is proved, as far as it is known. */
export function provenLine<P>(tree: MinimalTree<P>): number[] {
  const line: number[] = [];
  let node = tree.root;
  while (node.children !== undefined) {
    const value = node.lower;
    const best = node.children.find(
      (child) => lowerOf(child) === value && upperOf(child) === value,
    );
    if (best === undefined) return line;
    line.push(best.move);
    node = best.node;
  }
  const last = node.leaf?.results.at(-1);
  if (last !== undefined && last.depth === tree.depthOf(node)) line.push(...last.pv);
  return line;
}

/** Children are nearly in order most of the time; equal ones stay as they are. */
export function sortByGuess(children: MinimalTreeChild<unknown>[]): void {
  for (let i = 1; i < children.length; i++) {
    const child = children[i]!;
    const guess = child.sign * child.node.guess;
    let at = i;
    while (at > 0) {
      const { node, sign } = children[at - 1]!;
      if (sign * node.guess >= guess) break;
      children[at] = children[at - 1]!;
      at--;
    }
    if (at !== i) children[at] = child;
  }
}

/**
 * Puts the child in front that is believed to be worth `beta` and known deepest, if there is one: what
 * has nearly been shown is better than what only promises more. Unless `steady`, all that were visited
 * count as known: evaluations of others, of another ply, say little beside theirs.
 */
export function preferKnown<P>(
  children: MinimalTreeChild<P>[],
  beta: number,
  steady: boolean,
): void {
  const known = ({ node: { evidence } }: MinimalTreeChild<P>) =>
    steady ? evidence : Math.min(evidence, 0);
  let chosen = -1;
  for (let i = 0; i < children.length; i++) {
    const { node, sign } = children[i]!;
    if (sign * node.guess < beta) break;
    if (chosen < 0 || known(children[i]!) > known(children[chosen]!)) chosen = i;
  }
  if (chosen <= 0) return;
  const child = children[chosen]!;
  children.copyWithin(1, 0, chosen);
  children[0] = child;
}
