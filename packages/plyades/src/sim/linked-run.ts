// What a link to a finished run holds. Options that were left out are written as they were chosen, and the costs of a
// profile that is not the library's go into the link, so that a link needs nothing but the build.

import type { Position } from '../core/game.js';
import { notationOf } from '../games/load.js';
import { type GameName, isGameName } from '../games/names.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { DISTRIBUTED_SOLVER } from '../proof/index.js';
import { BUILD_ID } from './build-id.js';
import { makeFaults } from './faults.js';
import type { LinkedProof, LinkedRun, LinkedSearch } from './link.js';
import type { ResolvedSimulation } from './options.js';
import { costsOf, loadProfile, profileNames } from './profiles.js';
import type { ProofSetup } from './proof-setup.js';

/**
 * Of a search; undefined for a game in plain TypeScript, which a link cannot name, and for a real host, whose profile
 * would not fit into it.
 */
export async function linkedSearch(
  { printed, costs, width, linkTimes }: ResolvedSimulation,
  faults: string,
  digest: string,
): Promise<LinkedSearch | undefined> {
  const { game, profile, host, epochNs, horizon, ...rest } = printed;
  if (!isGameName(game) || host !== undefined) return undefined;
  return {
    type: 'search',
    game,
    ...rest,
    ...(horizon !== null && { horizon }),
    profile: await linkedProfile(profile, game, width, costs, epochNs),
    faults,
    ...(linkTimes && { linkTimes }),
    build: BUILD_ID,
    digest,
  };
}

export async function linkedProof(
  setup: ProofSetup,
  position: Position,
  digest: string,
): Promise<LinkedProof> {
  const { processors, goal, side, profile, costs, hash, seed, settings, show, faults } = setup;
  const game = position.game as GameName;
  return {
    type: 'proof',
    game,
    position: notationOf(game).makePosition(position),
    algorithm: DISTRIBUTED_SOLVER,
    ...{ processors, goal, side, hash, seed, show },
    settings,
    profile: await linkedProfile(profile.name, game, 0, costs, profile.epochNs),
    faults: makeFaults(faults),
    build: BUILD_ID,
    digest,
  };
}

/** The name of a profile of the library whose costs these are, or the costs themselves. */
async function linkedProfile(
  name: string,
  game: string,
  width: number,
  costs: Costs,
  epochNs: number,
): Promise<LinkedRun['profile']> {
  const known = profileNames.find((each) => each === name);
  if (known !== undefined) {
    const profile = await loadProfile(known);
    const usual = costsOf(profile, game, width);
    const same = (Object.keys(usual) as (keyof Costs)[]).every((key) => usual[key] === costs[key]);
    if (same && profile.epochNs === epochNs) return known;
  }
  const { nodeNs, masterNodeNs, messageNs, byteNs, latencyNs } = costs;
  const numbers = { nodeNs, masterNodeNs, messageNs, byteNs, latencyNs, epochNs };
  // The command line calls a profile by the path of its file, which is no concern of a reader of the link.
  const short = name.split(/[\\/]/).at(-1)!.slice(-MAX_NAME);
  return { name: known === undefined ? short : `${known}, changed`, ...numbers };
}

const MAX_NAME = 40;
