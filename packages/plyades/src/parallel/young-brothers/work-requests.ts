// The processes that have asked this one for work and wait for it. A process that has nothing to do comes before one
// that will need work soon; among equals, the one that asked first.
import type { ProcessId } from '../actor.js';

export class WorkRequests {
  readonly #idle = new Set<ProcessId>();
  readonly #ahead = new Set<ProcessId>();

  /** A process asks, or asks again; `ahead` when it still has something to do. */
  add(process: ProcessId, ahead: boolean): void {
    this.remove(process);
    (ahead ? this.#ahead : this.#idle).add(process);
  }

  remove(process: ProcessId): void {
    this.#idle.delete(process);
    this.#ahead.delete(process);
  }

  /** Those that have nothing to do. */
  get idle(): readonly ProcessId[] {
    return [...this.#idle];
  }

  /** Those that will need something soon. */
  get ahead(): readonly ProcessId[] {
    return [...this.#ahead];
  }

  clear(): void {
    this.#idle.clear();
    this.#ahead.clear();
  }
}
