// The moves of a graph, kept so that the ways to a node can be judged: how many plies are left there before the
// game is drawn for lack of progress. A move without progress takes one ply, a move with progress sets the count to
// its full number.
import { PlyadesError } from '../core/errors.js';
import { END } from './graph.js';

/** Bound on the memory of a check: 13 bytes each, and 4 to sort them. */
const MAX_EDGES = 2 ** 24;
const FIRST_SIZE = 1 << 10;

export interface ProofEdge {
  readonly from: number;
  /** END where the proof ends with a draw by the count. */
  readonly to: number;
  readonly move: number;
  readonly isProgress: boolean;
}

export class ProofEdges implements Iterable<ProofEdge> {
  /** Number of the root, which is the highest. */
  readonly root: number;
  #from = new Uint32Array(FIRST_SIZE);
  #to = new Uint32Array(FIRST_SIZE);
  #move = new Uint32Array(FIRST_SIZE);
  #isProgress = new Uint8Array(FIRST_SIZE);
  #length = 0;

  /** Of a graph with nodes 1 to `root`. */
  constructor(root: number) {
    this.root = root;
  }

  add(from: number, to: number, move: number, isProgress: boolean): void {
    const i = this.#length++;
    if (i >= MAX_EDGES) {
      throw new PlyadesError('ERR_PROOF', `it has more than ${MAX_EDGES} moves to be checked`);
    }
    if (i === this.#from.length) this.#grow();
    this.#from[i] = from;
    this.#to[i] = to;
    this.#move[i] = move;
    this.#isProgress[i] = Number(isProgress);
  }

  #grow(): void {
    const larger = <T extends Uint32Array | Uint8Array>(old: T): T => {
      const copy = new (old.constructor as new (size: number) => T)(2 * old.length);
      copy.set(old);
      return copy;
    };
    this.#from = larger(this.#from);
    this.#to = larger(this.#to);
    this.#move = larger(this.#move);
    this.#isProgress = larger(this.#isProgress);
  }

  #at(i: number): ProofEdge {
    return {
      from: this.#from[i]!,
      to: this.#to[i]!,
      move: this.#move[i]!,
      isProgress: this.#isProgress[i] !== 0,
    };
  }

  *[Symbol.iterator](): Generator<ProofEdge, void, void> {
    for (let i = 0; i < this.#length; i++) yield this.#at(i);
  }

  /** The edges that leave a node, by its number; sorted once. */
  leaving(): (node: number) => Iterable<ProofEdge> {
    const start = new Uint32Array(this.root + 2);
    for (let i = 0; i < this.#length; i++) start[this.#from[i]! + 1]!++;
    for (let i = 1; i < start.length; i++) start[i]! += start[i - 1]!;
    const order = new Uint32Array(this.#length);
    const filled = start.slice();
    for (let i = 0; i < this.#length; i++) order[filled[this.#from[i]!]!++] = i;
    const at = (i: number) => this.#at(order[i]!);
    return function* (node) {
      for (let i = start[node]!; i < start[node + 1]!; i++) yield at(i);
    };
  }
}

/**
 * In the graph of a win: a node that some way reaches when the game is drawn by the count. Moves lead to lower
 * numbers, so nodes are passed in falling order, each with the fewest plies that a way leaves there.
 */
export function findDrawnNode(
  edges: ProofEdges,
  leftAtRoot: number,
  fullCount: number,
): number | undefined {
  const leaving = edges.leaving();
  const left = new Float64Array(edges.root + 1).fill(Number.POSITIVE_INFINITY);
  left[edges.root] = leftAtRoot;
  for (let node = edges.root; node > END; node--) {
    if (left[node] === Number.POSITIVE_INFINITY) continue;
    if (left[node]! <= 0) return node;
    for (const { to, isProgress } of leaving(node)) {
      left[to] = Math.min(left[to]!, isProgress ? fullCount : left[node]! - 1);
    }
  }
  return undefined;
}

/**
 * In the graph of a side that holds: a move that ends the proof where some way leaves plies before the draw. Each
 * node gets the most plies that a way leaves there. Ways may go round in circles, on which plies only fall, and a
 * way on which none are left ends: the game is over.
 */
export function findOpenEnd(
  edges: ProofEdges,
  leftAtRoot: number,
  fullCount: number,
): Pick<ProofEdge, 'from' | 'move'> | undefined {
  const leaving = edges.leaving();
  const left = new Float64Array(edges.root + 1);
  left[edges.root] = leftAtRoot;
  const open = [edges.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const { from, to, move, isProgress } of leaving(node)) {
      const here = isProgress ? fullCount : left[node]! - 1;
      if (here <= 0 || (to !== END && here <= left[to]!)) continue;
      if (to === END) return { from, move };
      left[to] = here;
      open.push(to);
    }
  }
  return undefined;
}
