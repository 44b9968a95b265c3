// Cost profiles: what a node and a message cost under the virtual clock. `paper` is made of the thesis's
// times, `measured` of this machine's, by calibrate.ts; both are data files (profiles/) that say where each number
// comes from, and that the build makes one module, `#profiles`, so that every bundler brings them. A profile may also be given as an object.

import { profiles } from '#profiles';
import { refuse } from '../core/errors.js';
import { choice, requireValue } from '../core/schema.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { checkHostProfile, type HostProfile, type RealHost } from './host-profile.js';

/** Costs for each game, and for games that are not named. */
export interface Profile {
  readonly name: string;
  /** Where the numbers come from. */
  readonly about: readonly string[];
  /** By the game's id, or for trees of one width, such as `shogi b=5`. */
  readonly games: Readonly<Record<string, Costs>>;
  readonly other: Costs;
  /** Length of an epoch: packets are delivered at multiples of it. */
  readonly epochNs: number;
  /** Real hosts on the machine; a search can be simulated as one of these only. */
  readonly hosts?: { readonly [host in RealHost]?: HostProfile };
}

/** Names of the library's profiles. */
export const profileNames = ['paper', 'measured'] as const;
/** A name of a profile. */
export type ProfileName = (typeof profileNames)[number];

/** A profile of the library by name. Rejects with a PlyadesError with ERR_OPTION when there is none. */
export async function loadProfile(name: string): Promise<Profile> {
  const known = requireValue(choice(profileNames), name, 'profile');
  return checkProfile(profiles[known] as Profile);
}

/** An hour, in nanoseconds. */
export const MAX_COST = 3600e9;

/** Throws a PlyadesError with ERR_VALUE when a number of a profile is missing or invalid. */
export function checkProfile(profile: Profile): Profile {
  const reject = (what: string): never => {
    const message = `the profile's ${what} cannot be: expected nanoseconds, nodes at least 1`;
    refuse('ERR_VALUE', message, what);
  };
  if (!(profile.epochNs >= 1)) reject('epochNs');
  for (const [game, costs] of Object.entries<Costs>({
    ...profile.games,
    other: profile.other,
  })) {
    for (const key of ['nodeNs', 'masterNodeNs', 'messageNs', 'byteNs', 'latencyNs'] as const) {
      const least = key === 'nodeNs' ? 1 : 0;
      if (!(costs?.[key] >= least && costs[key] <= MAX_COST)) reject(`${key} of ${game}`);
    }
  }
  for (const [host, own] of Object.entries(profile.hosts ?? {})) checkHostProfile(host, own);
  return profile;
}

/** `width` is that of the tree, 0 when it has none. */
export function costsOf({ games, other }: Profile, game: string, width: number): Costs {
  const narrow = `${game} b=${width}`;
  if (Object.hasOwn(games, narrow)) return games[narrow]!;
  return Object.hasOwn(games, game) ? games[game]! : other;
}
