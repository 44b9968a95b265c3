// When a job's progress is written down: at once when a depth is finished, and at regular intervals in between. While a
// checkpoint is being written no other one begins; the next progress report finds it due.
import type { Milliseconds } from './times.js';

/** A crash costs at most this much of a search, beside the depth that a report has just finished. */
export const CHECKPOINT_INTERVAL: Milliseconds = 5000;

export class CheckpointSchedule {
  readonly #interval: Milliseconds;
  #depth = 0;
  #writtenAt: Milliseconds;
  #isWriting = false;

  constructor(startedAt: Milliseconds, interval: Milliseconds = CHECKPOINT_INTERVAL) {
    this.#writtenAt = startedAt;
    this.#interval = interval;
  }

  /** True when a report of this depth is to be written now; `written` ends that. */
  begin(depth: number, now: Milliseconds): boolean {
    const isDue = depth > this.#depth || now - this.#writtenAt >= this.#interval;
    if (!isDue || this.#isWriting) return false;
    this.#depth = depth;
    this.#writtenAt = now;
    this.#isWriting = true;
    return true;
  }

  /** The checkpoint is written, or could not be. */
  written(): void {
    this.#isWriting = false;
  }
}
