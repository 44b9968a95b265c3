// The scan for workers that is under way. One scan runs at a time; seats that become vacant during it make another one
// follow. Its time is limited until the list of workers is there; then the requests to these workers have limits of
// their own.
import type { Milliseconds } from './times.js';

const NEVER = Number.POSITIVE_INFINITY;

export class ScanState {
  #isRunning = false;
  #isRepeated = false;
  #until = NEVER;
  /** When the last scan was wanted. */
  wantedAt: Milliseconds = 0;

  /** True when a scan begins now; false when one runs, after which another follows. */
  begin(until: Milliseconds): boolean {
    if (this.#isRunning) {
      this.#isRepeated = true;
      return false;
    }
    this.#isRunning = true;
    this.#until = until;
    return true;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** When the scan is given up; Infinity when the workers have been found, or no scan runs. */
  get until(): Milliseconds {
    return this.#isRunning ? this.#until : NEVER;
  }

  /** The list of workers has arrived. */
  workersFound(): void {
    this.#until = NEVER;
  }

  /** True while the workers of a scan are asked. */
  get isAsking(): boolean {
    return this.#isRunning && this.#until === NEVER;
  }

  end(): void {
    this.#isRunning = false;
  }

  /** True when another scan must follow; asked once. */
  takeRepeat(): boolean {
    const isRepeated = this.#isRepeated;
    this.#isRepeated = false;
    return isRepeated;
  }
}
