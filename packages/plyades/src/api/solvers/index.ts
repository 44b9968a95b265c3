// Where solve() runs: each place is a function of the same shape, chosen by the algorithm of the request.
import type { SolveReply, SolveSubject } from '../../hosts/proof/explain.js';
import { DISTRIBUTED_SOLVER, type SolveRequest, type SolverReport } from '../../proof/index.js';
import type { ClusterOptions } from '../cluster-options.js';
import type { Playable } from '../games.js';
import { isSequential } from '../solve-options.js';
import { solveOnCluster } from './cluster.js';
import { solveOnOneThread } from './sequential.js';
import { solveOnSeveralThreads } from './threads.js';

/** What a backend needs beside the subject and its request. */
export interface SolveContext {
  readonly game: Playable;
  readonly cluster: ClusterOptions | undefined;
  report(report: SolverReport): void;
  readonly signal: AbortSignal;
}

/** What a backend replies: the answer, and how many took part. */
export interface SolveBackendReply extends SolveReply {
  readonly workers: number;
  /** Of a cluster: workers that were lost. */
  readonly losses?: number;
}

export type SolveBackend = (
  subject: SolveSubject,
  context: SolveContext,
) => Promise<SolveBackendReply>;

export function solveBackendOf({ algorithm }: SolveRequest): SolveBackend {
  if (algorithm === DISTRIBUTED_SOLVER) return solveOnCluster;
  return isSequential(algorithm) ? solveOnOneThread : solveOnSeveralThreads;
}
