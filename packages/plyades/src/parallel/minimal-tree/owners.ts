// Which worker a position goes to (section 3.1). A position stays with its owner, whose table knows it,
// unless its owner has something else to do in this pass while another worker had nothing in the last.
import type { ProcessId } from '../actor.js';
import { type Share, wholeShare } from '../sharing.js';

export class Owners {
  /** By process: positions sent in the last pass, in this one, and in the last with new ones of this. */
  #last: Int32Array;
  #now: Int32Array;
  readonly #load: Int32Array;
  /** Workers without a position in the last pass, to which none was sent in this one. */
  #idle: ProcessId[] = [];
  #workers: readonly ProcessId[] = [];
  readonly #share: Share;

  /** `size`: processes, the master included. */
  constructor(size: number, share: Share = wholeShare()) {
    this.#share = share;
    this.#last = new Int32Array(size);
    this.#now = new Int32Array(size);
    this.#load = new Int32Array(size);
  }

  /** A pass begins, with these workers. */
  begin(workers: readonly ProcessId[]): void {
    [this.#last, this.#now] = [this.#now, this.#last];
    this.#now.fill(0);
    this.#load.set(this.#last);
    this.#workers = workers;
    this.#idle = workers.filter((worker) => this.#last[worker] === 0).reverse();
  }

  /** Workers to which something was sent in the last pass or in this one. */
  *busy(): Iterable<ProcessId> {
    for (const worker of this.#workers) {
      if (this.#last[worker]! > 0 || this.#now[worker]! > 0) yield worker;
    }
  }

  /** Whether nothing was sent to a worker in the last pass, nor in this one. */
  isIdle(worker: ProcessId): boolean {
    return this.#last[worker] === 0 && this.#now[worker] === 0;
  }

  /** The worker for a position that was not sent in this pass yet. */
  choose(owner: ProcessId | undefined): ProcessId {
    let chosen = owner ?? this.#leastLoaded();
    if (chosen === owner && this.#now[owner]! > 0) chosen = this.#nextIdle() ?? owner;
    this.#now[chosen]!++;
    return chosen;
  }

  /** The one with the fewest positions, and the fewest others who wait for it; among equals by turns. */
  #leastLoaded(): ProcessId {
    const workers = this.#workers;
    const load = this.#load;
    const count = workers.length;
    const turn = this.#share.turn % count;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count && least > 0; i++) {
      let at = turn + i;
      if (at >= count) at -= count;
      const worker = workers[at]!;
      const all = load[worker]! + this.#share.othersOf(worker);
      if (all >= least) continue;
      least = all;
      best = at;
    }
    this.#share.turn = (best + 1) % count;
    load[workers[best]!]!++;
    return workers[best]!;
  }

  #nextIdle(): ProcessId | undefined {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (this.#now[worker] === 0) return worker;
    }
    return undefined;
  }
}
