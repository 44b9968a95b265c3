// Runs a parallel algorithm under the deterministic driver, with or without faults, in one cell.
import { createRandom } from '#dist/core/random.js';
import { Cell, type CellEvent } from '#dist/hosts/epochs/cell.js';
import type { Costs } from '#dist/hosts/epochs/costs.js';
import { drive, localCells, quietWorld, type World } from '#dist/hosts/epochs/driver.js';
import { createPorts } from '#dist/hosts/ports.js';
import type { Kernel, Table } from '#dist/kernel/index.js';
import type { Actor, Outlet, SearchFinding } from '#dist/parallel/actor.js';
import type { Algorithm, SearchPlan, TableKind } from '#dist/parallel/algorithm.js';
import { addCounters, type Counters, createCounters } from '#dist/parallel/counters.js';
import { createActor } from '#dist/parallel/create-actor.js';
import { searchesOf } from '#dist/parallel/hierarchy/index.js';
import type { LinkTimes } from '#dist/parallel/links.js';
import type { Ports } from '#dist/parallel/ports.js';
import type { Board } from '#dist/search/board.js';

/** A searched node takes a tenth of a microsecond, a message some nodes. */
export const TEST_COSTS: Costs = {
  nodeNs: 100,
  masterNodeNs: 50,
  messageNs: 300,
  byteNs: 1,
  latencyNs: 500,
};

/** Short ones, so that losses are noticed within a small search. */
export const TEST_LINK_TIMES: LinkTimes = {
  heartbeat: 100,
  silence: 1000,
  resend: 50,
  acknowledge: 10,
};

/** A kernel with searchers and tables for processes that are used by one search after the other. */
export interface Stand<P> {
  readonly kernel: Kernel;
  readonly board: Board<P>;
  readonly maxPly: number;
  /** Of process `self`; undefined for none. */
  table(self: number): Table | undefined;
}

export interface Plan<P> {
  readonly algorithm: Algorithm;
  readonly root: P;
  readonly depth: number;
  readonly size: number;
  readonly seed: number;
  readonly table: TableKind;
  readonly epochNs: number;
  readonly costs?: Costs;
  readonly linkTimes?: LinkTimes;
  /** Of the algorithm. */
  readonly settings?: object;
  readonly world?: World;
  /** Other parts of the plan. */
  readonly plan?: Partial<SearchPlan>;
  /** Puts another actor in the place of a process. */
  readonly wrap?: (self: number, outlet: Outlet, make: (outlet: Outlet) => Actor) => Actor;
}

export interface Run {
  readonly end: string;
  readonly at: number;
  readonly finding: SearchFinding | undefined;
  readonly counters: Counters;
  /** Processes that process 0 has shut out. */
  readonly liars: readonly number[];
}

/** Searchers are never freed, so those of a process are made once; a table of its own is not emptied. */
export class Bench<P> {
  readonly #stand: Stand<P>;
  readonly #ports: Ports<P>[] = [];

  constructor(stand: Stand<P>) {
    this.#stand = stand;
  }

  async run(plan: Plan<P>): Promise<Run> {
    const { algorithm, depth, size, seed, costs = TEST_COSTS } = plan;
    const { settings = {}, table } = plan;
    const request = { depth, mode: 'exact', table, seed, settings: { ...settings } } as const;
    const asked: SearchPlan = {
      request,
      ...(plan.linkTimes ? { linkTimes: plan.linkTimes } : {}),
      ...plan.plan,
    };
    const make = (self: number, incarnation: number, outlet: Outlet) => {
      const { rules, searches } = this.#portsOf(self, plan.root, searchesOf(algorithm, asked));
      const ports = { rules: { ...rules, root: plan.root }, searches };
      const place = { self, size, incarnation };
      const make = (own: Outlet) => createActor(algorithm, place, own, ports, asked);
      return plan.wrap?.(self, outlet, make) ?? make(outlet);
    };
    const processes = Array.from({ length: size }, (_, self) => self);
    let finding: SearchFinding | undefined;
    const liars: number[] = [];
    const ending = await drive(
      localCells([new Cell(processes, make, costs)], () => 0),
      {
        epochNs: plan.epochNs,
        world: plan.world ?? quietWorld(costs.latencyNs),
        goOn: (at) => at < 60e9,
        onReport(report) {
          if (report.type === 'depth') finding = report.finding;
          if (report.type === 'liar') liars.push(report.process);
        },
      },
    );
    const counters = createCounters();
    for (const totals of ending.processTotals) addCounters(counters, totals.counters);
    return { end: ending.end, at: ending.at, finding, counters, liars };
  }

  #portsOf(self: number, root: P, searches: number): Ports<P> {
    const { kernel, board, maxPly, table } = this.#stand;
    const first = self * searches;
    this.#ports[self] ??= createPorts(kernel, board, root, table(self), {
      searches,
      maxPly,
      first,
    });
    return this.#ports[self]!;
  }
}

/** Packets that are lost, late, doubled and out of order, and processes that crash, pause and limp. */
export function hostileWorld(seed: number, size: number, costs: Costs = TEST_COSTS): World {
  const random = createRandom(seed);
  const chance = (percent: number) => random.below(100) < percent;
  let nextAt = 20_000 + random.below(200_000);
  return {
    arrivals({ sentAt }) {
      if (chance(5)) return [];
      const late = () => sentAt + costs.latencyNs * (1 + random.below(chance(10) ? 60 : 3));
      return chance(5) ? [late(), late()] : [late()];
    },
    events(until) {
      const events: CellEvent[] = [];
      // Process 0 answers for the search; the host ends it.
      while (size > 1 && nextAt < until) {
        const process = 1 + random.below(size - 1);
        const at = nextAt + random.below(4_000_000);
        const kind = random.below(4);
        if (kind === 0) events.push({ type: 'pause', process, until: at });
        else if (kind === 1) events.push({ type: 'slow', process, factor: 1 + random.below(5) });
        else events.push({ type: 'crash', process, restartAt: chance(30) ? 1e15 : at });
        nextAt += 50_000 + random.below(3_000_000);
      }
      return events;
    },
    get nextEvent() {
      return size > 1 ? nextAt : Number.POSITIVE_INFINITY;
    },
  };
}
