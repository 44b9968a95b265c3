// One simulated search as a run of an experiment: what it is given, what is kept of it, and the
// sequential search of the same position, which several runs share.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { type Position, widthOf } from 'plyades/internal/core/game.js';
import type { AlgorithmSettings, SearchMode } from 'plyades/internal/core/search-request.js';
import { notationOf } from 'plyades/internal/games/load.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import { findAlgorithm } from 'plyades/internal/parallel/algorithms.js';
import type { Counters } from 'plyades/internal/parallel/counters.js';
import { searchAlone } from 'plyades/internal/sim/alone.js';
import { shellWord } from 'plyades/internal/sim/command.js';
import {
  costsOf,
  loadProfile,
  type Overheads,
  type PieceGrowth,
  type Profile,
  simulate,
} from 'plyades/internal/sim/index.js';
import { resolveOptions } from 'plyades/internal/sim/options.js';
import type { ExperimentRow, ExperimentRun, RunContext } from './experiment.js';
import { dimensionsOf, positionOf, type TestPosition } from './positions.js';

export interface SimulatedSettings {
  readonly place: TestPosition;
  readonly algorithm: string;
  readonly processors: number;
  readonly depth: number;
  /** Exact if not given; in play mode values of different algorithms may differ. */
  readonly mode?: SearchMode;
  readonly profile: string;
  /** Cost of a node over that of a message instead of the profile's; a master's nodes in proportion. */
  readonly granularity?: number;
  readonly table: TableKind;
  /** MiB of all tables together, and of the sequential search's. */
  readonly hash: number;
  /** 1 if not given. */
  readonly seed?: number;
  /** A preset of the algorithm, such as `thesis`, and settings that win over it. */
  readonly preset?: string;
  readonly settings?: AlgorithmSettings;
  /** True: the finished pieces are searched again one after the other, for the growth of their nodes. */
  readonly growth?: true;
}

/** Where nodes went that one processor would not have searched, and what processes sent. */
export type KeptCounters = Pick<Counters, (typeof KEPT_COUNTERS)[number]>;

const KEPT_COUNTERS = [
  ...(['speculativeNodes', 'againForWindow', 'againForOwner', 'againForTable'] as const),
  ...(['catchUpNodes', 'abandonedNodes', 'aheadNodes', 'usedAheadNodes', 'helpNodes'] as const),
  ...(['masterNodes', 'passes', 'messages', 'bytes'] as const),
] satisfies readonly (keyof Counters)[];

export interface SimulatedResult {
  readonly simulated: true;
  readonly value: number;
  readonly speedup: number;
  readonly virtualSeconds: number;
  readonly seconds: number;
  readonly nodes: number;
  /** Searches begun for another process; lazy SMP has none. */
  readonly jobs: number;
  readonly sequential: { readonly value: number; readonly nodes: number };
  readonly overheads: Overheads;
  /** Missing in old rows and in those of the sequential search. */
  readonly counters?: KeptCounters;
  readonly growth?: PieceGrowth;
  readonly seed?: number;
  /** Cost of a node over that of a message. */
  readonly granularity: number;
  /** Share of its time in which a master works; undefined in algorithms without one. */
  readonly masterBusy?: number;
  /** Repeats the run; undefined with a cost of nodes that is in no profile. */
  readonly command?: string;
}

export type SimulatedRow = ExperimentRow<SimulatedSettings, SimulatedResult>;

export function simulatedRun(settings: SimulatedSettings): ExperimentRun<SimulatedSettings> {
  const { place, algorithm, processors, depth, mode } = settings;
  const { profile, granularity, table, hash, seed, growth } = settings;
  if (algorithm === SEQUENTIAL) return sequentialRunOf(settings);
  const costs = granularity === undefined ? profile : `${profile} at granularity ${granularity}`;
  const how = `${algorithm}${rulesText(settings)}${mode === 'play' ? ' in play mode' : ''}, ${processors} processors, depth ${depth}, ${costs}`;
  const id = `${place.game}, ${place.name}, ${how}, ${hash} MiB ${table}${seed === undefined ? '' : `, seed ${seed}`}${growth ? ', growth' : ''}`;
  return { id, settings };
}

const SEQUENTIAL = 'sequential';

/** Such as `, preset thesis, {"minPieces":10}`. */
function rulesText({ preset, settings }: SimulatedSettings): string {
  const given = settings === undefined ? '' : ` ${JSON.stringify(settings)}`;
  return `${preset === undefined ? '' : ` with preset ${preset}`}${given}`;
}

/** The sequential search that a run is compared with, as a run of its own: many runs have the same. */
export function sequentialRunOf(settings: SimulatedSettings): ExperimentRun<SimulatedSettings> {
  const { place, depth, mode, profile, hash } = settings;
  const id = `${place.game}, ${place.name}, sequential${mode === 'play' ? ' in play mode' : ''}, depth ${depth}, ${hash} MiB`;
  const common = { place, depth, profile, hash, ...(mode === undefined ? {} : { mode }) };
  return {
    id,
    settings: { ...common, algorithm: SEQUENTIAL, processors: 1, table: 'local' },
  };
}

/** Nodes that a run probably searches; more processors search more nodes for the same value. */
export function simulatedSize(
  { algorithm, processors }: SimulatedSettings,
  sequential: SimulatedResult | undefined,
): number | undefined {
  if (algorithm === SEQUENTIAL || sequential === undefined) return undefined;
  return sequential.nodes * (1.4 + processors / 64);
}

/** The settings that a preset names, and those that are given beside it. */
function settingsOf({ algorithm, preset, settings }: SimulatedSettings): AlgorithmSettings {
  if (preset === undefined) return settings ?? {};
  const { presets = {} } = findAlgorithm(algorithm, 'simulation');
  const known = presets[preset];
  if (known === undefined) throw new RangeError(`${algorithm} has no preset '${preset}'`);
  return { ...known.settings, ...settings };
}

/** What experiments of simulated searches have in common. */
export const simulatedExperiment = {
  dimensions: dimensionsOf,
  needs: (settings: SimulatedSettings) =>
    settings.algorithm === SEQUENTIAL ? undefined : sequentialRunOf(settings),
  sizeOf: simulatedSize,
  perform: performSimulated,
} as const;

/** Makes the run; a value that is not the sequential one is thrown with the command that repeats it. */
export async function performSimulated(
  settings: SimulatedSettings,
  context: RunContext<SimulatedSettings, SimulatedResult>,
): Promise<SimulatedResult> {
  if (settings.algorithm === SEQUENTIAL) return performSequential(settings, context);
  const { signal, rows, threads } = context;
  const { place, granularity, preset: _, settings: __, ...options } = settings;
  const position = await positionOf(place);
  const profile = regrain(await loadProfile(options.profile), position, granularity);
  const key = sequentialKey(settings);
  const known = rows.find((row) => sequentialKey(row.settings) === key)?.result.sequential;
  const simulation = await simulate(position, {
    ...options,
    settings: settingsOf(settings),
    profile,
    signal,
    ...(threads === undefined ? {} : { threads }),
    ...(known === undefined ? {} : { sequential: { value: known.value, nodes: known.nodes } }),
  });
  const { value, failure, speedup, virtualSeconds, seconds, overheads, command } = simulation;
  if (value === undefined || failure !== undefined) {
    throw new PlyadesError('ERR_SIMULATION', `${failure}; to see it again: ${command}`);
  }
  const { value: alone, nodes } = simulation.sequential;
  const { busy } = simulation.times[0]!;
  const { nodeNs, messageNs } = profile.games[place.game]!;
  return {
    simulated: true,
    value,
    speedup,
    virtualSeconds,
    seconds,
    nodes: simulation.counters.nodes,
    jobs: simulation.counters.jobs,
    sequential: { value: alone, nodes },
    overheads,
    counters: keptOf(simulation.counters),
    ...(simulation.growth && { growth: simulation.growth }),
    seed: simulation.seed,
    granularity: nodeNs / messageNs,
    ...(overheads.master > 0 ? { masterBusy: busy / virtualSeconds } : {}),
    ...(granularity === undefined ? { command } : {}),
  };
}

const keptOf = (counters: Readonly<Counters>): KeptCounters =>
  Object.fromEntries(KEPT_COUNTERS.map((name) => [name, counters[name]])) as KeptCounters;

/** The sequential search as a row: its speedup over itself is 1. */
async function performSequential(
  { place, depth, mode, hash, profile: name }: SimulatedSettings,
  { signal, threads }: Pick<RunContext<SimulatedSettings, SimulatedResult>, 'signal' | 'threads'>,
): Promise<SimulatedResult> {
  const position = await positionOf(place);
  const options = { algorithm: SEQUENTIAL, processors: 1, depth, hash, profile: name };
  const resolved = await resolveOptions(position, {
    ...options,
    ...(mode === undefined ? {} : { mode }),
    ...(threads === undefined ? {} : { threads }),
  });
  const startedAt = performance.now();
  const { value, nodes } = await searchAlone(resolved, signal);
  const seconds = (performance.now() - startedAt) / 1000;
  const { nodeNs, messageNs } = resolved.costs;
  const mapped = mode === 'play' ? ' --mode play' : '';
  return {
    simulated: true,
    ...{ value, nodes, seconds, speedup: 1, jobs: 0, sequential: { value, nodes } },
    virtualSeconds: (nodes * nodeNs) / 1e9,
    overheads: NO_OVERHEADS,
    granularity: nodeNs / messageNs,
    command: `plyades search ${place.game} --position ${shellWord(resolved.printed.position)} --depth ${depth} --hash ${hash}${mapped}`,
  };
}

const NO_OVERHEADS: Overheads = {
  ...{ total: 0, master: 0, search: 0, speculative: 0, parallelization: 0 },
  ...{ startIdle: 0, otherIdle: 0 },
};

/** The profile with the costs of one game, those of its nodes set by a granularity if one is given. */
export function regrain(
  profile: Profile,
  position: Position,
  granularity: number | undefined,
): Profile {
  const { game } = position;
  const costs = costsOf(profile, game, widthOf(notationOf(game), position));
  const nodeNs = granularity === undefined ? costs.nodeNs : granularity * costs.messageNs;
  const masterNodeNs = (costs.masterNodeNs * nodeNs) / costs.nodeNs;
  // Much smaller nodes must not wait for the end of an epoch that was made for large ones.
  const epochNs =
    granularity === undefined ? profile.epochNs : Math.min(profile.epochNs, costs.latencyNs);
  return { ...profile, epochNs, games: { [game]: { ...costs, nodeNs, masterNodeNs } } };
}

/** Equal for runs with the same sequential search. */
function sequentialKey({ place, depth, mode = 'exact', hash }: SimulatedSettings): string {
  return JSON.stringify([place.game, place.name, depth, mode, hash]);
}
