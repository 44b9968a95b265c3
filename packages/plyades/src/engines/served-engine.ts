// The engine behind a front end. `serve` speaks UCI or USI with a client: it keeps the position and the
// options, checks what it is sent, and asks an engine for moves. Our own search is one engine, many engines
// working as one are another.
import type { LoadedGame } from '../api/index.js';
import type { InputError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import type { Result } from '../core/result.js';
import type { BestMove, EngineOption, Go, HashLine, Info, Setup } from '../protocols/index.js';

/** A position that has been checked, and what is wanted of it. */
export interface ServedSearch {
  readonly game: LoadedGame;
  /** As the client wrote it; its moves are legal. */
  readonly setup: Setup;
  /** All positions of the game in order, the last one to be searched. */
  readonly positions: readonly Position[];
  /** `searchMoves` are legal, and not empty if given. */
  readonly go: Go;
}

/** A search that runs. */
export interface RunningSearch {
  /** The answer; after `infinite` or `ponder` the front end holds it back until `stop` or `ponderhit`. */
  readonly bestMove: Promise<BestMove>;
  /** Ends it with what it has; the answer follows at once. */
  stop(): void;
  /** The expected move was played: from now on the clocks of `go` count. */
  ponderHit(): void;
}

/** The result of a search for a mate: its moves, or why there are none. */
export type MateResult =
  | { readonly moves: readonly string[] }
  | { readonly outcome: 'nomate' | 'timeout' };

/** What a front end needs of an engine to serve it in a protocol. */
export interface ServedEngine extends AsyncDisposable {
  readonly name: string;
  readonly author: string;
  readonly extensions?: readonly string[];
  /** All options; the front end checks values against them. */
  readonly options: readonly EngineOption[];
  /** The value was checked; an error says why it cannot be met. Not called while a search runs. */
  setOption(name: string, value: string | undefined): Result<void, InputError>;
  /** Resolves when everything asked for so far is done: answers `isready`. */
  ready(): Promise<void>;
  /** The next position has nothing to do with those before. */
  newGame(): void;
  /** Starts to think; one task at a time. `report` may be called until the answer. */
  search(task: ServedSearch, report: (info: Info) => void): RunningSearch;
  /** USI, `go mate`: searches for a mate until `go.mateTime` or the signal. Not all engines can. */
  mate?(task: ServedSearch, signal: AbortSignal): Promise<MateResult>;
  /** With the extension `hash`. */
  hashLines?(count: number): Promise<readonly HashLine[]>;
  /** Ends the search and frees what the engine holds. */
  close(): Promise<void>;
}
