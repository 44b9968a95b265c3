// What search() can be asked for, as types: one member for each place a search can run, so that an impossible
// combination (a deterministic search with a time limit, a shared table on a cluster) does not compile.
import type { SearchHost } from '../core/algorithm.js';
import type { Move, Position } from '../core/game.js';
import type { ValueOf } from '../core/schema.js';
import type { SearchLimits, SearchMode, TableKind } from '../core/search-request.js';
import type { EarlierResult } from '../core/search-result.js';
import type { GameName } from '../games/names.js';
import type { gpuSearch } from '../gpu/description.js';
import type { mcts } from '../mcts/description.js';
import type { AlgorithmIn, AlgorithmOn, Algorithms, SettingsOf } from '../parallel/described.js';
import type { TraceLog } from '../trace/log.js';
import type { ClusterOptions } from './cluster-options.js';
import type { OwnState } from './own-state.js';

/** The path or address of a module with a game in plain TypeScript; `isModulePath` tells it from a name. */
export type GameModule =
  | `${string}${'/' | '\\'}${string}`
  | `${string}.${'' | 'c' | 'm'}${'j' | 't'}s`;

/** A game of the library by its name, or a game in plain TypeScript by its module. */
export type GameSpecifier = GameName | GameModule;

/** A game as it is given: of a literal text, one that can be a game; any text that is known at run time only. */
export type GivenGame<G> = G extends string ? (string extends G ? G : GameSpecifier) : G;

/**
 * What is searched: a position of a loaded game, the name of a game with a position as text, or a state of a game in
 * plain TypeScript.
 */
export type PositionOptions<State = unknown, Own = Move> =
  | {
      readonly position: Position;
      /**
       * Positions of the game before this one, the first one first, in chess, checkers, shogi and Lines of
       * Action: play mode then knows what would end the game by repetition. (In a tree of bounded width,
       * positions of the same width.) In other games, and in exact mode, they mean nothing.
       */
      readonly before?: readonly Position[];
      readonly game?: undefined;
      readonly state?: undefined;
    }
  | {
      readonly game: GameSpecifier;
      /** In the notation of the game; its start if not given. */
      readonly position?: string;
      readonly before?: readonly string[];
      readonly state?: undefined;
    }
  | (OwnState<State, Own> & { readonly position?: undefined });

/** What every search can be asked for. */
export interface CommonSearchOptions {
  /**
   * False: play mode leaves nothing out, neither moves that hardly matter (chess) nor what shallower
   * searches predict (Othello: ProbCut). True if not given; exact mode leaves nothing out anyway.
   */
  readonly selective?: boolean;
  /** MiB of all transposition tables together, 0 for none; 64 if not given. */
  readonly hash?: number;
  /** For random choices of an algorithm; 1 if not given. */
  readonly seed?: number;
  /** Aborting ends the search with the best result so far; it does not reject. */
  readonly signal?: AbortSignal;
}

/** Searches that can go on from an earlier one. */
export interface ResumableSearchOptions extends CommonSearchOptions {
  /**
   * What an earlier search of the same position has found, of the same mode and width: only deeper depths
   * are searched and reported. (The sequential search begins again, and reports nothing before it is as deep.)
   */
  readonly earlier?: EarlierResult;
  /**
   * True: some reports have a `tree`, the newest of which belongs into `earlier` of a later search. Algorithms with
   * a master's tree have one, in exact mode.
   */
  readonly keep?: boolean;
}

/** Searches by several processes. */
export interface TracedSearchOptions {
  /**
   * Called once, as the search begins, with the trace of what its processes do. It grows while the search goes on, and
   * is `complete` when `result` is there.
   */
  readonly trace?: (log: TraceLog) => void;
}

/** The modes of an algorithm. */
export type ModeOf<N extends keyof Algorithms> = Algorithms[N]['modes'][number];

/**
 * An algorithm that runs on a host, with a mode and settings of its own. Names that are only known at run time are
 * taken without settings, those of algorithms that can play in any mode.
 */
export type AlgorithmChoice<H extends SearchHost> =
  | {
      [N in AlgorithmOn<H>]: {
        readonly algorithm: N;
        /** Settings of the algorithm; the others are its own choice. */
        readonly settings?: SettingsOf<N>;
        /** `play` (default, where the algorithm can): as strong as possible. `exact`: the minimax value. */
        readonly mode?: ModeOf<N>;
      };
    }[AlgorithmOn<H>]
  | {
      readonly algorithm: AlgorithmOn<H>;
      readonly settings?: undefined;
      readonly mode?: 'exact';
    }
  | {
      readonly algorithm: AlgorithmOn<H> & AlgorithmIn<'play'>;
      readonly settings?: undefined;
      readonly mode?: SearchMode;
    };

/** On one thread. */
export type SequentialSearchOptions = Omit<ResumableSearchOptions, 'keep'> &
  SearchLimits & {
    readonly algorithm?: AlgorithmOn<'thread'> | 'auto';
    readonly settings?: SettingsOf<AlgorithmOn<'thread'>>;
    /** `play` (default): as strong as possible. `exact`: the minimax value of the fixed-depth tree. */
    readonly mode?: SearchMode;
    readonly keep?: false;
    readonly trace?: undefined;
    readonly workers?: undefined;
    readonly table?: undefined;
    readonly deterministic?: false;
    readonly cluster?: undefined;
  };

/** On several threads of this machine. */
export type ThreadSearchOptions = ResumableSearchOptions &
  TracedSearchOptions &
  SearchLimits &
  AlgorithmChoice<'threads'> & {
    /** Threads that search, 1 to 256; `auto`, the default, is one for each core. */
    readonly workers?: number | 'auto';
    /** `shared` if not given, where threads can share memory; else `local`. */
    readonly table?: TableKind;
    readonly deterministic?: false;
    readonly cluster?: undefined;
  };

/** On several threads of this machine, by the algorithm that is best there. */
export type AutoSearchOptions = ResumableSearchOptions &
  TracedSearchOptions &
  SearchLimits & {
    readonly algorithm?: 'auto' | undefined;
    readonly settings?: undefined;
    /** `play` (default): as strong as possible. `exact`: the minimax value of the fixed-depth tree. */
    readonly mode?: SearchMode;
    /** Threads that search, 1 to 256; `auto` is one for each core. */
    readonly workers: number | 'auto';
    readonly table?: undefined;
    readonly deterministic?: false;
    readonly cluster?: undefined;
  };

/**
 * The same value, move, line and node count on every run and any number of cores: virtual workers share the
 * cores in a fixed order. With a `shared` table all take turns on one core.
 */
export type DeterministicSearchOptions = CommonSearchOptions &
  AlgorithmChoice<'deterministic'> & {
    readonly deterministic: true;
    readonly mode?: 'exact';
    readonly workers: number;
    readonly depth: number;
    readonly nodes?: undefined;
    readonly ms?: undefined;
    readonly clock?: undefined;
    readonly earlier?: undefined;
    readonly keep?: false;
    readonly trace?: undefined;
    /** `local` if not given. */
    readonly table?: TableKind;
    readonly cluster?: undefined;
  };

/** The algorithm that a cluster uses, in the mode that is asked for. */
export interface UsualAlgorithm {
  readonly algorithm?: 'auto' | undefined;
  readonly settings?: undefined;
  readonly mode?: SearchMode;
}

/** On workers of other machines; in Node only. */
export type ClusterSearchOptions = ResumableSearchOptions &
  TracedSearchOptions &
  SearchLimits &
  (AlgorithmChoice<'cluster'> | UsualAlgorithm) & {
    readonly cluster: ClusterOptions;
    /** Slots to use at most; all if not given. */
    readonly workers?: number | 'auto';
    /** `local` if not given. */
    readonly table?: Exclude<TableKind, 'shared'>;
    readonly deterministic?: false;
  };

/** On a graphics device. */
export type GpuSearchOptions = Pick<CommonSearchOptions, 'signal'> & {
  readonly mode?: 'exact';
  readonly algorithm: (typeof gpuSearch)['name'];
  readonly settings?: ValueOf<(typeof gpuSearch)['settings']>;
  readonly depth: number;
  readonly nodes?: undefined;
  readonly ms?: undefined;
  readonly clock?: undefined;
  readonly hash?: undefined;
  readonly seed?: undefined;
  readonly selective?: undefined;
  readonly earlier?: undefined;
  readonly keep?: false;
  readonly trace?: undefined;
  readonly workers?: undefined;
  readonly table?: undefined;
  readonly deterministic?: false;
  readonly cluster?: undefined;
};

/** By random games, on threads of this machine. */
export type MctsSearchOptions = Omit<CommonSearchOptions, 'selective'> &
  SearchLimits & {
    readonly mode?: 'play';
    readonly algorithm: (typeof mcts)['name'];
    readonly settings?: ValueOf<(typeof mcts)['settings']>;
    /** Threads that search, 1 to 256; `auto`, the default, is one for each core. */
    readonly workers?: number | 'auto';
    /** `shared`, where threads can share memory: one tree for all. `local`: a tree for each. */
    readonly table?: Exclude<TableKind, 'ring'>;
    readonly selective?: undefined;
    readonly earlier?: undefined;
    readonly keep?: false;
    readonly trace?: undefined;
    readonly deterministic?: false;
    readonly cluster?: undefined;
  };

/** How to search: limits, algorithm and where it runs. */
export type SearchOptions =
  | SequentialSearchOptions
  | ThreadSearchOptions
  | AutoSearchOptions
  | DeterministicSearchOptions
  | ClusterSearchOptions
  | GpuSearchOptions
  | MctsSearchOptions;

/** The argument of search(). */
export type SearchQuery<State = unknown, Own = Move> = PositionOptions<State, Own> & SearchOptions;
