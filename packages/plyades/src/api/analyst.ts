// analyst(): searches position after position for a program with a board, as front ends do: with the memory of
// what was searched before, on several threads, some moves only or several lines if asked, and with a look
// into the table at any time. A search ends within a millisecond or two of its signal.
import { PlyadesError, refuse } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { checkNames, integer, optionNames, requireValue } from '../core/schema.js';
import { MAX_LINES, type SearchLimits, type SearchRequest } from '../core/search-request.js';
import type { SearchLine, SearchProgress } from '../core/search-result.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import { ThreadGroupMemory } from '../hosts/threads/shared-memory.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import { runThreadGroup, separateReport } from '../hosts/threads/thread-group.js';
import { mcts } from '../mcts/description.js';
import {
  type AlgorithmOn,
  algorithmsOn,
  canSearch,
  findDescription,
  rankOn,
} from '../parallel/described.js';
import { lazySmp } from '../parallel/descriptions.js';
import { checkLimits, MAX_DEPTH } from '../search/limits.js';
import { lengthened } from '../search/table-line.js';
import { AUTO, chooseAlgorithm } from './auto.js';
import { BotTree } from './bot-memory.js';
import { certaintyOf } from './certainty.js';
import { checkPosition, type Playable, playable } from './games.js';
import { OwnThreads } from './own-threads.js';
import { recordBefore, resolveDraft } from './search.js';
import type { GivenGame, SearchOptions } from './search-options.js';
import { bestKnown, type TablePosition } from './table-positions.js';
import { threads } from './threads.js';
import { Turns } from './turns.js';

/** Those that play come first. */
function compareAlgorithms(a: string, b: string): number {
  const [one, other] = [findDescription(a), findDescription(b)];
  const plays = (each: typeof one) => Number(canSearch(each, 'play', undefined));
  return plays(other) - plays(one) || rankOn('threads', other) - rankOn('threads', one);
}

/** What `AnalystOptions.algorithm` may be; first the one that is used if none is given and none is better for the game. */
export const analystAlgorithms = algorithmsOn('threads').toSorted(
  compareAlgorithms,
) as unknown as readonly [AlgorithmOn<'threads'>, ...AlgorithmOn<'threads'>[]];

/** How an analyst is made. */
export interface AnalystOptions {
  /** MiB of the transposition table; 64 if not given. */
  readonly hash?: number;
  /** False: nothing is left out. True if not given. */
  readonly selective?: boolean;
  /** Threads that search, 1 to 256, or `auto`: one for each core. 1 if not given. */
  readonly workers?: number | 'auto';
  /**
   * `auto`, the default, is the strongest for the game: by random games (`mcts`) where it is a module without `evaluate`.
   * Those that do not play it search exactly.
   */
  readonly algorithm?: AlgorithmOn<'threads'> | (typeof mcts)['name'] | 'auto';
}

/** What an analyst is asked about a position. */
export interface AnalysisRequest extends SearchLimits {
  /** Positions of the game before this one, the first one first. */
  readonly before?: readonly Position[];
  /** Moves to search, legal ones, at least one; all if not given. Only where every thread searches the root. */
  readonly only?: readonly Move[];
  /** Lines wanted, at least 1; 1 if not given. Only where every thread searches the root. */
  readonly lines?: number;
  /** Aborting ends the search with what it has. */
  readonly signal?: AbortSignal;
  /** Called for every finished depth, and now and then in between. */
  readonly onProgress?: (analysis: Analysis) => void;
}

const analystOptionNames = optionNames<AnalystOptions>({
  hash: true,
  selective: true,
  workers: true,
  algorithm: true,
});

const analysisNames = optionNames<AnalysisRequest>({
  depth: true,
  nodes: true,
  ms: true,
  clock: true,
  before: true,
  only: true,
  lines: true,
  signal: true,
  onProgress: true,
});

/** What was found. */
export interface Analysis extends SearchProgress {
  readonly others: readonly SearchLine[];
  readonly full: number;
  /** Where unproved values are shares of random games: the value of a position that is won in all of them. */
  readonly certainty?: number;
}

/** Searches positions of one game; lives until `close`. */
export interface Analyst extends AsyncDisposable {
  /** Starts its threads, so that the first search need not. */
  ready(): Promise<void>;
  /** One search at a time: others wait. Rejects with ERR_LIMIT, ERR_OPTION, ERR_ILLEGAL_MOVE. */
  analyse(position: Position, request?: AnalysisRequest): Promise<Analysis>;
  /**
   * Positions of the table below this one, the deepest searched first, of equals the better one, and each
   * after the one before it in its line; also while a search runs. Below `only` these moves if given.
   */
  known(position: Position, count: number, only?: readonly Move[]): readonly TablePosition[];
  /**
   * A line from a position, at least a move, and what the table has after it, up to `plies` in all: legal
   * moves, and no position twice. Also while a search runs.
   */
  lengthen(position: Position, line: readonly Move[], plies: number): readonly Move[];
  /** Forgets all searches, when the one that runs has ended. */
  forget(): Promise<void>;
  /** Ends searches that run and gives the threads back. */
  close(): Promise<void>;
}

/** An analyst for a game of the library, or for the module of a game in plain TypeScript. Throws a PlyadesError when an option is invalid. */
export async function analyst<G extends string>(
  game: GivenGame<G>,
  options: AnalystOptions = {},
): Promise<Analyst> {
  checkNames('', options, analystOptionNames);
  const { workers = 1, algorithm: named = AUTO, ...rest } = options;
  const opened = await playable(game);
  const algorithm = named === AUTO ? usualAlgorithm(opened, options) : named;
  const plays =
    algorithm === mcts.name || canSearch(findDescription(algorithm, 'threads'), 'play', game);
  const mode = plays ? 'play' : 'exact';
  const { draft } = resolveDraft({ ...rest, mode, workers, algorithm } as SearchOptions, {
    game,
    usesTable: opened.usesTable,
  });
  return new ThreadAnalyst(opened, { ...draft, game, position: '', before: [] });
}

/** One thread needs nothing that keeps it apart from others. */
function usualAlgorithm(
  { id: game, evaluates, usesTable }: Playable,
  { workers = 1, hash, selective }: AnalystOptions,
): string {
  if (!evaluates && selective === undefined) return mcts.name;
  // It plays every game and needs no table.
  if (!usesTable) return lazySmp.name;
  return workers === 1 || hash === 0
    ? analystAlgorithms[0]
    : chooseAlgorithm({ game, mode: 'play', workers });
}

class ThreadAnalyst implements Analyst {
  readonly #game: Playable;
  /** What all requests have in common. */
  readonly #request: SearchRequest;
  readonly #threads = new OwnThreads(threads);
  readonly #memory = new ThreadGroupMemory();
  /** Where random games are played. */
  readonly #tree: BotTree | undefined;
  readonly #certainty: number | undefined;
  /** Resolves when the memory is free for the next search. */
  #settled: Promise<void> = Promise.resolve();
  readonly #turns = new Turns();
  #closed = false;

  constructor(game: Playable, request: SearchRequest) {
    this.#game = game;
    this.#request = request;
    this.#tree = request.algorithm === mcts.name ? new BotTree() : undefined;
    this.#certainty = certaintyOf(game, request.algorithm);
  }

  ready(): Promise<void> {
    return this.#turns.take(async () => {
      const [move] = this.#game.legalMoves(this.#game.notation.start());
      if (move !== undefined) await this.#search(this.#game.notation.start(), { depth: 1 });
      await this.#settled;
      this.#memory.clear();
    });
  }

  analyse(position: Position, request: AnalysisRequest = {}): Promise<Analysis> {
    return this.#turns.take(() => this.#search(position, request));
  }

  known(position: Position, count: number, only?: readonly Move[]): readonly TablePosition[] {
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
    return this.#turns.take(async () => {
      await this.#settled;
      this.#memory.clear();
      await this.#tree?.forget();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#threads.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #search(position: Position, request: AnalysisRequest): Promise<Analysis> {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', 'this analyst has been closed');
    checkNames('', request, analysisNames);
    const { before = [], only, lines = 1, signal, onProgress, ...limits } = request;
    const askedAt = sharedNow();
    unwrap(checkLimits(limits));
    checkPosition(position);
    this.#checkRoot(position, only, lines);
    const game = this.#game;
    const write = (each: Position) => game.notation.makePosition(each);
    const isPlain = game.source.kind === 'plain';
    const search = {
      game: game.source,
      position: game.sourcePosition(position),
      // A position of a game in plain TypeScript knows the way to it.
      before: isPlain ? [] : before.map((each) => recordBefore(game.id, each)),
      request: {
        ...this.#request,
        ...limits,
        depth: limits.depth ?? MAX_DEPTH,
        position: write(position),
        before: before.map(write),
        ...(only && { only: isPlain ? this.#placesOf(position, only) : only }),
        ...(lines > 1 && { lines }),
      },
      askedAt,
    };
    const handlers = {
      signal,
      ...(onProgress && {
        onProgress: (report: SearchReport) => onProgress(this.#analysis(report)),
      }),
    };
    if (this.#tree) return this.#analysis(await this.#tree.search(this.#threads, search, handlers));
    // The memory is used by one search at a time.
    await this.#settled;
    const result = await runThreadGroup(
      this.#threads,
      { ...search, memory: this.#memory },
      handlers,
    );
    this.#settled = result.settled;
    return this.#analysis(separateReport(result).report);
  }

  /** Threads know the moves of a game in plain TypeScript by their places in its list. */
  #placesOf(position: Position, moves: readonly Move[]): readonly number[] {
    const legal = this.#game.legalMoves(position);
    return moves.map((move) => legal.indexOf(move));
  }

  #analysis(reported: SearchReport): Analysis {
    const {
      plainMove: _,
      plainOthers,
      others = [],
      ...translated
    } = this.#game.translate(reported);
    const { plainLine: __, ...report } = translated;
    const named = others.map((each, i) => {
      const plainLine = plainOthers?.[i];
      if (plainLine === undefined) return each;
      const { line } = this.#game.translate({ line: each.line, plainLine });
      return { ...each, line, move: line[0] };
    });
    const certainty = this.#certainty;
    return {
      ...report,
      others: named,
      full: report.full ?? 0,
      ...(certainty !== undefined && { certainty }),
    };
  }

  #checkRoot(position: Position, only: readonly Move[] | undefined, lines: number): void {
    const { algorithm } = this.#request;
    requireValue(integer(1, MAX_LINES), lines, 'lines');
    const isRestricted = only !== undefined || lines > 1;
    if (isRestricted && !this.#tree && !findDescription(algorithm).searchesRoot) {
      const able = algorithmsOn('threads').filter((name) => findDescription(name).searchesRoot);
      refuse(
        'ERR_OPTION',
        `${algorithm} searches all moves for one line: use ${able.join(' or ')}`,
        algorithm,
      );
    }
    if (only?.length === 0) refuse('ERR_OPTION', 'only: expected at least one move', '');
    for (const move of only ?? []) unwrap(this.#game.play(position, move));
  }
}
