// A run: a simulation under way or finished, a search on threads, or a recorded trace. Views show the current run, and
// some of them a second one beside it. A run's pictures are made from its trace alone.
import { type Signal, signal } from '@preact/signals';
import type { ProofSimulation, Simulation } from 'plyades/sim';
import type { TraceLog } from 'plyades/trace';
import type { SimulationRequest } from './request.js';

export type RunStatus = 'running' | 'done' | 'stopped' | 'failed';

/** Whether the digest of a run that a link named is the one in the link. */
export type DigestCheck =
  | { readonly kind: 'same'; readonly digest: string }
  | { readonly kind: 'different'; readonly digest: string; readonly expected: string }
  /** The link was made by another build, whose runs may differ. */
  | { readonly kind: 'build'; readonly build: string; readonly expected: string };

/** What a link says that its run comes to. */
export interface ExpectedRun {
  readonly build: string;
  /** Undefined when the link was made before the run ended. */
  readonly digest: string | undefined;
}

export interface Run {
  readonly id: number;
  /** Such as `Othello, minimal-tree on 16 processors, depth 11`. */
  readonly title: string;
  /** Undefined for traces that were opened and searches on threads. */
  readonly request: SimulationRequest | undefined;
  /** What the link says that the run comes to, when a link brought it. */
  readonly expected?: ExpectedRun | undefined;
  /** Undefined until the first record has come. The log itself grows; `version` says when to look again. */
  readonly log: Signal<TraceLog | undefined>;
  /** Grows at most some thirty times a second while the log does. */
  readonly version: Signal<number>;
  readonly status: Signal<RunStatus>;
  readonly result: Signal<Simulation | undefined>;
  /** The result of a simulated proof, which has no `result`. */
  readonly proof?: Signal<ProofSimulation | undefined>;
  /** Why the run failed. */
  readonly failure: Signal<string | undefined>;
  readonly digestCheck: Signal<DigestCheck | undefined>;
  /** Ends the run; a finished one stays. */
  stop(): void;
}

/** The run that is shown. */
export const currentRun = signal<Run | undefined>(undefined);

/** A second run to compare it with. */
export const otherRun = signal<Run | undefined>(undefined);
