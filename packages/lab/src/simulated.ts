// One simulated search as a run of an experiment: what it is given, what is kept of it, and the
// sequential search of the same position, which several runs share.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { type Position, widthOf } from 'plyades/internal/core/game.js';
import type { AlgorithmSettings, SearchMode } from 'plyades/internal/core/search-request.js';
import { notationOf } from 'plyades/internal/games/load.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import {
  costsOf,
  loadProfile,
  type Overheads,
  type Profile,
  simulate,
} from 'plyades/internal/sim/index.js';
import type { ExperimentRow, ExperimentRun, RunContext } from './experiment.js';
import { positionOf, type TestPosition } from './positions.js';

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
  /** The algorithm's own; its defaults if not given. */
  readonly settings?: AlgorithmSettings;
}

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
  const { profile, granularity, table, hash, seed } = settings;
  const given = settings.settings === undefined ? '' : ` ${JSON.stringify(settings.settings)}`;
  const costs = granularity === undefined ? profile : `${profile} at granularity ${granularity}`;
  const how = `${algorithm}${given}${mode === 'play' ? ' in play mode' : ''}, ${processors} processors, depth ${depth}, ${costs}`;
  const id = `${place.game}, ${place.name}, ${how}, ${hash} MiB ${table}${seed === undefined ? '' : `, seed ${seed}`}`;
  return { id, settings };
}

/** Makes the run; a value that is not the sequential one is thrown with the command that repeats it. */
export async function performSimulated(
  settings: SimulatedSettings,
  { signal, rows }: Pick<RunContext<SimulatedSettings, SimulatedResult>, 'signal' | 'rows'>,
): Promise<SimulatedResult> {
  const { place, granularity, ...options } = settings;
  const position = await positionOf(place);
  const profile = regrain(await loadProfile(options.profile), position, granularity);
  const key = sequentialKey(settings);
  const known = rows.find((row) => sequentialKey(row.settings) === key)?.result.sequential;
  const simulation = await simulate(position, {
    ...options,
    profile,
    signal,
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
    granularity: nodeNs / messageNs,
    ...(overheads.master > 0 ? { masterBusy: busy / virtualSeconds } : {}),
    ...(granularity === undefined ? { command } : {}),
  };
}

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
