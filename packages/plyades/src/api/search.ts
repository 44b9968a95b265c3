// search(): one position, on a thread of its own, with limits and a signal.
import { inputError, PlyadesError } from '../core/errors.js';
import type { GameId, Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import type { KnownFinding } from '../hosts/known.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import type { Method, Mode } from '../kernel/index.js';
import { type AlgorithmName, algorithmNames } from '../parallel/algorithms.js';
import type { Counters, Times } from '../parallel/counters.js';
import { checkHorizon, takeSettings } from '../parallel/settings.js';
import { checkLimits, type Limits, type PlayerClock } from '../search/limits.js';
import type { Progress, StopReason } from '../search/sequential.js';
import { observe, type SearchHandle } from './channel.js';
import { checkCluster, searchWithCluster } from './cluster.js';
import type { ClusterOptions } from './cluster-options.js';
import { checkRepeatable, searchRepeatably } from './deterministic.js';
import { checkPosition, type Playable, playable } from './games.js';
import {
  canPlay,
  checkParallel,
  isParallel,
  type ParallelOptions,
  searchOnThreads,
  settleParallel,
} from './parallel.js';
import { threads } from './threads.js';

export type { Limits, PlayerClock, Progress, StopReason };

/** What `SearchOptions.algorithm` may be. */
export const algorithms: readonly Algorithm[] = ['sequential', ...algorithmNames];
/** One of `algorithms`. */
export type Algorithm = 'sequential' | AlgorithmName;

/** What `SearchOptions.method` may be. */
export const methods = ['negascout', 'alphabeta', 'mtdf'] as const satisfies readonly Method[];
/** What `SearchOptions.mode` may be. */
export const modes = ['exact', 'play'] as const satisfies readonly Mode[];

/** Limits of a search, and a signal that ends it early. */
export interface SearchLimits extends Limits {
  /** Aborting ends the search with the best answer so far; it does not reject. */
  readonly signal?: AbortSignal;
}

/** How to search; every part has a default. */
export interface SearchOptions extends ParallelOptions {
  /**
   * `play` (default, where the algorithm can): as strong as possible. `exact`: the minimax value of
   * the fixed-depth tree.
   */
  readonly mode?: Mode;
  /**
   * False: play mode leaves nothing out, neither moves that hardly matter (chess) nor what shallower
   * searches foretell (Othello: ProbCut). True if not given; exact mode leaves nothing out anyway.
   */
  readonly selective?: boolean;
  /** How the root is searched by the sequential algorithm; `negascout` if not given. */
  readonly method?: Method;
  /** `sequential` if not given; the others search on several threads. */
  readonly algorithm?: Algorithm;
  /**
   * Positions of the game before this one, the last one first, in chess, checkers, shogi and Lines of
   * Action: play mode then knows what would end the game by repetition. (In a tree of bounded width,
   * positions of the same width.) In other games, and in exact mode, they mean nothing.
   */
  readonly before?: readonly Position[];
  /** MiB of all transposition tables together, 0 for none; 64 if not given. */
  readonly hash?: number;
  /**
   * What an earlier search of the same position has found, of the same mode and width: only deeper depths
   * are searched and reported. (The sequential search begins anew, and says nothing before it is as deep.)
   */
  readonly known?: Known;
  /**
   * True: some reports have a `tree`, the newest of which belongs into `known` of a later search. `aphid` and
   * `minimal-tree` have one, in exact mode.
   */
  readonly keep?: boolean;
  /** Workers of other machines search, as many as are there (or `workers`); in Node only. */
  readonly cluster?: ClusterOptions;
}

/** The part of a result by which a later search goes on. */
export type Known = Pick<Progress, 'depth' | 'value' | 'bound' | 'move' | 'pv' | 'tree'>;

/** What a search found, how, and what ended it. */
export interface SearchResult extends Progress {
  readonly game: string;
  readonly algorithm: Algorithm;
  readonly mode: Mode;
  readonly workers: number;
  /** What a parallel search counted, all its processes together. */
  readonly counters?: Readonly<Counters>;
  /** How its processes spent their time; a master's comes first. */
  readonly times?: readonly Times[];
  /** Worker threads that died and were replaced; on a cluster, places that were lost. */
  readonly replaced?: number;
  /** What ended the search. */
  readonly stopped: StopReason;
  /** In games played for a margin, when solved: the margin, from the side to move. */
  readonly margin?: number;
}

/** MiB of the transposition table when nothing is said. */
export const DEFAULT_HASH_MB = 64;

/** Tables and searchers of one kernel share the 4 GiB that it can address. */
export const MAX_HASH_MB = 4000;

/**
 * Searches a position. Iterate over the return value for progress, await its `result` for the answer.
 * Without limits it goes on until it is aborted, left, solved, or MAX_DEPTH deep.
 * Throws a PlyadesError at once when limits or options cannot be.
 */
export function search(
  position: Position,
  limits: SearchLimits = {},
  options: SearchOptions = {},
): SearchHandle<Progress, SearchResult> {
  const askedAt = sharedNow();
  const { signal, ...bounds } = limits;
  unwrap(checkLimits(bounds), PlyadesError.refusing);
  const settings = checkOptions(options);
  checkHorizon(settings.algorithm, options.minimalTree?.horizon, bounds.depth);
  if (!isParallel(settings.algorithm) && options.workers !== undefined) refuseWorkers(options);
  if (options.deterministic) checkDeterminism(bounds, settings, options);
  if (options.cluster !== undefined) checkRemote(settings, options);
  checkPosition(position);
  const before = (options.before ?? []).map((each) => recordBefore(position.game, each));
  return observe(signal, async (report, stop) => {
    const game = await playable(position.game);
    const { marginUnit } = game.notation;
    const where = game.jobPosition(position);
    const handlers = {
      onProgress: (progress: SearchReport) => {
        if (progress.depth >= (options.known?.depth ?? 0)) report(game.translate(progress));
      },
      signal: stop,
    };
    const { mode, method, selective, algorithm, tableBytes } = settings;
    const known = findingOf(game, options.known);
    let answer: SearchReport;
    let workers = 1;
    let extra: Pick<SearchResult, 'counters' | 'times' | 'replaced'> = {};
    if (isParallel(algorithm) && options.deterministic) {
      workers = options.workers as number;
      const settings = takeSettings(algorithm, options);
      const all = { ...options, algorithm, workers, tableBytes, settings };
      answer = await searchRepeatably(game, position, bounds.depth!, all, {
        onProgress: report,
        signal: stop,
      });
    } else if (isParallel(algorithm) && options.cluster !== undefined) {
      const all = { algorithm, mode, selective, tableBytes, askedAt, known, keep: options.keep };
      const earlier = options.before ?? [];
      const remote = { ...options, cluster: options.cluster };
      const found = await searchWithCluster(game, position, earlier, bounds, all, remote, handlers);
      answer = game.translate(found);
      workers = found.workers;
      extra = { counters: found.counters, times: found.times, replaced: found.losses };
    } else if (isParallel(algorithm)) {
      const parallel = await settleParallel(algorithm, options);
      const all = {
        ...parallel,
        mode,
        selective,
        tableBytes,
        askedAt,
        ...(known && { known }),
        ...(options.keep && { keep: true }),
      };
      const crew = await searchOnThreads(game, where, before, bounds, all, handlers);
      answer = game.translate(crew);
      workers = parallel.workers;
      extra = { counters: crew.counters, times: crew.times, replaced: crew.replaced };
    } else {
      const found = (await threads.run(
        {
          type: 'search',
          game: game.job,
          position: where,
          before,
          limits: bounds,
          askedAt,
          settings: { mode, method, selective },
          tableBytes,
          keepTable: false,
        },
        handlers,
      )) as SearchReport;
      answer = game.translate(found);
      if (known !== undefined && answer.depth < known.depth) answer = { ...answer, ...known };
    }
    return {
      ...answer,
      game: position.game,
      algorithm,
      mode,
      workers,
      ...extra,
      stopped: answer.stopped ?? 'aborted',
      ...(answer.solved && marginUnit !== undefined ? { margin: answer.value / marginUnit } : {}),
    };
  });
}

/** What is known, as searches take it; moves of a plain game are numbered anew in each process. */
function findingOf({ job }: Playable, known: Known | undefined): KnownFinding | undefined {
  if (known === undefined || known.depth < 1 || job.kind !== 'kernel') return undefined;
  const { depth, value, bound, move, pv, tree } = known;
  return { depth, value, bound, move, pv, complete: false, ...(tree && { tree }) };
}

/** The record of an earlier position; a kernel whose game knows no repetition does not look at it. */
export function recordBefore(game: GameId, position: Position): Uint8Array {
  checkPosition(position);
  if (position.game === game) return position.record;
  const message = `a position of ${position.game} cannot come before one of ${game}`;
  throw PlyadesError.refusing(inputError('ERR_IMPOSSIBLE', message, position.game));
}

function refuseWorkers({ workers }: SearchOptions): never {
  const message = `workers ${workers}: the sequential search has none; give a parallel algorithm`;
  throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(workers)));
}

/** Throws when a search on a cluster cannot be made with these options. */
function checkRemote({ algorithm }: CheckedOptions, options: SearchOptions): void {
  if (!isParallel(algorithm)) {
    const message = `${algorithm} searches on one core and uses no cluster: give a parallel algorithm`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, algorithm));
  }
  checkCluster(options);
}

/** Throws when a deterministic search cannot be made with these limits and options. */
function checkDeterminism(
  limits: Limits,
  { algorithm, mode, tableBytes }: CheckedOptions,
  options: SearchOptions,
): void {
  const refuse = (message: string, input: string) => {
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, input));
  };
  if (!isParallel(algorithm)) {
    refuse(
      'deterministic is for parallel algorithms: a sequential search to a depth always is',
      algorithm,
    );
  } else {
    if (mode !== 'exact') refuse('a deterministic search is exact: use mode exact', mode);
    checkRepeatable(limits, { ...options, algorithm, tableBytes });
  }
}

/** Play mode, where the search can. */
function defaultMode(algorithm: Algorithm, deterministic = false): Mode {
  if (deterministic) return 'exact';
  return isParallel(algorithm) && !canPlay(algorithm) ? 'exact' : 'play';
}

export interface CheckedOptions {
  readonly mode: Mode;
  readonly method: Method;
  readonly selective: boolean;
  readonly algorithm: Algorithm;
  readonly tableBytes: number;
}

export function checkOptions(options: SearchOptions): CheckedOptions {
  const { method = 'negascout', algorithm = 'sequential', hash = DEFAULT_HASH_MB } = options;
  oneOf('algorithm', algorithm, algorithms);
  const mode = options.mode ?? defaultMode(algorithm, options.deterministic);
  oneOf('mode', mode, modes);
  oneOf('method', method, methods);
  const { selective = true } = options;
  if (typeof selective !== 'boolean') {
    const message = `selective ${selective}: expected true or false`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(selective)));
  }
  if (isParallel(algorithm)) checkParallel(algorithm, mode, options);
  else takeSettings(algorithm, options);
  if (!(typeof hash === 'number' && hash >= 0 && hash <= MAX_HASH_MB)) {
    throw PlyadesError.refusing(
      inputError('ERR_OPTION', `hash ${hash}: expected MiB from 0 to ${MAX_HASH_MB}`, String(hash)),
    );
  }
  return { mode, method, selective, algorithm, tableBytes: Math.floor(hash * 2 ** 20) };
}

function oneOf(name: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  throw PlyadesError.refusing(
    inputError('ERR_OPTION', `${name} '${value}': expected one of ${known.join(', ')}`, value),
  );
}

export type { Move };
