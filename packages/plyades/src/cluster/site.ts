// A site of a hierarchy: one worker to the cluster above, a master of the workers on its own server.
import { freemem } from 'node:os';
import { openRegistry } from '../api/cluster.js';
import { threads } from '../api/threads.js';
import type { ClusterNote } from '../control-plane/index.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { Cluster, ConnectionEvent } from '../hosts/nats/client.js';
import { connectAs } from '../hosts/nats/roles.js';
import { siteProcesses } from '../hosts/nats/site.js';
import { ClusterWorker, type WorkerEvent } from '../hosts/nats/worker.js';
import { packageVersion } from '../hosts/package-version.js';
import { openPrograms } from '../own-search/programs.js';
import type { HierarchyFile } from '../parallel/hierarchy/file.js';
import { type LentWorker, measureSlotSpeed } from './worker.js';

/** Where a site stands in its hierarchy. */
export interface LendSiteOptions {
  /** The cluster above, to which the site is one worker. */
  readonly above: ClusterAddress;
  /** The site's own server. */
  readonly own: ClusterAddress;
  /** How the middle master searches. */
  readonly middle: HierarchyFile['middle'];
  /** Slots of this machine that serve on the site's own server; 0 for none. */
  readonly slots: number;
  /** Modules of programs with a search of their own (plyades/own-search) that the site takes part in. */
  readonly programs?: readonly string[];
  /** Jobs of the cluster above that begin and end here, and what happens to both connections. */
  readonly onEvent?: (event: WorkerEvent | ConnectionEvent) => void;
  /** Workers of the site that join, are lost, or cannot take part. */
  readonly onNote?: (note: ClusterNote) => void;
}

/** Connects to both servers and takes part from then on; rejects, and leaves no connection open, when it cannot. */
export async function lendSite(options: LendSiteOptions): Promise<LentWorker> {
  const { above, own, middle, slots, onEvent = () => {}, onNote = () => {} } = options;
  const { programs = [] } = options;
  const clusters: Cluster[] = [];
  const closeConnections = async () => {
    await Promise.all(clusters.map(({ connection }) => connection.close()));
  };
  try {
    const upper = await connectAs('worker', above, 'plyades site', onEvent);
    clusters.push(upper);
    const lower = await connectAs('master', own, 'plyades site', onEvent);
    clusters.push(lower);
    const version = packageVersion();
    const shared = {
      version,
      registry: await openRegistry([]),
      speed: await measureSlotSpeed(),
      maxTableBytes: freemem() / 2,
    };
    const workers =
      slots === 0
        ? undefined
        : await ClusterWorker.start(lower, threads, {
            ...shared,
            slots,
            programs: await openPrograms(programs),
            log: () => {},
          });
    const worker = await ClusterWorker.start(upper, threads, {
      ...shared,
      slots: 1,
      log: onEvent,
      createProcess: siteProcesses(lower, threads, { middle, version, onNote }),
      programs: await openPrograms(programs, { below: lower, middle, version, onNote }),
    });
    let drained: Promise<void> | undefined;
    const drain = () => {
      drained ??= (async () => {
        await worker.drain();
        await workers?.drain();
        await closeConnections();
      })();
      return drained;
    };
    const closed = upper.connection.closed();
    return { id: worker.address.id, closed, drain, [Symbol.asyncDispose]: drain };
  } catch (error) {
    await closeConnections();
    throw error;
  }
}
