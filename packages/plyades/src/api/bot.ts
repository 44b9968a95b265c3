// bot(): an opponent for any game. It keeps threads of its own and what it has learnt in its table
// from move to move; its searches never run on the caller's thread.

import { PlyadesError } from '../core/errors.js';
import type { GameNotation, Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { choice, either, integer, requireValue } from '../core/schema.js';
import {
  MAX_WORKERS,
  type SearchLimits,
  type SearchMethod,
  type SearchRequest,
} from '../core/search-request.js';
import type { SearchProgress } from '../core/search-result.js';
import type { GameSource } from '../games/open.js';
import {
  checkRules,
  isPlainGame,
  type PlainGame,
  type RulesFinding,
} from '../games/plain/index.js';
import type { ThreadHandlers } from '../hosts/threads/pool.js';
import type { SearchReport, SearchSubject } from '../hosts/threads/protocol.js';
import { ThreadGroupMemory } from '../hosts/threads/shared-memory.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import {
  autoWorkers,
  canShareMemory,
  runThreadGroup,
  separateReport,
} from '../hosts/threads/thread-group.js';
import { compileKernel } from '../kernel/index.js';
import {
  type AlgorithmIn,
  type AlgorithmOn,
  algorithms,
  algorithmsOn,
  preferredAlgorithm,
} from '../parallel/algorithms.js';
import { checkLimits } from '../search/limits.js';
import { checkPosition, playable } from './games.js';
import { observe, type SearchHandle } from './handle.js';
import { OwnThreads } from './own-threads.js';
import { recordBefore, resolveDraft } from './search.js';
import type { GameSpecifier, SearchOptions } from './search-options.js';
import { threads } from './threads.js';
import { Turns } from './turns.js';

/** How hard the bot tries: `easy` and `medium` look a few plies ahead, `hard` uses all its time. */
export const levels = ['easy', 'medium', 'hard'] as const;
/** One of `levels`. */
export type BotLevel = (typeof levels)[number];

/** One of `botAlgorithms`. */
export type BotAlgorithm = AlgorithmOn<'threads'> & AlgorithmIn<'play'>;
/** The algorithms by which several threads can think in play mode. */
export const botAlgorithms = algorithmsOn('threads').filter((name) =>
  (algorithms[name].modes as readonly string[]).includes('play'),
) as readonly BotAlgorithm[];

const levelDepth: Record<BotLevel, number | undefined> = { easy: 1, medium: 4, hard: undefined };

/** How a bot is made. */
export interface BotOptions {
  /** `hard` if not given. */
  readonly level?: BotLevel;
  /** MiB of the transposition table; 64 if not given. */
  readonly hash?: number;
  /** How one thread uses windows at the root; `negascout` if not given. */
  readonly method?: SearchMethod;
  /** False: nothing is left out. True if not given. */
  readonly selective?: boolean;
  /**
   * Threads that think, 1 to 256. `auto`, the default, is one for each core at level `hard` where threads
   * can share a table and the game has one to share, else 1. Several think by `algorithm` with any method,
   * and may answer differently each time.
   */
  readonly workers?: number | 'auto';
  /** How several threads think; the strongest if not given. */
  readonly algorithm?: BotAlgorithm;
}

/** Limits of one move; the first one reached counts. */
export interface ThinkOptions extends SearchLimits {
  /**
   * Positions of the game before this one, the first one first, in chess, checkers, shogi and Lines of
   * Action: the bot then knows what would end the game by repetition. In other games they mean nothing.
   */
  readonly before?: readonly Position[];
  /** Aborting ends the thinking with the best move so far. */
  readonly signal?: AbortSignal;
}

/** An opponent. It lives until `close`, and keeps what it has learnt from move to move. */
export interface Bot<State, Move> extends AsyncDisposable {
  /** The move to play. Without limits it thinks for a second. One move at a time: others wait. */
  move(state: State, options?: ThinkOptions): Promise<SearchProgress<Move>>;
  /** Thinks until aborted, solved or ended by a limit; iterate over it for deeper and deeper results. */
  analyse(
    state: State,
    options?: ThinkOptions,
  ): SearchHandle<SearchProgress<Move>, SearchProgress<Move>>;
  /** Plays random games and reports mistakes in the rules of a game in plain TypeScript. */
  checkRules(): Promise<readonly RulesFinding<Move>[]>;
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
  game: GameSpecifier | GameNotation,
  options?: BotOptions,
): Promise<Bot<Position, Move>>;
export async function bot(
  game: string | GameNotation | PlainGame<unknown, unknown>,
  options: BotOptions = {},
): Promise<Bot<unknown, unknown>> {
  const level = options.level ?? 'hard';
  requireValue(choice(levels), level, 'level');
  const usual = preferredAlgorithm('threads', ({ modes }) => modes.includes('play'));
  const { algorithm = usual, hash, selective, method } = options;
  requireValue(choice(botAlgorithms), algorithm, 'algorithm');
  const { workers: asked = 'auto' } = options;
  requireValue(either([choice(['auto']), integer(1, MAX_WORKERS)]), asked, 'workers');
  const subject = await subjectOf(game);
  const common = { mode: 'play', hash, selective } as const;
  const settings = method === undefined ? {} : { method };
  const { draft: alone } = resolveDraft({ ...common, settings } as SearchOptions);
  const workers = asked === 'auto' ? await countWorkers(level, subject, alone.hash) : asked;
  const { draft } =
    workers === 1
      ? { draft: alone }
      : resolveDraft({ ...common, algorithm, workers } as SearchOptions);
  const request = { ...draft, game: subject.id, position: '', before: [] };
  return new ThreadBot(subject, request, levelDepth[level]);
}

/** For a few plies more threads do not help, nor without a table if that is all they share. */
async function countWorkers(
  level: BotLevel,
  { usesTable }: BotSubject<unknown, unknown>,
  hash: number,
): Promise<number> {
  const isWorthwhile = levelDepth[level] === undefined && usesTable && hash > 0 && canShareMemory();
  return isWorthwhile ? autoWorkers() : 1;
}

/** What differs between a game object and a game by name: positions and moves. */
interface BotSubject<State, Move> {
  readonly id: string;
  readonly source: GameSource;
  /** False when positions may not be distinguishable by their keys. */
  readonly usesTable: boolean;
  position(state: State): unknown;
  before(positions: readonly Position[]): readonly Uint8Array[];
  line(report: SearchReport): readonly Move[];
  checkRules(): readonly RulesFinding<Move>[];
}

async function subjectOf(
  game: string | GameNotation | PlainGame<unknown, unknown>,
): Promise<BotSubject<unknown, unknown>> {
  if (isPlainGame(game)) {
    const module = await compileKernel('foreign');
    return {
      id: game.url,
      source: { kind: 'plain', module, url: game.url, exportName: game.exportName ?? 'default' },
      usesTable: game.key !== undefined,
      position: (state) => state,
      before: () => [],
      line: (report) => report.plainPv ?? [],
      checkRules: () => checkRules(game),
    };
  }
  const known = await playable(typeof game === 'string' ? game : game.id);
  return {
    id: known.id,
    source: known.source,
    usesTable: known.source.kind === 'kernel',
    position(state) {
      checkPosition(state as Position);
      return known.sourcePosition(state as Position);
    },
    before: (positions) => positions.map((each) => recordBefore(known.id, each)),
    line: (report) => known.translate(report).pv,
    checkRules: () => [],
  };
}

class ThreadBot<State, Move> implements Bot<State, Move> {
  readonly #subject: BotSubject<State, Move>;
  /** What all requests have in common. */
  readonly #request: SearchRequest;
  readonly #maxDepth: number;
  readonly #threads = new OwnThreads(threads);
  readonly #memory = new ThreadGroupMemory();
  #settled: Promise<void> = Promise.resolve();
  readonly #turns = new Turns();
  #closed = false;

  constructor(
    subject: BotSubject<State, Move>,
    request: SearchRequest,
    maxDepth: number | undefined,
  ) {
    this.#subject = subject;
    this.#request = request;
    this.#maxDepth = maxDepth ?? request.depth;
  }

  async move(state: State, options: ThinkOptions = {}): Promise<SearchProgress<Move>> {
    const { depth, nodes, ms, clock } = options;
    const limited = [depth, nodes, ms, clock].some((limit) => limit !== undefined);
    return this.analyse(state, limited ? options : { ...options, ms: DEFAULT_MS }).result;
  }

  analyse(
    state: State,
    options: ThinkOptions = {},
  ): SearchHandle<SearchProgress<Move>, SearchProgress<Move>> {
    const { signal, before = [], ...limits } = options;
    unwrap(checkLimits(limits), PlyadesError.refusing);
    const depth = Math.min(limits.depth ?? this.#maxDepth, this.#maxDepth);
    const request = { ...this.#request, ...limits, depth };
    return observe(signal, async (report, stop) => {
      const askedAt = sharedNow();
      const { source: game } = this.#subject;
      const position = this.#subject.position(state);
      const subject = { game, position, before: this.#subject.before(before) };
      return this.#turns.take(() => this.#think(subject, request, askedAt, stop, report));
    });
  }

  async checkRules(): Promise<readonly RulesFinding<Move>[]> {
    return this.#subject.checkRules();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#threads.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #think(
    subject: SearchSubject,
    request: SearchRequest,
    askedAt: number,
    signal: AbortSignal,
    report: (progress: SearchProgress<Move>) => void,
  ): Promise<SearchProgress<Move>> {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this bot has been closed');
    const onProgress = (progress: SearchReport) => report(this.#named(progress));
    const handlers = { signal, onProgress };
    const isAlone = request.algorithm === preferredAlgorithm('thread');
    if (!isAlone)
      return this.#named(await this.#thinkTogether(subject, request, askedAt, handlers));
    const thread = await this.#threads.lease();
    try {
      const command = { type: 'search', ...subject, request, askedAt, keepTable: true } as const;
      return this.#named((await thread.run(command, handlers)) as SearchReport);
    } finally {
      this.#threads.giveBack(thread);
    }
  }

  async #thinkTogether(
    subject: SearchSubject,
    request: SearchRequest,
    askedAt: number,
    handlers: ThreadHandlers,
  ): Promise<SearchReport> {
    // The memory is used by one search at a time.
    await this.#settled;
    const search = { ...subject, request, askedAt, memory: this.#memory };
    const found = await runThreadGroup(this.#threads, search, handlers);
    this.#settled = found.settled;
    return separateReport(found).report;
  }

  /** The report in the moves of the game. */
  #named({ plainMove: _, plainPv, others: __, ...report }: SearchReport): SearchProgress<Move> {
    const pv = this.#subject.line({ ...report, ...(plainPv && { plainPv }) });
    return { ...report, move: pv[0], pv };
  }
}
