// Real searches: all algorithms in turn with the sequential search beside them, round by round in one process, so that a
// slow moment of the machine hits all. Medians count; a first round warms threads, code and tables.
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

/** A real search of one round. */
interface Timed {
  readonly value: number;
  readonly seconds: number;
  readonly nodes: number;
  readonly messages: number;
  readonly idle: number;
}

export interface RealFigures extends SearchFigures {
  readonly idle: number;
  /** Of every round. */
  readonly rounds: readonly number[];
}

export interface Measurement {
  readonly kind: 'measure';
  readonly sequential: { readonly value: number; readonly nodes: number; readonly seconds: number };
  readonly rounds: readonly number[];
  readonly algorithms: Readonly<Record<string, RealFigures>>;
}

export async function measure(
  settings: MeasureSettings,
  signal: AbortSignal,
): Promise<Measurement> {
  const { place, depth, host, workers, rounds, algorithms, table, hash } = settings;
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
    const alone: Timed[] = [];
    const together = new Map<string, Timed[]>(searches.map(([algorithm]) => [algorithm, []]));
    for (let round = 0; round < rounds; round++) {
      alone.push(await timed(query({})));
      for (const [algorithm, own] of searches)
        together.get(algorithm)!.push(await timed(query(parallel(algorithm, own))));
    }
    const one = mediansOf(alone);
    const figures = Object.fromEntries(
      [...together].map(([algorithm, runs]): [string, RealFigures] => {
        if (runs.some(({ value }) => value !== alone[0]!.value))
          throw new PlyadesError('ERR_SIMULATION', `${algorithm}: the values differ`);
        const many = mediansOf(runs);
        const all = runs.map(({ seconds }) => seconds);
        return [algorithm, { ...many, speedup: one.seconds / many.seconds, rounds: all }];
      }),
    );
    return {
      kind: 'measure',
      sequential: { value: alone[0]!.value, nodes: one.nodes, seconds: one.seconds },
      rounds: alone.map(({ seconds }) => seconds),
      algorithms: figures,
    };
  } finally {
    await end(cluster);
  }
}

async function end(cluster: LocalCluster | undefined): Promise<void> {
  await closeAll();
  cluster?.end();
}

async function timed(query: SearchQuery): Promise<Timed> {
  const from = performance.now();
  const { value, nodes, counters, times = [], status } = await search(query).result;
  if (status === 'aborted') throw new DOMException('the search was aborted', 'AbortError');
  const seconds = (performance.now() - from) / 1000;
  const idle = times.reduce((sum, each) => sum + each.startIdle + each.otherIdle, 0);
  const messages = counters?.messages ?? 0;
  const share = times.length === 0 ? 0 : idle / (times.length * seconds);
  return { value, seconds, nodes, messages, idle: share };
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
};

const mediansOf = (runs: readonly Timed[]) => ({
  seconds: median(runs.map((run) => run.seconds)),
  nodes: median(runs.map((run) => run.nodes)),
  messages: median(runs.map((run) => run.messages)),
  idle: median(runs.map((run) => run.idle)),
});
