// Where solve() runs: each place is a function of the same shape, chosen by the algorithm of the request.
import type { SolveReply, SolveSubject } from '../../hosts/proof/explain.js';
import {
  type SolveRequest,
  type SolverDescription,
  type SolverReport,
  solverOf,
} from '../../proof/index.js';
import type { ClusterOptions } from '../cluster-options.js';
import type { Playable } from '../games.js';
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

const backends: Readonly<Record<SolverDescription['host'], SolveBackend>> = {
  thread: solveOnOneThread,
  threads: solveOnSeveralThreads,
  cluster: solveOnCluster,
};

export function solveBackendOf({ algorithm }: SolveRequest): SolveBackend {
  return backends[solverOf(algorithm).host];
}
