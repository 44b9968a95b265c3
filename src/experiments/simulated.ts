// One simulated search as a run of an experiment: what it is given, what is kept of it, and the
// sequential search of the same position, which several runs share.
import { PlyadesError } from '../core/errors.js';
import type { TableKind } from '../parallel/algorithm.js';
import { type Overheads, simulate } from '../sim/index.js';
import type { Context, Row, Run } from './experiment.js';
import { type Place, positionOf } from './positions.js';

export interface SimulatedSettings {
  readonly place: Place;
  readonly algorithm: string;
  readonly processors: number;
  readonly depth: number;
  readonly profile: string;
  readonly table: TableKind;
  /** MiB of all tables together, and of the sequential search's. */
  readonly hash: number;
  /** 1 if not given. */
  readonly seed?: number;
}

export interface SimulatedResult {
  readonly simulated: true;
  readonly value: number;
  readonly speedup: number;
  readonly virtualSeconds: number;
  readonly seconds: number;
  readonly nodes: number;
  /** Searches begun for somebody else; lazy SMP has none. */
  readonly jobs: number;
  readonly sequential: { readonly value: number; readonly nodes: number };
  readonly overheads: Overheads;
  readonly command: string;
}

export type SimulatedRow = Row<SimulatedSettings, SimulatedResult>;

export function simulatedRun(settings: SimulatedSettings): Run<SimulatedSettings> {
  const { place, algorithm, processors, depth, profile, table, hash, seed } = settings;
  const how = `${algorithm}, ${processors} processors, depth ${depth}, ${profile}`;
  const id = `${place.game}, ${place.name}, ${how}, ${hash} MiB ${table}${seed === undefined ? '' : `, seed ${seed}`}`;
  return { id, settings };
}

/** Makes the run; a value that is not the sequential one is thrown with the command that repeats it. */
export async function performSimulated(
  settings: SimulatedSettings,
  { signal, rows }: Pick<Context<SimulatedSettings, SimulatedResult>, 'signal' | 'rows'>,
): Promise<SimulatedResult> {
  const { place, ...options } = settings;
  const key = sequentialKey(settings);
  const known = rows.find((row) => sequentialKey(row.settings) === key)?.result.sequential;
  const simulation = await simulate(await positionOf(place), {
    ...options,
    signal,
    ...(known === undefined ? {} : { sequential: { value: known.value, nodes: known.nodes } }),
  });
  const { value, failure, speedup, virtualSeconds, seconds, overheads, command } = simulation;
  if (value === undefined || failure !== undefined) {
    throw new PlyadesError('ERR_SIMULATION', `${failure}; to see it again: ${command}`);
  }
  const { value: alone, nodes } = simulation.sequential;
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
    command,
  };
}

/** Equal for runs with the same sequential search. */
function sequentialKey({ place, depth, hash }: SimulatedSettings): string {
  return JSON.stringify([place.game, place.name, depth, hash]);
}
