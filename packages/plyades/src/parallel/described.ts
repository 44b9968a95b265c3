// Questions about the algorithms that their descriptions answer.
import { quote, refuse } from '../core/errors.js';
import type { SearchMode } from '../core/search-request.js';
import { didYouMean } from '../core/similar.js';
import type { AlgorithmProperties, SearchHost } from './algorithm.js';
import * as registry from './descriptions.js';

type Registered = (typeof registry)[keyof typeof registry];

/** The registered algorithms by their names, with their descriptions. */
export type Algorithms = { readonly [A in Registered as A['name']]: A };

/** The name of an algorithm. */
export type AlgorithmName = keyof Algorithms;

/** Names of the algorithms that run on a host. */
export type AlgorithmOn<H extends SearchHost> = {
  [N in AlgorithmName]: H extends Algorithms[N]['runsOn'][number] ? N : never;
}[AlgorithmName];

/** Names of the algorithms that search in a mode. */
export type AlgorithmIn<M extends SearchMode> = {
  [N in AlgorithmName]: M extends Algorithms[N]['modes'][number] ? N : never;
}[AlgorithmName];

/** The settings of an algorithm. */
export type SettingsOf<N extends AlgorithmName> =
  Algorithms[N] extends AlgorithmProperties<string, infer S> ? S : never;

const all: readonly AlgorithmProperties[] = Object.values(
  registry as Readonly<Record<string, AlgorithmProperties>>,
);

export const algorithmDescriptions = Object.fromEntries(
  all.map((each) => [each.name, each]),
) as Algorithms;

export const algorithmNames = all.map(({ name }) => name) as readonly AlgorithmName[];

/** Names of the algorithms that run on this host, in the order of the registry. */
export const algorithmsOn = <H extends SearchHost>(host: H): readonly AlgorithmOn<H>[] =>
  all.filter(({ runsOn }) => runsOn.includes(host)).map(({ name }) => name) as AlgorithmOn<H>[];

/** What is known of the algorithm of this name that runs on the host; ERR_OPTION when there is none. */
export function findDescription(name: string, host?: SearchHost): AlgorithmProperties {
  const known = host === undefined ? algorithmNames : algorithmsOn(host);
  if ((known as readonly string[]).includes(name))
    return algorithmDescriptions[name as AlgorithmName];
  const expected = `expected one of ${known.join(', ')}${didYouMean(String(name), known)}`;
  const message = `algorithm ${quote(String(name))}: ${expected}`;
  refuse('ERR_OPTION', message, name);
}

/** The algorithm of greatest rank among those that run on a host and fit. */
export function preferredAlgorithm(
  host: SearchHost,
  fits: (algorithm: AlgorithmProperties) => boolean = () => true,
): AlgorithmName {
  const able = all.filter((each) => each.runsOn.includes(host) && fits(each));
  const best = able.reduce((one, other) => (rankOn(host, other) > rankOn(host, one) ? other : one));
  return best.name as AlgorithmName;
}

/** The rank of an algorithm among those that run on a host. */
export const rankOn = (host: SearchHost, { rank }: AlgorithmProperties): number =>
  rank?.[host] ?? 0;

/** Whether an algorithm searches a game in a mode. */
export const canSearch = (
  { modes, plays }: Pick<AlgorithmProperties, 'modes' | 'plays'>,
  mode: SearchMode,
  game: string | undefined,
): boolean =>
  modes.includes(mode) &&
  (mode === 'exact' || plays === undefined || (game !== undefined && plays.includes(game)));

/** Whether it has a master's tree, whose depth a user may set. */
export const hasHorizon = ({ settings }: AlgorithmProperties): boolean =>
  'horizon' in settings.optional;
