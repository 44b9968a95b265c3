// Which worker a new leaf goes to (section 5.2.1): workers take turns, and one that has nothing required
// comes before the others; where masters share them, one that has nothing to do for others, too.
import type { ProcessId } from '../actor.js';
import { type Share, wholeShare } from '../sharing.js';

export class Allocation {
  /** Workers with uncertain leaves in the last pass, and those that were given a leaf since. */
  #busy = new Set<ProcessId | undefined>();
  readonly #share: Share;

  constructor(share: Share = wholeShare()) {
    this.#share = share;
  }

  /** Starts over with the owners of the uncertain leaves of a pass. */
  recount(uncertain: readonly { readonly owner: ProcessId | undefined }[]): void {
    this.#busy = new Set(uncertain.map(({ owner }) => owner));
  }

  /** The worker that takes the next leaf; undefined when there is none. One that knows it has it if it is idle. */
  choose(workers: readonly ProcessId[], last?: ProcessId): ProcessId | undefined {
    const count = workers.length;
    if (count === 0) return undefined;
    if (last !== undefined && workers.includes(last) && this.#loadOf(last) === 0) {
      this.#busy.add(last);
      return last;
    }
    const { turn } = this.#share;
    let chosen = turn % count;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count && least > 0; i++) {
      const at = (turn + i) % count;
      const worker = workers[at]!;
      const load = this.#loadOf(worker);
      if (load >= least) continue;
      least = load;
      chosen = at;
    }
    this.#share.turn = chosen + 1;
    this.#busy.add(workers[chosen]);
    return workers[chosen];
  }

  #loadOf(worker: ProcessId): number {
    return (this.#busy.has(worker) ? 1 : 0) + this.#share.othersOf(worker);
  }
}
