// The sequential search as an algorithm of one process: what the others are compared with, under the
// same clock and with the same counters.
import type { Micros, Step } from '../actor.js';
import { defineAlgorithm } from '../algorithm.js';
import { countSearch } from '../counters.js';
import { settled } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, createProcess, idleUntil, type ProcessContext } from '../process.js';
import { defineMessages } from '../wire.js';
import { description } from './description.js';

export const sequential = defineAlgorithm({
  ...description,
  createActor: (seat, outlet, ports, { request, step, linkTimes }) =>
    createProcess(
      seat,
      defineMessages({}),
      outlet,
      (context) => new Alone(context, ports, request.depth, step),
      linkTimes,
    ),
});

class Alone<P> implements Behaviour<never> {
  readonly #context: ProcessContext<never>;
  readonly #ports: Ports<P>;
  readonly #depth: number;
  readonly #step: number | undefined;
  /** The depth under way, or the last one where the game says which follows which. */
  #iteration: number;
  #over = false;

  constructor(
    context: ProcessContext<never>,
    ports: Ports<P>,
    depth: number,
    step: number | undefined,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#depth = depth;
    this.#step = step;
    this.#iteration = step === undefined ? depth : ((depth - 1) % step) + 1;
    this.#start(step === undefined ? 1 : this.#iteration);
  }

  #start(from: number): void {
    this.#ports.searches[0]!.start(this.#ports.rules.root, { from, depth: this.#iteration });
  }

  message(): void {}
  lost(): void {}
  back(): void {}

  work(budget: number, _now: Micros): Step {
    if (this.#over) return idleUntil();
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    const { found } = search;
    if (search.status === 'done' && found !== undefined) {
      const finding = settled(found, this.#depth);
      if (finding === undefined && this.#step !== undefined) {
        this.#iteration += this.#step;
        this.#start(this.#iteration);
      } else {
        this.#over = true;
        this.#context.report({ type: 'depth', finding: finding ?? found });
        this.#context.report({ type: 'done' });
      }
    }
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }
}
