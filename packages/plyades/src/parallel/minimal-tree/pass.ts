// One pass of the master over its tree (figure 4): alpha-beta over what is known and believed, with two
// windows. The pass window follows every value, so that the pass visits the minimal tree as it is
// predicted now; the task window follows proved values only. Leaves that are not decided are wanted. A
// pass can stop after any node and go on later. An incremental pass leaves out the visits that would
// come to the same as the last ones and change nothing, and repeats their requests.

import { INFINITE } from '../../core/score.js';
import { moveToFront } from '../tree-nodes.js';
import { decidedValue, decides } from '../value-bounds.js';
import type { MinimalTreeSettings } from './options.js';
import {
  conclude,
  createChild,
  invalidate,
  isDecided,
  type LastVisit,
  lowerOf,
  type MinimalTree,
  type MinimalTreeChild,
  type MinimalTreeLeaf,
  type MinimalTreeNode,
  PROVED,
  preferKnown,
  sortByGuess,
  touch,
} from './tree.js';

/** The pass and task window of a leaf, from its own side, and its place among all. */
export interface LeafRequest {
  alpha: number;
  beta: number;
  taskAlpha: number;
  taskBeta: number;
  /**
   * The signature, a list of the ranks of children on the way from the root, as one number: smaller ones
   * come first in depth-first order.
   */
  signature: number;
}

/** Wants a leaf searched; the request is only good until it returns. */
export type OnLeafRequest<P> = (leaf: MinimalTreeLeaf<P>, request: Readonly<LeafRequest>) => void;

/** Where others expand nodes above the horizon. */
export interface Delegation<P> {
  /** Nodes that a pass makes itself before it asks others. */
  readonly ownNodes: number;
  /** Wants an unexpanded node expanded; the request is only good until it returns. */
  readonly onRequest: (node: MinimalTreeNode<P>, request: Readonly<LeafRequest>) => void;
}

/** Signatures are fractions of this. */
const SIGNATURES = 2 ** 40;

/** A node under way, with its windows from its own side. */
interface Frame<P> {
  way: MinimalTreeChild<P>;
  node: MinimalTreeNode<P>;
  /** Of the node when the visit began, and the order of its children then. */
  version: number;
  readonly order: MinimalTreeChild<P>[];
  /** Whether a child was visited twice. */
  again: boolean;
  children: readonly MinimalTreeChild<P>[];
  /** The child under way. */
  at: number;
  alpha: number;
  beta: number;
  taskAlpha: number;
  taskBeta: number;
  value: number;
  best: MinimalTreeChild<P> | undefined;
  /** The least of the children visited. */
  evidence: number;
  /** Whether a child was visited before, and whether the one under way is only being tested. */
  visited: boolean;
  testing: boolean;
  /** Signatures below the node: from here on, and how many. */
  from: number;
  width: number;
}

/** Plies that the first search of a new node sees less than the pass. */
const SHALLOWER_PLIES = 2;

/** Requests that are repeated for the price of a visit. */
const REPEATED = 8;

export class Pass<P> {
  readonly #tree: MinimalTree<P>;
  readonly #root: MinimalTreeChild<P>;
  readonly #incremental: boolean;
  readonly #negascout: boolean;
  readonly #steady: boolean;
  readonly #presort: number;
  readonly #onLeafRequest: OnLeafRequest<P>;
  readonly #delegation: Delegation<P> | undefined;
  readonly #frames: Frame<P>[] = [];
  readonly #requests: LeafRequest = { alpha: 0, beta: 0, taskAlpha: 0, taskBeta: 0, signature: 0 };
  /** Frames in use. */
  #height = 0;
  #visits = 0;
  #made = 0;
  #wanted = 0;
  #repeated = 0;
  /** The value of the node that was finished last. */
  #value = 0;

  /** Without a delegation the pass expands all nodes above the horizon itself. */
  constructor(
    tree: MinimalTree<P>,
    {
      negascout,
      steady,
      presort,
      incremental,
    }: Pick<MinimalTreeSettings, 'negascout' | 'steady' | 'presort' | 'incremental'>,
    onLeafRequest: OnLeafRequest<P>,
    delegation?: Delegation<P>,
  ) {
    this.#tree = tree;
    this.#root = createChild(tree.root, tree.root.move, 1, undefined);
    tree.root.ways.push(this.#root);
    this.#incremental = incremental;
    this.#negascout = negascout;
    this.#steady = steady;
    this.#presort = presort;
    this.#onLeafRequest = onLeafRequest;
    this.#delegation = delegation;
  }

  /** The way to the root, with what the last pass visited. */
  get root(): MinimalTreeChild<P> {
    return this.#root;
  }

  /** Visits of nodes since the pass began, and how many of them made a node or the moves of one. */
  get visits(): number {
    return this.#visits;
  }
  get made(): number {
    return this.#made;
  }

  /** Leaves and expansions wanted since the pass began. */
  get wanted(): number {
    return this.#wanted;
  }

  /** The value of the root that the last finished pass believed. */
  get value(): number {
    return this.#value;
  }

  /** Begins a pass in a window of the root; the one under way, if any, is abandoned. */
  begin(alpha = -INFINITE, beta = INFINITE): void {
    this.#height = 0;
    this.#visits = 0;
    this.#made = 0;
    this.#wanted = 0;
    this.#enter(this.#root, alpha, beta, alpha, beta, 0, SIGNATURES);
  }

  /** Goes on until about this many nodes were visited or made; true when the pass is over. */
  run(visits: number, made = Number.POSITIVE_INFINITY): boolean {
    while (this.#height > 0) {
      if (this.#visits >= visits || this.#made >= made) return false;
      this.#proceed(this.#frames[this.#height - 1]!);
    }
    return true;
  }

  /** Leaves the value of a node in `#value` if it is known at once; otherwise it has a frame now. */
  #enter(
    way: MinimalTreeChild<P>,
    alpha: number,
    beta: number,
    taskAlpha: number,
    taskBeta: number,
    from: number,
    width: number,
  ): void {
    this.#visits++;
    const { node, memory } = way;
    const isSame =
      memory.alpha === alpha &&
      memory.beta === beta &&
      memory.taskAlpha === taskAlpha &&
      memory.taskBeta === taskBeta &&
      memory.from === from &&
      memory.width === width;
    if (memory.fresh && this.#incremental && isSame) {
      this.#repeat(way);
      this.#value = node.guess;
      return;
    }
    memory.fresh = false;
    memory.wanted = false;
    memory.visited.length = 0;
    memory.alpha = alpha;
    memory.beta = beta;
    memory.taskAlpha = taskAlpha;
    memory.taskBeta = taskBeta;
    memory.from = from;
    memory.width = width;
    if (isDecided(node, alpha, beta)) {
      this.#believe(node, node.upper <= alpha ? node.upper : node.lower, PROVED);
      return;
    }
    if (node.leaf === undefined) {
      if (node.children !== undefined || !this.#delegates) {
        this.#open(way);
        return;
      }
      this.#value = node.guess;
      memory.wanted = true;
      this.#request(node, memory);
      return;
    }
    const { guess, evidence } = guessOf(node, alpha, beta);
    this.#believe(node, guess, evidence);
    memory.wanted = true;
    this.#request(node, memory);
  }

  /** Whether the next node that is to be expanded is one for others. */
  get #delegates(): boolean {
    return this.#delegation !== undefined && this.#made >= this.#delegation.ownNodes;
  }

  /** Gives an inner node a frame, in the windows that its visit has just noted. */
  #open(way: MinimalTreeChild<P>): void {
    const { node, memory } = way;
    const { alpha, beta, taskAlpha, taskBeta, from, width } = memory;
    // What another visit makes of the node is not what the last one on another way left.
    for (const other of node.ways) {
      if (!other.memory.fresh) continue;
      other.memory.fresh = false;
      if (other.parent !== undefined) invalidate(other.parent);
    }
    if (node.children === undefined) {
      this.#searchForOrder(node, this.#tree.horizon - node.ply - SHALLOWER_PLIES, alpha, beta);
    }
    const frame = this.#frame();
    frame.version = node.version;
    frame.order.length = 0;
    if (node.children !== undefined) frame.order.push(...node.children);
    const children = this.#expand(node);
    if (beta < INFINITE) preferKnown(children, beta, this.#steady);
    // Proved bounds narrow both windows before any child is visited.
    let value = -INFINITE;
    let best: MinimalTreeChild<P> | undefined;
    for (const child of children) {
      const lower = lowerOf(child);
      if (lower > value) {
        value = lower;
        best = child;
      }
    }
    frame.way = way;
    frame.again = false;
    frame.node = node;
    frame.children = children;
    frame.at = -1;
    frame.alpha = Math.max(alpha, value);
    frame.beta = beta;
    frame.taskAlpha = Math.max(taskAlpha, value);
    frame.taskBeta = taskBeta;
    frame.value = value;
    frame.best = best;
    frame.evidence = PROVED;
    frame.visited = false;
    frame.testing = false;
    frame.from = from;
    frame.width = width / children.length;
  }

  /** Sets a node's guess after a visit, for all its parents to see. */
  #believe(node: MinimalTreeNode<P>, guess: number, evidence: number): void {
    this.#value = guess;
    if (node.guess === guess && node.evidence === evidence) return;
    node.guess = guess;
    node.evidence = evidence;
    touch(node);
  }

  /** Requests a leaf, or the expansion of a node above the horizon. */
  #request(
    node: MinimalTreeNode<P>,
    { alpha, beta, taskAlpha, taskBeta, from }: LastVisit<P>,
  ): void {
    this.#wanted++;
    const request = this.#requests;
    request.alpha = alpha;
    request.beta = beta;
    request.taskAlpha = taskAlpha;
    request.taskBeta = taskBeta;
    request.signature = Math.floor(from);
    if (node.leaf !== undefined) this.#onLeafRequest(node.leaf, request);
    else this.#delegation!.onRequest(node, request);
  }

  /** Requests the leaves and expansions of the last visit again. */
  #repeat({ node, memory }: MinimalTreeChild<P>): void {
    if (memory.wanted) {
      if (++this.#repeated % REPEATED === 0) this.#visits++;
      this.#request(node, memory);
    }
    for (const child of memory.visited) this.#repeat(child);
  }

  #expand(node: MinimalTreeNode<P>): MinimalTreeChild<P>[] {
    const known = node.children !== undefined;
    const children = this.#tree.expand(node);
    if (!known) {
      this.#made++;
      for (const child of children.slice(0, this.#sorted(node))) {
        this.#visits++;
        this.#look(child);
      }
    }
    sortByGuess(children);
    return children;
  }

  /** How many children of a new node are looked at for their order. */
  #sorted({ ply }: MinimalTreeNode<P>): number {
    return this.#presort > 0 && ply + 1 < this.#tree.horizon ? Infinity : this.#presort;
  }

  #look(child: MinimalTreeChild<P>): void {
    if (this.#tree.look(child)) this.#made++;
  }

  #frame(): Frame<P> {
    const height = this.#height++;
    const known = this.#frames[height];
    if (known !== undefined) return known;
    const made: Frame<P> = {
      way: this.#root,
      node: this.#tree.root,
      version: 0,
      order: [],
      again: false,
      children: [],
      at: 0,
      alpha: 0,
      beta: 0,
      taskAlpha: 0,
      taskBeta: 0,
      value: 0,
      best: undefined,
      evidence: 0,
      visited: false,
      testing: false,
      from: 0,
      width: 0,
    };
    this.#frames.push(made);
    return made;
  }

  /** Takes the value of the child under way, and goes to the next one. */
  #proceed(frame: Frame<P>): void {
    const child = frame.children[frame.at];
    if (child !== undefined) {
      const value = child.sign * this.#value;
      if (frame.testing && value > frame.alpha && value < frame.beta) {
        frame.testing = false;
        frame.again = true;
        this.#descend(frame, child, frame.beta);
        return;
      }
      if (value > frame.value || frame.best === undefined) {
        frame.value = value;
        frame.best = child;
      }
      if (value > frame.alpha) frame.alpha = value;
      if (child.node.evidence < frame.evidence) frame.evidence = child.node.evidence;
      // Only what is proved of the child: a decided child may have failed low.
      const lower = lowerOf(child);
      if (lower > frame.taskAlpha) frame.taskAlpha = lower;
    }
    frame.at++;
    const next = frame.alpha >= frame.beta ? undefined : frame.children[frame.at];
    if (next === undefined) {
      this.#leave(frame);
      return;
    }
    frame.testing = this.#negascout && frame.visited && frame.alpha + 1 < frame.beta;
    frame.visited = true;
    this.#descend(frame, next, frame.testing ? frame.alpha + 1 : frame.beta);
  }

  #descend(frame: Frame<P>, child: MinimalTreeChild<P>, beta: number): void {
    this.#look(child);
    const { alpha, taskAlpha, taskBeta, width } = frame;
    frame.way.memory.visited.push(child);
    const from = frame.from + frame.at * width;
    if (child.sign > 0) this.#enter(child, alpha, beta, taskAlpha, taskBeta, from, width);
    else this.#enter(child, -beta, -alpha, -taskBeta, -taskAlpha, from, width);
  }

  #leave(frame: Frame<P>): void {
    this.#height--;
    const { way, node, value, best, beta, order } = frame;
    const { lower, upper, lowerComplete, upperComplete } = node;
    conclude(node);
    const proved =
      node.lower !== lower ||
      node.upper !== upper ||
      node.lowerComplete !== lowerComplete ||
      node.upperComplete !== upperComplete;
    if (proved) touch(node);
    if (best !== undefined) moveToFront(node.children!, best);
    // One child is enough to cut; else it rests on all that were visited.
    const cuts = value >= beta && best !== undefined;
    const before = node.guess;
    const known = node.evidence;
    this.#believe(node, value, cuts ? best.node.evidence : frame.evidence);
    const children = node.children!;
    way.memory.fresh =
      !proved &&
      !frame.again &&
      node.version === frame.version &&
      node.guess === before &&
      node.evidence === known &&
      order.length === children.length &&
      order.every((child, i) => child === children[i]);
    // Nor has the visit of its parent come to an end that would be repeated.
    if (!way.memory.fresh && way.parent !== undefined) way.parent.version++;
  }

  /** A shallower search of a new node for the order of its children, on evaluations alone. */
  #searchForOrder(node: MinimalTreeNode<P>, plies: number, alpha: number, beta: number): number {
    this.#visits++;
    if (node.over || plies <= 0 || node.leaf !== undefined) return node.guess;
    if (node.children === undefined)
      this.#searchForOrder(node, plies - SHALLOWER_PLIES, alpha, beta);
    // It may be known on another way, and is put in another order here.
    invalidate(node);
    const children = this.#expand(node);
    let value = -INFINITE;
    let best: MinimalTreeChild<P> | undefined;
    for (const child of children) {
      this.#look(child);
      const low = Math.max(alpha, value);
      const found =
        child.sign > 0
          ? this.#searchForOrder(child.node, plies - 1, low, beta)
          : -this.#searchForOrder(child.node, plies - 1, -beta, -low);
      if (found > value) {
        value = found;
        best = child;
      }
      if (value >= beta) break;
    }
    if (node.guess !== value) {
      node.guess = value;
      touch(node);
    }
    moveToFront(children, best!);
    return value;
  }
}

/**
 * The value of the deepest result that says all about the window, else the evaluation; within what is proved,
 * for the pass window has to lie in the task window. And the depth of that result.
 */
function guessOf(node: MinimalTreeNode<unknown>, alpha: number, beta: number) {
  const { results } = node.leaf!;
  let guess = node.value;
  let evidence = 0;
  for (let i = results.length - 1; i >= 0; i--) {
    const result = results[i]!;
    if (!decides(result, alpha, beta)) continue;
    guess = decidedValue(result, alpha);
    evidence = result.depth;
    break;
  }
  return { guess: Math.min(node.upper, Math.max(node.lower, guess)), evidence };
}
