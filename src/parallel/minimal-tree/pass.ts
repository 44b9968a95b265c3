// One pass of the master over its tree (figure 4): alpha-beta over what is known and believed, with two
// windows. The pass window follows every value, so that the pass visits the minimal tree as it is
// predicted now; the task window follows proved values only. Leaves that are not decided are given out
// as tasks on the way. A pass can stop after any node and go on later.
import { INFINITE } from '../../core/score.js';
import type { Settings } from './options.js';
import { type Child, conclude, isDecided, lowerOf, type Node, type Tree } from './tree.js';

/** Wants a leaf searched. Ranks grow in the depth-first order of the pass, as signatures do. */
export type Send<P> = (node: Node<P>, alpha: number, beta: number, rank: number) => void;

/** A node under way, with its windows from its own side. */
interface Frame<P> {
  readonly node: Node<P>;
  /** By promise when the visit began. */
  readonly children: readonly Child<P>[];
  /** The child under way. */
  at: number;
  alpha: number;
  readonly beta: number;
  taskAlpha: number;
  readonly taskBeta: number;
  value: number;
  best: Child<P> | undefined;
  /** Whether a child was visited before, and whether the one under way is only being tested. */
  visited: boolean;
  testing: boolean;
}

/** Plies that the first search of a new node sees less than the pass. */
const FORESIGHT = 2;

export class Pass<P> {
  readonly #tree: Tree<P>;
  readonly #settings: Settings;
  readonly #send: Send<P>;
  readonly #stack: Frame<P>[] = [];
  #rank = 0;
  #nodes = 0;
  /** The value of the node that was finished last. */
  #value: number | undefined;
  #begun = false;

  constructor(tree: Tree<P>, settings: Settings, send: Send<P>) {
    this.#tree = tree;
    this.#settings = settings;
    this.#send = send;
  }

  /** Visits of nodes so far. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Tasks given out so far. */
  get tasks(): number {
    return this.#rank;
  }

  /** Goes on for about `budget` nodes; true when the pass is over. */
  run(budget: number): boolean {
    const end = this.#nodes + budget;
    if (!this.#begun) {
      this.#begun = true;
      this.#value = this.#enter(this.#tree.root, -INFINITE, INFINITE, -INFINITE, INFINITE);
    }
    while (this.#stack.length > 0) {
      if (this.#nodes >= end) return false;
      this.#proceed(this.#stack[this.#stack.length - 1]!);
    }
    return true;
  }

  /** The value of a node if it is known at once; otherwise it is on the stack now. */
  #enter(
    node: Node<P>,
    alpha: number,
    beta: number,
    taskAlpha: number,
    taskBeta: number,
  ): number | undefined {
    this.#nodes++;
    if (isDecided(node, alpha, beta)) {
      node.guess = node.upper <= alpha ? node.upper : node.lower;
      return node.guess;
    }
    if (node.leaf !== undefined) return this.#visitLeaf(node, alpha, beta, taskAlpha, taskBeta);
    if (node.children === undefined) {
      this.#foresee(node, this.#tree.horizon - node.path.length - FORESIGHT, alpha, beta);
    }
    const children = this.#tree.expand(node);
    sortByGuess(children);
    const frame: Frame<P> = {
      node,
      children: [...children],
      at: -1,
      alpha,
      beta,
      taskAlpha,
      taskBeta,
      value: -INFINITE,
      best: undefined,
      visited: false,
      testing: false,
    };
    // What is proved already narrows both windows before any child is visited.
    for (const child of children) {
      const lower = lowerOf(child);
      if (lower > frame.value) {
        frame.value = lower;
        frame.best = child;
      }
    }
    frame.alpha = Math.max(alpha, frame.value);
    frame.taskAlpha = Math.max(taskAlpha, frame.value);
    this.#stack.push(frame);
    return undefined;
  }

  /** Takes the value of the child under way, and goes to the next one. */
  #proceed(frame: Frame<P>): void {
    const child = frame.children[frame.at];
    if (child !== undefined) {
      const value = child.sign * this.#value!;
      if (frame.testing && value > frame.alpha && value < frame.beta) {
        frame.testing = false;
        this.#value = this.#descend(frame, child, frame.beta);
        return;
      }
      if (value > frame.value || frame.best === undefined) {
        frame.value = value;
        frame.best = child;
      }
      frame.alpha = Math.max(frame.alpha, value);
      frame.taskAlpha = Math.max(frame.taskAlpha, lowerOf(child));
    }
    frame.at++;
    const next = frame.alpha >= frame.beta ? undefined : frame.children[frame.at];
    if (next === undefined) {
      this.#leave(frame);
      return;
    }
    frame.testing = this.#settings.negascout && frame.visited && frame.alpha + 1 < frame.beta;
    frame.visited = true;
    this.#value = this.#descend(frame, next, frame.testing ? frame.alpha + 1 : frame.beta);
  }

  #descend(frame: Frame<P>, { node, sign }: Child<P>, beta: number): number | undefined {
    const { alpha, taskAlpha, taskBeta } = frame;
    return sign > 0
      ? this.#enter(node, alpha, beta, taskAlpha, taskBeta)
      : this.#enter(node, -beta, -alpha, -taskBeta, -taskAlpha);
  }

  #leave(frame: Frame<P>): void {
    this.#stack.pop();
    const { node, value, best } = frame;
    conclude(node);
    node.guess = value;
    if (best !== undefined) prefer(node, best);
    this.#value = value;
  }

  /** Believes the deepest result that says something about the window, else the evaluation. */
  #visitLeaf(
    node: Node<P>,
    alpha: number,
    beta: number,
    taskAlpha: number,
    taskBeta: number,
  ): number {
    const { results } = node.leaf!;
    let value = node.value;
    for (let i = results.length - 1; i >= 0; i--) {
      const { lower, upper } = results[i]!;
      if (lower === upper || upper <= alpha || lower >= beta) {
        value = upper <= alpha ? upper : lower;
        break;
      }
    }
    node.guess = value;
    this.#ask(node, alpha, beta, taskAlpha, taskBeta);
    return value;
  }

  #ask(node: Node<P>, alpha: number, beta: number, taskAlpha: number, taskBeta: number): void {
    const { epsilon } = this.#settings;
    const leaf = node.leaf!;
    const rank = ++this.#rank;
    if (epsilon === 'off') {
      this.#send(node, taskAlpha, taskBeta, rank);
      return;
    }
    // A window that holds the one of this pass is kept: another one would find less in the table.
    const holds = leaf.sentIn > 0 && leaf.alpha <= alpha && leaf.beta >= beta;
    if (holds) {
      this.#send(node, Math.max(leaf.alpha, taskAlpha), Math.min(leaf.beta, taskBeta), rank);
      return;
    }
    const wider = beta - alpha <= 1 ? epsilon : 0;
    this.#send(node, Math.max(alpha - wider, taskAlpha), Math.min(beta + wider, taskBeta), rank);
  }

  /** A shallower search of a new node for the order of its children, on evaluations alone. */
  #foresee(node: Node<P>, plies: number, alpha: number, beta: number): number {
    this.#nodes++;
    if (node.moves.length === 0 || plies <= 0 || node.leaf !== undefined) return node.guess;
    if (node.children === undefined) this.#foresee(node, plies - FORESIGHT, alpha, beta);
    const children = this.#tree.expand(node);
    sortByGuess(children);
    let value = -INFINITE;
    let best: Child<P> | undefined;
    for (const child of [...children]) {
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

/** Children are nearly in order most of the time. */
function sortByGuess(children: Child<unknown>[]): void {
  for (let i = 1; i < children.length; i++) {
    const child = children[i]!;
    const guess = child.sign * child.node.guess;
    let at = i;
    while (at > 0 && children[at - 1]!.sign * children[at - 1]!.node.guess < guess) {
      children[at] = children[at - 1]!;
      at--;
    }
    children[at] = child;
  }
}

/** Among equals this child comes first from now on. */
function prefer<P>(node: Node<P>, child: Child<P>): void {
  const children = node.children!;
  const at = children.indexOf(child);
  if (at <= 0) return;
  children.copyWithin(1, 0, at);
  children[0] = child;
}
