// The host's part of a search whose last plies are the device's: a tree with what is proved of each node, from
// `low` to `high`, and a guess of its value. Guesses come from the depth before and decide only what is looked
// at first; bounds come from finished searches alone, so a root with equal bounds has its minimax value.
import { INFINITE } from '../core/score.js';

export const UNEXPANDED = -1;

export class GuessedTree {
  size = 0;
  parent = new Int32Array(4096);
  move = new Uint32Array(4096);
  ply = new Uint8Array(4096);
  /** Children lie side by side, the best by static order first; UNEXPANDED before they are known. */
  first = new Int32Array(4096);
  count = new Int32Array(4096);
  /** Result of a finished game. */
  result = new Int32Array(4096);
  low = new Int32Array(4096);
  high = new Int32Array(4096);
  guess = new Int32Array(4096);

  add(parent: number, move: number, guess: number): number {
    if (this.size === this.parent.length) this.#grow();
    const node = this.size++;
    this.parent[node] = parent;
    this.move[node] = move;
    this.ply[node] = parent < 0 ? 0 : this.ply[parent]! + 1;
    this.first[node] = 0;
    this.count[node] = UNEXPANDED;
    this.result[node] = 0;
    this.low[node] = -INFINITE;
    this.high[node] = INFINITE;
    this.guess[node] = guess;
    return node;
  }

  /** For a new depth: nothing is proved any more, guesses stay. */
  forgetBounds(): void {
    this.low.fill(-INFINITE, 0, this.size);
    this.high.fill(INFINITE, 0, this.size);
  }

  isDecided(node: number): boolean {
    return this.low[node] === this.high[node];
  }

  /** What the children say of their parent; true when that changed its bounds or guess. */
  gather(node: number): boolean {
    let low = -INFINITE;
    let high = -INFINITE;
    let guess = -INFINITE;
    const end = this.first[node]! + this.count[node]!;
    for (let child = this.first[node]!; child < end; child++) {
      if (-this.high[child]! > low) low = -this.high[child]!;
      if (-this.low[child]! > high) high = -this.low[child]!;
      if (-this.guess[child]! > guess) guess = -this.guess[child]!;
    }
    const same = low === this.low[node] && high === this.high[node] && guess === this.guess[node];
    this.low[node] = low;
    this.high[node] = high;
    this.guess[node] = guess;
    return !same;
  }

  /** A search with the window (alpha, beta) found `value`, fail-soft. */
  learn(node: number, value: number, alpha: number, beta: number): void {
    if (value > alpha) this.low[node] = Math.max(this.low[node]!, value);
    if (value < beta) this.high[node] = Math.min(this.high[node]!, value);
    this.guess[node] = value;
  }

  /** The child that the guesses prefer, of those that are not yet known to be worth less than `least`. */
  favourite(node: number, least: number): number {
    const end = this.first[node]! + this.count[node]!;
    let best = -1;
    for (let child = this.first[node]!; child < end; child++) {
      if (-this.low[child]! < least) continue;
      if (best < 0 || this.guess[child]! < this.guess[best]!) best = child;
    }
    return best;
  }

  #grow(): void {
    const size = 2 * this.parent.length;
    const grown = <T extends Int32Array | Uint32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.parent = grown(this.parent, new Int32Array(size));
    this.move = grown(this.move, new Uint32Array(size));
    this.ply = grown(this.ply, new Uint8Array(size));
    this.first = grown(this.first, new Int32Array(size));
    this.count = grown(this.count, new Int32Array(size));
    this.result = grown(this.result, new Int32Array(size));
    this.low = grown(this.low, new Int32Array(size));
    this.high = grown(this.high, new Int32Array(size));
    this.guess = grown(this.guess, new Int32Array(size));
  }
}
