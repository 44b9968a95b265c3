// Workers that cannot take part in a job, with the reason. Forged notices can name any number of them, so the list and the
// notes about it are bounded.
import type { WorkerAddress } from './messages.js';
import type { ClusterNote } from './notes.js';

/** Refusals that are remembered, and that get a note of their own. */
const MAX_REFUSALS = 1000;
const MAX_NOTED = 20;

const BUSY = 'it is busy';

export class Refusals {
  readonly #reasons = new Map<string, string>();
  #noted = 0;

  /** The worker has no free slot now, which is worth no note. */
  addBusy({ id }: WorkerAddress): void {
    this.#add(id, BUSY);
  }

  /** Returns the note that the refusal is worth, if any. */
  add({ id }: WorkerAddress, reason: string): ClusterNote | undefined {
    if (this.#reasons.get(id) === reason) return undefined;
    this.#add(id, reason);
    if (this.#noted > MAX_NOTED) return undefined;
    const isLast = this.#noted++ === MAX_NOTED;
    return isLast ? { type: 'unnamed', worker: id } : { type: 'refused', worker: id, reason };
  }

  forgetBusy(): void {
    for (const [worker, reason] of this.#reasons) {
      if (reason === BUSY) this.#reasons.delete(worker);
    }
  }

  get isAnyBusy(): boolean {
    return [...this.#reasons.values()].includes(BUSY);
  }

  /** Why there is no worker, with what to do. */
  get summary(): string {
    const refusals = [...this.#reasons].map(([worker, reason]) => `worker ${worker}: ${reason}`);
    return refusals.length > 0
      ? `no worker of the cluster can take part: ${refusals.slice(0, 3).join('; ')}`
      : "no worker has answered: start some with 'plyades worker --server ADDRESS', or wait until they are free";
  }

  #add(id: string, reason: string): void {
    this.#reasons.set(id, reason);
    if (this.#reasons.size <= MAX_REFUSALS) return;
    const [oldest] = this.#reasons.keys();
    this.#reasons.delete(oldest!);
  }
}
