// The thread beside a program that searches on a cluster: it has the connection, finds workers and keeps their seats,
// also while the program's own code keeps the calling thread busy. Packets go through it unread.
import { workerData } from 'node:worker_threads';
import type { GameReference } from '../control-plane/index.js';
import { PlyadesError } from '../core/errors.js';
import {
  type ClusterWork,
  COUNT_MS,
  type FirstHooks,
  type FirstProcess,
  runOnCluster,
} from '../hosts/nats/master.js';
import { MAX_STATUS_DEPTH, MAX_STATUS_VALUE } from '../hosts/nats/messages.js';
import { connectAs } from '../hosts/nats/roles.js';
import { packageVersion } from '../hosts/package-version.js';
import type { ProcessSeat } from '../parallel/process.js';
import type { ClusterThreadData, FromCluster, ToCluster } from './cluster-host.js';
import { NO_THREADS, programReference } from './programs.js';

const { address, job, program, workers, options, port } = workerData as ClusterThreadData;

const tell = (message: FromCluster) => port.postMessage(message);

/** Process 0 runs on the calling thread, and speaks to this one through the port. */
let hooks: FirstHooks | undefined;
let endFirst: (end: Extract<ToCluster, { type: 'end' }>) => void = () => {};
let nodes = 0;
let found = { depth: 0, value: 0 };
const elsewhere = new Map<number, number>();

function createFirst(seat: ProcessSeat, its: FirstHooks): FirstProcess {
  hooks = its;
  const answer = new Promise<Awaited<FirstProcess['answer']>>((resolve) => {
    endFirst = ({ counters, times }) => resolve({ counters, times });
  });
  tell({ type: 'begin', seat });
  return {
    answer,
    deliver: (packet) => tell({ type: 'packet', packet }),
    lost: (self) => tell({ type: 'lost', self }),
    // The job ends with `close` alone.
    stop() {},
    get searched() {
      return { nodes: [...elsewhere.values()].reduce((sum, each) => sum + each, nodes), leaves: 0 };
    },
    setSearched: (self, searched) => void elsewhere.set(self, searched.nodes),
  };
}

const workOf = (reference: GameReference): ClusterWork => ({
  ...{ reference, version: packageVersion(), job, workers, tableBytes: 0 },
  hasMaster: true,
  countMs: COUNT_MS,
  first: { create: createFirst },
  startCommand: (base) => ({ type: 'program', ...base, settings: options }),
  status: () => ({ algorithm: 'aphid', mode: 'exact', ...found }),
});

/** The values of a program may be greater than those that a status can have. */
const statusOf = ({ depth, value }: Extract<ToCluster, { type: 'found' }>) => ({
  depth: Math.min(depth, MAX_STATUS_DEPTH),
  value: Math.max(-MAX_STATUS_VALUE, Math.min(MAX_STATUS_VALUE, value)),
});

port.on('message', (message: ToCluster) => {
  if (message.type === 'packet') hooks?.send(message.to, message.packet);
  else if (message.type === 'liars') hooks?.reportLiars(message.seats);
  else if (message.type === 'nodes') nodes = message.nodes;
  else if (message.type === 'found') found = statusOf(message);
  else endFirst(message);
});

try {
  const reference = await programReference(program);
  const cluster = await connectAs('master', address, 'plyades own search');
  try {
    const { counters, losses } = await runOnCluster(cluster, NO_THREADS, workOf(reference), {
      onNote: (note) => tell({ type: 'note', note }),
    });
    tell({ type: 'counted', counters, losses });
  } finally {
    await cluster.connection.flush().catch(() => {});
    await cluster.connection.close();
  }
} catch (error) {
  const code = error instanceof PlyadesError ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  tell({ type: 'failed', code, message });
}
// The caller ends this thread when it has read all of this.
tell({ type: 'ended' });
