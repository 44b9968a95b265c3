// The counters of every algorithm, and the thesis's overheads (section 6.2.6) computed from it. A
// process counts what it does; a host adds what only it can see, the times.
import type { Counters, Times } from '../core/search-result.js';

export type { Counters, Times };

/** Nothing counted yet. */
export function createCounters(): Counters {
  return {
    nodes: 0,
    leaves: 0,
    aheadNodes: 0,
    speculativeNodes: 0,
    usedAheadNodes: 0,
    abandonedNodes: 0,
    againForWindow: 0,
    againForOwner: 0,
    againForTable: 0,
    catchUpNodes: 0,
    helpNodes: 0,
    masterNodes: 0,
    passes: 0,
    jobs: 0,
    tasks: 0,
    openTasks: 0,
    checks: 0,
    messages: 0,
    bytes: 0,
    refused: 0,
    entriesSent: 0,
    entriesReceived: 0,
    entriesUsed: 0,
  };
}

/** Runs a search for about `budget` nodes and counts them; returns how many they were. */
export function countSearch(counters: Counters, search: Runnable, budget: number): number {
  const { nodes, leaves } = search;
  search.run(budget);
  counters.leaves += search.leaves - leaves;
  counters.nodes += search.nodes - nodes;
  return search.nodes - nodes;
}

/** Why a piece of work is searched at a depth that was searched before, or at one that is not required. */
export type RepeatReason = 'window' | 'owner' | 'table' | 'catchUp';

const COUNTER_OF = {
  window: 'againForWindow',
  owner: 'againForOwner',
  table: 'againForTable',
  catchUp: 'catchUpNodes',
} as const satisfies Record<RepeatReason, keyof Counters>;

/** Counts nodes that no process would have searched alone. */
export function countRepeat(
  counters: Counters,
  reason: RepeatReason | undefined,
  nodes: number,
): void {
  if (reason !== undefined) counters[COUNTER_OF[reason]] += nodes;
}

interface Runnable {
  readonly nodes: number;
  readonly leaves: number;
  run(budget: number): unknown;
}

/** Adds the second to the first. */
export function addCounters(sum: Counters, more: Readonly<Counters>): void {
  for (const key of Object.keys(sum) as (keyof Counters)[]) sum[key] += more[key];
}

/** The figures that overheads are computed from. All seconds are of one kind. */
export interface RunOfSearch {
  /** Processors, the master's included. */
  readonly processors: number;
  /** Whether one of them is a master that searches nothing, or hardly. */
  readonly hasMaster: boolean;
  readonly seconds: number;
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  readonly sequential: { readonly seconds: number; readonly nodes: number };
}

/** Shares of the sequential search: 0.25 is a quarter more. */
export interface Overheads {
  /** (seconds * processors - sequential) / sequential. */
  readonly total: number;
  /** 1 / (processors - 1) for a processor that is only a master, else 0. */
  readonly master: number;
  /** Nodes searched for the value beyond the sequential ones. */
  readonly search: number;
  /** Nodes searched beyond the last iteration. */
  readonly speculative: number;
  /** What is left: (1 + total) = (1 + master)(1 + search + speculative)(1 + parallelization). */
  readonly parallelization: number;
  /** Share of the workers' time, not of the sequential search. */
  readonly startIdle: number;
  readonly otherIdle: number;
}

/**
 * The overheads of section 6.2.6. The printed product lacks a final minus 1; it is the product of the
 * factors (1 + overhead) that gives 1 + total.
 */
export function overheads(run: RunOfSearch): Overheads {
  const { processors, seconds, counters, sequential, times } = run;
  const total = (seconds * processors - sequential.seconds) / sequential.seconds;
  const master = run.hasMaster && processors > 1 ? 1 / (processors - 1) : 0;
  const speculative = counters.speculativeNodes / sequential.nodes;
  const search = (counters.nodes - counters.speculativeNodes) / sequential.nodes - 1;
  const parallelization = (1 + total) / ((1 + master) * (1 + search + speculative)) - 1;
  const workers = run.hasMaster ? times.slice(1) : times;
  const whole = workers.reduce((sum, t) => sum + t.busy + t.startIdle + t.otherIdle, 0);
  const share = (pick: (t: Times) => number) =>
    whole === 0 ? 0 : workers.reduce((sum, t) => sum + pick(t), 0) / whole;
  return {
    total,
    master,
    search,
    speculative,
    parallelization,
    startIdle: share((t) => t.startIdle),
    otherIdle: share((t) => t.otherIdle),
  };
}

/** Overheads as speedup: sequential time over parallel time. */
export const speedup = (run: RunOfSearch): number => run.sequential.seconds / run.seconds;
