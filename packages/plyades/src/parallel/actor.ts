// The parts of a parallel algorithm. An actor is one process of it: a state machine that takes
// packets and steps and gives packets, counts and reports. It owns no clock, no socket, no thread and
// no source of chance; a host owns them and runs the actor: on a thread of its own, or one of a
// thousand under a virtual clock. What is tested under the clock is what runs on the threads.
import type { Bound } from '../core/score.js';
import type { Tracer } from '../core/trace.js';
import type { Counters } from './counters.js';
import type { ProofOutcome } from './pns-dfpn/outcome.js';

/** Number of a process, 0 .. size - 1. Process 0 answers for the search. */
export type ProcessId = number;

/** Microseconds since the search began, by the clock of the process's host. */
export type Micros = number;

/** What a step did, so that a host can compute its cost. */
export interface Step {
  /** Positions searched. */
  readonly nodes: number;
  /** Nodes of a master's own tree that were visited, which cost less or more than searched ones. */
  readonly masterNodes: number;
  /** True when the actor has nothing to do before a packet arrives or `wakeAt` has come. */
  readonly idle: boolean;
  /** When it wants another step even if no packet arrives; Infinity when never. */
  readonly wakeAt: Micros;
}

/** One process of a parallel search. */
export interface Actor {
  /** A packet of another process has arrived. Rubbish is dropped and counted. */
  receive(packet: Uint8Array, now: Micros): void;
  /** The host saw that another process has died. A hint: silence says the same, only later. */
  lost(process: ProcessId, now: Micros): void;
  /**
   * Works for about `budget` nodes, at least one, or less when there is less to do. `goesOn`: the next step continues
   * this one unless a packet comes before it, so what is done at the end of a step may be left to that.
   */
  step(budget: number, now: Micros, goesOn?: boolean): Step;
  /**
   * Process 0, for a player whose time is up: a finding beyond the last one reported that should decide
   * the move, if there is one. Not for exact mode: its bound may be one-sided.
   */
  interim?(): SearchFinding | undefined;
  /** Process 0 of an algorithm with a tree, in exact mode: what is known of its leaves (saved-tree.ts), if anything is. */
  keep?(): Uint8Array | undefined;
  /** The search has ended in this iteration: what was searched for later ones was speculation. */
  settle?(iteration: number): void;
  /** For traces: leaves that wait, to be searched in a worker, to be answered in a master. */
  readonly queued?: number | undefined;
  readonly counters: Counters;
}

/** Where an actor's packets and reports go. A host sends packets after the step that made them. */
export interface Outlet {
  send(to: ProcessId, packet: Uint8Array): void;
  /** Process 0 only. */
  report(report: ActorReport): void;
  /** Of a traced search: where a master describes its tree. */
  readonly trace?: Tracer;
}

/** What a finished depth of a search has found; values from the side to move at its root. */
export interface SearchFinding {
  /** As in the kernel: FULL_DEPTH when the game was searched to its end. */
  readonly depth: number;
  readonly value: number;
  readonly bound: Bound;
  readonly move: number | undefined;
  /** Begins with `move`. */
  readonly pv: readonly number[];
  /** True when nothing rests on an evaluation; of a bound, nothing that proves the bound. */
  readonly complete: boolean;
  /** The next best lines in order, where they were asked for. */
  readonly others?: readonly SearchFinding[];
}

export type ActorReport =
  | {
      readonly type: 'depth';
      readonly finding: SearchFinding;
      /** Plies of the master's tree, once an algorithm that has one has used it. */
      readonly horizon?: number | undefined;
    }
  /**
   * The last depth asked for is finished, or the game is solved: nothing more will come. `iteration` is the
   * last one that was searched, of an algorithm whose processes work ahead; `outcome` is the result of a proof.
   */
  | { readonly type: 'done'; readonly iteration?: number; readonly outcome?: ProofOutcome }
  /** The result of this number, of this process, was false. All its results are dropped. */
  | { readonly type: 'liar'; readonly process: ProcessId; readonly result: number }
  /** The search cannot go on. */
  | { readonly type: 'failed'; readonly reason: string };
