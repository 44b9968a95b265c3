// The messages between the threads of one process. A command is answered by any number of progress
// messages and exactly one `done` or `failed`.
import type { SearchLimits, SearchRequest } from '../../core/search-request.js';
import type { SearchProgress } from '../../core/search-result.js';
import type { GameSource } from '../../games/open.js';
import type { SolverReport } from '../../proof/index.js';
import type { ProofProcessCommand, ProofProcessReply } from '../proof/distributed-process.js';
import type { SolveCommand, SolveReply } from '../proof/explain.js';
import type { ExplainCommand } from '../proof/parallel-explain.js';
import type { ProofThreadCommand, ProofThreadReply } from '../proof/parallel-thread.js';
import type { GpuSearchCommand } from './gpu-search.js';
import type { LevelCommand } from './level-search.js';
import type { MctsCommand, MctsReply, MctsReportCommand } from './mcts-thread.js';
import type { NodeCounts, ProcessCommand, ProcessReply } from './process-protocol.js';
import type { CheckCommand, CheckReply } from './rules-check.js';

/** The game and position of a request, opened. Threads search these; the request's text is for checkpoints and messages. */
export interface SearchSubject {
  readonly game: GameSource;
  /** A compact record, or the state of a game in plain TypeScript. */
  readonly position: unknown;
  /** Records of the positions of the game before this one, the first one first. */
  readonly before: readonly Uint8Array[];
}

/** A sequential search. */
export interface SearchCommand extends SearchSubject {
  readonly type: 'search';
  readonly request: SequentialRequest;
  /** When the search was asked for, by `sharedNow`: a player's clock runs from then on, or from its start. */
  readonly askedAt?: number;
  /** Keep the table of this worker's last command for the same game and size. */
  readonly keepTable: boolean;
}

/** The fields of a request that the sequential search reads. */
export type SequentialRequest = SearchLimits &
  Pick<SearchRequest, 'mode' | 'hash'> &
  Partial<Pick<SearchRequest, 'selective' | 'settings'>>;

export interface PerftCommand {
  readonly type: 'perft';
  readonly game: GameSource;
  readonly position: unknown;
  readonly depth: number;
}

export type ThreadCommand =
  | SearchCommand
  | GpuSearchCommand
  | MctsCommand
  | MctsReportCommand
  | LevelCommand
  | PerftCommand
  | CheckCommand
  | ProcessCommand
  | ProofProcessCommand
  | SolveCommand
  | ExplainCommand
  | ProofThreadCommand;

export type ToWorker =
  | { readonly id: number; readonly command: ThreadCommand }
  | { readonly id: number; readonly abort: true }
  | { readonly id: number; readonly notice: ProcessNotice };

/** A message to a process of a parallel search while it runs. */
export type ProcessNotice =
  /** A process was replaced by another one, which is reached by this channel. */
  | { readonly type: 'connect'; readonly process: number; readonly port: MessagePort }
  | { readonly type: 'lost'; readonly process: number };

/** Moves of a game in plain TypeScript travel as the author's own moves beside their indices. */
export interface SearchReport extends SearchProgress {
  /** Of a search on a graphics device. */
  readonly device?: Readonly<Record<string, unknown>>;
  readonly plainMove?: unknown;
  readonly plainLine?: readonly unknown[];
  /** The same for each of `others`. */
  readonly plainOthers?: readonly (readonly unknown[])[];
}

export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

/** The replies of a search, a count, a process of a parallel search and a solver. */
export type ThreadReply =
  | SearchReport
  | MctsReply
  | number
  | CheckReply
  | ProcessReply
  | ProofProcessReply
  | SolveReply
  | ProofThreadReply;

export type FromWorker =
  /** Number 0: a worker that a program made serves its game from now on. */
  | { readonly id: number; readonly ready: true }
  | { readonly id: number; readonly progress: SearchReport }
  | { readonly id: number; readonly solving: SolverReport }
  /** A process of a parallel search tells what it has searched; only where nothing is shared. */
  | { readonly id: number; readonly searched: NodeCounts }
  /** A process of a traced search: a chunk of its records (trace-chunk.ts). */
  | { readonly id: number; readonly traced: Uint8Array }
  | { readonly id: number; readonly done: ThreadReply }
  | { readonly id: number; readonly failed: Failure };
