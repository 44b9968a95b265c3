// One pass of the master over its tree (figure 4): alpha-beta over what is known and believed, with two
// windows. The pass window follows every value, so that the pass visits the minimal tree as it is
// predicted now; the task window follows proved values only. Leaves that are not decided are wanted. A
// pass can stop after any node and go on later.
import { INFINITE } from '../../core/score.js';
import type { Settings } from './options.js';
import { decides } from './result.js';
import {
  type Child,
  conclude,
  isDecided,
  type Leaf,
  lowerOf,
  type Node,
  PROVED,
  prefer,
  preferKnown,
  sortByGuess,
  type Tree,
} from './tree.js';

/** The pass and task window of a leaf, from its own side, and its place among all. */
export interface Wish {
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

/** Wants a leaf searched; the wish is only good until it returns. */
export type Want<P> = (leaf: Leaf<P>, wish: Readonly<Wish>) => void;

/** Signatures are fractions of this. */
const SIGNATURES = 2 ** 40;

/** A node under way, with its windows from its own side. */
interface Frame<P> {
  node: Node<P>;
  children: readonly Child<P>[];
  /** The child under way. */
  at: number;
  alpha: number;
  beta: number;
  taskAlpha: number;
  taskBeta: number;
  value: number;
  best: Child<P> | undefined;
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
const FORESIGHT = 2;

export class Pass<P> {
  readonly #tree: Tree<P>;
  readonly #negascout: boolean;
  readonly #steady: boolean;
  readonly #want: Want<P>;
  readonly #frames: Frame<P>[] = [];
  readonly #wish: Wish = { alpha: 0, beta: 0, taskAlpha: 0, taskBeta: 0, signature: 0 };
  /** Frames in use. */
  #height = 0;
  #visits = 0;
  #expansions = 0;
  #wanted = 0;
  /** The value of the node that was finished last. */
  #value = 0;

  constructor(
    tree: Tree<P>,
    { negascout, steady }: Pick<Settings, 'negascout' | 'steady'>,
    want: Want<P>,
  ) {
    this.#tree = tree;
    this.#negascout = negascout;
    this.#steady = steady;
    this.#want = want;
  }

  /** Visits of nodes since the pass began, and how many of them were expanded. */
  get visits(): number {
    return this.#visits;
  }
  get expansions(): number {
    return this.#expansions;
  }

  /** Leaves wanted since the pass began. */
  get wanted(): number {
    return this.#wanted;
  }

  /** The value of the root that the last finished pass believed. */
  get value(): number {
    return this.#value;
  }

  /** Begins a pass, whatever was under way. */
  begin(): void {
    this.#height = 0;
    this.#visits = 0;
    this.#expansions = 0;
    this.#wanted = 0;
    this.#enter(this.#tree.root, -INFINITE, INFINITE, -INFINITE, INFINITE, 0, SIGNATURES);
  }

  /** Goes on until there were so many visits in this pass, or a little more; true when it is over. */
  run(visits: number): boolean {
    while (this.#height > 0) {
      if (this.#visits >= visits) return false;
      this.#proceed(this.#frames[this.#height - 1]!);
    }
    return true;
  }

  /** Leaves the value of a node in `#value` if it is known at once; otherwise it has a frame now. */
  #enter(
    node: Node<P>,
    alpha: number,
    beta: number,
    taskAlpha: number,
    taskBeta: number,
    from: number,
    width: number,
  ): void {
    this.#visits++;
    if (isDecided(node, alpha, beta)) {
      node.guess = node.upper <= alpha ? node.upper : node.lower;
      node.evidence = PROVED;
      this.#value = node.guess;
      return;
    }
    if (node.leaf !== undefined) {
      believe(node, alpha, beta);
      this.#value = node.guess;
      this.#wanted++;
      const wish = this.#wish;
      wish.alpha = alpha;
      wish.beta = beta;
      wish.taskAlpha = taskAlpha;
      wish.taskBeta = taskBeta;
      wish.signature = Math.floor(from);
      this.#want(node.leaf, wish);
      return;
    }
    if (node.children === undefined) {
      this.#foresee(node, this.#tree.horizon - node.ply - FORESIGHT, alpha, beta);
    }
    const children = this.#expand(node);
    if (this.#steady && beta < INFINITE) preferKnown(children, beta);
    // What is proved already narrows both windows before any child is visited.
    let value = -INFINITE;
    let best: Child<P> | undefined;
    for (const child of children) {
      const lower = lowerOf(child);
      if (lower > value) {
        value = lower;
        best = child;
      }
    }
    const frame = this.#frame();
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

  #expand(node: Node<P>): Child<P>[] {
    if (node.children === undefined) this.#expansions++;
    const children = this.#tree.expand(node);
    sortByGuess(children);
    return children;
  }

  #frame(): Frame<P> {
    const height = this.#height++;
    const known = this.#frames[height];
    if (known !== undefined) return known;
    const made: Frame<P> = {
      node: this.#tree.root,
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

  #descend(frame: Frame<P>, { node, sign }: Child<P>, beta: number): void {
    const { alpha, taskAlpha, taskBeta, width } = frame;
    const from = frame.from + frame.at * width;
    if (sign > 0) this.#enter(node, alpha, beta, taskAlpha, taskBeta, from, width);
    else this.#enter(node, -beta, -alpha, -taskBeta, -taskAlpha, from, width);
  }

  #leave(frame: Frame<P>): void {
    this.#height--;
    const { node, value, best, beta } = frame;
    conclude(node);
    node.guess = value;
    // One child is enough to cut; else it rests on all that were visited.
    node.evidence = value >= beta && best !== undefined ? best.node.evidence : frame.evidence;
    if (best !== undefined) prefer(node, best);
    this.#value = value;
  }

  /** A shallower search of a new node for the order of its children, on evaluations alone. */
  #foresee(node: Node<P>, plies: number, alpha: number, beta: number): number {
    this.#visits++;
    if (node.over || plies <= 0 || node.leaf !== undefined) return node.guess;
    if (node.children === undefined) this.#foresee(node, plies - FORESIGHT, alpha, beta);
    const children = this.#expand(node);
    let value = -INFINITE;
    let best: Child<P> | undefined;
    for (const child of children) {
      const low = Math.max(alpha, value);
      const found =
        child.sign > 0
          ? this.#foresee(child.node, plies - 1, low, beta)
          : -this.#foresee(child.node, plies - 1, -beta, -low);
      if (found > value) {
        value = found;
        best = child;
      }
      if (value >= beta) break;
    }
    node.guess = value;
    prefer(node, best!);
    return value;
  }
}

/**
 * Believes the deepest result that says all about the window, else the evaluation; within what is proved, for the
 * pass window has to lie in the task window.
 */
function believe(node: Node<unknown>, alpha: number, beta: number): void {
  const { results } = node.leaf!;
  let guess = node.value;
  node.evidence = 0;
  for (let i = results.length - 1; i >= 0; i--) {
    const { depth, lower, upper } = results[i]!;
    if (!decides(lower, upper, alpha, beta)) continue;
    guess = upper <= alpha ? upper : lower;
    node.evidence = depth;
    break;
  }
  node.guess = Math.min(node.upper, Math.max(node.lower, guess));
}
