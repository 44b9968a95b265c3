// simulate(): one position searched by any number of virtual processors under a virtual clock, and by
// one alone for comparison. Everything but `seconds` is a function of the position and the options: two
// runs are the same in every counter, on any number of threads.
import { inputError, PlyadesError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { createRandom } from '../core/random.js';
import { unwrap } from '../core/result.js';
import { loadKernel, notationOf } from '../games/load.js';
import { coreCount } from '../hosts/cores.js';
import type { Costs } from '../hosts/epochs/costs.js';
import type { Ending } from '../hosts/epochs/driver.js';
import { type EpochJob, linkTimes } from '../hosts/epochs/job.js';
import { type RunOptions, runEpochs, runHere } from '../hosts/epochs/run.js';
import type { JobGame } from '../hosts/threads/protocol.js';
import type { Finding } from '../parallel/actor.js';
import type { Mode, TableKind } from '../parallel/algorithm.js';
import {
  addCounters,
  type Counters,
  createCounters,
  type Overheads,
  overheads,
  type Times,
} from '../parallel/counters.js';
import { type AlgorithmSettings, takeSettings } from '../parallel/settings.js';
import { MAX_DEPTH } from '../search/limits.js';
import { findAlgorithm } from './algorithms.js';
import { type FaultPlan, makeFaults, NO_FAULTS, parseFaults, randomFaults } from './faults.js';
import { createNetwork, type NetworkSettings } from './network.js';
import { costsOf, loadProfile, type Profile } from './profiles.js';
import { compareRecords, type Difference, describeEpoch } from './record.js';

/** Greatest number of virtual processors. */
export const MAX_PROCESSORS = 4096;

/** Bytes of one kernel's tables end here; see MAX_HASH_MB of the library. */
const MAX_TABLE_BYTES = 4000 * 2 ** 20;
/** MiB of a worker's local table when nothing is said. */
const HASH_PER_WORKER = 1;
const LEAST_HASH = 64;
/** A sequential search reports nothing before its end, so its epochs may be long. */
const SEQUENTIAL_EPOCH_NODES = 1 << 20;

/** An hour: a longer epoch would hold back all news of any search. */
const MAX_EPOCH_NS = 3600e9;

/** Hours of wall time: whatever is not finished by then waits for something that does not come. */
const MAX_EPOCHS = 1e9;

/** A position of a game of the library, or of a game in plain TypeScript as its threads get it. */
export type Subject =
  | Position
  | { readonly name: string; readonly game: JobGame; readonly state: unknown };

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
  /** `local` (default): each worker its own. `shared`: one for all, on one thread in a fixed order. */
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
  /** The sequential search of this position, if it is known already; it must be of the same hash. */
  readonly sequential?: { readonly value: number; readonly nodes: number };
  /** Gets the record of the run, JSON lines without newlines. */
  readonly onRecord?: (lines: readonly string[]) => void;
  /** Called at every finished depth, with the virtual seconds it took. */
  readonly onDepth?: (finding: Finding, virtualSeconds: number) => void;
  readonly signal?: AbortSignal;
}

export interface Simulation {
  readonly game: string;
  readonly algorithm: string;
  /** Undefined when the run did not end. */
  readonly value: number | undefined;
  readonly move: number | undefined;
  readonly pv: readonly number[];
  readonly depth: number;
  /** What the answer rests on: the last finished depth, or in play mode what decided the move after it. */
  readonly finding?: Finding;
  /** `play` when it was asked for. */
  readonly mode?: Mode;
  readonly selective?: boolean;
  readonly limitMs?: number;
  /** As given; null when the algorithm chose, or has none. */
  readonly horizon: number | null;
  readonly processors: number;
  readonly profile: string;
  readonly seed: number;
  readonly table: TableKind;
  /** MiB of all tables together. */
  readonly hash: number;
  /** The plan, as text. */
  readonly faults: string;
  /** Settings of the algorithm, as given. */
  readonly settings?: AlgorithmSettings;
  /** Wall time of the parallel run on this machine. */
  readonly seconds: number;
  readonly virtualSeconds: number;
  /** Sequential over parallel virtual time. */
  readonly speedup: number;
  readonly sequential: {
    readonly value: number;
    readonly nodes: number;
    readonly virtualSeconds: number;
  };
  readonly overheads: Overheads;
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  readonly epochs: number;
  readonly end: Ending['end'];
  /** Why the run is no success: it did not end, or its value is wrong. */
  readonly failure?: string;
  /** The command that runs this again. */
  readonly command: string;
}

/**
 * Simulates a search. Rejects with a PlyadesError when options cannot be; a run that goes wrong is a
 * result with a `failure`.
 */
export async function simulate(subject: Subject, options: SimulateOptions): Promise<Simulation> {
  const settings = await settle(subject, options);
  const { algorithm, processors, depth, seed, table, hash, threads, costs, epochNs } = settings;
  const { signal } = options;
  const { mode, selective, limitMs } = settings;
  const base = options.sequential ?? (await searchAlone(settings, signal));
  const sequentialSeconds = (base.nodes * costs.nodeNs) / 1e9;
  const plan = chooseFaults(options.faults, seed, processors, sequentialSeconds);
  const times = linkTimes(costs, epochNs, processors);
  const longest = plan.processes.reduce(
    (most, fault) => Math.max(most, fault.at + (fault.type === 'slow' ? 0 : fault.seconds)),
    0,
  );
  const total = Math.floor(hash * 2 ** 20);
  const job: EpochJob = {
    game: settings.game,
    position: settings.state,
    algorithm,
    processes: processors,
    task: {
      depth,
      mode,
      selective,
      table,
      seed,
      linkTimes: times,
      ...(options.horizon === undefined ? {} : { horizon: options.horizon }),
      ...settings.printed.settings,
    },
    tableBytes: table === 'shared' ? Math.min(total, MAX_TABLE_BYTES) : total,
    costs,
    epochNs,
    // Whoever was lost is found again within some silences, and then somebody works.
    patienceNs: 1e9 * longest + 20_000 * times.silence,
    maxWork: (processors + 100) * (base.nodes + 100_000),
    maxEpochs: MAX_EPOCHS,
    ...(limitMs === undefined ? {} : { deadlineNs: limitMs * 1e6 }),
  };
  const faults = makeFaults(plan);
  const head = { ...settings.printed, faults };
  options.onRecord?.([JSON.stringify({ type: 'settings', ...head })]);
  let finding: Finding | undefined;
  const reports: string[] = [];
  const startedAt = performance.now();
  const ending = await run(job, {
    threads,
    world: { seed, faults: plan },
    signal,
    onReport(report, at) {
      if (report.type === 'depth') {
        finding = report.finding;
        options.onDepth?.(finding, at / 1e9);
      }
      reports.push(JSON.stringify({ type: 'report', at, report }));
    },
    ...(options.onRecord ? { onLines: options.onRecord } : {}),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const counters = createCounters();
  for (const standing of ending.standings) addCounters(counters, standing.counters);
  const virtualSeconds = ending.at / 1e9;
  if (ending.end === 'late' && mode === 'play') finding = ending.standings[0]!.interim ?? finding;
  const ended = ending.end === 'done' || ending.end === 'late';
  const value = ended ? finding?.value : undefined;
  const comparable = mode === 'exact' && ending.end === 'done';
  const failure = whatFailed(ending, value, comparable ? base.value : value);
  const sequential = { ...base, virtualSeconds: sequentialSeconds };
  const timesOfAll = ending.standings.map((standing) => standing.times);
  options.onRecord?.([
    ...reports,
    JSON.stringify({ type: 'end', end: ending.end, at: ending.at, value, counters }),
  ]);
  return {
    ...head,
    value,
    move: finding?.move,
    pv: finding?.pv ?? [],
    ...(finding === undefined ? {} : { finding }),
    seconds,
    virtualSeconds,
    speedup: sequentialSeconds / virtualSeconds,
    sequential,
    overheads: overheads({
      processors,
      hasMaster: findAlgorithm(algorithm).hasMaster,
      seconds: virtualSeconds,
      counters,
      times: timesOfAll,
      sequential: { seconds: sequentialSeconds, nodes: base.nodes },
    }),
    counters,
    times: timesOfAll,
    epochs: ending.epochs,
    end: ending.end,
    ...(failure === undefined ? {} : { failure }),
    command: commandOf(head),
  };
}

/** Runs a job on threads, or on none. */
function run(
  job: EpochJob,
  options: Omit<RunOptions, 'script' | 'world'> & { readonly world: NetworkSettings },
): Promise<Ending> {
  const { threads, world, onReport, onLines } = options;
  if (threads > 0) {
    return runEpochs(job, { ...options, script: new URL('./worker.js', import.meta.url) });
  }
  return runHere(job, findAlgorithm(job.algorithm), {
    world: createNetwork(world, job.costs.latencyNs, job.epochNs),
    ...(onReport ? { onReport } : {}),
    ...(onLines ? { onEpoch: (epoch) => onLines([describeEpoch(epoch)]) } : {}),
  });
}

/**
 * Runs a recorded simulation again and tells where the two part, if they do. Only games of the library
 * can be run from a record alone.
 */
export async function replay(
  record: readonly string[],
  options: Pick<SimulateOptions, 'threads' | 'profile' | 'signal'> = {},
): Promise<{ readonly simulation: Simulation; readonly difference: Difference | undefined }> {
  const settings = readSettings(record[0]);
  const { game, position, horizon, settings: own, ...rest } = settings;
  const subject = unwrap(notationOf(game).parsePosition(position), PlyadesError.refusing);
  const lines: string[] = [];
  const simulation = await simulate(subject, {
    ...rest,
    ...own,
    ...(horizon === null ? {} : { horizon }),
    ...options,
    onRecord: (more) => lines.push(...more),
  });
  return { simulation, difference: compareRecords(record, lines) };
}

/** What a record and a result say of the run. */
interface Printed {
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
  /** Settings of the algorithm, as given. */
  readonly settings?: AlgorithmSettings;
}

/** The fields of a record's first line and their types; their ranges are checked like a caller's. */
const recorded: Readonly<Record<string, 'string' | 'number'>> = {
  game: 'string',
  position: 'string',
  algorithm: 'string',
  processors: 'number',
  depth: 'number',
  profile: 'string',
  epochNs: 'number',
  seed: 'number',
  table: 'string',
  hash: 'number',
  faults: 'string',
};

function readSettings(line: string | undefined): Printed & { faults: string } {
  const {
    type,
    horizon = null,
    settings = {},
    mode,
    selective,
    limitMs,
    ...rest
  } = parseObject(line);
  if (type !== 'settings') refuseRecord('its first line has no settings', line);
  if (horizon !== null && typeof horizon !== 'number') refuseRecord('horizon is no number', line);
  if (typeof settings !== 'object' || settings === null) refuseRecord('settings are none', line);
  for (const [name, kind] of Object.entries(recorded)) {
    if (typeof rest[name] !== kind) refuseRecord(`${name} is no ${kind}`, line);
  }
  for (const name of Object.keys(rest)) {
    if (!Object.hasOwn(recorded, name)) refuseRecord(`'${name}' means nothing`, line);
  }
  const playing = {
    ...(mode !== undefined && { mode }),
    ...(selective !== undefined && { selective }),
    ...(limitMs !== undefined && { limitMs }),
  };
  takeSettings(rest.algorithm as string, settings);
  for (const name of Object.keys(settings)) {
    if (name !== 'aphid' && name !== 'youngBrothers') refuseRecord(`'${name}' means nothing`, line);
  }
  return { ...rest, ...playing, horizon, settings } as unknown as Printed & { faults: string };
}

function parseObject(line: string | undefined): Record<string, unknown> {
  try {
    const found = JSON.parse(line ?? '');
    if (typeof found === 'object' && found !== null) return found;
  } catch {
    // No settings either.
  }
  return {};
}

function refuseRecord(why: string, line: string | undefined): never {
  const message = `this is no record of a simulation: ${why}`;
  throw PlyadesError.refusing(inputError('ERR_VALUE', message, line ?? ''));
}

interface Settled {
  readonly game: JobGame;
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
  readonly printed: Printed;
}

/** Checks everything before anything starts. */
async function settle(subject: Subject, options: SimulateOptions): Promise<Settled> {
  const { algorithm, processors, depth, horizon, seed = 1, table = 'local' } = options;
  const { mode = 'exact', selective = true, limitMs } = options;
  const { hasMaster, modes } = findAlgorithm(algorithm);
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
    if (algorithm !== 'aphid') {
      refuse('ERR_OPTION', `${algorithm} has no horizon: only aphid has one`, String(horizon));
    }
  }
  const own = takeSettings(algorithm, options);
  if (table !== 'local' && table !== 'shared') {
    refuse('ERR_OPTION', `table '${table}': expected local or shared`, String(table));
  }
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
  const epochNs = options.epochNs ?? profile.epochNs;
  if (!(epochNs >= 1 && epochNs <= MAX_EPOCH_NS)) {
    const range = `expected nanoseconds from 1 to ${MAX_EPOCH_NS}`;
    refuse('ERR_OPTION', `an epoch of ${epochNs}: ${range}`, String(epochNs));
  }
  const { name, game, state, text } = await open(subject);
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
    ...(Object.keys(own).length === 0 ? {} : { settings: own }),
  };
  const costs = costsOf(profile, name);
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
    printed,
  };
}

async function open(subject: Subject) {
  if (!('record' in subject)) {
    return { name: subject.name, game: subject.game, state: subject.state, text: '' };
  }
  const kernel = await loadKernel(subject.game);
  const text = notationOf(subject.game).makePosition(subject);
  const game: JobGame = { kind: 'kernel', kernel };
  return { name: subject.game, game, state: subject.record as unknown, text };
}

async function searchAlone(
  settings: Settled,
  signal: AbortSignal | undefined,
): Promise<{ value: number; nodes: number }> {
  const { depth, mode, selective, seed, hash, costs, threads } = settings;
  let value: number | undefined;
  const ending = await run(
    {
      game: settings.game,
      position: settings.state,
      algorithm: 'sequential',
      processes: 1,
      task: { depth, mode, selective, seed, table: 'local' },
      tableBytes: Math.min(Math.floor(hash * 2 ** 20), MAX_TABLE_BYTES),
      costs,
      epochNs: SEQUENTIAL_EPOCH_NODES * costs.nodeNs,
    },
    {
      threads: Math.min(threads, 1),
      world: { seed, faults: NO_FAULTS },
      signal,
      onReport(report) {
        if (report.type === 'depth') value = report.finding.value;
      },
    },
  );
  if (ending.end === 'stopped') throw new DOMException('the simulation was aborted', 'AbortError');
  if (value === undefined) throw new Error(`the sequential search ended as ${ending.end}`);
  return { value, nodes: ending.standings[0]!.counters.nodes };
}

function chooseFaults(
  asked: SimulateOptions['faults'],
  seed: number,
  processors: number,
  sequentialSeconds: number,
): FaultPlan {
  if (typeof asked === 'object') return asked;
  if (asked !== 'random') return unwrap(parseFaults(asked ?? 'none', processors));
  const seconds = (2 * sequentialSeconds) / Math.sqrt(processors);
  return randomFaults(createRandom(seed), processors, seconds);
}

function whatFailed(
  ending: Ending,
  value: number | undefined,
  expected: number | undefined,
): string | undefined {
  if (ending.end === 'late') return undefined;
  if (ending.end !== 'done') return `the run ended as ${ending.end}: ${ending.reason ?? 'aborted'}`;
  if (value !== expected) return `the value is ${value}, the sequential one ${expected}`;
  return undefined;
}

/** The command that runs a simulation again. */
function commandOf(settings: Printed & { faults: string }): string {
  const words = ['plyades', 'sim', settings.game];
  const add = (name: string, value: string | number) => words.push(`--${name}`, shellWord(value));
  if (settings.position !== '') add('position', settings.position);
  add('algorithm', settings.algorithm);
  add('processors', settings.processors);
  add('depth', settings.depth);
  if (settings.mode !== undefined) add('mode', settings.mode);
  if (settings.selective === false) words.push('--no-selective');
  if (settings.limitMs !== undefined) add('limit', settings.limitMs);
  if (settings.horizon !== null) add('horizon', settings.horizon);
  add('profile', settings.profile);
  add('seed', settings.seed);
  add('table', settings.table);
  add('hash', settings.hash);
  if (settings.faults !== 'none') add('faults', settings.faults);
  if (settings.settings !== undefined) add('settings', JSON.stringify(settings.settings));
  return words.join(' ');
}

function shellWord(value: string | number): string {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
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
