// An engine as the rest of the library uses it: it takes positions and answers with legal moves. The supervisor hides
// that it is a program behind a pipe, which is restarted when it fails.
import type { EngineErrorCode } from '../core/errors.js';
import type {
  BestMove,
  EngineOption,
  Go,
  HashLine,
  Info,
  Protocol,
  Setup,
} from '../protocols/index.js';

/** The games that the protocols are spoken for. */
export const engineGames = ['chess', 'shogi'] as const;
/** A game that engines are spoken to about. */
export type EngineGame = (typeof engineGames)[number];

/** How a program is started. */
export interface EngineProgram {
  /** Path of the program, or its name on PATH or in /usr/games. */
  readonly command: string;
  readonly args?: readonly string[];
}

/** Events of an engine, for logs; in order. */
export type EngineEvent =
  | { readonly type: 'started'; readonly name: string; readonly pid: number }
  /** A fault, named; the process has been ended. A search that was running rejects with the same error. */
  | { readonly type: 'fault'; readonly code: EngineErrorCode; readonly message: string }
  /** It will be started again after exactly this wait. */
  | { readonly type: 'restarting'; readonly attempt: number; readonly waitMs: number }
  /** Too many faults without a finished search in between: it stays down. */
  | { readonly type: 'gave-up'; readonly faults: number }
  /** Something odd that did no harm, such as a principal variation with an illegal move, which was cut. */
  | { readonly type: 'oddity'; readonly message: string };

export interface EngineSettings extends EngineProgram {
  readonly game: EngineGame;
  /** `uci` for chess and `usi` for shogi if not given. */
  readonly protocol?: Protocol;
  /**
   * Set before the first `isready`, and again after every restart. An unknown name or a bad value makes
   * `startEngine` reject with ERR_OPTION.
   */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  /** Time to say `uciok`, and `readyok` after that (tables may be loaded); 30,000 if not given. */
  readonly handshakeMs?: number;
  /** From `stop`, or from the end of a limit by time, to `bestmove`; 5,000 if not given. */
  readonly graceMs?: number;
  /**
   * UCI: silence during a search after which it is asked whether it is alive; 10,000 if not given. USI: a sixth of
   * the silence after which its search is stopped.
   */
  readonly silenceMs?: number;
  /** Restarts in a row without a finished search in between; 5 if not given, 0 for none. */
  readonly restarts?: number;
  /** For the jitter of the waits before restarts: waits are a function of it; 1 if not given. */
  readonly seed?: number;
  /** Called for every start, fault and restart. */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** What an engine is asked to search. */
export interface EngineRequest {
  readonly setup: Setup;
  /** Limits and `searchMoves`. Without a limit it searches until `stop`. */
  readonly go: Go;
  /** Lines to report, 1 if not given; ERR_OPTION when the engine has no option MultiPV. */
  readonly multiPv?: number;
  /** When the search has not ended by then, it is stopped; for limits that are not of time. */
  readonly deadlineMs?: number;
  /** Gets every info line; moves of a `pv` are legal, an illegal rest is cut. Must not throw. */
  readonly onInfo?: (info: Info) => void;
}

export interface EngineResult extends BestMove {
  /**
   * The last info with a score and a line for each line asked for, index 0 the best. Scores that are
   * bounds are only kept when nothing else is known. May be empty: engines need not say anything.
   */
  readonly lines: readonly Info[];
  /** The greatest number of nodes reported, 0 when none was. */
  readonly nodes: number;
  /** From `go` to `bestmove`, wall time. */
  readonly ms: number;
}

/** An engine under supervision: it is restarted after faults, and its moves are checked. */
export interface Engine extends AsyncDisposable {
  /** As the engine says it. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly game: EngineGame;
  readonly options: readonly EngineOption[];
  /** Our extensions that it has: `hash`, or none. */
  readonly extensions: readonly string[];
  /** Resolves when it is ready for a search, after a restart too; rejects when it stays down. */
  ready(): Promise<void>;
  /** Sets an option, between searches; it is kept over restarts. Rejects with ERR_OPTION. */
  setOption(name: string, value: string | number | boolean): Promise<void>;
  /** The next position has nothing to do with those before: tables are cleared. Resolves when that is done. */
  newGame(): Promise<void>;
  /**
   * Searches a position. Refuses an illegal position or move list (ERR_ILLEGAL_MOVE and so on) without
   * asking the engine. Rejects with an engine's error code when it fails meanwhile; the engine is restarted
   * by itself, and the next search waits for that. A search that is asked for while another one is running
   * stops that one, and begins after its answer. The move of the answer is legal and among `searchMoves`.
   */
  search(request: EngineRequest): Promise<EngineResult>;
  /** Ends the running search with what it has, if there is one. */
  stop(): void;
  /** After `go.ponder`: the expected move was played, the clocks of `go` count from now. */
  ponderHit(): void;
  /**
   * The `count` most valuable positions of its table below the position last searched, also while that
   * search runs; by searched depth, parents before children. Only with the extension `hash`.
   */
  hashLines(count: number): Promise<readonly HashLine[]>;
  /** Ends the process: `quit`, then by force. Never rejects. */
  close(): Promise<void>;
}
