// The clocks of both sides of a game in the terminal: one runs while its side thinks, and gains the
// increment when the side has moved. A clock at zero has lost the game.
import type { Clock } from '../core/clock.js';
import type { PlayerClock } from '../search/limits.js';
import { makeClock } from './numbers.js';

export class GameClocks {
  readonly #remaining: [number, number];
  readonly #incrementMs: number;
  readonly #time: Clock;
  #running: { readonly side: 0 | 1; readonly since: number } | undefined;

  /** Both sides begin with the same clock. */
  constructor({ remainingMs, incrementMs = 0 }: PlayerClock, time: Clock) {
    this.#remaining = [remainingMs, remainingMs];
    this.#incrementMs = incrementMs;
    this.#time = time;
  }

  /** Lets the clock of a side run, if it does not already. */
  run(side: 0 | 1): void {
    if (this.#running?.side !== side) this.#running = { side, since: this.#time.now() };
  }

  /** The running side has moved; false when its time was over before. */
  press(): boolean {
    if (!this.#running) return true;
    const { side } = this.#running;
    const left = this.left(side);
    this.#running = undefined;
    this.#remaining[side] = left > 0 ? left + this.#incrementMs : 0;
    return left > 0;
  }

  /** Milliseconds that a side has left now, 0 at the least. */
  left(side: 0 | 1): number {
    const spent = this.#running?.side === side ? this.#time.now() - this.#running.since : 0;
    return Math.max(0, this.#remaining[side] - spent);
  }

  /** The clock of a side as a limit of its search. */
  limit(side: 0 | 1): PlayerClock {
    const remainingMs = Math.max(1, Math.floor(this.left(side)));
    return { remainingMs, incrementMs: this.#incrementMs };
  }

  /** Both clocks in one line, the side that begins first. */
  get text(): string {
    return `clocks  ${makeClock(this.left(0))}  ${makeClock(this.left(1))}`;
  }
}
