// Checkpoints of jobs on the server of a cluster: a bucket of JetStream's key-value store, one key a job.
import type { KV } from '@nats-io/kv';
import { PlyadesError } from '../../api/index.js';
import { type Cluster, type ClusterAddress, connectAs } from '../../hosts/nats/index.js';
import { type Checkpoint, type CheckpointStore, parseCheckpoint } from '../checkpoint.js';
import { Refusal } from '../exit.js';
import { note } from '../terminal.js';

const BUCKET = 'plyades-jobs';
/** Jobs that nobody has touched for so long are forgotten. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Of three copies one may be lost. */
const REPLICAS = 3;

interface Shelf {
  readonly cluster: Cluster;
  readonly bucket: KV;
}

async function openShelf(address: ClusterAddress): Promise<Shelf> {
  return openBucket(await connectAs('master', address, 'plyades jobs'));
}

/** Closes the connection when it fails. */
async function openBucket(cluster: Cluster): Promise<Shelf> {
  try {
    const { Kvm } = await import('@nats-io/kv');
    const manager = new Kvm(cluster.connection);
    const create = (replicas: number) =>
      manager.create(BUCKET, {
        history: 1,
        ttl: KEPT_MS,
        replicas,
        description: 'checkpoints of searches of plyades',
      });
    // Servers of a NATS cluster keep copies, if there are enough of them, or if the bucket has some already.
    const several = cluster.connection.info?.cluster !== undefined;
    const copied = several ? await create(REPLICAS).catch(() => undefined) : undefined;
    return { cluster, bucket: copied ?? (await create(1)) };
  } catch (cause) {
    await cluster.connection.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `the server keeps no jobs (${reason}): start it with JetStream (nats-server -js), or give it more room`;
    throw new PlyadesError('ERR_CLUSTER', message, { cause });
  }
}

/** Where a job is kept; undefined, with a note, where the server cannot. */
export async function jobStore(
  address: ClusterAddress,
  job: string,
): Promise<CheckpointStore | undefined> {
  // Without a server there is no search either.
  const cluster = await connectAs('master', address, 'plyades jobs');
  try {
    const { bucket } = await openBucket(cluster);
    const put = await revising(bucket, job);
    note(`job ${job}`);
    return { put, close: () => cluster.connection.close() };
  } catch (error) {
    await cluster.connection.close();
    const reason = error instanceof Error ? error.message : String(error);
    note(`the job cannot be kept: ${reason}; this search cannot be resumed`);
    return undefined;
  }
}

/**
 * Writes one revision after another. Whoever finds one that is not its own leaves the job to the other: two programs
 * that go on with it would write over each other's, the slower one over what is deeper.
 */
async function revising(bucket: KV, job: string): Promise<(text: string) => Promise<void>> {
  let revision = (await bucket.get(job))?.revision ?? 0;
  const write = (text: string) =>
    revision === 0 ? bucket.create(job, text) : bucket.update(job, text, revision);
  /** What was written last; the server may have it although its answer was lost. */
  let written: string | undefined;
  return async (text) => {
    const before = written;
    written = text;
    try {
      revision = await write(text);
    } catch (error) {
      const entry = await bucket.get(job);
      const there = entry?.operation === 'PUT' ? entry.string() : undefined;
      if (entry === null || entry.revision === revision) throw error;
      if (there !== text && (there === undefined || there !== before)) {
        written = before;
        throw new Error(`somebody else goes on with job ${job}`);
      }
      revision = entry.revision;
      if (there !== text) revision = await write(text);
    }
  };
}

/** All jobs that the server knows, the newest first. */
export async function listJobs(address: ClusterAddress): Promise<Checkpoint[]> {
  const { cluster, bucket } = await openShelf(address);
  try {
    const jobs: Checkpoint[] = [];
    for await (const key of await bucket.keys()) {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') continue;
      try {
        jobs.push(parseCheckpoint(entry.value, key));
      } catch {
        note(`job ${key}: its checkpoint makes no sense`);
      }
    }
    return jobs.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  } finally {
    await cluster.connection.close();
  }
}

/** Throws a Refusal with ERR_JOB when there is no such job. */
export async function findJob(address: ClusterAddress, job: string): Promise<Checkpoint> {
  const { cluster, bucket } = await openShelf(address);
  try {
    const entry = /^[A-Za-z0-9_-]{1,64}$/.test(job) ? await bucket.get(job) : null;
    if (entry === null || entry.operation !== 'PUT') {
      const advice = "'plyades jobs' lists them";
      throw new Refusal('ERR_JOB', `there is no job '${job}'`, { where: '--job', advice });
    }
    return parseCheckpoint(entry.value, `job ${job}`);
  } finally {
    await cluster.connection.close();
  }
}
