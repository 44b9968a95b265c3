// How long to wait before the next attempt to reach a server: about twice as long each time, up to a
// limit, and never quite as long as anybody else, so that a thousand workers do not come back at once.
import type { Random } from '../../core/random.js';

const FIRST_MS = 100;
const LONGEST_MS = 5000;

export class Backoff {
  readonly #random: Random;
  #attempts = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Milliseconds to wait now: between half of the present limit and all of it. */
  next(): number {
    const limit = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#attempts);
    this.#attempts = Math.min(this.#attempts + 1, 16);
    return Math.floor(limit / 2) + this.#random.below(Math.ceil(limit / 2) + 1);
  }

  /** The server was reached. */
  succeeded(): void {
    this.#attempts = 0;
  }
}
