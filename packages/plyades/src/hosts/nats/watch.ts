// Watches a cluster: which worker works for which job, how fast, and the status of each job. It only listens and asks the
// service API, so an observer's credential is enough.
import type { NatsConnection } from '@nats-io/transport-node';
import { tryJson } from '../../core/schema.js';
import { findWorkers, type WorkerStats, workerStats } from './find-workers.js';
import { type JobStatus, jobStatus } from './messages.js';
import { ALL_JOBS } from './subjects.js';

/** A job without a status for this long is not shown any more. */
const FORGET_MS = 10_000;

/** A worker as its notices show it. */
export interface WorkerView {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly slots: number;
  readonly busy: number;
  /** Empty when it has none. */
  readonly job: string;
  /** Nodes a second since the last look; 0 at the first. */
  readonly rate: number;
  /** Of the time of its busy slots since the last look, the share in which they waited; 0 without any. */
  readonly idle: number;
}

/** Workers and jobs of a cluster at one moment. */
export interface ClusterView {
  readonly workers: readonly WorkerView[];
  readonly jobs: readonly JobStatus[];
}

export class ClusterWatch {
  readonly #connection: NatsConnection;
  readonly #jobs = new Map<string, { readonly status: JobStatus; readonly at: number }>();
  #before = new Map<string, WorkerStats & { readonly at: number }>();

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(ALL_JOBS, {
      callback: (error, message) => {
        if (error !== null) return;
        const status = tryJson(jobStatus, message.data, 10_000);
        if (status) this.#jobs.set(status.job, { status, at: performance.now() });
      },
    });
  }

  /** The present state of the cluster. */
  async look(): Promise<ClusterView> {
    const [found, stats] = await Promise.all([
      findWorkers(this.#connection),
      workerStats(this.#connection),
    ]);
    const at = performance.now();
    const byId = new Map(stats.map((each) => [each.id, each]));
    const workers = found.map(({ address: { id }, host, version, slots }) => {
      const { job = '', busy = 0, nodes = 0, cpuMs = 0 } = byId.get(id) ?? {};
      const before = this.#before.get(id);
      const same = before !== undefined && before.job === job && nodes >= before.nodes;
      const ms = Math.max(1, at - (before?.at ?? 0));
      const rate = same ? (1000 * (nodes - before.nodes)) / ms : 0;
      const idle = same && busy > 0 ? 1 - (cpuMs - before.cpuMs) / (busy * ms) : 0;
      const share = Math.min(1, Math.max(0, idle));
      return { id, host, version, slots, busy, job, rate, idle: share };
    });
    this.#before = new Map(stats.map((each) => [each.id, { ...each, at }]));
    for (const [job, seen] of this.#jobs) if (at - seen.at > FORGET_MS) this.#jobs.delete(job);
    const jobs = [...this.#jobs.values()].map(({ status }) => status);
    workers.sort((a, b) => (a.host + a.id < b.host + b.id ? -1 : 1));
    return { workers, jobs };
  }
}
