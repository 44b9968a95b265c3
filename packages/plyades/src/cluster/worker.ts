// Lends this machine to a cluster: its cores take part in the searches of masters elsewhere until the worker is drained.
import { freemem } from 'node:os';
import { openRegistry } from '../api/cluster.js';
import { loadGame, search } from '../api/index.js';
import { threads } from '../api/threads.js';
import { coreCount } from '../hosts/cores.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { ConnectionEvent } from '../hosts/nats/client.js';
import { connectAs } from '../hosts/nats/roles.js';
import { ClusterWorker, type WorkerEvent } from '../hosts/nats/worker.js';
import { packageVersion } from '../hosts/package-version.js';
import { openPrograms } from '../own-search/programs.js';

/** The resources that a machine lends. */
export interface LendOptions {
  /** Processes that search at the same time; `auto`, the default, is one for each core. */
  readonly slots?: number | 'auto';
  /** Modules of games in plain TypeScript that may be searched here, beside those of the library. */
  readonly games?: readonly string[];
  /** Modules of programs with a search of their own (plyades/own-search), such as `./search.js` or `./search.js#name`. */
  readonly programs?: readonly string[];
  /** MiB of a job's tables here at most; half of the free memory if not given. */
  readonly maxHash?: number;
  /** Jobs that begin and end here, and what happens to the connection. */
  readonly onEvent?: (event: WorkerEvent | ConnectionEvent) => void;
}

/** A worker of a cluster on this machine. */
export interface LentWorker extends AsyncDisposable {
  /** Names it in the cluster. */
  readonly id: string;
  /** Resolves when its connection is closed and not opened again. */
  readonly closed: Promise<unknown>;
  /** Hands its work back, then closes the connection. */
  drain(): Promise<void>;
}

/**
 * Connects as a worker and takes part in searches from then on; a lost server is looked for until it is back. Rejects
 * with ERR_CLUSTER when no server answers, ERR_CREDENTIALS when the key is not a worker's.
 */
export async function lendWorker(
  address: ClusterAddress,
  { slots = 'auto', games = [], programs = [], maxHash, onEvent = () => {} }: LendOptions = {},
): Promise<LentWorker> {
  const cluster = await connectAs('worker', address, 'plyades worker', onEvent);
  try {
    const worker = await ClusterWorker.start(cluster, threads, {
      slots: slots === 'auto' ? await coreCount() : slots,
      version: packageVersion(),
      registry: await openRegistry(games),
      programs: await openPrograms(programs),
      speed: await measureSlotSpeed(),
      maxTableBytes: maxHash === undefined ? freemem() / 2 : maxHash * 2 ** 20,
      log: onEvent,
    });
    let drained: Promise<void> | undefined;
    const drain = () => {
      drained ??= worker.drain().finally(() => cluster.connection.close());
      return drained;
    };
    const closed = cluster.connection.closed();
    return { id: worker.address.id, closed, drain, [Symbol.asyncDispose]: drain };
  } catch (error) {
    // An open connection would keep the program alive.
    await cluster.connection.close();
    throw error;
  }
}

/** The speed of a slot is measured by a search of this long. */
const MEASURE_MS = 200;

/** Nodes a second of one slot, on Othello. */
export async function measureSlotSpeed(): Promise<number> {
  const othello = await loadGame('othello');
  const options = { ms: MEASURE_MS, mode: 'exact', hash: 4 } as const;
  const position = othello.notation.start();
  const { nodes, seconds } = await search({ position, ...options }).result;
  return nodes / Math.max(seconds, 1e-3);
}
