// A job of the simulation under the driver: on threads of its own, or in the calling one.
import type { RunEnding } from '../hosts/epochs/driver.js';
import type { EpochJob } from '../hosts/epochs/job.js';
import { type RunOptions, runEpochs, runHere } from '../hosts/epochs/run.js';
import { findAlgorithm } from './algorithms.js';
import { createNetwork, type NetworkSettings } from './network.js';
import { describeEpoch } from './record.js';

/** Runs a job on threads, or on none. */
export function run(
  job: EpochJob,
  options: Omit<RunOptions, 'script' | 'world'> & { readonly world: NetworkSettings },
): Promise<RunEnding> {
  const { threads, world, onReport, onLines } = options;
  if (threads > 0) {
    return runEpochs(job, { ...options, script: new URL('./worker.js', import.meta.url) });
  }
  return runHere(job, findAlgorithm, {
    world: createNetwork(world, job.costs.latencyNs, job.epochNs),
    ...(onReport ? { onReport } : {}),
    ...(onLines ? { onEpoch: (epoch) => onLines([describeEpoch(epoch)]) } : {}),
  });
}
