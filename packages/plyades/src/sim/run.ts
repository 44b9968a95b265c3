// A search of the simulation under the driver: on threads of its own, or in the calling one.
import type { Nanos } from '../hosts/epochs/cell.js';
import type { RunEnding } from '../hosts/epochs/driver.js';
import type { EpochSearch } from '../hosts/epochs/epoch-search.js';
import { type RunOptions, runEpochs, runHere } from '../hosts/epochs/run.js';
import type { LinkTimes } from '../parallel/links.js';
import { findAlgorithm } from './algorithms.js';
import { type FaultPlan, lastFaultEnd } from './faults.js';
import { createNetwork, type NetworkSettings } from './network.js';
import { EpochDigests } from './record.js';

/** Hours of wall time: a run that is not over by then waits for something that does not come. */
export const MAX_EPOCHS = 1e9;

/**
 * Virtual time without any work after which a run is stuck. A lost process is found within some silences after the last
 * fault, and then one of them works.
 */
export function patienceNs(faults: FaultPlan, { silence }: LinkTimes): Nanos {
  return 1e9 * lastFaultEnd(faults) + 20_000 * silence;
}

/** Why a run that was to end with an answer did not; undefined when it did. */
export function whyUnfinished({ end, reason }: RunEnding): string | undefined {
  return end === 'done' ? undefined : `the run ended as ${end}: ${reason ?? 'aborted'}`;
}

/** How a simulated run ended: its threads digest all epochs. */
export type ObservedEnding = RunEnding & Required<Pick<RunEnding, 'digest'>>;

/** Runs a search on threads, or on none; its ending has a digest. */
export async function run(
  search: EpochSearch,
  options: Omit<RunOptions, 'program' | 'world'> & { readonly world: NetworkSettings },
): Promise<ObservedEnding> {
  const { threads, world, onReport, onLines, onTrace } = options;
  if (threads > 0) {
    const ending = await runEpochs(search, { ...options, program: 'simulation' });
    return ending as ObservedEnding;
  }
  const digests = new EpochDigests();
  const ending = await runHere(search, findAlgorithm, {
    world: createNetwork(world, search.costs.latencyNs, search.epochNs),
    ...(onReport ? { onReport } : {}),
    onEpoch(epoch) {
      digests.add(epoch);
      onLines?.([digests.line(epoch)]);
    },
    onTrace,
  });
  return { ...ending, digest: digests.digest() };
}
