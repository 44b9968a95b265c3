// Which worker helps which, as the master has said last. Each algorithm chooses by itself whom a free worker helps.
import type { ProcessId } from '../actor.js';

export class Helping {
  readonly #helped = new Map<ProcessId, ProcessId>();

  /**
   * The workers that may begin to help: those without work of their own whose help is over, where `left` says what each
   * worker has. And how many help each worker already.
   */
  find(
    workers: readonly ProcessId[],
    left: ReadonlyMap<ProcessId, number>,
  ): { readonly free: ProcessId[]; readonly helpers: Map<ProcessId, number> } {
    const helpers = new Map<ProcessId, number>();
    const free: ProcessId[] = [];
    for (const worker of workers) {
      const helped = this.#helped.get(worker);
      if (left.has(worker)) this.#helped.delete(worker);
      else if (helped === undefined || !left.has(helped)) free.push(worker);
      else helpers.set(helped, (helpers.get(helped) ?? 0) + 1);
    }
    return { free, helpers };
  }

  begin(helper: ProcessId, helped: ProcessId): void {
    this.#helped.set(helper, helped);
  }

  forget(worker: ProcessId): void {
    this.#helped.delete(worker);
  }
}
