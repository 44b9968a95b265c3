// Which worker a position goes to (section 3.1). A position stays with its owner, whose table knows it,
// unless its owner has something else to do in this pass while another worker had nothing in the last.
import type { ProcessId } from '../actor.js';
import type { Leaf } from './tree.js';

export class Owners {
  /** Positions sent to each worker in the last pass and in this one. */
  #last = new Map<ProcessId, number>();
  #now = new Map<ProcessId, number>();
  /** Positions of the last pass, and those that are new in this one. */
  #load = new Map<ProcessId, number>();
  /** Workers without a position in the last pass, to which none was sent in this one. */
  #idle: ProcessId[] = [];
  #workers: readonly ProcessId[] = [];
  #turn = 0;

  /** A pass begins, with these workers. */
  begin(workers: readonly ProcessId[]): void {
    this.#last = this.#now;
    this.#now = new Map();
    this.#load = new Map(this.#last);
    this.#workers = workers;
    this.#idle = workers.filter((worker) => !this.#last.has(worker)).reverse();
  }

  /** Workers to which something was sent in the last pass or in this one. */
  *busy(): Iterable<ProcessId> {
    for (const worker of this.#workers) {
      if (this.#last.has(worker) || this.#now.has(worker)) yield worker;
    }
  }

  /** The worker for a leaf that was not sent in this pass yet. */
  choose(leaf: Leaf): ProcessId {
    const { owner } = leaf;
    let chosen = owner;
    if (owner === undefined) chosen = this.#leastLoaded();
    else if (this.#now.has(owner)) chosen = this.#nextIdle() ?? owner;
    this.#now.set(chosen!, (this.#now.get(chosen!) ?? 0) + 1);
    return chosen!;
  }

  /** The one with the fewest positions; among equals by turns. */
  #leastLoaded(): ProcessId {
    const workers = this.#workers;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < workers.length && least > 0; i++) {
      const at = (this.#turn + i) % workers.length;
      const load = this.#load.get(workers[at]!) ?? 0;
      if (load < least) {
        least = load;
        best = at;
      }
    }
    this.#turn = best + 1;
    this.#load.set(workers[best]!, least + 1);
    return workers[best]!;
  }

  #nextIdle(): ProcessId | undefined {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (!this.#now.has(worker)) return worker;
    }
    return undefined;
  }
}
