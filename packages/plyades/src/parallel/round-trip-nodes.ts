// How many nodes a process searches while a message and its reply are under way. Sizes of pieces of work and
// intervals between messages are multiples of it, so that they suit any host and any game.
import type { Micros } from './actor.js';

/**
 * A round trip where the host does not know better, in microseconds: longer than one between threads, since
 * a message also costs both ends their time. Two workers on Othello and chess were 1.2 times as fast as the
 * sequential search with 100, 1.4 times with 1,000 and 1.5 times with 3,000 or 8,000.
 */
export const USUAL_ROUND_TRIP = 3000;

/** Nodes of a round trip, before anything has been measured. */
const USUAL_NODES = 400;

export class RoundTripNodes {
  readonly #roundTrip: Micros;
  /** When the last step began, and what it searched if it searched all the time. */
  #steppedAt: Micros = 0;
  #searched = 0;
  /** How long such steps took together, and their nodes. */
  #busy: Micros = 0;
  #timed = 0;

  constructor(roundTrip: Micros) {
    this.#roundTrip = roundTrip;
  }

  /** Call at the beginning and the end of each step. */
  stepBegins(now: Micros): void {
    if (this.#searched > 0) {
      this.#busy += now - this.#steppedAt;
      this.#timed += this.#searched;
    }
    this.#steppedAt = now;
    this.#searched = 0;
  }

  /** A step that was allowed `budget` nodes has searched `nodes`; only one that had enough to do is timed. */
  stepEnds(nodes: number, budget: number): void {
    this.#searched = nodes < budget ? 0 : nodes;
  }

  /** Nodes of a round trip, as far as they have been measured. */
  get value(): number {
    return this.#busy === 0 ? USUAL_NODES : (this.#timed * this.#roundTrip) / this.#busy;
  }
}
