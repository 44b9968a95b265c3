// The options of a simulation, and all checks before it starts.

import { refuse } from '../core/errors.js';
import { type Position, widthOf } from '../core/game.js';
import { unwrap } from '../core/result.js';
import {
  boolean,
  checkNames,
  choice,
  integer,
  number,
  record,
  requireValue,
} from '../core/schema.js';
import {
  type AlgorithmSettings,
  hashBytes,
  MAX_DEPTH,
  MAX_HASH_MB,
  type SearchMode,
  type SearchRequest,
  searchModes,
  type TableKind,
} from '../core/search-request.js';
import { loadKernel, notationOf } from '../games/load.js';
import type { GameSource } from '../games/open.js';
import { coreCount, freeMemory } from '../hosts/cores.js';
import { memoryOf } from '../hosts/epochs/cell-memory.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { linkTimes } from '../hosts/epochs/epoch-search.js';
import { MAX_CAPACITY } from '../kernel/index.js';
import type { SearchFinding } from '../parallel/actor.js';
import type { ActorRequest, Algorithm } from '../parallel/algorithm.js';
import { algorithms, hasHorizon } from '../parallel/algorithms.js';
import { parentsOf, parseHierarchy } from '../parallel/hierarchy/file.js';
import type { Hierarchy } from '../parallel/hierarchy/index.js';
import type { LinkTimes } from '../parallel/links.js';
import { checkSettings } from '../parallel/settings.js';
import type { TraceLog } from '../trace/log.js';
import { findAlgorithm } from './algorithms.js';
import { type FaultPlan, parseFaults } from './faults.js';
import { type HostSetting, hostSetting, type RealHost, realHosts } from './host-profile.js';
import { costsOf, loadProfile, type Profile } from './profiles.js';
import type { Ways } from './ways.js';

/** Greatest number of virtual processors. */
export const MAX_PROCESSORS = 4096;

/** Bytes of one kernel's tables end here. */
export const MAX_TABLE_BYTES = MAX_HASH_MB * 2 ** 20;
/** MiB of a worker's local table if not given. */
const HASH_PER_WORKER = 1;
const LEAST_HASH = 64;
/** An hour: a longer epoch would hold back all messages of any search. */
export const MAX_EPOCH_NS = 3600e9;

/** A position of a game of the library, or of a game in plain TypeScript as its threads get it. */
export type Subject =
  | Position
  | { readonly name: string; readonly game: GameSource; readonly state: unknown };

/** How to simulate. */
export interface SimulateOptions {
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
  readonly mode?: SearchMode;
  /** Settings of the algorithm, such as `{ minSize: 1 }`. */
  readonly settings?: AlgorithmSettings;
  /** False: play mode leaves nothing out. True if not given. */
  readonly selective?: boolean;
  /** Virtual milliseconds after which the search ends with what it has; never if not given. */
  readonly limitMs?: number;
  /** Plies of the master's tree, in algorithms that have one; their own choice if not given. */
  readonly horizon?: number;
  /** `paper`, `measured` (default), or a profile. */
  readonly profile?: string | Profile;
  /**
   * The host that the profile describes: processes take turns, send, start and share the machine as there. An ideal
   * host if not given, on which only nodes and packets cost something.
   */
  readonly host?: RealHost;
  /** For faults and for random choices of an algorithm; 1 if not given. */
  readonly seed?: number;
  /** A plan as text (see FAULTS_FORMAT), `random` for a random one, or a plan; none if not given. */
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
  readonly onDepth?: (finding: SearchFinding, virtualSeconds: number) => void;
  /** Called once, before the run, with its trace, which grows while the run goes on. */
  readonly trace?: (log: TraceLog) => void;
  /**
   * True: the finished pieces of the run are searched again, one after the other on one processor with one table, and
   * the result has the `growth` of their nodes. Takes about as long as the sequential search once more.
   */
  readonly growth?: boolean;
  readonly signal?: AbortSignal;
}

/** The settings of a run, in its record and its result. */
export interface SimulationSettings {
  readonly game: string;
  /** As text; empty for a game in plain TypeScript. */
  readonly position: string;
  readonly algorithm: string;
  readonly processors: number;
  readonly depth: number;
  readonly mode?: SearchMode;
  readonly selective?: boolean;
  readonly limitMs?: number;
  readonly horizon: number | null;
  readonly profile: string;
  readonly host?: RealHost;
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
export interface ResolvedSimulation {
  readonly game: GameSource;
  readonly state: unknown;
  readonly request: ActorRequest & Required<Pick<SearchRequest, 'selective'>>;
  readonly algorithm: string;
  readonly processors: number;
  readonly limitMs: number | undefined;
  /** MiB of all tables together. */
  readonly hash: number;
  readonly threads: number;
  readonly costs: Costs;
  readonly epochNs: number;
  readonly linkTimes: LinkTimes | undefined;
  /** Virtual time of the sequential search beside its nodes. */
  readonly startAloneNs: number;
  readonly spareSeats: number;
  /** Whether the processes report every depth, as on a real host. */
  readonly deepening: boolean;
  /** The most moves of a node, where that is part of the position; else 0. */
  readonly width: number;
  readonly ways: Ways | undefined;
  /** For the processes; undefined when there is one level. */
  readonly hierarchy: Hierarchy | undefined;
  readonly printed: SimulationSettings;
}

const limit = { code: 'ERR_LIMIT' } as const;

/** Options that can be checked without the algorithm. */
const common = record(
  {
    depth: integer(1, MAX_DEPTH, limit),
    mode: choice(searchModes, { default: 'exact' }),
    selective: boolean({ default: true }),
    seed: integer(0, Number.MAX_SAFE_INTEGER, { default: 1 }),
    table: choice(['local', 'ring', 'shared'], { default: 'local' }),
  },
  {
    limitMs: integer(1, Number.MAX_SAFE_INTEGER, limit),
    host: choice(realHosts),
    threads: integer(0, 1024),
    epochNs: number(1, MAX_EPOCH_NS, { unit: 'nanoseconds' }),
  },
);

/** Checks everything and fills in the defaults; throws a PlyadesError when an option is invalid. */
export async function resolveOptions(
  subject: Subject,
  options: SimulateOptions,
): Promise<ResolvedSimulation> {
  const { processors, limitMs } = options;
  checkNames('', options, optionNames);
  const algorithm = findAlgorithm(options.algorithm);
  const request = requestOf(algorithm, options);
  if (options.growth) checkGrowth(algorithm, request.mode, options);
  const { depth, mode, selective, seed, table, settings } = request;
  const hash = hashOf(algorithm, table, options);
  const threads = options.threads ?? (await coreCount());
  if (typeof options.faults === 'string' && options.faults !== 'random') {
    unwrap(parseFaults(options.faults, processors));
  }
  const { profile: asked = 'measured' } = options;
  const profile = typeof asked === 'string' ? await loadProfile(asked) : asked;
  const { name, game, state, text, width } = await open(subject);
  const ideal = costsOf(profile, name, width);
  const { host } = options;
  const real: HostSetting | undefined =
    host &&
    hostSetting(host, profile.hosts?.[host], ideal, {
      ...{ game: name, algorithm, processes: processors, table, hash },
    });
  const costs = real?.costs ?? ideal;
  const epochNs = options.epochNs ?? real?.epochNs ?? profile.epochNs;
  const { horizon: _, ...own } = settings;
  const given = options.settings?.horizon === undefined ? own : settings;
  const printed: SimulationSettings = {
    game: name,
    position: text,
    algorithm: algorithm.name,
    processors,
    depth,
    ...(mode === 'exact' ? {} : { mode }),
    ...(selective ? {} : { selective }),
    ...(limitMs === undefined ? {} : { limitMs }),
    horizon: options.horizon ?? null,
    profile: profile.name,
    ...(host === undefined ? {} : { host }),
    epochNs,
    seed,
    table,
    hash,
    ...(options.hierarchy === undefined ? {} : { hierarchy: options.hierarchy }),
    ...(options.flat ? { flat: true } : {}),
    ...(Object.keys(given).length === 0 ? {} : { settings: given }),
  };
  const { ways, hierarchy } = arrange(options, costs, epochNs);
  const plan = { request, ...(hierarchy && { hierarchy }) };
  await checkMemory(
    { game, plan, tableBytes: hashBytes({ hash }) },
    algorithm,
    processors,
    options,
  );
  return {
    ...{ game, state, request, algorithm: algorithm.name, processors, limitMs, hash, threads },
    ...{ costs, epochNs, width, ways, hierarchy, printed },
    linkTimes: options.linkTimes ?? real?.linkTimes,
    startAloneNs: real?.startAloneNs ?? 0,
    spareSeats: real?.spareSeats ?? 0,
    deepening: real !== undefined || limitMs !== undefined,
  };
}

const optionNames = Object.keys({
  algorithm: true,
  processors: true,
  depth: true,
  mode: true,
  selective: true,
  settings: true,
  limitMs: true,
  horizon: true,
  profile: true,
  host: true,
  seed: true,
  faults: true,
  table: true,
  hash: true,
  threads: true,
  epochNs: true,
  linkTimes: true,
  hierarchy: true,
  flat: true,
  sequential: true,
  onRecord: true,
  onDepth: true,
  trace: true,
  growth: true,
  signal: true,
} satisfies Record<keyof SimulateOptions, true>);

/** What the processes are asked for. */
function requestOf(algorithm: Algorithm, options: SimulateOptions) {
  const { name, modes, hasMaster, maxProcesses = MAX_PROCESSORS } = algorithm;
  const { depth, mode, selective, seed, table, limitMs, threads, epochNs, horizon } = options;
  const { host } = options;
  const asked = { depth, mode, selective, seed, table, limitMs, host, threads, epochNs };
  const {
    limitMs: _,
    host: _h,
    threads: __,
    epochNs: ___,
    ...checked
  } = requireValue(common, asked);
  if (!modes.includes(checked.mode)) {
    refuse(
      'ERR_OPTION',
      `${name} does not search in ${mode} mode: expected ${modes.join(' or ')}`,
      mode,
    );
  }
  requireValue(integer(hasMaster ? 2 : 1, maxProcesses), options.processors, 'processors');
  if (horizon !== undefined) {
    requireValue(integer(1, depth), horizon, 'horizon');
    if (!hasHorizon(algorithm))
      refuse('ERR_OPTION', `${name} has no master's tree, and no horizon`, horizon);
  }
  const given = { ...options.settings, ...(horizon !== undefined && { horizon }) };
  const settings = checkSettings(algorithm, given, { ...checked, host: 'simulation' });
  return { ...checked, settings };
}

/** Refuses to compare pieces where there are none, or where a search of the same piece may have another tree. */
function checkGrowth({ name, pieceOrder }: Algorithm, mode: SearchMode, options: SimulateOptions) {
  if (pieceOrder === undefined) {
    const able = Object.values<Algorithm>(algorithms).filter((each) => each.pieceOrder);
    const names = able.map((each) => each.name).join(', ');
    refuse('ERR_OPTION', `growth: ${name} has no pieces of work: expected one of ${names}`, name);
  }
  if (mode !== 'exact') refuse('ERR_OPTION', `growth is counted in exact mode, not ${mode}`, mode);
  if (options.hierarchy !== undefined && !options.flat) {
    const message =
      'growth: masters of a hierarchy search pieces together: give flat, or no growth';
    refuse('ERR_OPTION', message, 'growth');
  }
}

/** MiB of all tables together. */
function hashOf({ hasMaster }: Algorithm, table: TableKind, options: SimulateOptions): number {
  const workers = hasMaster ? options.processors - 1 : options.processors;
  const hash = options.hash ?? Math.max(LEAST_HASH, HASH_PER_WORKER * workers);
  const most = MAX_HASH_MB * (table === 'shared' ? 1 : workers);
  return requireValue(number(0, most, { unit: 'MiB' }), hash, 'hash');
}

/** Where the processes of a hierarchy are, and who is whose worker. */
function arrange(
  { algorithm, processors, hierarchy: text, flat = false, mode, table }: SimulateOptions,
  costs: Costs,
  epochNs: number,
): Pick<ResolvedSimulation, 'ways' | 'hierarchy'> {
  if (text === undefined) {
    if (flat) refuse('ERR_OPTION', 'flat has no effect without a hierarchy', 'flat');
    return { ways: undefined, hierarchy: undefined };
  }
  const file = unwrap(parseHierarchy(text));
  const parents = parentsOf(file);
  if (parents.length !== processors) {
    const message = `processors ${processors}: the hierarchy has ${parents.length}, the top included`;
    refuse('ERR_OPTION', message, processors);
  }
  const given = file.latenciesNs;
  const latenciesNs = given.length === 0 ? [costs.latencyNs] : given;
  const ways = { parents, latenciesNs };
  if (flat) return { ways, hierarchy: undefined };
  if (findAlgorithm(algorithm).stack === undefined) {
    const able = Object.values<Algorithm>(algorithms).flatMap(({ name, stack }) =>
      stack === undefined ? [] : name,
    );
    refuse(
      'ERR_OPTION',
      `${algorithm} has no hierarchies: expected ${able.join(' or ')}`,
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
  search: Parameters<typeof memoryOf>[0],
  algorithm: Algorithm,
  processors: number,
  { hash }: SimulateOptions,
): Promise<void> {
  const shared = search.plan.request.table === 'shared';
  if (processors * MOST_OF_A_PROCESS + search.tableBytes < HARDLY_ANY) return;
  const { fixed, each } = await memoryOf(search, algorithm);
  const left = await freeMemory();
  const room = shared ? Math.min(left, MAX_CAPACITY) : left;
  if (fixed + processors * each <= room) return;
  // Tables without a given size grow with the number of processors.
  const growing = hash === undefined && !shared ? HASH_PER_WORKER * 2 ** 20 : 0;
  const fit = Math.floor((room - (fixed - growing * processors)) / (each + growing));
  const mib = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  const needed = `${mib(fixed + processors * each)} MiB of memory are needed and ${mib(room)} can be had`;
  const advice = fit >= 2 ? `${fit} would fit` : 'give less --hash';
  refuse('ERR_OPTION', `processors ${processors}: ${needed}; ${advice}`, processors);
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
