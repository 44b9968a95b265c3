// analyst(): searches position after position for a program with a board, as front ends do: with the memory of
// what was searched before, on several threads, some moves only or several lines if asked, and with a look
// into the table at any time. A search ends within a millisecond or two of its signal.
import { inputError, PlyadesError } from '../core/errors.js';
import type { GameId, Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { canShareMemory, runCrew } from '../hosts/threads/crew.js';
import { CrewMemory } from '../hosts/threads/homes.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import type { AlgorithmName } from '../parallel/algorithms.js';
import { checkLimits, type Limits, MAX_DEPTH } from '../search/limits.js';
import type { Progress } from '../search/sequential.js';
import { checkPosition, type Playable, playable } from './games.js';
import { bestKnown, type KnownPosition, lengthened } from './known.js';
import { canPlay } from './parallel.js';
import { Pocket } from './pocket.js';
import { checkOptions, recordBefore, type SearchOptions } from './search.js';
import { threads } from './threads.js';

/** How an analyst is made. */
export interface AnalystOptions extends Pick<SearchOptions, 'hash' | 'selective'> {
  /** Threads that search, 1 to 256; 1 if not given. */
  readonly workers?: number;
  /** `lazy-smp` if not given. Those that know no play mode search exactly. */
  readonly algorithm?: AlgorithmName;
}

/** One question. */
export interface AnalysisRequest extends Limits {
  /** Positions of the game before this one, the last one first. */
  readonly before?: readonly Position[];
  /** Moves to search, legal ones, at least one; all if not given. Only with `lazy-smp`. */
  readonly only?: readonly Move[];
  /** Lines wanted, at least 1; 1 if not given. Only with `lazy-smp`. */
  readonly lines?: number;
  /** Aborting ends the search with what it has. */
  readonly signal?: AbortSignal;
  /** Called for every finished depth, and now and then in between. */
  readonly onProgress?: (analysis: Analysis) => void;
}

/** What was found. */
export interface Analysis extends Progress {
  /** The next best lines in order. */
  readonly others: readonly Pick<Progress, 'value' | 'bound' | 'move' | 'pv' | 'depth'>[];
  /** How much of the table this search has filled, in thousandths. */
  readonly full: number;
  /** Plies of the longest line that was looked at; with `lazy-smp` in games in which lines go on beyond the depth. */
  readonly deepest?: number;
}

/** Searches positions of one game; lives until `close`. */
export interface Analyst {
  /** Starts its threads, so that the first search need not. */
  ready(): Promise<void>;
  /** One question at a time: others wait. Rejects with ERR_LIMIT, ERR_OPTION, ERR_ILLEGAL_MOVE. */
  analyse(position: Position, request?: AnalysisRequest): Promise<Analysis>;
  /**
   * Positions of the table below this one, the deepest searched first, of equals the better one, and each
   * after the one before it in its line; also while a search runs. Below `only` these moves if given.
   */
  known(position: Position, count: number, only?: readonly Move[]): readonly KnownPosition[];
  /**
   * A line from a position, at least a move, and what the table has after it, up to so many plies in all: legal
   * moves, and no position twice. Also while a search runs.
   */
  lengthen(position: Position, line: readonly Move[], plies: number): readonly Move[];
  /** Forgets all searches, when the one that runs has ended. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** An analyst for a game of the library. Throws a PlyadesError when the options cannot be. */
export async function analyst(game: GameId, options: AnalystOptions = {}): Promise<Analyst> {
  const { workers = 1, algorithm = 'lazy-smp' } = options;
  const { tableBytes, selective } = checkOptions({ ...options, workers, algorithm });
  return new CrewAnalyst(await playable(game), { workers, algorithm, tableBytes, selective });
}

interface Settings {
  readonly workers: number;
  readonly algorithm: AlgorithmName;
  readonly tableBytes: number;
  readonly selective: boolean;
}

class CrewAnalyst implements Analyst {
  readonly #game: Playable;
  readonly #settings: Settings;
  readonly #threads = new Pocket(threads);
  readonly #memory = new CrewMemory();
  /** Resolves when the memory is free for the next search. */
  #settled: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(game: Playable, settings: Settings) {
    this.#game = game;
    this.#settings = settings;
  }

  ready(): Promise<void> {
    return this.#inTurn(async () => {
      const [move] = this.#game.legalMoves(this.#game.notation.start());
      if (move !== undefined) await this.#search(this.#game.notation.start(), { depth: 1 });
      await this.#settled;
      this.#memory.clear();
    });
  }

  analyse(position: Position, request: AnalysisRequest = {}): Promise<Analysis> {
    return this.#inTurn(() => this.#search(position, request));
  }

  known(position: Position, count: number, only?: readonly Move[]): readonly KnownPosition[] {
    const contents = this.#memory.contents;
    if (contents === undefined) return [];
    return bestKnown(contents.rules, contents.table, position.record, count, only);
  }

  lengthen({ record }: Position, line: readonly Move[], plies: number): readonly Move[] {
    const contents = this.#memory.contents;
    if (contents === undefined) return line;
    return lengthened(contents.rules, contents.table, record, line, plies);
  }

  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#settled;
      this.#memory.clear();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#threads.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #search(position: Position, request: AnalysisRequest): Promise<Analysis> {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this analyst has been closed');
    const { before = [], only, lines = 1, signal, onProgress, ...limits } = request;
    const askedAt = sharedNow();
    unwrap(checkLimits(limits), PlyadesError.refusing);
    checkPosition(position);
    this.#checkWish(position, only, lines);
    const { depth = MAX_DEPTH, ...rest } = limits;
    const { algorithm, ...settings } = this.#settings;
    // The memory is used by one search at a time.
    await this.#settled;
    const answer = await runCrew(
      this.#threads,
      {
        ...settings,
        algorithm,
        game: this.#game.job,
        position: this.#game.jobPosition(position),
        before: before.map((each) => recordBefore(this.#game.id, each)),
        mode: canPlay(algorithm) ? 'play' : 'exact',
        depth,
        ...(only && { only }),
        ...(lines > 1 && { lines }),
        seed: 1,
        table: canShareMemory() ? 'shared' : 'local',
        memory: this.#memory,
        limits: rest,
        askedAt,
      },
      {
        signal,
        ...(onProgress && { onProgress: (report: SearchReport) => onProgress(analysis(report)) }),
      },
    );
    this.#settled = answer.settled;
    return analysis(answer);
  }

  #checkWish(position: Position, only: readonly Move[] | undefined, lines: number): void {
    const refuse = (message: string, input: string) => {
      throw PlyadesError.refusing(inputError('ERR_OPTION', message, input));
    };
    const { algorithm } = this.#settings;
    if (!(Number.isInteger(lines) && lines >= 1)) {
      refuse(`lines ${lines}: expected a whole number from 1`, String(lines));
    }
    if ((only !== undefined || lines > 1) && algorithm !== 'lazy-smp') {
      refuse(`${algorithm} searches all moves for one line: use lazy-smp`, algorithm);
    }
    if (only?.length === 0) refuse('only: expected at least one move', '');
    for (const move of only ?? []) unwrap(this.#game.play(position, move), PlyadesError.refusing);
  }
}

function analysis(report: SearchReport): Analysis {
  const { depth, value, bound, move, pv, nodes, leaves, seconds, solved } = report;
  const { others = [], full = 0, deepest } = report;
  const found = { depth, value, bound, move, pv, nodes, leaves, seconds, solved, others, full };
  return deepest === undefined ? found : { ...found, deepest };
}
