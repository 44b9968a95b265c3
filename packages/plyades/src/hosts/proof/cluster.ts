// A distributed proof on a cluster, as its master's host takes it: what process 0 and the workers are told, and what
// comes of it. The answer does not rest on the word of a worker: what it claims it has to show.
import type { DistributedProofSettings } from '../../parallel/pns-dfpn/options.js';
import { workersOf } from '../../parallel/process.js';
import type {
  InitialNumbers,
  ProofHeader,
  SolverOptions,
  SolverReport,
} from '../../proof/index.js';
import type { Cluster } from '../nats/client.js';
import { type JobOrder, workOf } from '../nats/job-order.js';
import { linkTimesOf } from '../nats/link-times.js';
import { type ClusterWork, COUNT_MS, type MasterHandlers, runOnCluster } from '../nats/master.js';
import { tableShares } from '../shares.js';
import type { ThreadSource } from '../threads/pool.js';
import type { ProofProcessReply } from './distributed-process.js';
import type { SolveReply } from './explain.js';
import { attackGoalFor } from './game.js';

export interface ClusterProofRequest extends JobOrder {
  /** The position as text, for the workers. */
  readonly positionText: string;
  readonly claim: Pick<SolverOptions, 'goal' | 'side'> & { readonly numbers: InitialNumbers };
  readonly settings: DistributedProofSettings;
  /** Nodes of all together after which it ends. */
  readonly nodes: number;
  /** What the header of a file says about game and position; no file if not given. */
  readonly file?: Pick<ProofHeader, 'game' | 'position'> | undefined;
}

export interface ClusterProofReply extends SolveReply {
  /** Workers' places taken at the same time, at most. */
  readonly workers: number;
  readonly losses: number;
}

/** Proves on whatever workers there are. The connection stays open. */
export async function proveOnCluster(
  cluster: Cluster,
  pool: ThreadSource,
  order: ClusterProofRequest,
  handlers: Pick<MasterHandlers, 'onSolving' | 'onNote' | 'signal'> = {},
): Promise<ClusterProofReply> {
  let last: SolverReport | undefined;
  const onSolving = (report: SolverReport) => {
    last = report;
    handlers.onSolving?.(report);
  };
  const work = proofWork(order, () => last);
  const ran = await runOnCluster<ProofProcessReply>(cluster, pool, work, {
    ...handlers,
    onSolving,
  });
  const { first, counters, workers, losses } = ran;
  const solved = first.solved!;
  return { ...solved, nodes: Math.max(counters.nodes, solved.nodes), workers, losses };
}

function proofWork(order: ClusterProofRequest, last: () => SolverReport | undefined): ClusterWork {
  const { game, position, claim, settings, nodes, file, tableBytes } = order;
  const eachBytes = (workers: number) =>
    tableShares({ hasMaster: true }, 1 + workers, tableBytes)[1]!;
  return {
    ...workOf(order),
    hasMaster: true,
    countMs: COUNT_MS,
    first: (place) => ({
      type: 'proof-process',
      game,
      position,
      attackGoal: attackGoalFor(game, claim),
      proof: { settings, show: true },
      linkTimes: linkTimesOf(place.size),
      place,
      tableBytes: eachBytes(workersOf(place).length),
      nodes,
      claim: { goal: claim.goal, side: claim.side },
      file,
    }),
    startCommand: (base) => ({
      type: 'prove',
      ...base,
      position: order.positionText,
      claim: { ...claim },
      settings: { ...settings },
      show: true,
    }),
    status() {
      const { pn, dn } = last() ?? {};
      const numbers = pn === undefined || dn === undefined ? {} : { pn, dn };
      return { algorithm: 'pns-dfpn', mode: 'exact', depth: 0, value: 0, ...numbers };
    },
  };
}
