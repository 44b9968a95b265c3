// What a host must know of a parallel algorithm in order to run it. Its folder and one line each of registry.ts and
// descriptions.ts are all that a new one needs.
import type { AlgorithmDescription, SearchHost } from '../core/algorithm.js';
import type { SearchMode, SearchRequest } from '../core/search-request.js';
import type { Actor, Outlet } from './actor.js';
import type { Stack } from './hierarchy/index.js';
import type { Hierarchy, MiddleSettings } from './hierarchy/settings.js';
import type { LinkTimes } from './links.js';
import type { Ports, SubtreeRequest } from './ports.js';
import type { ProcessSeat } from './process.js';

export type { SearchHost, SettingsUse } from '../core/algorithm.js';
export type { TableKind } from '../core/search-request.js';

/** The fields of a request that the processes of a search read. */
export type ActorRequest = Pick<SearchRequest, 'depth' | 'mode' | 'table' | 'seed'> &
  Partial<Pick<SearchRequest, 'selective' | 'settings' | 'only' | 'lines'>>;

/** A request with what its host adds for the processes of the search; the same for all of them. */
export interface SearchPlan<R extends ActorRequest = ActorRequest> {
  readonly request: R;
  /** Of process 0 only, and secret: which results are checked is drawn from it; the request's seed if not given. */
  readonly checkSeed?: number;
  readonly linkTimes?: LinkTimes;
  /** Plies by which the sequential search deepens; as the game says if not given. */
  readonly step?: number;
  /**
   * Depth with which deepening begins, 1 if not given; a master still searches what it needs in order to
   * divide the work. For searches that resume an earlier one.
   */
  readonly from?: number;
  /** Of process 0: the leaves of an earlier search's tree, by saved-tree.ts. What is no such thing means nothing. */
  readonly kept?: Uint8Array;
  /** Whether each depth on the way is to be finished and reported, for the search may end early. */
  readonly deepening?: boolean;
  /** The masters and workers of all levels, where a host runs them all; one level if not given. */
  readonly hierarchy?: Hierarchy;
  /** Where places say what is above and below: settings of the middle level. */
  readonly middle?: MiddleSettings;
}

/** What all searches of pieces have in common. */
export type PieceOrder = Pick<SubtreeRequest, 'keepOrdering' | 'textbook'>;

/** What is known of an algorithm without its processes: all that a thread needs which only starts them. */
export interface AlgorithmProperties<
  N extends string = string,
  S extends object = object,
  M extends SearchMode = SearchMode,
  H extends SearchHost = SearchHost,
> extends AlgorithmDescription<N, S, M, H> {
  /** Whether process 0 is a master that searches nothing, or hardly: a processor without a search. */
  readonly hasMaster: boolean;
  /**
   * Whether every process searches the root itself: then it can be asked for some moves of the root or for several
   * lines, and tells how deep it looked.
   */
  readonly searchesRoot?: boolean;
  /**
   * Whether all nodes of the tree are a kernel's. Else processes expand some themselves, with the moves that the game
   * lists, and a value in a tree of bounded width may rest on moves that were left out there.
   */
  readonly nodesInKernel?: boolean;
  /** Whether a step ends as soon as its kernel yields; else it goes on until its budget is searched. */
  readonly yields?: boolean;
  /** Searches that each process uses at the same time. */
  readonly searches: number;
  /** The most processes of a search; no limit if not given. */
  readonly maxProcesses?: number;
  /**
   * How its processes search a piece of work with the settings that were given; undefined where the work is not
   * divided into pieces.
   */
  pieceOrder?(settings: NoInfer<S>): PieceOrder;
  /** In a hierarchy: settings of the top, whose workers are masters themselves. */
  readonly aboveMasters?: NoInfer<S>;
}

export interface Algorithm<
  N extends string = string,
  S extends object = object,
  M extends SearchMode = SearchMode,
  H extends SearchHost = SearchHost,
> extends AlgorithmProperties<N, S, M, H> {
  /** For hierarchies, where the algorithm can have them: processes below the top. */
  readonly stack?: Stack;
  /** Makes one process. All processes of a search are made with the same plan and position. */
  createActor<P>(seat: ProcessSeat, outlet: Outlet, ports: Ports<P>, plan: SearchPlan): Actor;
}

/** Infers the literal types of a description. */
export const describeAlgorithm = <
  const N extends string,
  S extends object,
  const M extends SearchMode,
  const H extends SearchHost,
>(
  properties: AlgorithmProperties<N, S, M, H>,
): AlgorithmProperties<N, S, M, H> => properties;

/** Infers the literal types of an algorithm. */
export const defineAlgorithm = <
  const N extends string,
  S extends object,
  const M extends SearchMode,
  const H extends SearchHost,
>(
  algorithm: Algorithm<N, S, M, H>,
): Algorithm<N, S, M, H> => algorithm;
