// What a host must know of a parallel algorithm in order to run it.
import type { SearchMode as Mode, TableKind } from '../core/search-request.js';
import type { Actor, Outlet } from './actor.js';
import type { AphidOptions } from './aphid/options.js';
import type { Stack } from './hierarchy/index.js';
import type { Hierarchy, MiddleSettings } from './hierarchy/settings.js';
import type { LinkTimes } from './links.js';
import type { MinimalTreeOptions } from './minimal-tree/options.js';
import type { Ports } from './ports.js';
import type { Place } from './process.js';
import type { YoungBrothersSettings } from './young-brothers/settings.js';

export type { SearchMode as Mode, TableKind } from '../core/search-request.js';

/** What is asked of a search; the same for all its processes. */
export interface Task {
  /** Plies to search, at least 1. */
  readonly depth: number;
  readonly mode: Mode;
  /** False: play mode leaves nothing out. True if not given. */
  readonly selective?: boolean;
  /** Lazy SMP only: moves of the root that are searched; all if not given. */
  readonly only?: readonly number[];
  /** Lazy SMP only: the best lines that are wanted; 1 if not given. */
  readonly lines?: number;
  readonly table: TableKind;
  /** For whatever an algorithm draws by lot. */
  readonly seed: number;
  /** Of process 0 only: which results are checked is drawn from it, and nobody else may know; `seed` if not given. */
  readonly checkSeed?: number;
  readonly linkTimes?: LinkTimes;
  /** Plies of a master's tree, in algorithms that have one; the algorithm's choice if not given. */
  readonly horizon?: number;
  /** Plies by which the sequential search deepens; as the game says if not given. */
  readonly step?: number;
  /**
   * Depth with which deepening begins, 1 if not given; a master still searches what it needs in order to
   * divide the work. For searches that go on where an earlier one ended.
   */
  readonly from?: number;
  /** Of process 0: the leaves of an earlier search's tree, by kept.ts. What is no such thing means nothing. */
  readonly kept?: Uint8Array;
  /** Whether each depth on the way is to be finished and reported, for the search may end early. */
  readonly deepening?: boolean;
  /** For APHID only. */
  readonly aphid?: AphidOptions;
  /** For dynamic prediction of minimal trees only. */
  readonly minimalTree?: MinimalTreeOptions;
  /** For Young Brothers Wait only: what differs from its usual settings. */
  readonly youngBrothers?: Partial<YoungBrothersSettings>;
  /** Who is whose worker, where a host runs processes of all levels; one level if not given. */
  readonly hierarchy?: Hierarchy;
  /** Where places say what is above and below: settings of the middle level. */
  readonly middle?: MiddleSettings;
}

export interface Algorithm {
  /** Whether process 0 is a master that searches nothing, or hardly: a processor without a search. */
  readonly hasMaster: boolean;
  /** Whether the master has a tree of its own, whose plies a task may set. */
  readonly hasHorizon?: boolean;
  /** Searches that each process uses at the same time. */
  readonly searches: number;
  readonly modes: readonly Mode[];
  /** For hierarchies, where the algorithm can have them: processes below the top. */
  readonly stack?: Stack;
  /** Makes one process. All processes of a search are made with the same task and position. */
  createActor<P>(place: Place, outlet: Outlet, ports: Ports<P>, task: Task): Actor;
}
