// Which algorithm searches where none is named: on several threads the one that was measured to be fastest for the game,
// the mode and about as many threads; where none was measured, and on a cluster, the one of greatest rank that can do what
// is asked; on one thread the sequential search.
import type { SearchMode, SearchRequest } from '../core/search-request.js';
import { canShareMemory } from '../hosts/threads/thread-group.js';
import type { AlgorithmProperties } from '../parallel/algorithm.js';
import {
  type AlgorithmName,
  canSearch,
  findDescription,
  preferredAlgorithm,
} from '../parallel/described.js';
import { measuredChoices } from '../parallel/measured-choices.js';

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
  const asked = mode ?? 'play';
  const isAble = searches(asked);
  const fits = (each: AlgorithmProperties) => isAble(each) && gains(each);
  const measured = measuredFor(game, asked, workers);
  if (measured !== undefined && fits(findDescription(measured, 'threads'))) return measured;
  return preferredAlgorithm('threads', fits);
}

/** What was fastest on the number of threads nearest to this one, by their ratio; `auto` is taken to be many. */
function measuredFor(
  game: string | undefined,
  mode: SearchMode,
  workers: SearchRequest['workers'],
): AlgorithmName | undefined {
  const distance = (measured: number) =>
    workers === 'auto' ? -measured : Math.abs(Math.log(measured / workers));
  const [nearest] = measuredChoices
    .filter((row) => row.game === game && row.mode === mode)
    .toSorted((a, b) => distance(a.workers) - distance(b.workers));
  return nearest?.algorithm as AlgorithmName | undefined;
}
