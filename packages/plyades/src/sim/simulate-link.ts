// Runs what a link holds, and compares what happened with what the link says.

import { unwrap } from '../core/result.js';
import { notationOf } from '../games/load.js';
import { BUILD_ID } from './build-id.js';
import type { LinkedRun, LinkedSearch } from './link.js';
import type { SimulateOptions } from './options.js';
import type { Profile } from './profiles.js';
import { type ProofSimulation, simulateProof } from './prove.js';
import { type Simulation, simulate } from './simulate.js';

/** Options of a caller that change nothing of what a link decides. */
export type LinkOptions = Omit<
  SimulateOptions,
  Exclude<keyof LinkedSearch, 'type'> | 'epochNs' | 'sequential'
>;

/** A run of a link, and how it compares. */
export interface LinkedSimulation {
  readonly simulation: Simulation | ProofSimulation;
  /** Whether this build made the link. */
  readonly sameBuild: boolean;
  /** Whether everything happened as in the run that made the link; undefined when the link has no digest. */
  readonly identical: boolean | undefined;
}

/** Runs a link. Rejects with a PlyadesError when the run is refused here, as for lack of memory. */
export async function simulateLink(
  run: LinkedRun,
  options: LinkOptions = {},
): Promise<LinkedSimulation> {
  const { game, position, build, digest, profile: asked } = run;
  const subject = unwrap(notationOf(game).parsePosition(position));
  const profile = typeof asked === 'string' ? asked : profileOf(asked);
  let simulation: Simulation | ProofSimulation;
  if (run.type === 'search') {
    const { type: _, game: __, position: ___, build: ____, digest: _____, ...rest } = run;
    simulation = await simulate(subject, { ...rest, ...options, profile });
  } else {
    const { processors, goal, side, hash, seed, faults, settings, show } = run;
    const { threads, trace, signal } = options;
    simulation = await simulateProof(subject, {
      ...settings,
      ...{ processors, goal, hash, seed, faults, show, profile },
      side: side as 0 | 1,
      ...(threads !== undefined && { threads }),
      ...(trace && { trace }),
      ...(signal && { signal }),
    });
  }
  return {
    simulation,
    sameBuild: build === BUILD_ID,
    identical: digest === undefined ? undefined : simulation.digest === digest,
  };
}

/** A profile with the same costs for every game. */
function profileOf({ name, epochNs, ...costs }: Exclude<LinkedRun['profile'], string>): Profile {
  return { name, about: [], games: {}, other: costs, epochNs };
}
