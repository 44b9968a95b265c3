// Real searches: all algorithms in turn with the sequential search beside them, repeated in one process. A speedup is
// over the sequential search of the same repeat, and the median over repeats counts: a slow moment of the machine hits
// both sides. Searches of a few plies less warm threads, code and tables.
import { search } from 'plyades/internal/api/search.js';
import type { SearchQuery } from 'plyades/internal/api/search-options.js';
import { closeAll } from 'plyades/internal/api/threads.js';
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { positionOf } from '../positions.js';
import { type LocalCluster, startCluster } from './cluster.js';
import type { SearchFigures } from './predict.js';
import type { MeasureSettings } from './runs.js';

/** Plies less of the searches that warm up. */
const WARM = 3;

/** A real search. */
export interface TimedSearch {
  readonly value: number;
  readonly seconds: number;
  readonly nodes: number;
  readonly messages: number;
  /** Share of the time of all processes without work. */
  readonly idle: number;
}

/** A real parallel search over the sequential one of the same repeat. */
type RepeatFigures = SearchFigures & { readonly idle: number };

/** Medians over the repeats. */
export interface RealFigures extends RepeatFigures {
  readonly repeats: readonly RepeatFigures[];
}

export interface Measurement {
  readonly kind: 'measure';
  readonly sequential: {
    readonly value: number;
    readonly nodes: number;
    /** The median, and of every repeat. */
    readonly seconds: number;
    readonly repeats: readonly number[];
  };
  readonly algorithms: Readonly<Record<string, RealFigures>>;
}

export async function measure(
  settings: MeasureSettings,
  signal: AbortSignal,
): Promise<Measurement> {
  const { place, depth, host, workers, repeats, algorithms, table, hash } = settings;
  const position = await positionOf(place);
  const cluster = host === 'nats' ? await startCluster(workers) : undefined;
  try {
    const query = (more: object, plies = depth) =>
      ({ position, depth: plies, mode: 'exact', hash, signal, ...more }) as SearchQuery;
    const parallel = (algorithm: string, own: object): object => ({
      ...{ algorithm, settings: own, table },
      ...(cluster === undefined ? { workers } : { cluster: { server: cluster.url } }),
    });
    const searches = Object.entries(algorithms);
    await search(query({}, Math.max(1, depth - WARM))).result;
    for (const [algorithm, own] of searches)
      await search(query(parallel(algorithm, own), Math.max(1, depth - WARM))).result;
    const alone: TimedSearch[] = [];
    const together = new Map<string, TimedSearch[]>(searches.map(([algorithm]) => [algorithm, []]));
    for (let repeat = 0; repeat < repeats; repeat++) {
      alone.push(await timed(query({})));
      for (const [algorithm, own] of searches)
        together.get(algorithm)!.push(await timed(query(parallel(algorithm, own))));
    }
    return measurementOf(alone, together);
  } finally {
    await end(cluster);
  }
}

/** Of searches in the order of their repeats: the sequential ones, and as many of each algorithm. */
export function measurementOf(
  alone: readonly TimedSearch[],
  together: ReadonlyMap<string, readonly TimedSearch[]>,
): Measurement {
  const { value } = alone[0]!;
  const algorithms = [...together].map(([algorithm, runs]): [string, RealFigures] => {
    if (runs.some((run) => run.value !== value))
      throw new PlyadesError('ERR_SIMULATION', `${algorithm}: the values differ`);
    const repeats = runs.map(({ value: _, ...run }, repeat) => ({
      speedup: alone[repeat]!.seconds / run.seconds,
      ...run,
    }));
    const middle = (key: keyof RepeatFigures) => median(repeats.map((each) => each[key]));
    const figures = {
      ...{ speedup: middle('speedup'), seconds: middle('seconds'), nodes: middle('nodes') },
      ...{ messages: middle('messages'), idle: middle('idle') },
    };
    return [algorithm, { ...figures, repeats }];
  });
  const seconds = alone.map((run) => run.seconds);
  const nodes = median(alone.map((run) => run.nodes));
  return {
    kind: 'measure',
    sequential: { value, nodes, seconds: median(seconds), repeats: seconds },
    algorithms: Object.fromEntries(algorithms),
  };
}

async function end(cluster: LocalCluster | undefined): Promise<void> {
  await closeAll();
  cluster?.end();
}

async function timed(query: SearchQuery): Promise<TimedSearch> {
  const from = performance.now();
  const { value, nodes, counters, times = [], status } = await search(query).result;
  if (status === 'aborted') throw new DOMException('the search was aborted', 'AbortError');
  const seconds = (performance.now() - from) / 1000;
  const idle = times.reduce((sum, each) => sum + each.startIdle + each.otherIdle, 0);
  const messages = counters?.messages ?? 0;
  const share = times.length === 0 ? 0 : idle / (times.length * seconds);
  return { value, seconds, nodes, messages, idle: share };
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
};
