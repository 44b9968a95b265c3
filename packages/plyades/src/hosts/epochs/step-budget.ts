// When a process on a thread looks at its packets, under the virtual clock: the rules of threads/actor-loop.ts and of
// threads/mailbox.ts in virtual time. A slice is one step of the actor. Where a packet can interrupt it, it is made in
// parts that end with the epochs, and only the last part sends; else it is one step, and packets wait for its end.
import { POLL_NODES } from '../../kernel/index.js';
import { FIRST_SLICE } from '../threads/actor-loop.js';
import { LONGEST_SPIN_MS, PROBE_EVERY, SHORTEST_SPIN_MS } from '../threads/mailbox.js';
import type { Nanos } from './cell.js';
import type { HostCosts } from './costs.js';

const LONGEST_SPIN = 1e6 * LONGEST_SPIN_MS;
const SHORTEST_SPIN = 1e6 * SHORTEST_SPIN_MS;

export class StepBudget {
  readonly #host: HostCosts;
  /** Nodes of a whole slice: few at first, and twice as many after each, until it takes its time. */
  #slice = FIRST_SLICE;
  /** Whether the slice under way is a whole one, and not one after a packet. */
  #isWhole = false;
  /** Nodes left of a slice that is made in parts; 0 between slices. */
  #left = 0;
  /** A packet has come: the next slice is short. */
  #hasMail = false;
  #spin: Nanos = LONGEST_SPIN;
  #waits = 0;

  constructor(host: HostCosts) {
    this.#host = host;
  }

  /** Nodes of the next step, with `epochNodes` left of the epoch, and whether the one after it continues it. */
  next(epochNodes: number, nodeNs: Nanos): { readonly budget: number; readonly goesOn: boolean } {
    if (this.#left === 0) {
      this.#slice = Math.max(1, Math.min(this.#slice, Math.round(this.#host.sliceNs / nodeNs)));
      this.#left = this.#hasMail ? Math.min(this.#slice, POLL_NODES) : this.#slice;
      this.#isWhole = this.#left === this.#slice;
      this.#hasMail = false;
    }
    if (!this.#host.interrupts) return { budget: this.#left, goesOn: false };
    const budget = Math.min(this.#left, epochNodes);
    return { budget, goesOn: budget < this.#left };
  }

  /** A step has searched this many nodes, or has ended early (undefined). */
  stepped(nodes: number | undefined): void {
    this.#left =
      nodes === undefined || !this.#host.interrupts ? 0 : Math.max(0, this.#left - nodes);
    if (nodes !== undefined && this.#left === 0 && this.#isWhole) this.#slice *= 2;
  }

  /** A packet has come. */
  interrupt(): void {
    this.#left = 0;
    this.#hasMail = true;
  }

  /** Until the process goes on after it has waited for so long: nothing if it still looked at its bell. */
  wake(waited: Nanos): Nanos {
    const spin = ++this.#waits % PROBE_EVERY === 0 ? LONGEST_SPIN : this.#spin;
    if (waited <= spin) {
      this.#spin = LONGEST_SPIN;
      return 0;
    }
    this.#spin = Math.max(SHORTEST_SPIN, this.#spin / 2);
    return this.#host.wakeNs;
  }
}
