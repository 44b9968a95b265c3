// The algorithms with their processes, by name. What their descriptions answer is in described.ts.
import type { Algorithm, SearchHost } from './algorithm.js';
import { findDescription } from './described.js';
import * as registry from './registry.js';

export * from './described.js';

type Registered = (typeof registry)[keyof typeof registry];

/** The registered algorithms by their names. */
export const algorithms = Object.fromEntries(
  Object.values(registry as Readonly<Record<string, Algorithm>>).map((each) => [each.name, each]),
) as { readonly [A in Registered as A['name']]: A };

/** The algorithm of this name that runs on the host; ERR_OPTION when there is none. */
export const findAlgorithm = (name: string, host?: SearchHost): Algorithm =>
  algorithms[findDescription(name, host).name as keyof typeof algorithms];
