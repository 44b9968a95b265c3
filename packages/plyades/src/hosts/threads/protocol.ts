// What the threads of one process say to each other. A job is answered by any number of progress
// messages and exactly one `done` or `failed`.
import type { GameSource } from '../../games/open.js';
import type { SolverReport } from '../../proof/index.js';
import type { Limits } from '../../search/limits.js';
import type { Progress, Settings, StopReason } from '../../search/sequential.js';
import type { ProcessAnswer, ProcessJob, Searched } from './crew-protocol.js';
import type { ProofProcessAnswer, ProofProcessJob } from './proof-process.js';
import type { ProveAnswer, ProveJob } from './proving.js';
import type { ExplainJob, SolveAnswer, SolveJob } from './solving.js';

export interface SearchJob {
  readonly type: 'search';
  readonly game: GameSource;
  /** A compact record, or the state of a game in plain TypeScript. */
  readonly position: unknown;
  /** Records of the positions of the game before this one, the last one first. */
  readonly before?: readonly Uint8Array[];
  readonly limits: Limits;
  /** When the search was asked for, by `sharedNow`: a player's clock runs from then on, or from its start. */
  readonly askedAt?: number;
  readonly settings: Settings;
  /** Bytes of the transposition table, 0 for none. */
  readonly tableBytes: number;
  /** Keep the table of this worker's last job for the same game and size. */
  readonly keepTable: boolean;
}

export interface PerftJob {
  readonly type: 'perft';
  readonly game: GameSource;
  readonly position: unknown;
  readonly depth: number;
}

export type Job =
  | SearchJob
  | PerftJob
  | ProcessJob
  | ProofProcessJob
  | SolveJob
  | ExplainJob
  | ProveJob;

export type ToWorker =
  | { readonly id: number; readonly job: Job }
  | { readonly id: number; readonly abort: true }
  | { readonly id: number; readonly news: ProcessNews };

/** What a process of a parallel search is told while it runs. */
export type ProcessNews =
  /** A process was replaced by another one, which is reached by this channel. */
  | { readonly type: 'connect'; readonly process: number; readonly port: MessagePort }
  | { readonly type: 'lost'; readonly process: number };

/** Moves of a game in plain TypeScript travel as the user's own moves beside their indices. */
export interface SearchReport extends Progress {
  /** The next best lines in order, where they were asked for. */
  readonly others?: readonly Pick<Progress, 'value' | 'bound' | 'move' | 'pv' | 'depth'>[];
  /** How much of the table this search has filled, in thousandths, of a process of a crew. */
  readonly full?: number;
  /** Plies of the longest line that was looked at, where process 0 searches the root and lines go on beyond the depth. */
  readonly deepest?: number;
  /** Where results are checked: processes that have said what is not so. */
  readonly liars?: readonly number[];
  readonly stopped: StopReason | undefined;
  readonly plainMove?: unknown;
  readonly plainPv?: readonly unknown[];
}

export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

/** What a search, a count, a process of a parallel search and a solver answer at their end. */
export type Answer =
  | SearchReport
  | number
  | ProcessAnswer
  | ProofProcessAnswer
  | SolveAnswer
  | ProveAnswer;

export type FromWorker =
  | { readonly id: number; readonly progress: SearchReport }
  | { readonly id: number; readonly solving: SolverReport }
  /** A process of a parallel search tells what it has searched; only where nothing is shared. */
  | { readonly id: number; readonly searched: Searched }
  | { readonly id: number; readonly done: Answer }
  | { readonly id: number; readonly failed: Failure };
