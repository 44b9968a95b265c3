// The sequential search as an algorithm of one process: what the others are compared with, under the
// same clock and with the same counters.
import type { Micros, Step } from '../actor.js';
import type { Algorithm } from '../algorithm.js';
import { countSearch } from '../counters.js';
import { settled } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, type Context, createProcess, idleUntil } from '../process.js';
import { defineMessages } from '../wire.js';

export const sequential: Algorithm = {
  hasMaster: false,
  searches: 1,
  modes: ['exact', 'play'],
  createActor: (place, outlet, ports, { depth, linkTimes }) =>
    createProcess(
      place,
      defineMessages({}),
      outlet,
      (context) => new Alone(context, ports, depth),
      linkTimes,
    ),
};

class Alone<P> implements Behaviour<never> {
  readonly #context: Context<never>;
  readonly #ports: Ports<P>;
  readonly #depth: number;
  #over = false;

  constructor(context: Context<never>, ports: Ports<P>, depth: number) {
    this.#context = context;
    this.#ports = ports;
    this.#depth = depth;
    ports.searches[0]!.start(ports.rules.root, { from: 1, depth });
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
      this.#over = true;
      const finding = settled(found, this.#depth) ?? found;
      this.#context.report({ type: 'depth', finding });
      this.#context.report({ type: 'done' });
    }
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }
}
