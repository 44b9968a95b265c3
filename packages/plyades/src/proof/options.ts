// How to solve: which algorithm, how much memory, and when to give up.

import type { Goal } from './goal.js';
import type { SelectionRule } from './provers.js';

/** Algorithms that search on one thread. */
export const sequentialSolvers = ['pns', 'pn2', 'dfpn'] as const;
/** A solver on one thread. */
export type SequentialSolver = (typeof sequentialSolvers)[number];

/** Algorithms whose threads share a tree, or a table. */
export const parallelSolvers = ['rp-pns', 'rp-pn2', 'parallel-dfpn'] as const;
/** A solver whose threads share one tree or table. */
export type ParallelSolver = (typeof parallelSolvers)[number];

/** The algorithm of clusters: a master with a tree, workers that search its leaves. */
export const DISTRIBUTED_SOLVER = 'pns-dfpn';

/** Every algorithm that solves positions. */
export const solvers = [...sequentialSolvers, ...parallelSolvers, DISTRIBUTED_SOLVER] as const;
/** One of `solvers`; `pns-dfpn` is for clusters. */
export type SolveAlgorithm = (typeof solvers)[number];

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
  readonly seed: number;
}

/** PN2: 0.75 as in the paper. */
export const DEFAULT_EXPONENT = 0.75;
