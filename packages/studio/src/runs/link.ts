// Runs as links: the fragment parameter `run` holds a packed run. A link comes from anywhere; `parseLink` checks every
// field before anything is run, and what it refuses is shown as one message.
import { isGameName, loadGame, unwrap } from 'plyades';
import {
  BUILD_ID,
  LINK_FRAGMENT,
  type LinkedProfile,
  type LinkedRun,
  type LinkedSearch,
  makeLink,
  type Profile,
  type ProfileName,
  parseLink,
} from 'plyades/sim';
import { PROOF_ALGORITHM, type SimulationRequest } from './request.js';
import type { ExpectedRun } from './run.js';

/** What a link brought. */
export interface OpenedLink {
  readonly request: SimulationRequest;
  readonly expected: ExpectedRun;
}

/** Reads the packed run of an address. Rejects with an Error whose message is for people. */
export async function openLink(packed: string): Promise<OpenedLink> {
  const run = unwrap(await parseLink(LINK_FRAGMENT + packed));
  return { request: requestOfLink(run), expected: { build: run.build, digest: run.digest } };
}

function requestOfLink(run: LinkedRun): SimulationRequest {
  const { type: _, build: __, digest: ___, profile: linked, ...request } = run;
  const profile = typeof linked === 'string' ? linked : profileOfLink(linked);
  if (!('goal' in request)) return { ...request, profile };
  return { ...request, side: request.side as 0 | 1, depth: 1, profile };
}

const profileOfLink = ({ name, epochNs, ...other }: LinkedProfile): Profile => ({
  ...{ name, about: [], games: {}, other, epochNs },
});

/** The packed run of a request whose digest is not known yet; undefined when a link cannot hold it. */
export async function packRequest(request: SimulationRequest): Promise<string | undefined> {
  const { game, position, profile, algorithm, table = 'local', hash, faults } = request;
  const { goal: _, side: __, show: ___, ...rest } = request;
  // Faults drawn by the seed are known when the run ends.
  if (!isGameName(game) || hash === undefined || faults === 'random') return undefined;
  // The settings of a proof are complete when it ends.
  if (algorithm === PROOF_ALGORITHM) return undefined;
  const { notation } = await loadGame(game);
  return packRun({
    ...rest,
    ...{ table, hash },
    type: 'search',
    game,
    position: position === '' ? notation.makePosition(notation.start()) : position,
    algorithm,
    profile: linkedProfile(profile),
    build: BUILD_ID,
  });
}

/** Custom profiles of the studio have the same costs for every game. */
const linkedProfile = (profile: SimulationRequest['profile']): LinkedSearch['profile'] =>
  typeof profile === 'string'
    ? (profile as ProfileName)
    : { name: profile.name, ...profile.other, epochNs: profile.epochNs };

/** The packed run behind `run=`. */
export async function packRun(run: LinkedRun): Promise<string> {
  const link = await makeLink('', run);
  return link.slice(LINK_FRAGMENT.length);
}

/** The address of a packed run in this studio. */
export const addressOfRun = (page: string, packed: string): string =>
  `${page.replace(/#.*$/s, '')}${LINK_FRAGMENT}${packed}`;
