// Which workers help which when subtrees take long: a worker to which no pass has anything to give searches parts
// of the searches of a worker that has much left. The owner of a part keeps its own search and
// table, and takes the value of the part into both, so nothing has to be handed back.
import type { ProcessId } from '../actor.js';
import { Helping } from '../work-sharing/helping.js';

export interface Help {
  readonly helper: ProcessId;
  readonly helped: ProcessId;
}

export class Helpers {
  readonly #helping = new Helping();

  /**
   * Sends workers without a task to those with the most tasks for each of their helpers, as long as
   * there are any; `left` has the number of tasks by worker. Those who help already stay.
   */
  assign(workers: readonly ProcessId[], left: ReadonlyMap<ProcessId, number>): Help[] {
    const { free, helpers } = this.#helping.find(workers, left);
    if (free.length === 0 || left.size === 0) return [];
    const share = (worker: ProcessId) => left.get(worker)! / ((helpers.get(worker) ?? 0) + 1);
    // In rounds over the workers by what they have left: as fair as one by one, and much faster.
    const help: Help[] = [];
    while (free.length > 0) {
      const order = [...left.keys()].sort((a, b) => share(b) - share(a) || a - b);
      for (const helped of order.slice(0, Math.max(1, Math.ceil(order.length / 2)))) {
        const helper = free.pop();
        if (helper === undefined) break;
        helpers.set(helped, (helpers.get(helped) ?? 0) + 1);
        this.#helping.begin(helper, helped);
        help.push({ helper, helped });
      }
    }
    return help;
  }

  forget(process: ProcessId): void {
    this.#helping.forget(process);
  }
}
