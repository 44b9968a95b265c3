// What a simulation is asked for, and everything that is checked before anything starts.

import { inputError, PlyadesError } from '../core/errors.js';
import { type Position, widthOf } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { loadKernel, notationOf } from '../games/load.js';
import type { GameSource } from '../games/open.js';
import { coreCount, freeMemory } from '../hosts/cores.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { linkTimes } from '../hosts/epochs/job.js';
import { roomFor } from '../hosts/epochs/workplace.js';
import { MAX_CAPACITY } from '../kernel/index.js';
import type { Finding } from '../parallel/actor.js';
import type { Mode, TableKind } from '../parallel/algorithm.js';
import { parentsOf, parseHierarchy } from '../parallel/hierarchy/file.js';
import type { Hierarchy } from '../parallel/hierarchy/index.js';
import type { LinkTimes } from '../parallel/links.js';
import {
  type AlgorithmSettings,
  checkHorizon,
  checkTables,
  takeSettings,
} from '../parallel/settings.js';
import { MAX_DEPTH } from '../search/limits.js';
import { findAlgorithm } from './algorithms.js';
import { type FaultPlan, parseFaults } from './faults.js';
import { costsOf, loadProfile, type Profile } from './profiles.js';
import type { Ways } from './ways.js';

/** Greatest number of virtual processors. */
export const MAX_PROCESSORS = 4096;

/** Bytes of one kernel's tables end here; see MAX_HASH_MB of the library. */
export const MAX_TABLE_BYTES = 4000 * 2 ** 20;
/** MiB of a worker's local table when nothing is said. */
const HASH_PER_WORKER = 1;
const LEAST_HASH = 64;
/** An hour: a longer epoch would hold back all news of any search. */
const MAX_EPOCH_NS = 3600e9;

/** A position of a game of the library, or of a game in plain TypeScript as its threads get it. */
export type Subject =
  | Position
  | { readonly name: string; readonly game: GameSource; readonly state: unknown };

/** Settings of single algorithms, such as `aphid: { minSize: 1 }`, may be among them. */
export interface SimulateOptions extends AlgorithmSettings {
  /** One of simulatedAlgorithms. */
  readonly algorithm: string;
  /** Virtual processors, the master's included. */
  readonly processors: number;
  /** Plies. */
  readonly depth: number;
  /**
   * `exact` if not given. In `play` mode, what a search leaves out depends on its windows, so the value
   * need not be the sequential one; speedups compare with the sequential search in play mode.
   */
  readonly mode?: Mode;
  /** False: play mode leaves nothing out. True if not given. */
  readonly selective?: boolean;
  /** Virtual milliseconds after which the search ends with what it has; never if not given. */
  readonly limitMs?: number;
  /** Plies of the master's tree, for APHID only; its own choice if not given. */
  readonly horizon?: number;
  /** `paper`, `measured` (default), or a profile. */
  readonly profile?: string | Profile;
  /** For faults and for whatever an algorithm draws by lot; 1 if not given. */
  readonly seed?: number;
  /** A plan as text (see FAULTS_FORMAT), `random` for one by lot, or a plan; none if not given. */
  readonly faults?: string | FaultPlan;
  /**
   * `local` (default): each worker its own. `ring`: the same, and they share entries by messages.
   * `shared`: one for all, on one thread in a fixed order.
   */
  readonly table?: TableKind;
  /** MiB of all tables together; 1 for each worker and at least 64 if not given, 0 for none. */
  readonly hash?: number;
  /**
   * Real threads to use; as many as there are cores if not given. 0 runs in the calling thread, which
   * is blocked meanwhile. Changes nothing but `seconds`.
   */
  readonly threads?: number;
  /** Nanoseconds of an epoch; the profile's if not given. */
  readonly epochNs?: number;
  /** When links send again, acknowledge and give up, as on a real host; by the costs if not given. */
  readonly linkTimes?: LinkTimes;
  /** The text of a hierarchy's file: who is whose worker, and how far apart they are. One level if not given. */
  readonly hierarchy?: string;
  /** True: the processes of the hierarchy are where they are, but all workers of the first one. */
  readonly flat?: boolean;
  /** The sequential search of this position, if it is known already; it must be of the same hash. */
  readonly sequential?: { readonly value: number; readonly nodes: number };
  /** Gets the record of the run, JSON lines without newlines. */
  readonly onRecord?: (lines: readonly string[]) => void;
  /** Called at every finished depth, with the virtual seconds it took. */
  readonly onDepth?: (finding: Finding, virtualSeconds: number) => void;
  readonly signal?: AbortSignal;
}

/** What a record and a result say of the run. */
export interface Printed {
  readonly game: string;
  /** As text; empty for a game in plain TypeScript. */
  readonly position: string;
  readonly algorithm: string;
  readonly processors: number;
  readonly depth: number;
  readonly mode?: Mode;
  readonly selective?: boolean;
  readonly limitMs?: number;
  readonly horizon: number | null;
  readonly profile: string;
  readonly epochNs: number;
  readonly seed: number;
  readonly table: TableKind;
  readonly hash: number;
  /** As text. */
  readonly hierarchy?: string;
  readonly flat?: boolean;
  /** Settings of the algorithm, as given. */
  readonly settings?: AlgorithmSettings;
}

/** Options that can be met, with their defaults filled in. */
export interface Settled {
  readonly game: GameSource;
  readonly state: unknown;
  readonly algorithm: string;
  readonly processors: number;
  readonly depth: number;
  readonly mode: Mode;
  readonly selective: boolean;
  readonly limitMs: number | undefined;
  readonly seed: number;
  readonly table: TableKind;
  readonly hash: number;
  readonly threads: number;
  readonly costs: Costs;
  readonly epochNs: number;
  readonly linkTimes: LinkTimes | undefined;
  /** The most moves of a node, where that is part of the position; else 0. */
  readonly width: number;
  readonly ways: Ways | undefined;
  /** For the processes; undefined when there is one level. */
  readonly hierarchy: Hierarchy | undefined;
  readonly printed: Printed;
}

/** Checks everything; throws a PlyadesError when something cannot be. */
export async function settle(subject: Subject, options: SimulateOptions): Promise<Settled> {
  const { algorithm, processors, depth, horizon, seed = 1, table = 'local' } = options;
  const { mode = 'exact', selective = true, limitMs } = options;
  const { hasMaster, hasHorizon, modes } = findAlgorithm(algorithm);
  if (!modes.includes(mode)) {
    const message = `${algorithm} does not search in ${mode} mode: expected ${modes.join(' or ')}`;
    refuse('ERR_OPTION', message, String(mode));
  }
  if (typeof selective !== 'boolean') {
    refuse('ERR_OPTION', `selective ${selective}: expected true or false`, String(selective));
  }
  if (limitMs !== undefined) whole('limitMs', limitMs, 1, Number.MAX_SAFE_INTEGER, 'ERR_LIMIT');
  const least = hasMaster ? 2 : 1;
  const most = algorithm === 'sequential' ? 1 : MAX_PROCESSORS;
  whole('processors', processors, least, most, 'ERR_OPTION');
  whole('depth', depth, 1, MAX_DEPTH, 'ERR_LIMIT');
  whole('seed', seed, 0, Number.MAX_SAFE_INTEGER, 'ERR_OPTION');
  if (horizon !== undefined) {
    whole('horizon', horizon, 1, depth, 'ERR_OPTION');
    if (!hasHorizon) {
      refuse('ERR_OPTION', `${algorithm} has no master's tree, and no horizon`, String(horizon));
    }
  }
  const own = takeSettings(algorithm, options);
  checkHorizon(algorithm, horizon ?? own.minimalTree?.horizon, depth);
  if (table !== 'local' && table !== 'ring' && table !== 'shared') {
    refuse('ERR_OPTION', `table '${table}': expected local, ring or shared`, String(table));
  }
  checkTables(own, table);
  const workers = hasMaster ? processors - 1 : processors;
  const hash = options.hash ?? Math.max(LEAST_HASH, HASH_PER_WORKER * workers);
  const mostHash = (MAX_TABLE_BYTES / 2 ** 20) * (table === 'shared' ? 1 : workers);
  if (!(hash >= 0 && hash <= mostHash)) {
    refuse('ERR_OPTION', `hash ${hash}: expected MiB from 0 to ${mostHash}`, String(hash));
  }
  const threads = options.threads ?? (await coreCount());
  whole('threads', threads, 0, 1024, 'ERR_OPTION');
  if (typeof options.faults === 'string' && options.faults !== 'random') {
    unwrap(parseFaults(options.faults, processors), PlyadesError.refusing);
  }
  const { profile: asked = 'measured' } = options;
  const profile = typeof asked === 'string' ? await loadProfile(asked) : asked;
  const { name, game, state, text, width } = await open(subject);
  const costs = costsOf(profile, name, width);
  const epochNs = options.epochNs ?? profile.epochNs;
  if (!(epochNs >= 1 && epochNs <= MAX_EPOCH_NS)) {
    const range = `expected nanoseconds from 1 to ${MAX_EPOCH_NS}`;
    refuse('ERR_OPTION', `an epoch of ${epochNs}: ${range}`, String(epochNs));
  }
  const printed: Printed = {
    game: name,
    position: text,
    algorithm,
    processors,
    depth,
    ...(mode === 'exact' ? {} : { mode }),
    ...(selective ? {} : { selective }),
    ...(limitMs === undefined ? {} : { limitMs }),
    horizon: horizon ?? null,
    profile: profile.name,
    epochNs,
    seed,
    table,
    hash,
    ...(options.hierarchy === undefined ? {} : { hierarchy: options.hierarchy }),
    ...(options.flat ? { flat: true } : {}),
    ...(Object.keys(own).length === 0 ? {} : { settings: own }),
  };
  const { ways, hierarchy } = arrange(options, costs, epochNs);
  const task = { depth, mode, table, seed, ...(hierarchy && { hierarchy }) };
  await checkMemory({ game, task, tableBytes: hash * 2 ** 20 }, algorithm, processors, options);
  return {
    game,
    state,
    algorithm,
    processors,
    depth,
    mode,
    selective,
    limitMs,
    seed,
    table,
    hash,
    threads,
    costs,
    epochNs,
    linkTimes: options.linkTimes,
    width,
    ways,
    hierarchy,
    printed,
  };
}

/** Where the processes of a hierarchy are, and who is whose worker. */
function arrange(
  { algorithm, processors, hierarchy: text, flat = false, mode, table }: SimulateOptions,
  costs: Costs,
  epochNs: number,
): Pick<Settled, 'ways' | 'hierarchy'> {
  if (text === undefined) {
    if (flat) refuse('ERR_OPTION', 'flat says nothing without a hierarchy', 'flat');
    return { ways: undefined, hierarchy: undefined };
  }
  const file = unwrap(parseHierarchy(text), PlyadesError.refusing);
  const parents = parentsOf(file);
  if (parents.length !== processors) {
    const message = `processors ${processors}: the hierarchy has ${parents.length}, the top included`;
    refuse('ERR_OPTION', message, String(processors));
  }
  const given = file.latenciesNs;
  const latenciesNs = given.length === 0 ? [costs.latencyNs] : given;
  const ways = { parents, latenciesNs };
  if (flat) return { ways, hierarchy: undefined };
  if (findAlgorithm(algorithm).stack === undefined) {
    refuse(
      'ERR_OPTION',
      `${algorithm} has no hierarchies: expected aphid or minimal-tree`,
      algorithm,
    );
  }
  if (mode === 'play') refuse('ERR_OPTION', 'hierarchies search in exact mode', mode);
  if (table !== undefined && table !== 'local') {
    refuse('ERR_OPTION', `table ${table}: in a hierarchy every process has its own`, table);
  }
  const times = latenciesNs.map((latencyNs, level) =>
    linkTimes({ ...costs, latencyNs }, epochNs, largestGroup(parents, level)),
  );
  while (times.length < MAX_HIERARCHY) times.push(times.at(-1)!);
  return { ways, hierarchy: { parents, times, middle: file.middle } };
}

/** More levels than a file can have. */
const MAX_HIERARCHY = 10;

/** The most processes of a master of this level or of a deeper one, itself included. */
function largestGroup(parents: readonly number[], level: number): number {
  const workers = parents.map(() => 0);
  const levels = parents.map(() => 0);
  for (const [self, parent] of parents.entries()) {
    if (parent < 0) continue;
    levels[self] = levels[parent]! + 1;
    workers[parent]!++;
  }
  return 1 + Math.max(...workers.map((count, self) => (levels[self]! >= level ? count : 0)));
}

/** Processes that would take less than this, all together, are not counted. */
const HARDLY_ANY = 512 * 2 ** 20;
/** More than any process takes beside its table. */
const MOST_OF_A_PROCESS = 2 ** 20;

/** Refuses processors for which there is no memory, with the number for which there is. */
async function checkMemory(
  job: Parameters<typeof roomFor>[0],
  algorithm: string,
  processors: number,
  { hash }: SimulateOptions,
): Promise<void> {
  const shared = job.task.table === 'shared';
  if (processors * MOST_OF_A_PROCESS + job.tableBytes < HARDLY_ANY) return;
  const { fixed, each } = await roomFor(job, findAlgorithm(algorithm));
  const left = await freeMemory();
  const room = shared ? Math.min(left, MAX_CAPACITY) : left;
  if (fixed + processors * each <= room) return;
  // Tables whose size nobody asked for grow with the number of processors.
  const growing = hash === undefined && !shared ? HASH_PER_WORKER * 2 ** 20 : 0;
  const fit = Math.floor((room - (fixed - growing * processors)) / (each + growing));
  const mib = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  const needed = `${mib(fixed + processors * each)} MiB of memory are needed and ${mib(room)} can be had`;
  const advice = fit >= 2 ? `${fit} would fit` : 'give less --hash';
  refuse('ERR_OPTION', `processors ${processors}: ${needed}; ${advice}`, String(processors));
}

async function open(subject: Subject) {
  if (!('record' in subject)) {
    return { name: subject.name, game: subject.game, state: subject.state, text: '', width: 0 };
  }
  const kernel = await loadKernel(subject.game);
  const notation = notationOf(subject.game);
  const text = notation.makePosition(subject);
  const width = widthOf(notation, subject);
  const game: GameSource = { kind: 'kernel', kernel };
  return { name: subject.game, game, state: subject.record as unknown, text, width };
}

function whole(
  name: string,
  value: number,
  least: number,
  most: number,
  code: 'ERR_OPTION' | 'ERR_LIMIT',
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const message = `${name} ${value}: expected a whole number from ${least} to ${most}`;
  refuse(code, message, String(value));
}

function refuse(code: 'ERR_OPTION' | 'ERR_LIMIT', message: string, input: string): never {
  throw PlyadesError.refusing(inputError(code, message, input));
}
