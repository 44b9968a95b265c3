// Waits between attempts to reach a server; the number of the attempt decides how long.
import { type BackoffLimits, backoffMs } from '../../core/backoff.js';
import type { Random } from '../../core/random.js';

const LIMITS: BackoffLimits = { first: 100, longest: 5000 };
/** Attempts are counted up to this: the wait stops growing at 7. */
const MAX_ATTEMPTS = 16;

export class Backoff {
  readonly #random: Random;
  #attempts = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Milliseconds to wait now. */
  next(): number {
    this.#attempts = Math.min(this.#attempts + 1, MAX_ATTEMPTS);
    return backoffMs(this.#attempts, LIMITS, this.#random);
  }

  /** The server was reached. */
  succeeded(): void {
    this.#attempts = 0;
  }
}
