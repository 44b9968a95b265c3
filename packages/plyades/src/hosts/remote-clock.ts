// The clock of a process on another machine in the time of process 0. A packet cannot arrive before it was sent: each one to
// process 0 bounds the difference of the clocks from above, each one from it bounds it from below, and the quickest of each
// way bound it best. The middle of both is right to half of the difference between the two ways.
import type { TraceTime } from '../core/trace.js';

export class RemoteClock {
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  /** A packet, or a chunk, that left there arrived here. */
  arrived(sentAt: TraceTime, receivedAt: TraceTime): void {
    this.#most = Math.min(this.#most, receivedAt - sentAt);
  }

  /** A packet that left here arrived there. */
  sent(sentAt: TraceTime, receivedAt: TraceTime): void {
    this.#least = Math.max(this.#least, sentAt - receivedAt);
  }

  /** What is added to times of that clock. */
  get difference(): TraceTime {
    if (this.#most === Number.POSITIVE_INFINITY) {
      return Number.isFinite(this.#least) ? this.#least : 0;
    }
    // Bounds that contradict each other come from clocks that run at different speeds, or from a lie.
    return Number.isFinite(this.#least) ? (this.#least + this.#most) / 2 : this.#most;
  }
}
