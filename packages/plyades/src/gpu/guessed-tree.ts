// The host's part of a search whose last plies are the device's: a tree with what is proved of each node, from
// `low` to `high`, and a guess of its value. Guesses decide only what is looked at first; bounds come from
// finished searches alone, so a root with equal bounds has its minimax value.
//
// Most nodes are never looked at: an opened node has dozens of children, and one may be enough for a cut. So a
// child costs nothing before it is looked at. Numbers are chosen so that 0, which fresh memory holds, says that
// nothing is known, and moves stay where the device wrote them.
import { INFINITE, PROVEN } from '../core/score.js';

export const UNEXPANDED = -1;

/** The value of a finished game that has `left` plies to the horizon: a quicker win is worth more. */
export function settledValue(result: number, left: number): number {
  return Math.abs(result) > PROVEN ? result + Math.sign(result) * left : result;
}

export class GuessedTree {
  size = 1;
  /** Of nodes that were looked at. */
  parent = new Int32Array(4096);
  ply = new Uint8Array(4096);
  /** Children lie side by side, the best by static order first. */
  first = new Int32Array(4096);
  guess = new Int32Array(4096);
  /** 1 when the device gave its search up, so that the host takes it apart. */
  split = new Uint8Array(4096);
  /** When it was last marked, so that nothing is marked twice. */
  stamp = new Int32Array(4096);
  /** Number of children and 1; how far the bounds have moved. */
  #count = new Int32Array(4096);
  #raised = new Int32Array(4096);
  #lowered = new Int32Array(4096);
  /** Where the moves of an opened node lie. */
  #list = new Int32Array(4096);
  #offset = new Int32Array(4096);
  readonly #lists: { readonly moves: Uint32Array; readonly values: Int32Array | undefined }[] = [];

  constructor() {
    this.parent[0] = -1;
  }

  low(node: number): number {
    return this.#raised[node]! - INFINITE;
  }

  high(node: number): number {
    return INFINITE - this.#lowered[node]!;
  }

  /** UNEXPANDED before the children are known. */
  count(node: number): number {
    return this.#count[node]! - 1;
  }

  /** Lists of moves that nodes are opened with, and the values of the children as leaves. */
  addList(moves: Uint32Array, values?: Int32Array): number {
    return this.#lists.push({ moves, values }) - 1;
  }

  /** Gives a node its children, the moves of a list from `offset` on. */
  open(node: number, list: number, offset: number, count: number): void {
    while (this.size + count > this.parent.length) this.#grow();
    this.first[node] = this.size;
    this.#count[node] = count + 1;
    this.#list[node] = list;
    this.#offset[node] = offset;
    this.size += count;
  }

  move(child: number): number {
    const node = this.parent[child]!;
    return this.#lists[this.#list[node]!]!.moves[this.#placeOf(node, child)]!;
  }

  /** Value of a child as a leaf, where its parent was opened with values. */
  leaf(child: number): number {
    const node = this.parent[child]!;
    return this.#lists[this.#list[node]!]!.values?.[this.#placeOf(node, child)] ?? 0;
  }

  #placeOf(node: number, child: number): number {
    return this.#offset[node]! + child - this.first[node]!;
  }

  isDecided(node: number): boolean {
    return this.#raised[node]! + this.#lowered[node]! === 2 * INFINITE;
  }

  /** What is proved of a node raises the lower bound of its parent. */
  lift(node: number): void {
    const parent = this.parent[node]!;
    if (parent >= 0 && this.#lowered[node]! > this.#raised[parent]!) {
      this.#raised[parent] = this.#lowered[node]!;
    }
  }

  /**
   * What the children say of the upper bound and, with `guesses`, the guess of their parent. A child of which
   * nothing is known leaves the bound as it was.
   */
  gather(node: number, guesses: boolean): void {
    const raised = this.#raised;
    const begin = this.first[node]!;
    const end = begin + this.#count[node]! - 1;
    let high = 2 * INFINITE;
    for (let child = begin; child < end && high > 0; child++) {
      if (raised[child]! < high) high = raised[child]!;
    }
    // What a search of the node itself proved before it was taken apart still holds.
    if (high > this.#lowered[node]!) this.#lowered[node] = high;
    if (!guesses) return;
    let guess = INFINITE;
    for (let child = begin; child < end; child++) {
      if (this.guess[child]! < guess) guess = this.guess[child]!;
    }
    this.guess[node] = -guess;
  }

  /** A search with the window (alpha, beta) found `value`, fail-soft. */
  learn(node: number, value: number, alpha: number, beta: number): void {
    const raised = value + INFINITE;
    const lowered = INFINITE - value;
    if (value > alpha && raised > this.#raised[node]!) this.#raised[node] = raised;
    if (value < beta && lowered > this.#lowered[node]!) this.#lowered[node] = lowered;
    this.guess[node] = value;
  }

  settle(node: number, value: number): void {
    this.#raised[node] = value + INFINITE;
    this.#lowered[node] = INFINITE - value;
    this.guess[node] = value;
  }

  #grow(): void {
    const size = 4 * this.parent.length;
    const grown = <T extends Int32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.parent = grown(this.parent, new Int32Array(size));
    this.ply = grown(this.ply, new Uint8Array(size));
    this.first = grown(this.first, new Int32Array(size));
    this.guess = grown(this.guess, new Int32Array(size));
    this.split = grown(this.split, new Uint8Array(size));
    this.stamp = grown(this.stamp, new Int32Array(size));
    this.#count = grown(this.#count, new Int32Array(size));
    this.#raised = grown(this.#raised, new Int32Array(size));
    this.#lowered = grown(this.#lowered, new Int32Array(size));
    this.#list = grown(this.#list, new Int32Array(size));
    this.#offset = grown(this.#offset, new Int32Array(size));
  }
}
