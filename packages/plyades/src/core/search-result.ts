// The one result of a search, and what is known on the way to it. Every host and backend reports these records;
// values are from the side to move at the root.
import type { GameId, Move } from './game.js';
import type { Bound } from './score.js';
import type { SearchMode } from './search-request.js';

/** The values of `StopReason`. */
export const stopReasons = ['depth', 'solved', 'nodes', 'time', 'aborted'] as const;
/** What ended a search: its depth, a solved game, or a limit. */
export type StopReason = (typeof stopReasons)[number];

/** How a search stands: under way, or what ended it. */
export type SearchStatus = 'searching' | StopReason;

/** A move with the line and the value that go with it. `M` is the type of a move. */
export interface SearchLine<M = Move> {
  /** Plies of the last finished search; the length of the game when it was searched to its end. */
  readonly depth: number;
  readonly value: number;
  readonly bound: Bound;
  /** Undefined when the game is over. */
  readonly move: M | undefined;
  /** The principal variation; begins with `move`. On a graphics device it is the move alone. */
  readonly line: readonly M[];
  /** True when the value is that of the game; not known if not given. */
  readonly solved?: boolean;
  /**
   * Which part of the nodes went into the search of `move`, 0 to 1, where threads search the root: sampled between slices of
   * the thread that reports. Of random games, the part that began with the move.
   */
  readonly share?: number;
}

/** What is known so far. */
export interface SearchProgress<M = Move> extends SearchLine<M> {
  readonly status: SearchStatus;
  /** Positions searched. */
  readonly nodes: number;
  /**
   * Those among them at the horizon or the end of the game. Missing where they are not counted: mostly on a graphics
   * device, and in the reports of a deterministic search before its end.
   */
  readonly leaves?: number;
  readonly seconds: number;
  /**
   * The whole game below was searched, or a forced win or loss was found: one that no rule about moves
   * without progress, such as the fifty moves of chess, can turn into a draw.
   */
  readonly solved: boolean;
  /** The next best lines in order, where several were asked for. */
  readonly others?: readonly SearchLine<M>[];
  /** How much of the table this search has filled, in thousandths. */
  readonly full?: number;
  /** Plies of the longest line that was looked at, where a process searches the root and lines go on beyond the depth. */
  readonly deepest?: number;
  /** Where it is to be kept: what the master of a parallel search knows of its tree. Not in every report. */
  readonly tree?: Uint8Array;
  /** Where results are checked: processes that sent false ones. */
  readonly liars?: readonly number[];
}

/** What one process of a parallel search counted, and how it spent its time. */
export interface ProcessUse {
  readonly counters: Readonly<Counters>;
  readonly times: Times;
  /** Seconds in which it opened its game and emptied its part of the table, before `times` begin. */
  readonly opening?: number;
  /** Of an algorithm whose threads mark what they search (ABDADA). */
  readonly marks?: MarkCounts;
}

/** What marks of other threads did in one of them. */
export interface MarkCounts {
  /** Children that were put off because another thread was searching them. */
  readonly putOff: number;
  /** Nodes under way that the table decided, mostly by what another thread had stored. */
  readonly decidedMeanwhile: number;
}

/** What a search found, how, and what ended it. */
export interface SearchResult<M = Move> extends SearchProgress<M> {
  readonly status: StopReason;
  readonly game: GameId;
  readonly algorithm: string;
  readonly mode: SearchMode;
  /** Threads or slots that searched. */
  readonly workers: number;
  /** What a parallel search counted, all its processes together. */
  readonly counters?: Readonly<Counters>;
  /** How its processes spent their time; a master's comes first. */
  readonly times?: readonly Times[];
  /** The same by process, on threads of this machine; of a search by random games, `nodes` are simulations. */
  readonly processes?: readonly ProcessUse[];
  /** Worker threads that died and were replaced; on a cluster, seats that were lost. */
  readonly replaced?: number;
  /** In games played for a margin, when solved: the margin, from the side to move. */
  readonly margin?: number;
  /** Of a search on a graphics device: its name, and how it was used. */
  readonly device?: Readonly<Record<string, unknown>>;
}

/** The part of a result from which a later search of the same position goes on. */
export interface EarlierResult extends SearchLine {
  readonly tree?: Uint8Array;
}

/** Counts of one process, or of all together. */
export interface Counters {
  /** Positions searched, and those at the horizon or the end of the game. */
  nodes: number;
  leaves: number;
  /** Nodes searched before their iteration was reached, whether it was later or not. Among `nodes`. */
  aheadNodes: number;
  /** Nodes searched for iterations that were never reached, or without a request. Among `nodes`. */
  speculativeNodes: number;
  /** Nodes searched before their iteration was reached, whose result the iteration used. Among `aheadNodes`. */
  usedAheadNodes: number;
  /** Nodes of searches that were broken off, or done twice after a fault. Among `nodes`. */
  abandonedNodes: number;
  /**
   * Nodes of a piece of work at a depth that was searched before: since its window had changed, since another process
   * had searched it, or since the search had been broken off and only the table knew of it. Among `nodes`.
   */
  againForWindow: number;
  againForOwner: number;
  againForTable: number;
  /** Nodes of pieces that are new, at depths below the one required. Among `nodes`. */
  catchUpNodes: number;
  /** Nodes searched for a part of another process's piece. Among `nodes`. */
  helpNodes: number;
  /** Visits of nodes of a master's tree, and passes over it. */
  masterNodes: number;
  passes: number;
  /** Searches begun for another process, or pieces of work. */
  jobs: number;
  /** Searches finished to the depth that was asked for, and those among them with an open window. */
  tasks: number;
  openTasks: number;
  /** Results that another worker searched again as a check. */
  checks: number;
  /** Packets sent and their bytes, acknowledgements and heartbeats included. */
  messages: number;
  bytes: number;
  /** Packets that were refused as rubbish. */
  refused: number;
  /** Table entries sent to others by a ring, those of others that were stored, nodes they decided. */
  entriesSent: number;
  entriesReceived: number;
  entriesUsed: number;
}

/** How one process spent its time, in seconds (virtual ones in a simulation). */
export interface Times {
  readonly busy: number;
  /** Idle until its first search began. */
  readonly startIdle: number;
  /** Idle afterwards. */
  readonly otherIdle: number;
}
