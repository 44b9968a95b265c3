// A bot on threads of its own. Moves, analyses and rankings take turns, and each finds what the last one has learnt.
import { inputError, PlyadesError, quote } from '../core/errors.js';
import { unwrap } from '../core/result.js';
import { checkNames, choice, integer, requireValue } from '../core/schema.js';
import {
  limitsOf,
  MAX_LINES,
  type SearchLimits,
  type SearchRequest,
  searchModes,
} from '../core/search-request.js';
import type { SearchProgress } from '../core/search-result.js';
import { type CheckOptions, checkCheckOptions, type RulesFinding } from '../games/plain/index.js';
import { type ThreadHandlers, ThreadPool } from '../hosts/threads/pool.js';
import type { SearchReport, SearchSubject } from '../hosts/threads/protocol.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import type { LevelRequest } from '../levels/index.js';
import { mcts } from '../mcts/description.js';
import { preferredAlgorithm } from '../parallel/described.js';
import { checkLimits } from '../search/limits.js';
import {
  type Bot,
  type BotOptions,
  checkHandles,
  type ExplainOptions,
  explainOptionNames,
  limited,
  type RankOptions,
  rankOptionNames,
  type ThinkOptions,
  thinkOptionNames,
} from './bot-contract.js';
import { BotTable, BotTree } from './bot-memory.js';
import type { BotSubject, ReportedMoves } from './bot-subject.js';
import { explainMove, type MoveExplanation } from './explain.js';
import { observe, type SearchHandle } from './handle.js';
import { moveByLevel } from './level-mover.js';
import { OwnThreads } from './own-threads.js';
import { MoveRanker, type RankedMove, type RankingRequest } from './rank.js';
import { threads } from './threads.js';
import { Turns } from './turns.js';

/** A node budget takes far less in most games; a slow one must not keep people waiting. */
const LEVEL_MS = 10_000;

export class ThreadBot<State, Move> implements Bot<State, Move> {
  readonly #subject: BotSubject<State, Move>;
  /** What all requests have in common. */
  readonly #request: SearchRequest;
  /** Undefined at full strength. */
  readonly #strength: LevelRequest | undefined;
  readonly #threads: OwnThreads;
  readonly #table = new BotTable();
  readonly #tree = new BotTree();
  readonly #turns = new Turns();
  readonly #ranker: MoveRanker;
  #closed = false;

  constructor(
    subject: BotSubject<State, Move>,
    request: SearchRequest,
    strength: LevelRequest | undefined,
    worker: BotOptions['worker'],
  ) {
    this.#threads = new OwnThreads(worker === undefined ? threads : new ThreadPool(worker));
    this.#subject = subject;
    this.#request = request;
    this.#strength = strength;
    this.#ranker = new MoveRanker(this.#threads, request, this.#tree, subject.scale);
  }

  async move(state: State, options: ThinkOptions<State> = {}): Promise<SearchProgress<Move>> {
    const isTree = this.#request.algorithm === mcts.name && !this.#strength;
    const timed = limited(isTree ? withoutDepth(options) : options, this.#strength && LEVEL_MS);
    const think = this.#thinkerOf(state, { ...options, ...timed });
    return think({ signal: options.signal });
  }

  async rank(state: State, options: RankOptions<State> = {}): Promise<readonly RankedMove<Move>[]> {
    checkNames('', options, rankOptionNames);
    const { lines = MAX_LINES } = options;
    requireValue(integer(1, MAX_LINES), lines, 'lines');
    const rank = this.#rankerOf(state, options);
    if (this.#subject.isOver(state, options.before ?? [])) return [];
    return this.#turns.take(() => rank({ lines }, this.#rankingLimits(options)));
  }

  async explain(
    state: State,
    move: Move,
    options: ExplainOptions<State> = {},
  ): Promise<MoveExplanation<Move>> {
    checkNames('', options, explainOptionNames);
    const rank = this.#rankerOf(state, options);
    if (this.#subject.isOver(state, options.before ?? [])) throw illegal('the game is over', move);
    const scale = this.#ranker.scaleIn(options.mode ?? 'play');
    const code = this.#codeOf(state, move);
    const comparer = {
      best: async (limits: SearchLimits) => (await rank({ lines: 1 }, limits))[0]!,
      both: (best: Move, limits: SearchLimits) =>
        rank({ lines: 2, only: [this.#codeOf(state, best), code] }, limits),
      isPlayed: (each: Move) => this.#codeOf(state, each) === code,
      scale,
    };
    return this.#turns.take(() => explainMove(comparer, this.#rankingLimits(options)));
  }

  analyse(
    state: State,
    options: ThinkOptions<State> = {},
  ): SearchHandle<SearchProgress<Move>, SearchProgress<Move>> {
    const think = this.#thinkerOf(state, options);
    return observe(options.signal, (report, signal) => {
      const onProgress = (progress: SearchReport) => report(this.#named(state, progress));
      return think({ signal, onProgress });
    });
  }

  /** What thinks about a state, in its turn; refuses options that are wrong at once. */
  #thinkerOf(state: State, options: ThinkOptions<State>) {
    checkNames('', options, thinkOptionNames);
    checkHandles(options);
    const { signal: _, before = [], ...limits } = options;
    unwrap(checkLimits(limits));
    const request = { ...this.#request, ...limits };
    return async (handlers: ThreadHandlers): Promise<SearchProgress<Move>> => {
      const askedAt = sharedNow();
      const { source: game } = this.#subject;
      const subject = { game, ...this.#subject.subject(state, before) };
      const found = await this.#turns.take(() => this.#think(subject, request, askedAt, handlers));
      return this.#named(state, found);
    };
  }

  /** What ranks moves of a state, now; refuses options that are wrong at once. */
  #rankerOf(
    state: State,
    { mode = 'play', signal, before = [], ...limits }: ExplainOptions<State>,
  ) {
    requireValue(choice(searchModes), mode, 'mode');
    checkHandles({ before, ...(signal && { signal }) });
    unwrap(checkLimits(limits));
    const { source: game } = this.#subject;
    const subject = { game, ...this.#subject.subject(state, before) };
    const own = (found: ReportedMoves) => this.#subject.line(state, found);
    return (ranking: RankingRequest, within: SearchLimits) => {
      if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this bot has been closed');
      const asked = { ...within, mode };
      return this.#ranker.rank(subject, asked, ranking, own, sharedNow(), { signal });
    };
  }

  #rankingLimits(options: ExplainOptions<State>): SearchLimits {
    const limits = limitsOf(options);
    const isTree = this.#request.algorithm === mcts.name && options.mode !== 'exact';
    return { ...limits, ...limited(isTree ? withoutDepth(limits) : limits) };
  }

  #codeOf(state: State, move: Move): number {
    const code = this.#subject.codeOf(state, move);
    if (code !== undefined) return code;
    throw illegal('not a move of this state', move);
  }

  async checkRules(options: CheckOptions = {}): Promise<readonly RulesFinding<Move>[]> {
    checkCheckOptions(options);
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this bot has been closed');
    const thread = await this.#threads.lease();
    try {
      return await this.#subject.checkRules(thread, options);
    } finally {
      this.#threads.giveBack(thread);
    }
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
    handlers: ThreadHandlers,
  ): Promise<SearchReport> {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this bot has been closed');
    if (this.#strength) {
      const asked = { ...limitsOf(request), ...this.#strength };
      return moveByLevel(this.#threads, subject, asked, handlers, askedAt);
    }
    if (request.algorithm !== preferredAlgorithm('thread')) {
      const kept = request.algorithm === mcts.name ? this.#tree : this.#table;
      return kept.search(this.#threads, { ...subject, request, askedAt }, handlers);
    }
    const thread = await this.#threads.lease();
    try {
      const command = { type: 'search', ...subject, request, askedAt, keepTable: true } as const;
      return (await thread.run(command, handlers)) as SearchReport;
    } finally {
      this.#threads.giveBack(thread);
    }
  }

  /** The report in the moves of the game. */
  #named(state: State, reported: SearchReport): SearchProgress<Move> {
    const { plainMove: _, plainLine, others: __, plainOthers: ___, ...report } = reported;
    const line = this.#subject.line(state, { ...report, ...(plainLine && { plainLine }) });
    return { ...report, move: line[0], line };
  }
}

/** A tree of random games may never have a line of the length that is asked for. */
const withoutDepth = <L extends SearchLimits>({ depth: _, ...others }: L): Omit<L, 'depth'> =>
  others;

/** The error for a move that cannot be played. */
function illegal(why: string, move: unknown): PlyadesError {
  const shown = typeof move === 'string' ? move : JSON.stringify(move);
  return PlyadesError.refusing(
    inputError('ERR_ILLEGAL_MOVE', `${quote(String(shown))} is refused: ${why}`, shown),
  );
}
