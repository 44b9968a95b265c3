// What a process asks of the game and of the sequential search. A host provides both; `P` is a
// position, which only the host can look into. All answers are functions of the position alone, so
// that every process, wherever it runs, sees the same tree.
import type { Bound } from '../core/score.js';

/** The rules of the game, for positions outside the search. */
export interface Rules<P> {
  /** The position that is searched. */
  readonly root: P;
  /** Legal moves, in the same order everywhere; none exactly when the game is over. */
  moves(position: P): readonly number[];
  play(position: P, move: number): P;
  /** The side to move, 0 or 1. */
  turn(position: P): number;
  /** Result of a finished game, else the evaluation; from the side to move. */
  value(position: P): number;
  /** Equal for equal positions, and for them only. Undefined when the game cannot tell. */
  key(position: P): string | undefined;
  /** True when a search of this depth is taken to the end of the game. */
  completes(position: P, depth: number): boolean;
  /** The depth that iterative deepening tries after this one. */
  deepen(position: P, depth: number): number;
}

export type SearchStatus = 'idle' | 'running' | 'waiting' | 'done' | 'aborted';

/** What to search for: one depth, or several up to it. */
export interface Order {
  /** First depth; `depth` itself if not given. */
  readonly from?: number;
  /** FULL_DEPTH searches to the end of the game. */
  readonly depth: number;
  /** Window (alpha, beta); open if not given. */
  readonly alpha?: number;
  readonly beta?: number;
}

/** What a finished search found, from the side to move at its root. */
export interface Found {
  readonly depth: number;
  readonly value: number;
  readonly bound: Bound;
  readonly move: number | undefined;
  readonly pv: readonly number[];
  readonly complete: boolean;
}

/** One resumable sequential search. A process may have several; they share its table. */
export interface Search<P> {
  /** Begins a search; whatever was under way is abandoned. */
  start(position: P, order: Order): void;
  /** Searches about this many nodes more. */
  run(budget: number): SearchStatus;
  /** Narrows the window of the search under way, or starts its depth again with another one. */
  rewindow(alpha: number, beta: number): void;
  /** Adds noise to what the move ordering has learnt, so that equal searches part ways. */
  scatter(seed: number): void;
  readonly status: SearchStatus;
  /** The depth under way. */
  readonly depth: number;
  /** The last finished depth of the search under way. */
  readonly found: Found | undefined;
  /** Positions searched since `start`, and leaves among them. */
  readonly nodes: number;
  readonly leaves: number;
}

/** Everything a process is given by its host. */
export interface Ports<P> {
  readonly rules: Rules<P>;
  /** Searches that the process may use at the same time, at least as many as its algorithm needs. */
  readonly searches: readonly Search<P>[];
}
