// The master's tree, kept in memory: moves are generated once for each position. Positions that are
// reached on several ways with the same number of moves are one node. A node carries what is proved of
// its value at the depth required, as two bounds, and what is believed of it. Bounds hold whatever
// window a pass came with, so nothing believed can become a fact.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import { settle } from '../depths.js';
import type { Rules } from '../ports.js';

/** What a worker found at one depth below a leaf, from the side to move there. */
export interface Result {
  readonly depth: number;
  readonly lower: number;
  readonly upper: number;
  readonly complete: boolean;
  readonly pv: readonly number[];
}

export interface Node<P> {
  readonly position: P;
  /** Moves from the root, on one of the ways. */
  readonly path: readonly number[];
  readonly turn: number;
  readonly moves: readonly number[];
  /** Result of a finished game, else the evaluation; from the side to move. */
  readonly value: number;
  /** Most promising first. Undefined until it is expanded. */
  children: Child<P>[] | undefined;
  /** What is proved at the depth required, and whether each rests on no evaluation. */
  lower: number;
  upper: number;
  lowerComplete: boolean;
  upperComplete: boolean;
  /** What the last visit made of it, true or not. */
  guess: number;
  /** Undefined but for nodes on the horizon. */
  leaf: Leaf | undefined;
}

export interface Child<P> {
  readonly node: Node<P>;
  readonly move: number;
  /** 1 when the same side moves again, else -1. */
  readonly sign: number;
}

/** What only nodes on the horizon have. */
export interface Leaf {
  /** The depth required. */
  readonly depth: number;
  /** Ascending by depth. */
  readonly results: Result[];
  owner: ProcessId | undefined;
  /** The number under which the owner knows it. */
  lease: number;
  /** The last pass in which it was sent, and the window of the last task. */
  sentIn: number;
  alpha: number;
  beta: number;
}

/** A child's bounds, seen from its parent; never -0. */
export const lowerOf = ({ node, sign }: Child<unknown>): number =>
  sign > 0 ? node.lower : 0 - node.upper;
export const upperOf = ({ node, sign }: Child<unknown>): number =>
  sign > 0 ? node.upper : 0 - node.lower;

/** Whether alpha-beta learns all it wants to know from the node's bounds. */
export const isDecided = (node: Node<unknown>, alpha: number, beta: number): boolean =>
  node.lower === node.upper || node.upper <= alpha || node.lower >= beta;

export class Tree<P> {
  readonly root: Node<P>;
  readonly horizon: number;
  readonly #rules: Rules<P>;
  readonly #depth: number;
  readonly #known = new Map<string, Node<P>>();

  /** The top `horizon` plies of a search of `depth` plies. */
  constructor(rules: Rules<P>, depth: number, horizon: number) {
    this.#rules = rules;
    this.#depth = depth;
    this.horizon = horizon;
    this.root = this.#node(rules.root, []);
  }

  /** The children of a node whose game is not over, at first by their evaluations. */
  expand(node: Node<P>): Child<P>[] {
    if (node.children !== undefined) return node.children;
    const rules = this.#rules;
    node.children = node.moves.map((move) => {
      const position = rules.play(node.position, move);
      const child = this.#node(position, [...node.path, move]);
      return { node: child, move, sign: child.turn === node.turn ? 1 : -1 };
    });
    node.children.sort((a, b) => b.sign * b.node.value - a.sign * a.node.value);
    return node.children;
  }

  #node(position: P, path: readonly number[]): Node<P> {
    const rules = this.#rules;
    const key = rules.key(position);
    const name = key === undefined ? undefined : `${path.length} ${key}`;
    const known = name === undefined ? undefined : this.#known.get(name);
    if (known !== undefined) return known;
    const depth = this.#depth === FULL_DEPTH ? FULL_DEPTH : this.#depth - path.length;
    const moves = rules.moves(position);
    const value = rules.value(position);
    const over = moves.length === 0;
    const isLeaf = !over && path.length === this.horizon;
    const node: Node<P> = {
      position,
      path,
      turn: rules.turn(position),
      moves,
      value,
      children: undefined,
      lower: over ? settle(value, depth) : -INFINITE,
      upper: over ? settle(value, depth) : INFINITE,
      lowerComplete: over,
      upperComplete: over,
      guess: over ? settle(value, depth) : value,
      leaf: isLeaf ? createLeaf(depth) : undefined,
    };
    if (name !== undefined) this.#known.set(name, node);
    return node;
  }
}

const createLeaf = (depth: number): Leaf => ({
  depth,
  results: [],
  owner: undefined,
  lease: 0,
  sentIn: 0,
  alpha: 0,
  beta: 0,
});

/** Writes a worker's result into a leaf; true when something new is known. */
export function record(node: Node<unknown>, result: Result): boolean {
  const { depth, results } = node.leaf!;
  if (result.depth > depth) return false;
  let at = results.length;
  while (at > 0 && results[at - 1]!.depth > result.depth) at--;
  const same = at > 0 && results[at - 1]!.depth === result.depth ? results[at - 1] : undefined;
  if (same === undefined) results.splice(at, 0, result);
  else results[at - 1] = combine(same, result);
  if (result.depth < depth) return true;
  const known = results[results.length - 1]!;
  node.lower = known.lower;
  node.upper = known.upper;
  node.lowerComplete = known.complete;
  node.upperComplete = known.complete;
  return true;
}

/** Both results together; each is true. */
export function combine(older: Result, newer: Result): Result {
  const lower = Math.max(older.lower, newer.lower);
  const upper = Math.min(older.upper, newer.upper);
  if (lower > upper) return newer;
  return {
    depth: newer.depth,
    lower,
    upper,
    complete: older.complete && newer.complete,
    pv: newer.pv.length > 0 ? newer.pv : older.pv,
  };
}

/** What the children prove of a node. */
export function conclude(node: Node<unknown>): void {
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
export function provenLine(root: Node<unknown>): number[] {
  const line: number[] = [];
  let node = root;
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
  if (last !== undefined && last.depth === node.leaf!.depth) line.push(...last.pv);
  return line;
}
