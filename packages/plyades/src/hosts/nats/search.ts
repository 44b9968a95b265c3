// A search on a cluster, as its master's host takes it: what process 0 and the workers are told, and what comes of it.
import type { ClusterNote } from '../../cluster/index.js';
import type { Mode } from '../../kernel/index.js';
import type { Task } from '../../parallel/algorithm.js';
import { type AlgorithmName, algorithms } from '../../parallel/algorithms.js';
import type { Counters, Times } from '../../parallel/counters.js';
import type { AlgorithmSettings } from '../../parallel/settings.js';
import type { Limits } from '../../search/limits.js';
import { goOn, type KnownFinding } from '../known.js';
import type { ProcessAnswer } from '../threads/crew-protocol.js';
import type { ThreadSource } from '../threads/pool.js';
import type { SearchReport } from '../threads/protocol.js';
import type { Cluster } from './client.js';
import { type JobOrder, workOf } from './job-order.js';
import { linkTimesOf } from './link-times.js';
import { type ClusterWork, COUNT_MS, runOnCluster } from './master.js';
import type { clusterTables } from './messages.js';

/** The share of results that is searched again when nothing is said. */
export const CHECK_RATE = 0.02;

/** A player does not wait for counts. */
const PLAYER_COUNT_MS = 20;

export interface ClusterOrder extends JobOrder {
  readonly before: readonly Uint8Array[];
  /** The same as text, for the workers. */
  readonly beforeTexts: readonly string[];
  readonly algorithm: AlgorithmName;
  readonly mode: Mode;
  readonly selective: boolean;
  readonly depth: number;
  readonly seed: number;
  readonly table: (typeof clusterTables)[number];
  readonly limits: Pick<Limits, 'nodes' | 'ms' | 'clock'>;
  readonly askedAt: number;
  readonly settings: AlgorithmSettings;
  /** What an earlier search of the same has found: this one goes on from there. */
  readonly known?: KnownFinding | undefined;
  /** Whether reports carry what the master's tree knows, now and then. */
  readonly keep?: boolean | undefined;
}

export interface ClusterHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly onNote?: (note: ClusterNote) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface ClusterAnswer extends SearchReport {
  /** Of the processes that could still tell. */
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  /** Workers' places taken at the same time, at most. */
  readonly workers: number;
  /** Places that were lost during the search. */
  readonly losses: number;
}

/** Runs a search on whatever workers there are. The connection stays open. */
export async function searchOnCluster(
  cluster: Cluster,
  pool: ThreadSource,
  order: ClusterOrder,
  handlers: ClusterHandlers = {},
): Promise<ClusterAnswer> {
  let last: SearchReport | undefined;
  const onProgress = (report: SearchReport) => {
    last = report;
    handlers.onProgress?.(report);
  };
  const work = searchWork(order, () => last);
  const ran = await runOnCluster<ProcessAnswer>(cluster, pool, work, { ...handlers, onProgress });
  const { counters, times, workers, losses } = ran;
  const result = ran.first.result!;
  return {
    ...result,
    nodes: Math.max(counters.nodes, result.nodes),
    leaves: Math.max(counters.leaves, result.leaves),
    counters,
    times,
    workers,
    losses,
  };
}

/** Where results can be checked, some are. */
function withChecks({ algorithm, mode, table, settings }: ClusterOrder): AlgorithmSettings {
  // Of a ring's entries nobody can say who was the first to write them.
  if (algorithm !== 'aphid' || mode !== 'exact' || table === 'ring') return settings;
  return { ...settings, aphid: { check: CHECK_RATE, ...settings.aphid } };
}

function searchWork(order: ClusterOrder, last: () => SearchReport | undefined): ClusterWork {
  const { game, position, before, algorithm, mode, limits, askedAt, known } = order;
  const { depth, selective, table, seed } = order;
  const settings = withChecks(order);
  // Which results are checked nobody but process 0 can know.
  const [checkSeed] = crypto.getRandomValues(new Uint32Array(1));
  const asked = { depth, mode, selective, table, seed };
  const { kept, ...begun } = goOn(known);
  const task: Task = {
    ...asked,
    deepening: true,
    ...settings,
    ...begun,
    ...(kept && { kept }),
    checkSeed: checkSeed!,
  };
  return {
    ...workOf(order),
    hasMaster: algorithms[algorithm].hasMaster,
    countMs: mode === 'play' ? PLAYER_COUNT_MS : COUNT_MS,
    first: (place, bytes) => ({
      type: 'process',
      game,
      position,
      before,
      algorithm,
      task: { ...task, linkTimes: linkTimesOf(place.size) },
      mode,
      place,
      home: { kind: 'own', bytes },
      limits,
      askedAt,
      ...(known && { known }),
      ...(order.keep && { keep: true }),
    }),
    order: (base) => ({
      type: 'start',
      ...base,
      position: order.positionText,
      before: [...order.beforeTexts],
      algorithm,
      task: { ...asked, settings: { ...settings }, ...begun },
    }),
    standing() {
      const { depth: reached = 0, value = 0 } = last() ?? {};
      return { algorithm, mode, depth: reached, value };
    },
  };
}
