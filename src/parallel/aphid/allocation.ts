// Which worker a new leaf goes to (section 5.2.1): workers take turns, and one that has nothing required
// comes before the others.
import type { ProcessId } from '../actor.js';

export class Allocation {
  /** Workers with uncertain leaves in the last pass, and those that were given a leaf since. */
  #busy = new Set<ProcessId | undefined>();
  #next = 0;

  /** Begins anew with the owners of the uncertain leaves of a pass. */
  recount(uncertain: readonly { readonly owner: ProcessId | undefined }[]): void {
    this.#busy = new Set(uncertain.map(({ owner }) => owner));
  }

  /** The worker that takes the next leaf; undefined when there is none. */
  choose(workers: readonly ProcessId[]): ProcessId | undefined {
    const count = workers.length;
    if (count === 0) return undefined;
    let chosen = this.#next % count;
    for (let i = 0; i < count; i++) {
      const at = (this.#next + i) % count;
      if (this.#busy.has(workers[at])) continue;
      chosen = at;
      break;
    }
    this.#next = chosen + 1;
    this.#busy.add(workers[chosen]);
    return workers[chosen];
  }
}
