// Who has asked this process for work and waits for it. Whoever has nothing to do comes before whoever
// will need work soon; among equals, who asked first.
import type { ProcessId } from '../actor.js';

export class Requests {
  readonly #hungry = new Set<ProcessId>();
  readonly #foresighted = new Set<ProcessId>();

  /** A process asks, or asks anew; `ahead` when it still has something to do. */
  add(process: ProcessId, ahead: boolean): void {
    this.remove(process);
    (ahead ? this.#foresighted : this.#hungry).add(process);
  }

  remove(process: ProcessId): void {
    this.#hungry.delete(process);
    this.#foresighted.delete(process);
  }

  /** Those that have nothing to do. */
  get hungry(): readonly ProcessId[] {
    return [...this.#hungry];
  }

  /** Those that will need something soon. */
  get foresighted(): readonly ProcessId[] {
    return [...this.#foresighted];
  }

  clear(): void {
    this.#hungry.clear();
    this.#foresighted.clear();
  }
}
