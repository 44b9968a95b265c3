// What a parallel search records about itself while it runs: the states of its processes, the pieces that they search,
// their messages, and the changes of a master's tree. Hosts write these records (epochs, threads, the cluster), masters
// add their trees through a `Tracer`, and every picture is made from the records alone, so that a recorded run and a
// live one look the same. Times are nanoseconds since the search began: virtual ones under the deterministic driver,
// real ones elsewhere. A number that is not known is NaN.
import type { Bound } from './score.js';

/** Nanoseconds since the search began. */
export type TraceTime = number;

/**
 * What a process does: `starting` until its first work, `searching` a piece, `deciding` in its own tree, sending or
 * receiving `messages`, `waiting` for one, or `down` after a crash or in a pause.
 */
export const processStates = [
  'starting',
  'waiting',
  'searching',
  'deciding',
  'messages',
  'down',
] as const;
export type ProcessState = (typeof processStates)[number];

/** From `at` until the next record of the process, it is in this state. */
export interface StateRecord {
  readonly process: number;
  readonly at: TraceTime;
  readonly state: ProcessState;
}

/** How the search of a piece ended: with a value, given up, or not before the run did. */
export const pieceOutcomes = ['done', 'left', 'unfinished'] as const;
export type PieceOutcome = (typeof pieceOutcomes)[number];

/**
 * How the search of a piece began: on the process's `own` account, as the next depth of a search that deepens
 * (`deeper`), or as a `part`, a child of a node that another search gave away.
 */
export const pieceKinds = ['own', 'deeper', 'part'] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** A piece of the tree that a process searches. */
export interface PieceRecord {
  readonly process: number;
  /** Never used twice by a process. */
  readonly piece: number;
  readonly kind: PieceKind;
  readonly from: TraceTime;
  /** NaN while it is searched. */
  readonly to: TraceTime;
  /** Moves from the root of the search. */
  readonly path: readonly number[];
  readonly depth: number;
  readonly alpha: number;
  readonly beta: number;
  /** Whether no process waits for it yet. */
  readonly ahead: boolean;
  /** Nodes searched so far. */
  readonly nodes: number;
  readonly outcome: PieceOutcome | undefined;
  /** From the side to move in the piece. */
  readonly value: number;
  readonly bound: Bound | undefined;
}

/** A message between two processes. */
export interface MessageRecord {
  readonly from: number;
  readonly to: number;
  readonly sentAt: TraceTime;
  /** NaN when it was lost, or is on its way. */
  readonly receivedAt: TraceTime;
  readonly bytes: number;
}

/** Counts of a process since the search began; NaN for those that it does not keep. */
export interface SampleRecord {
  readonly process: number;
  readonly at: TraceTime;
  readonly nodes: number;
  /** Nodes that the transposition table decided. */
  readonly tableHits: number;
  /** Pieces that wait in the process: leaves not yet searched in a worker, requests not yet answered in a master. */
  readonly queue: number;
}

/** One pass of a master over its tree. */
export interface PassRecord {
  readonly process: number;
  readonly from: TraceTime;
  readonly to: TraceTime;
  readonly pass: number;
  /** Depth of the whole search in this pass. */
  readonly depth: number;
  /** Nodes of the master's tree that it visited. */
  readonly visits: number;
  /** Value of the root as it is believed after the pass. */
  readonly value: number;
  /** Leaves that the value still rests on a guess for. */
  readonly uncertain: number;
}

/**
 * What is known of a node of a master's tree: `certain` (its value is proved in its window), `believed` (its value
 * rests on guesses), `searching` (some process searches it), `cut` (not visited because a sibling was good enough), or
 * `left` (it belonged to the predicted tree and does so no longer).
 */
export const nodeStates = ['certain', 'believed', 'searching', 'cut', 'left'] as const;
export type NodeState = (typeof nodeStates)[number];

/** A node of a master's tree is new, or has changed. Values and windows are those of its own side to move. */
export interface TreeRecord {
  /** The master. */
  readonly process: number;
  readonly at: TraceTime;
  /** Number of the node, from 0 for the root; `parent` is -1 there. */
  readonly node: number;
  readonly parent: number;
  /** The move that leads to it from its parent; the root's means nothing. */
  readonly move: number;
  readonly state: NodeState;
  /** Whether it belongs to the minimal tree as the master predicts it now. */
  readonly predicted: boolean;
  /** The pass window: it follows every value, proved or believed. */
  readonly alpha: number;
  readonly beta: number;
  /** The task window: it follows proved values only. */
  readonly taskAlpha: number;
  readonly taskBeta: number;
  /** The value believed, and the bounds proved. */
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
  /** The process that searches it; -1 when none does. */
  readonly owner: number;
  /** Proof and disproof number, in proof-number search. */
  readonly proof: number;
  readonly disproof: number;
}

/** A fault of the plan of a simulation. */
export interface FaultRecord {
  readonly process: number;
  readonly at: TraceTime;
  readonly type: 'crash' | 'pause' | 'slow';
  /** When the process works again; NaN for `slow`. */
  readonly until: TraceTime;
}

/** A finished depth of the whole search. */
export interface DepthRecord {
  readonly at: TraceTime;
  readonly depth: number;
  readonly value: number;
  readonly bound: Bound;
  readonly pv: readonly number[];
}

/** What was searched, by which build, and how. */
export interface TraceHeader {
  /** Version of the records. */
  readonly version: 1;
  readonly build: string;
  /** Name of the game, and the position as text. */
  readonly game: string;
  readonly position: string;
  readonly algorithm: string;
  readonly processes: number;
  /** Whether process 0 is a master. */
  readonly hasMaster: boolean;
  readonly clock: 'virtual' | 'real';
  /** The command that makes the run again, of a simulation. */
  readonly command?: string;
}

/** The changes of a node that a master describes; the host adds process and time. */
export type TreeChange = Omit<TreeRecord, 'process' | 'at'>;

/** How an actor adds to a trace. A host gives it to actors of traced searches only. */
export interface Tracer {
  /**
   * Whether changes of the tree should be described now. Asked at the end of a pass; true at most once in a fixed
   * interval of the host's clock, so that a busy master is not slowed down.
   */
  wantsTree(): boolean;
  node(change: TreeChange): void;
  pass(pass: Pick<PassRecord, 'pass' | 'depth' | 'visits' | 'value' | 'uncertain'>): void;
}
