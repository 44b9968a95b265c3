// The window of the root in play mode. The sequential search looks for the value of an iteration in a small window around
// that of the last one and opens the side that failed (assembly/search/deepening.ts); so does the master. A small window
// gives workers null windows, or nearly so, on the principal variation too, where ProbCut cannot cut in an open one.
import { INFINITE, PROVEN } from '../../core/score.js';
import type { Window } from '../value-bounds.js';

/** Half the width of the first window around the expected value, plus a sixteenth of it. */
const FIRST = 50;
/** A window that would be wider is opened. */
const WIDEST = 4096;

export class Aspiration {
  readonly #whole: Window;
  #half = FIRST;
  #lower = -INFINITE;
  #upper = INFINITE;
  window: Window;

  constructor(whole: Window) {
    this.#whole = whole;
    this.window = whole;
  }

  /** The first window of an iteration, by the value of the last one. */
  begin(value: number): void {
    const { alpha, beta } = this.#whole;
    this.#half = FIRST + (Math.abs(value) >> 4);
    this.#lower = -INFINITE;
    this.#upper = INFINITE;
    const low = Math.max(alpha, value - this.#half);
    const high = Math.min(beta, value + this.#half);
    this.window = Math.abs(value) < PROVEN && low < high ? { alpha: low, beta: high } : this.#whole;
  }

  /** Takes the value that was found in the window; true when it fails there and the window has been opened. */
  fails(value: number): boolean {
    const { alpha, beta } = this.#whole;
    const { window } = this;
    if (window === this.#whole || (value > window.alpha && value < window.beta)) return false;
    if (value >= window.beta) this.#lower = value;
    else this.#upper = value;
    this.#half *= 4;
    const low = this.#lower > -INFINITE ? this.#lower - 1 : value - this.#half;
    const high = this.#upper < INFINITE ? this.#upper + 1 : value + this.#half;
    // Two windows of play mode need not agree.
    const isContradiction = this.#lower >= this.#upper;
    const isWide = isContradiction || this.#half > WIDEST || Math.abs(value) >= PROVEN;
    this.window = isWide
      ? this.#whole
      : { alpha: Math.max(alpha, low), beta: Math.min(beta, high) };
    return true;
  }
}
