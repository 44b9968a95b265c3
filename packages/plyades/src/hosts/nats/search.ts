// A search on a cluster: the commands of process 0 and of the workers, the processes that workers start, and the result.
import type { ClusterNote } from '../../control-plane/index.js';
import type { SearchRequest } from '../../core/search-request.js';
import type { EarlierResult, StopReason } from '../../core/search-result.js';
import type { SearchPlan } from '../../parallel/algorithm.js';
import { findAlgorithm } from '../../parallel/algorithms.js';
import type { Counters, Times } from '../../parallel/counters.js';
import type { ProcessSeat } from '../../parallel/process.js';
import { checkSettings } from '../../parallel/settings.js';
import type { LiveTrace } from '../live-trace.js';
import { resumePlan } from '../resume.js';
import type { ThreadSource } from '../threads/pool.js';
import type { ProcessReply } from '../threads/process-protocol.js';
import type { SearchReport } from '../threads/protocol.js';
import { sharedNow } from '../threads/shared-time.js';
import type { Cluster } from './client.js';
import type { ClusterJob } from './cluster-job.js';
import type { GameRegistry } from './game-registry.js';
import { linkTimesOf } from './link-times.js';
import type { LocalCommand } from './local-process.js';
import { type ClusterWork, COUNT_MS, runOnCluster } from './master.js';
import type { StartCommand } from './messages.js';

/** Workers of a traced search send what they have recorded this often. */
const TRACE_CHUNK_MS = 500;
/** A player does not wait for counts. */
const PLAYER_COUNT_MS = 20;

/** A request with what the master's own process needs beside it. */
export interface ClusterSearch extends ClusterJob {
  readonly request: SearchRequest;
  readonly before: readonly Uint8Array[];
  readonly askedAt: number;
  /** The result of an earlier search of the same request: this one resumes it. */
  readonly earlier?: EarlierResult | undefined;
  /** Whether reports carry what the master's tree knows, now and then. */
  readonly keep?: boolean | undefined;
  /** Makes the trace of a search by this many processes; the search is not traced if not given. */
  readonly openTrace?: ((processes: number) => LiveTrace | undefined) | undefined;
}

export interface ClusterHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly onNote?: (note: ClusterNote) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface ClusterResult extends SearchReport {
  readonly status: StopReason;
  /** Of the processes that could still tell. */
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  /** Workers' seats taken at the same time, at most. */
  readonly workers: number;
  /** Seats that were lost during the search. */
  readonly replaced: number;
}

/** Runs a search on the workers that are connected. The connection stays open. */
export async function searchOnCluster(
  cluster: Cluster,
  pool: ThreadSource,
  search: ClusterSearch,
  handlers: ClusterHandlers = {},
): Promise<ClusterResult> {
  let last: SearchReport | undefined;
  const onProgress = (report: SearchReport) => {
    last = report;
    handlers.onProgress?.(report);
  };
  const work = searchWork(search, () => last);
  const ran = await runOnCluster<ProcessReply>(cluster, pool, work, { ...handlers, onProgress });
  const { counters, times, workers, losses } = ran;
  const result = ran.first.result!;
  return {
    ...result,
    status: result.status === 'searching' ? 'aborted' : result.status,
    nodes: Math.max(counters.nodes, result.nodes),
    leaves: Math.max(counters.leaves, result.leaves),
    counters,
    times,
    workers,
    replaced: losses,
  };
}

function searchWork(search: ClusterSearch, last: () => SearchReport | undefined): ClusterWork {
  const { game, position, before, request, askedAt, earlier, keep } = search;
  const { algorithm, mode } = request;
  const { kept, ...resumed } = resumePlan(earlier);
  // Only process 0 may know which results are checked.
  const [checkSeed] = crypto.getRandomValues(new Uint32Array(1));
  const plan: SearchPlan<SearchRequest> = {
    request,
    deepening: true,
    ...resumed,
    ...(kept && { kept }),
    checkSeed: checkSeed!,
  };
  return {
    ...search,
    hasMaster: findAlgorithm(algorithm).hasMaster,
    countMs: mode === 'play' ? PLAYER_COUNT_MS : COUNT_MS,
    first: (seat, bytes) => ({
      type: 'process',
      game,
      position,
      before,
      plan: { ...plan, linkTimes: linkTimesOf(seat.size) },
      seat,
      tableMemory: { kind: 'own', bytes },
      askedAt,
      ...(earlier && { earlier }),
      ...(keep && { keep: true }),
    }),
    startCommand: (base) => ({
      ...{ type: 'start', ...base, request, ...resumed },
      ...(search.openTrace && { trace: true }),
    }),
    status() {
      const { depth: reached = 0, value = 0 } = last() ?? {};
      return { algorithm, mode, depth: reached, value };
    },
  };
}

/** The worker's half: checks a start command and opens its game; the command of the process in each seat. */
export async function openSearch(
  {
    request,
    from,
    beneath,
    tableBytes,
    trace,
    ...command
  }: Extract<StartCommand, { type: 'start' }>,
  registry: GameRegistry,
): Promise<(seat: ProcessSeat) => LocalCommand> {
  const use = { ...request, host: 'cluster' } as const;
  checkSettings(findAlgorithm(request.algorithm, 'cluster'), request.settings, use);
  const { game, position, before } = await registry.open(
    command.game,
    request.position,
    request.before,
  );
  return (seat) => ({
    type: 'process',
    game,
    position,
    before,
    plan: {
      request,
      deepening: true,
      linkTimes: linkTimesOf(seat.size),
      ...(from !== undefined && { from }),
      ...(beneath && { middle: beneath }),
    },
    seat: beneath === undefined ? seat : { ...seat, beneath: true },
    tableMemory: { kind: 'own', bytes: tableBytes },
    ...(trace && { trace: { from: sharedNow(), chunkMs: TRACE_CHUNK_MS } }),
    askedAt: sharedNow(),
  });
}
