// A distributed proof on a cluster: the commands of process 0 and of the workers, the processes that workers start, and
// the result. No worker is trusted: it has to show its claims by moves.
import { type ProcessSeat, workersOf } from '../../parallel/process.js';
import { DISTRIBUTED_SOLVER, type SolveRequest, type SolverReport } from '../../proof/index.js';
import type { Cluster } from '../nats/client.js';
import type { ClusterJob } from '../nats/cluster-job.js';
import type { GameRegistry } from '../nats/game-registry.js';
import { linkTimesOf } from '../nats/link-times.js';
import type { LocalCommand } from '../nats/local-process.js';
import { type ClusterWork, COUNT_MS, type MasterHandlers, runOnCluster } from '../nats/master.js';
import type { StartCommand } from '../nats/messages.js';
import { tableShares } from '../shares.js';
import type { ThreadSource } from '../threads/pool.js';
import type { ProofProcessReply } from './distributed-process.js';
import type { SolveReply } from './explain.js';
import { attackGoalFor } from './game.js';

/** A proof that a cluster attempts. */
export interface ClusterProof extends ClusterJob {
  readonly request: SolveRequest;
}

export interface ClusterProofReply extends SolveReply {
  /** Workers' seats taken at the same time, at most. */
  readonly workers: number;
  readonly losses: number;
}

/** Proves on whatever workers there are. The connection stays open. */
export async function proveOnCluster(
  cluster: Cluster,
  pool: ThreadSource,
  proof: ClusterProof,
  handlers: Pick<MasterHandlers, 'onSolving' | 'onNote' | 'signal'> = {},
): Promise<ClusterProofReply> {
  let last: SolverReport | undefined;
  const onSolving = (report: SolverReport) => {
    last = report;
    handlers.onSolving?.(report);
  };
  const work = proofWork(proof, () => last);
  const ran = await runOnCluster<ProofProcessReply>(cluster, pool, work, {
    ...handlers,
    onSolving,
  });
  const { first, counters, workers, losses } = ran;
  const solved = first.solved!;
  return { ...solved, nodes: Math.max(counters.nodes, solved.nodes), workers, losses };
}

function proofWork(proof: ClusterProof, last: () => SolverReport | undefined): ClusterWork {
  const { game, position, request, tableBytes } = proof;
  const eachBytes = (workers: number) =>
    tableShares({ hasMaster: true }, 1 + workers, tableBytes)[1]!;
  return {
    ...proof,
    hasMaster: true,
    countMs: COUNT_MS,
    first: (seat) =>
      processCommand({ game, position, request }, seat, eachBytes(workersOf(seat).length)),
    startCommand: (base) => ({ type: 'prove', ...base, request }),
    status() {
      const { pn, dn } = last() ?? {};
      const numbers = pn === undefined || dn === undefined ? {} : { pn, dn };
      return { algorithm: DISTRIBUTED_SOLVER, mode: 'exact', depth: 0, value: 0, ...numbers };
    },
  };
}

/** The worker's half: checks a start command and opens its game; the command of the process in each seat. */
export async function openProof(
  { request, tableBytes, ...command }: Extract<StartCommand, { type: 'prove' }>,
  registry: GameRegistry,
): Promise<(seat: ProcessSeat) => LocalCommand> {
  const { game, position } = await registry.open(command.game, request.position, []);
  // Throws when the game has no such goal.
  await attackGoalFor(game, request);
  return (seat) => processCommand({ game, position, request }, seat, tableBytes);
}

/** The command of one process of the proof. */
const processCommand = (
  proof: Pick<ClusterProof, 'game' | 'position' | 'request'>,
  seat: ProcessSeat,
  tableBytes: number,
): LocalCommand => ({
  type: 'proof-process',
  ...proof,
  linkTimes: linkTimesOf(seat.size),
  seat,
  tableBytes,
});
