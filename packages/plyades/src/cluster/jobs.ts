// Checkpoints of jobs on the server of a cluster: a bucket of JetStream's key-value store, one key a job.
import type { KV } from '@nats-io/kv';
import { type Checkpoint, type CheckpointStore, parseCheckpoint } from '../checkpoints/index.js';
import { PlyadesError, quote, refuse } from '../core/errors.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { Cluster } from '../hosts/nats/client.js';
import { connectAs } from '../hosts/nats/roles.js';

const BUCKET = 'plyades-jobs';
/** Jobs that were not written for this long are forgotten. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Of three copies one may be lost. */
const REPLICAS = 3;

/** The server was reached, and cannot keep jobs: a search there can be made, but not resumed. */
export class JobsUnavailable extends PlyadesError {
  constructor(message: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super('ERR_CLUSTER', `${message} (${reason})`, { cause });
  }
}

interface OpenedJobs {
  readonly cluster: Cluster;
  readonly bucket: KV;
}

/** `program` is what a refused key is reported for. */
async function openJobs(address: ClusterAddress, program: string): Promise<OpenedJobs> {
  const cluster = await connectAs('master', address, program);
  try {
    const { Kvm } = await loadStore();
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
  } catch (error) {
    await cluster.connection.close();
    if (error instanceof JobsUnavailable) throw error;
    const advice = 'start it with JetStream (nats-server -js), or give it more room';
    throw new JobsUnavailable(`the server keeps no jobs: ${advice}`, error);
  }
}

async function loadStore(): Promise<typeof import('@nats-io/kv')> {
  try {
    return await import('@nats-io/kv');
  } catch (error) {
    const advice = 'npm install @nats-io/jetstream @nats-io/kv';
    throw new JobsUnavailable(`jobs need NATS's key-value store: ${advice}`, error);
  }
}

/**
 * Keeps a job's checkpoints on the server. Rejects with ERR_CLUSTER when no server answers, with JobsUnavailable when one
 * does and keeps no jobs.
 */
export async function openJobStore(address: ClusterAddress, job: string): Promise<CheckpointStore> {
  const { cluster, bucket } = await openJobs(address, 'plyades search');
  const close = () => cluster.connection.close();
  try {
    return { put: await revising(bucket, job), close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw new JobsUnavailable(`the server does not let job ${job} be read`, error);
  }
}

/**
 * Writes one revision after another. A program that finds one that is not its own leaves the job to the other: two
 * programs that resume it would overwrite each other, the slower one a deeper result.
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
        throw new Error(`another program has resumed job ${job}`);
      }
      revision = entry.revision;
      if (there !== text) revision = await write(text);
    }
  };
}

/** All jobs that the server knows, the newest first; `onDamaged` gets the name of one that cannot be read. */
export async function listJobs(
  address: ClusterAddress,
  onDamaged: (job: string) => void = () => {},
): Promise<Checkpoint[]> {
  const { cluster, bucket } = await openJobs(address, 'plyades jobs');
  try {
    const jobs: Checkpoint[] = [];
    for await (const key of await bucket.keys()) {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') continue;
      try {
        jobs.push(parseCheckpoint(entry.value));
      } catch {
        onDamaged(key);
      }
    }
    return jobs.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  } finally {
    await cluster.connection.close();
  }
}

/** The newest checkpoint of a job. Rejects with ERR_JOB when there is no such job. */
export async function findJob(address: ClusterAddress, job: string): Promise<Checkpoint> {
  const { cluster, bucket } = await openJobs(address, 'plyades resume');
  try {
    const entry = /^[A-Za-z0-9_-]{1,64}$/.test(job) ? await bucket.get(job) : null;
    if (entry !== null && entry.operation === 'PUT') return parseCheckpoint(entry.value);
    const message = `there is no job ${quote(job)}: 'plyades jobs' lists them`;
    refuse('ERR_JOB', message, job);
  } finally {
    await cluster.connection.close();
  }
}
