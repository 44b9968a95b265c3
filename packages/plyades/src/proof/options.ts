// How to solve: which algorithm, how much memory, and when to give up.

import type { Goal } from './goal.js';
import type { SelectionRule } from './provers.js';

/** What a solver says of itself; everything that depends on which one it is, is taken from here. */
export interface SolverDescription {
  /** One line for people, without a full stop. */
  readonly help: string;
  /** On one thread, on several that share memory, or on the workers of a cluster. */
  readonly host: 'thread' | 'threads' | 'cluster';
  /** Where it keeps its numbers: nodes of a tree, or a table of positions. */
  readonly store: 'tree' | 'table';
  /** True when leaves are evaluated by a search of their own, as in PN2. */
  readonly secondLevel: boolean;
}

/** Every algorithm that solves positions, by name. */
export const solverDescriptions = {
  pns: {
    help: 'proof-number search in a tree',
    ...{ host: 'thread', store: 'tree', secondLevel: false },
  },
  pn2: {
    help: 'the same, its leaves evaluated by a second search: less memory, more time',
    ...{ host: 'thread', store: 'tree', secondLevel: true },
  },
  dfpn: {
    help: 'depth-first proof-number search on a table',
    ...{ host: 'thread', store: 'table', secondLevel: false },
  },
  'rp-pns': {
    help: 'pns by several threads in one tree',
    ...{ host: 'threads', store: 'tree', secondLevel: false },
  },
  'rp-pn2': {
    help: 'pn2 by several threads in one tree',
    ...{ host: 'threads', store: 'tree', secondLevel: true },
  },
  'parallel-dfpn': {
    help: 'dfpn by several threads on one table',
    ...{ host: 'threads', store: 'table', secondLevel: false },
  },
  'pns-dfpn': {
    help: 'a master with a tree, whose leaves the workers of a cluster search by dfpn',
    ...{ host: 'cluster', store: 'tree', secondLevel: false },
  },
} as const satisfies Record<string, SolverDescription>;

/** One of `solvers`; `pns-dfpn` is for clusters. */
export type SolveAlgorithm = keyof typeof solverDescriptions;

/** The solvers of a host. */
type SolverOn<H extends SolverDescription['host']> = {
  [N in SolveAlgorithm]: (typeof solverDescriptions)[N]['host'] extends H ? N : never;
}[SolveAlgorithm];
/** A solver on one thread. */
export type SequentialSolver = SolverOn<'thread'>;
/** A solver whose threads share one tree or table. */
export type ParallelSolver = SolverOn<'threads'>;

/** Every algorithm that solves positions. */
export const solvers = Object.keys(solverDescriptions) as readonly SolveAlgorithm[];

/** The algorithm if none is named: dfpn on this machine. */
export const DEFAULT_SOLVER: SequentialSolver = 'dfpn';

/** The algorithm of clusters: a master with a tree, workers that search its leaves. */
export const DISTRIBUTED_SOLVER: SolverOn<'cluster'> = 'pns-dfpn';

/** The description of a solver. */
export const solverOf = (algorithm: SolveAlgorithm): SolverDescription =>
  solverDescriptions[algorithm];

/** Longest line that is looked at, in plies. */
export const MAX_LINE = 2047;

/** MiB of memory if not given. */
export const DEFAULT_MEMORY_MB = 256;
/** The least memory, in MiB. */
export const MIN_MEMORY_MB = 16;
/** The most memory, in MiB. */
export const MAX_MEMORY_MB = 4000;

/** The first numbers of new nodes. */
export const initialNumbers = ['mobility', 'unit'] as const;
/** `mobility`: a node begins with the number of moves; `unit`: with 1 and 1. */
export type InitialNumbers = (typeof initialNumbers)[number];

/** Settings of a solver. */
export interface SolverOptions {
  readonly algorithm: SolveAlgorithm;
  readonly goal: Goal;
  readonly side: 0 | 1;
  readonly numbers: InitialNumbers;
  /** Bytes of tree or table. */
  readonly memoryBytes: number;
  /** Nodes to evaluate at most. */
  readonly nodes: number;
  /** PN2: the second level has the size of the first to this power. */
  readonly exponent: number;
}

/** Settings of a proof on several threads. */
export interface ParallelProofSettings {
  readonly threads: number;
  readonly selection: SelectionRule;
  /** Leaves that a thread expands at most before it goes back to the root; DEFAULT_STAY if not given. */
  readonly stay?: number;
  /** As in ProverGroupOptions, for measurements. */
  readonly spread?: number;
  readonly seed: number;
}

/** PN2: 0.75 as in the paper. */
export const DEFAULT_EXPONENT = 0.75;
