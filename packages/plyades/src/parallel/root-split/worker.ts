// A worker of root splitting: searches its assignments, one position at a time.
import type { Micros, ProcessId, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { hasDepth } from '../received.js';
import { boundsOf } from '../value-bounds.js';
import type { RootSplitMessage } from './messages.js';

export class RootWorker<P> implements Behaviour<RootSplitMessage> {
  readonly #context: ProcessContext<RootSplitMessage>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  #lease: number | undefined;

  /** `last` is the depth of the whole search. */
  constructor(context: ProcessContext<RootSplitMessage>, ports: Ports<P>, last: number) {
    this.#context = context;
    this.#ports = ports;
    this.#last = last;
  }

  message(from: ProcessId, message: RootSplitMessage): void {
    const { rules, searches } = this.#ports;
    const isAsked =
      from === 0 &&
      message.type === 'search' &&
      message.alpha < message.beta &&
      hasDepth(rules, this.#last, 1, message.depth) &&
      rules.moves(rules.root).includes(message.move);
    if (!isAsked) {
      this.#context.refuse(from);
      return;
    }
    const { depth, alpha, beta } = message;
    const path = [message.move];
    searches[0]!.start(rules.play(rules.root, message.move), { from: 1, depth, alpha, beta, path });
    this.#context.counters.jobs++;
    this.#lease = message.lease;
  }

  /** When the master is lost, it has forgotten what it gave. */
  lost(process: ProcessId): void {
    if (process === 0) this.#lease = undefined;
  }

  back(): void {}

  work(budget: number, _now: Micros): Step {
    if (this.#lease === undefined) return idleUntil();
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    const found = search.found;
    if (search.status === 'done' && found !== undefined) {
      this.#context.post(0, {
        type: 'result',
        lease: this.#lease,
        ...boundsOf(found),
        pv: found.pv,
        complete: found.complete,
      });
      this.#lease = undefined;
    }
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }
}
