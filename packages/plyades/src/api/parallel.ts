// The parallel half of search(): which algorithm may do what, on how many workers, with which tables;
// and the way from a position to the threads that search it.
import { inputError, PlyadesError } from '../core/errors.js';
import { coreCount } from '../hosts/cores.js';
import type { KnownFinding } from '../hosts/known.js';
import {
  type CrewAnswer,
  type CrewHandlers,
  canShareMemory,
  runCrew,
} from '../hosts/threads/crew.js';
import { CrewMemory } from '../hosts/threads/homes.js';
import type { Mode } from '../kernel/index.js';
import type { TableKind } from '../parallel/algorithm.js';
import { type AlgorithmName, algorithmNames, algorithms } from '../parallel/algorithms.js';
import { type AlgorithmSettings, checkTables, takeSettings } from '../parallel/settings.js';
import { type Limits, MAX_DEPTH } from '../search/limits.js';
import type { Playable } from './games.js';
import { MAX_WORKERS, threads } from './threads.js';

/** What `SearchOptions.table` may be. */
export const tableKinds = ['shared', 'ring', 'local'] as const satisfies readonly TableKind[];

/** What the parallel algorithms add to the options of a search; settings of the one that searches, too. */
export interface ParallelOptions extends AlgorithmSettings {
  /** Threads that search, 1 to 256; `auto`, the default, is one per core. The sequential search has none. */
  readonly workers?: number | 'auto';
  /**
   * One transposition table for all workers (default where threads can share memory), one each (`local`),
   * or one each with a `ring` on which the workers tell each other their deep entries.
   */
  readonly table?: TableKind;
  /** For whatever an algorithm draws by lot; 1 if not given. */
  readonly seed?: number;
  /**
   * The same value, move, line and node count on every run and any number of cores, for a number of
   * workers: they are virtual and share the cores in a fixed order. Exact mode, a depth and no other
   * limit; tables are `local` if nothing is said, and with a `shared` one all take turns on one core.
   */
  readonly deterministic?: boolean;
}

/** Parallel options that can be met. */
export interface ParallelSettings {
  readonly algorithm: AlgorithmName;
  readonly workers: number;
  readonly table: TableKind;
  readonly seed: number;
  readonly settings: AlgorithmSettings;
}

export const isParallel = (algorithm: string): algorithm is AlgorithmName =>
  (algorithmNames as readonly string[]).includes(algorithm);

/** True when the algorithm searches in play mode. */
export const canPlay = (algorithm: AlgorithmName): boolean => modesOf(algorithm).includes('play');

/** Throws a PlyadesError, before anything starts, when the options cannot be met. */
export function checkParallel(
  algorithm: AlgorithmName,
  mode: Mode,
  options: ParallelOptions,
): void {
  const { workers = 'auto', table, seed = 1 } = options;
  const able = algorithmNames.filter((name) => modesOf(name).includes(mode));
  if (!modesOf(algorithm).includes(mode)) {
    refuse(`${algorithm} does not search in ${mode} mode: use ${able.join(' or ')}`, mode);
  }
  if (
    workers !== 'auto' &&
    !(Number.isInteger(workers) && workers >= 1 && workers <= MAX_WORKERS)
  ) {
    refuse(
      `workers ${workers}: expected 'auto' or a whole number from 1 to ${MAX_WORKERS}`,
      workers,
    );
  }
  if (table !== undefined && !tableKinds.includes(table)) {
    refuse(`table '${table}': expected one of ${tableKinds.join(', ')}`, table);
  }
  if (table === 'shared' && !canShareMemory()) {
    refuse('a shared table needs a page that is cross-origin isolated; use table: local', table);
  }
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) {
    refuse(`seed ${seed}: expected a whole number from 0 to ${2 ** 32 - 1}`, seed);
  }
  takeSettings(algorithm, options);
}

function modesOf(algorithm: AlgorithmName): readonly Mode[] {
  return algorithms[algorithm].modes;
}

function refuse(message: string, value: unknown): never {
  throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(value)));
}

/** Options with their defaults filled in. */
export async function settleParallel(
  algorithm: AlgorithmName,
  options: ParallelOptions,
): Promise<ParallelSettings> {
  const { workers = 'auto', seed = 1 } = options;
  const table = options.table ?? (canShareMemory() ? 'shared' : 'local');
  const settings = takeSettings(algorithm, options);
  checkTables(settings, table);
  return {
    algorithm,
    workers: workers === 'auto' ? Math.min(await coreCount(), MAX_WORKERS) : workers,
    ...{ table, seed, settings },
  };
}

/** A larger memory is not kept: somebody else may need it. */
const MOST_KEPT = 1 << 30;

/** The memory of the last search with a shared table, for the next one; one search at a time has it. */
const spare = { memory: new CrewMemory(), taken: false };

/** Gives up what is kept for the next search. */
export function forgetMemory(): void {
  spare.memory = new CrewMemory();
}

/** Searches on threads. */
export async function searchOnThreads(
  game: Playable,
  position: unknown,
  before: readonly Uint8Array[],
  limits: Limits,
  settings: ParallelSettings & {
    readonly mode: Mode;
    readonly selective: boolean;
    readonly tableBytes: number;
    readonly askedAt: number;
    readonly known?: KnownFinding;
    readonly keep?: boolean;
  },
  handlers: CrewHandlers,
): Promise<CrewAnswer> {
  const { depth = MAX_DEPTH, ...rest } = limits;
  const order = { game: game.job, position, before, ...settings, depth, limits: rest };
  if (settings.table !== 'shared' || settings.tableBytes > MOST_KEPT || spare.taken) {
    return runCrew(threads, order, handlers);
  }
  spare.taken = true;
  try {
    const { memory } = spare;
    const answer = await runCrew(threads, { ...order, memory, keepTable: false }, handlers);
    // Workers that are late still write.
    void answer.settled.finally(() => {
      spare.taken = false;
    });
    return answer;
  } catch (error) {
    spare.taken = false;
    forgetMemory();
    throw error;
  }
}
