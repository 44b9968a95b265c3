// What a process needs of the game and of the sequential search. A host provides both; `P` is a position, which only
// the host can look into. All answers are functions of the position alone, so that every process on every host sees
// the same tree.
import type { SearchFinding } from './actor.js';

/** The rules of the game, for positions outside the search. */
export interface RulesPort<P> {
  /** The position that is searched. */
  readonly root: P;
  /** Legal moves, in the same order everywhere; none exactly when the game is over. */
  moves(position: P): readonly number[];
  /** True when the tree has fewer moves than the rules allow. */
  readonly bounded?: boolean;
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
  /**
   * Play mode, in games that have a model of their evaluation (ProbCut): the shallow search that is tried at a node of
   * `depth` plies when `tried` others have not decided it. A value of `bound` or more, with `low` of `bound` or less,
   * predicts one beyond the bound that is asked for. Undefined when no other search is worth it.
   */
  probCut?(
    position: P,
    depth: number,
    tried: number,
    bound: number,
    low: boolean,
  ): { readonly depth: number; readonly bound: number } | undefined;
  /**
   * Play mode: the result of a game that has ended by the way it took, by repetition or for lack of
   * progress, from the side to move; undefined when it goes on. Positions from the root on, in order.
   */
  resultByPath?(path: readonly P[]): number | undefined;
}

/** `waiting`: nothing can be done before the value of a child that was given away is delivered. */
export type SearcherStatus = 'idle' | 'running' | 'waiting' | 'done' | 'aborted';

/** What to search for: one depth, or several up to it. */
export interface SubtreeRequest<P = unknown> {
  /** First depth; `depth` itself if not given. */
  readonly from?: number;
  /** FULL_DEPTH searches to the end of the game. */
  readonly depth: number;
  /** Window (alpha, beta); open if not given. */
  readonly alpha?: number;
  readonly beta?: number;
  /** Exact mode: alpha-beta with internal deepening, as in textbooks, instead of our best search. */
  readonly textbook?: boolean;
  /**
   * Exact mode, where processes share a table: least depth of nodes that are marked in it, 0 for the game's own; none if
   * not given.
   */
  readonly markDepth?: number;
  /** Positions that led there from the root of the whole search, which is the last of them. */
  readonly before?: readonly P[];
  /** Moves from the root of the process's search, for searches that others make and for traces. */
  readonly path?: readonly number[];
  /** No process waits for it yet. */
  readonly ahead?: boolean;
  /** True for one of many pieces of a search: the move ordering keeps what earlier pieces have taught it. */
  readonly keepOrdering?: boolean;
}

/** A child that a search gives away: what another process must know to search it. */
export interface SplitPart {
  /** FULL_DEPTH to the end of the game. */
  readonly depth: number;
  /** The child's window, from its own side. */
  readonly alpha: number;
  readonly beta: number;
  /** 1 when the same side moves again in the child, else -1. */
  readonly sign: 1 | -1;
  /** 1: on the principal variation; 2: a cut is expected; 3: none is. */
  readonly type: 1 | 2 | 3;
  /** True when a null window is worth a try before the whole one. */
  readonly scout: boolean;
}

/** A child that has been given away, as its parent's search knows it. */
export interface SplitChild extends SplitPart {
  /** Names the child when its value is delivered; never used twice by a search. */
  readonly ticket: number;
  /** Moves from the root of the search to the child. */
  readonly path: readonly number[];
}

/** Where a search may be split. */
export interface SplitCondition {
  /** Least depth of the node, 2 or more; to the end of the game, the plies that are left. */
  readonly minDepth: number;
  /** Children of a node of type 2 that are searched one after the other first. */
  readonly reasonable: number;
}

/** One resumable sequential search. A process may have several; they share its table. */
export interface SearchPort<P> {
  /** Begins a search; the one under way, if any, is abandoned. */
  start(position: P, order: SubtreeRequest<P>): void;
  /** Begins the search of a child that another search gave away, in exact mode; `path` as in an order. */
  take(position: P, part: SplitPart, path?: readonly number[]): void;
  /** The ply of the node that is best split, by the rule of the young brothers: nearest the root. */
  candidate(rule: SplitCondition): number | undefined;
  /** Takes the next move out of a candidate; the search goes on without it as far as it can. */
  split(ply: number): SplitChild | undefined;
  /** The value of a child that was given away. False when its value is not wanted any more. */
  deliver(
    ticket: number,
    found: Pick<SearchFinding, 'value' | 'bound' | 'complete' | 'pv'>,
  ): boolean;
  /** The window of a child as it is now; it only ever narrows. Undefined when its value is not wanted any more. */
  window(ticket: number): { readonly alpha: number; readonly beta: number } | undefined;
  /** Searches about this many nodes more. */
  run(budget: number): SearcherStatus;
  /** Leaves the depth under way, whose value is known from another search, and goes on with a greater one. */
  advance(depth: number): void;
  /** Narrows the window of the search under way, or starts its depth again with another one. */
  rewindow(alpha: number, beta: number): void;
  /** Adds noise to the history of the move ordering, so that equal searches part ways. */
  perturb(seed: number): void;
  /** The search under way is not wanted any more, or is over. */
  release?(): void;
  /** The search that was begun ahead is waited for now. */
  hurry?(): void;
  /** Paths begin with these moves from now on: those to the root of the process's search. */
  rebase?(path: readonly number[]): void;
  /** Nodes, without leaves, that others have searched for it since `start`. Only of searches that others make. */
  readonly elsewhere?: number | undefined;
  readonly status: SearcherStatus;
  /** The depth under way. */
  readonly depth: number;
  /** The last finished depth of the search under way. */
  readonly found: SearchFinding | undefined;
  /** Positions searched since `start`, and leaves among them. */
  readonly nodes: number;
  readonly leaves: number;
  /** Plies of the longest line that was looked at, where lines go on beyond the depth. */
  readonly deepest?: number | undefined;
  /** Nodes of all its searches that the table decided when they were entered. */
  readonly tableHits?: number | undefined;
}

/** Bytes of a table's entry outside of it: the key of its position and what is stored for it. */
export const ENTRY_BYTES = 15;

/** Most entries that are handed over with a part of a search. */
export const HANDED_ENTRIES = 64;

/**
 * The way between the process's table and those of others: what is worth telling is put aside in a
 * shadow table of at most 128 entries as it is stored. Only hosts look into entries.
 */
export interface Exchange {
  /** Entries in the shadow table. */
  readonly waiting: number;
  /** Its entries, ENTRY_BYTES each; it is empty afterwards. */
  take(): Uint8Array;
  /** Stores entries of another process, at most 128, and returns how many were new. */
  give(entries: Uint8Array): number;
  /** How often an entry of another process has decided a node, so far. */
  readonly used: number;
  /** From now on only what is stored up to `plies` below the root of a search is put aside. */
  limit(plies: number): void;
}

/** What the process's table knows below a position, for another one that is to search it. Only hosts look into entries. */
export interface TableHandOver<P> {
  /** At most HANDED_ENTRIES of ENTRY_BYTES each, those nearest to the position first. */
  below(position: P): Uint8Array;
  /** Stores entries of another process, and returns how many were new. */
  give(entries: Uint8Array): number;
}

/** Everything a process is given by its host. */
export interface Ports<P> {
  readonly rules: RulesPort<P>;
  /** Searches that the process may use at the same time, at least as many as its algorithm needs. */
  readonly searches: readonly SearchPort<P>[];
  /** Where tables share by a ring, and there is a table. */
  readonly exchange?: Exchange;
  /** Where the process has a table of its own, and the game has a kernel. */
  readonly handOver?: TableHandOver<P>;
}
