// Which algorithm searches where none is named: on a cluster and on several threads the one of greatest rank that can
// do what is asked, else the sequential search. The descriptions of the algorithms say what their ranks were measured by.
import type { SearchMode, SearchRequest } from '../core/search-request.js';
import { canShareMemory } from '../hosts/threads/thread-group.js';
import type { AlgorithmProperties } from '../parallel/algorithm.js';
import { type AlgorithmName, canSearch, preferredAlgorithm } from '../parallel/described.js';

/** As users write it; the same as no name. */
export const AUTO = 'auto';

/** What the choice rests on; defaults are those of `search`. */
export interface AutoUse {
  /** The name of a game of the library. */
  readonly game?: string | undefined;
  readonly onCluster?: boolean;
  readonly mode?: SearchMode | undefined;
  readonly workers?: SearchRequest['workers'] | undefined;
  readonly hash?: number | undefined;
  /** False for a game without a key, which has no table. */
  readonly usesTable?: boolean | undefined;
  readonly deterministic?: boolean | undefined;
}

/** Several threads are meant where `workers` is more than one, or `auto`. */
export function chooseAlgorithm({
  game,
  onCluster = false,
  mode,
  workers = 1,
  hash,
  usesTable = true,
  deterministic = false,
}: AutoUse): AlgorithmName {
  const searches = (asked: SearchMode) => (algorithm: AlgorithmProperties) =>
    canSearch(algorithm, asked, game);
  if (onCluster)
    return preferredAlgorithm('cluster', mode === undefined ? () => true : searches(mode));
  if (workers === 1 || deterministic) return preferredAlgorithm('thread');
  // Threads that all search the root share nothing else.
  const hasSharedTable = usesTable && hash !== 0 && canShareMemory();
  const gains = ({ searchesRoot = false }: AlgorithmProperties) => hasSharedTable || !searchesRoot;
  const isAble = searches(mode ?? 'play');
  return preferredAlgorithm('threads', (each) => isAble(each) && gains(each));
}
