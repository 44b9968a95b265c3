// Waits between attempts to reach a server, and which one it is.
import { type BackoffLimits, backoffMs } from '../../core/backoff.js';
import type { Random } from '../../core/random.js';

const LIMITS: BackoffLimits = { first: 100, longest: 5000 };
/** Of attempts that are counted: the wait has long stopped growing. */
const MOST = 16;

export class Backoff {
  readonly #random: Random;
  #attempts = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Milliseconds to wait now. */
  next(): number {
    this.#attempts = Math.min(this.#attempts + 1, MOST);
    return backoffMs(this.#attempts, LIMITS, this.#random);
  }

  /** The server was reached. */
  succeeded(): void {
    this.#attempts = 0;
  }
}
