// bot(): an opponent for any game. It keeps threads of its own and what it has learnt in its table
// from move to move; its searches never run on the caller's thread.

import { inputError, PlyadesError } from '../core/errors.js';
import type { GameNotation, Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import type { GameSource } from '../games/open.js';
import { checkRules, type Finding, isPlainGame, type PlainGame } from '../games/plain/index.js';
import { canShareMemory, runCrew } from '../hosts/threads/crew.js';
import { CrewMemory } from '../hosts/threads/homes.js';
import type { JobHandlers } from '../hosts/threads/pool.js';
import type { SearchJob, SearchReport } from '../hosts/threads/protocol.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import { compileKernel } from '../kernel/index.js';
import { checkLimits, type Limits, MAX_DEPTH } from '../search/limits.js';
import { observe, type SearchHandle } from './channel.js';
import { checkPosition, playable } from './games.js';
import { settleParallel } from './parallel.js';
import { Pocket } from './pocket.js';
import { checkOptions, recordBefore, type SearchOptions } from './search.js';
import { threads } from './threads.js';

/** How hard the bot tries: `easy` and `medium` look a few plies ahead, `hard` uses all its time. */
export const levels = ['easy', 'medium', 'hard'] as const;
/** One of `levels`. */
export type Level = (typeof levels)[number];

/** The algorithms by which several threads can think in play mode. */
export const botAlgorithms = ['lazy-smp', 'aphid', 'minimal-tree'] as const;
/** One of `botAlgorithms`. */
export type BotAlgorithm = (typeof botAlgorithms)[number];

const levelDepth: Record<Level, number | undefined> = { easy: 1, medium: 4, hard: undefined };

/** How a bot is made. */
export interface BotOptions extends Pick<SearchOptions, 'hash' | 'method' | 'selective'> {
  /** `hard` if not given. */
  readonly level?: Level;
  /**
   * Threads that think, 1 to 256. `auto`, the default, is one per core at level `hard` where threads
   * can share a table and the game has one to share, else 1. Several think by `algorithm`, whatever the
   * method, and may answer differently each time.
   */
  readonly workers?: number | 'auto';
  /** How several threads think; `lazy-smp` if not given. */
  readonly algorithm?: BotAlgorithm;
}

/** Limits of one thought; the first one reached counts. */
export interface ThinkOptions extends Limits {
  /**
   * Positions of the game before this one, the last one first, in chess, checkers, shogi and Lines of
   * Action: the bot then knows what would end the game by repetition. In other games they mean nothing.
   */
  readonly before?: readonly Position[];
  /** Aborting ends the thinking with the best move so far. */
  readonly signal?: AbortSignal;
}

/** What the bot thinks of a position. */
export interface Thought<Move> {
  /** Undefined when the game is over. */
  readonly move: Move | undefined;
  /** From the side to move; beyond +-490000 a proven win or loss. */
  readonly value: number;
  /** The moves it expects, its own first. */
  readonly line: readonly Move[];
  readonly depth: number;
  readonly nodes: number;
  readonly seconds: number;
  readonly solved: boolean;
}

/** An opponent. It lives until `close`, and keeps what it has learnt from move to move. */
export interface Bot<State, Move> {
  /** The move to play. Without limits it thinks for a second. One question at a time: others wait. */
  move(state: State, options?: ThinkOptions): Promise<Thought<Move>>;
  /** Thinks until aborted, solved or told otherwise by limits; iterate over it for deeper and deeper thoughts. */
  analyse(state: State, options?: ThinkOptions): SearchHandle<Thought<Move>, Thought<Move>>;
  /** Plays random games and reports mistakes in the rules of a game in plain TypeScript. */
  checkRules(): Promise<readonly Finding<Move>[]>;
  /** Ends the bot's threads. */
  close(): Promise<void>;
}

const DEFAULT_MS = 1000;

/**
 * An opponent for a game: a game made by `defineGame`, or the name or notation of one that comes with
 * the library, whose states are Positions and whose moves are codes.
 */
export async function bot<State, Move>(
  game: PlainGame<State, Move>,
  options?: BotOptions,
): Promise<Bot<State, Move>>;
export async function bot(
  game: string | GameNotation,
  options?: BotOptions,
): Promise<Bot<Position, Move>>;
export async function bot(
  game: string | GameNotation | PlainGame<unknown, unknown>,
  options: BotOptions = {},
): Promise<Bot<unknown, unknown>> {
  const level = options.level ?? 'hard';
  if (!levels.includes(level)) {
    const message = `level '${level}': expected one of ${levels.join(', ')}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(level)));
  }
  const { algorithm = DEFAULT_ALGORITHM } = options;
  if (!botAlgorithms.includes(algorithm)) {
    const message = `algorithm '${algorithm}': expected one of ${botAlgorithms.join(', ')}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(algorithm)));
  }
  const { method, selective, tableBytes } = checkOptions({ ...options, algorithm, mode: 'play' });
  const mind = await mindOf(game);
  const asked = options.workers ?? 'auto';
  const workers = await crewSize(algorithm, asked, level, mind, tableBytes);
  const job = (state: unknown, limits: Limits, before?: readonly Position[]): SearchJob => ({
    type: 'search',
    game: mind.job,
    position: mind.position(state),
    before: mind.before(before ?? []),
    limits,
    askedAt: sharedNow(),
    settings: { mode: 'play', method, selective },
    tableBytes,
    keepTable: true,
  });
  return new ThreadBot(mind, job, levelDepth[level], workers, algorithm);
}

const DEFAULT_ALGORITHM = 'lazy-smp';

/** For a few plies more threads do not help, nor without a table if that is all they share. */
async function crewSize(
  algorithm: BotAlgorithm,
  workers: number | 'auto',
  level: Level,
  mind: Mind<unknown, unknown>,
  tableBytes: number,
): Promise<number> {
  if (workers !== 'auto') return workers;
  const worthwhile =
    levelDepth[level] === undefined && mind.usesTable && tableBytes > 0 && canShareMemory();
  return worthwhile ? (await settleParallel(algorithm, { workers })).workers : 1;
}

/** What differs between a game object and a game by name: positions and moves. */
interface Mind<State, Move> {
  readonly job: GameSource;
  /** False when it is not known whether positions can be told apart. */
  readonly usesTable: boolean;
  position(state: State): unknown;
  before(positions: readonly Position[]): readonly Uint8Array[];
  line(report: SearchReport): readonly Move[];
  checkRules(): readonly Finding<Move>[];
}

async function mindOf(
  game: string | GameNotation | PlainGame<unknown, unknown>,
): Promise<Mind<unknown, unknown>> {
  if (isPlainGame(game)) {
    const module = await compileKernel('foreign');
    return {
      job: { kind: 'plain', module, url: game.url, exportName: game.exportName ?? 'default' },
      usesTable: game.key !== undefined,
      position: (state) => state,
      before: () => [],
      line: (report) => report.plainPv ?? [],
      checkRules: () => checkRules(game),
    };
  }
  const known = await playable(typeof game === 'string' ? game : game.id);
  return {
    job: known.job,
    usesTable: known.job.kind === 'kernel',
    position(state) {
      checkPosition(state as Position);
      return known.jobPosition(state as Position);
    },
    before: (positions) => positions.map((each) => recordBefore(known.id, each)),
    line: (report) => known.translate(report).pv,
    checkRules: () => [],
  };
}

class ThreadBot<State, Move> implements Bot<State, Move> {
  readonly #mind: Mind<State, Move>;
  readonly #job: (state: State, limits: Limits, before?: readonly Position[]) => SearchJob;
  readonly #maxDepth: number | undefined;
  readonly #workers: number;
  readonly #algorithm: BotAlgorithm;
  readonly #threads = new Pocket(threads);
  readonly #memory = new CrewMemory();
  #settled: Promise<void> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(
    mind: Mind<State, Move>,
    job: (state: State, limits: Limits, before?: readonly Position[]) => SearchJob,
    maxDepth: number | undefined,
    workers: number,
    algorithm: BotAlgorithm,
  ) {
    this.#workers = workers;
    this.#algorithm = algorithm;
    this.#mind = mind;
    this.#job = job;
    this.#maxDepth = maxDepth;
  }

  async move(state: State, options: ThinkOptions = {}): Promise<Thought<Move>> {
    const { depth, nodes, ms, clock } = options;
    const limited = [depth, nodes, ms, clock].some((limit) => limit !== undefined);
    return this.analyse(state, limited ? options : { ...options, ms: DEFAULT_MS }).result;
  }

  analyse(state: State, options: ThinkOptions = {}): SearchHandle<Thought<Move>, Thought<Move>> {
    const { signal, before, ...limits } = options;
    unwrap(checkLimits(limits), PlyadesError.refusing);
    const deepest = this.#maxDepth ?? Number.POSITIVE_INFINITY;
    const depth = Math.min(limits.depth ?? Number.POSITIVE_INFINITY, deepest);
    const bounded = Number.isFinite(depth) ? { ...limits, depth } : limits;
    return observe(signal, async (report, stop) => {
      const job = this.#job(state, bounded, before);
      return this.#inTurn(() => this.#think(job, stop, report));
    });
  }

  async checkRules(): Promise<readonly Finding<Move>[]> {
    return this.#mind.checkRules();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#threads.close();
  }

  /** One question after another: a thread has one search at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #think(
    job: SearchJob,
    signal: AbortSignal,
    report: (thought: Thought<Move>) => void,
  ): Promise<Thought<Move>> {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this bot has been closed');
    const onProgress = (progress: SearchReport) => report(this.#thought(progress));
    const handlers = { signal, onProgress };
    if (this.#workers > 1) return this.#thought(await this.#thinkTogether(job, handlers));
    const thread = await this.#threads.lease();
    try {
      return this.#thought((await thread.run(job, handlers)) as SearchReport);
    } finally {
      this.#threads.giveBack(thread);
    }
  }

  async #thinkTogether(
    { game, position, before = [], limits, askedAt = sharedNow(), settings, tableBytes }: SearchJob,
    handlers: JobHandlers,
  ): Promise<SearchReport> {
    const { depth = MAX_DEPTH, ...rest } = limits;
    const order = {
      game,
      position,
      before,
      algorithm: this.#algorithm,
      selective: settings.selective ?? true,
      workers: this.#workers,
      mode: 'play',
      depth,
      seed: 1,
      table: canShareMemory() ? 'shared' : 'local',
      tableBytes,
      memory: this.#memory,
      limits: rest,
      askedAt,
    } as const;
    // The memory is used by one search at a time.
    await this.#settled;
    const answer = await runCrew(this.#threads, order, handlers);
    this.#settled = answer.settled;
    return answer;
  }

  #thought(report: SearchReport): Thought<Move> {
    const { value, depth, nodes, seconds, solved } = report;
    const line = this.#mind.line(report);
    return { move: line[0], value, line, depth, nodes, seconds, solved };
  }
}
