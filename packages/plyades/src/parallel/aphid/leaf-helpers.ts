// Which workers help which towards the end of an iteration: those without uncertain leaves search parts of the
// leaves of those that have much left, as far as is known.
import type { ProcessId } from '../actor.js';
import { Helping } from '../work-sharing/helping.js';
import type { AphidLeaf } from './table.js';

export class LeafHelpers {
  readonly #helping = new Helping();

  forget(worker: ProcessId): void {
    this.#helping.forget(worker);
  }

  /** New helpers, each with the worker it helps. Those for which `isFree` is false begin no help. */
  assign(
    workers: readonly ProcessId[],
    uncertain: readonly AphidLeaf[],
    isFree: (worker: ProcessId) => boolean,
  ): { readonly helper: ProcessId; readonly helped: ProcessId }[] {
    const left = new Map<ProcessId, number>();
    for (const { owner, size } of uncertain) left.set(owner!, (left.get(owner!) ?? 1) + size);
    const { free, helpers } = this.#helping.find(workers, left);
    if (left.size === 0) return [];
    const share = (worker: ProcessId) => left.get(worker)! / ((helpers.get(worker) ?? 0) + 1);
    return free.filter(isFree).map((helper) => {
      let helped: ProcessId | undefined;
      for (const worker of left.keys()) {
        if (helped === undefined || share(worker) > share(helped)) helped = worker;
      }
      this.#helping.begin(helper, helped!);
      helpers.set(helped!, (helpers.get(helped!) ?? 0) + 1);
      return { helper, helped: helped! };
    });
  }
}
