// Watches a cluster: who works for which job, how fast, and how jobs stand. It only listens and asks the
// service API, so an observer's credential is enough.
import type { NatsConnection } from '@nats-io/transport-node';
import { findWorkers, workerStandings } from './find-workers.js';
import { tryJson } from './json.js';
import { type JobStanding, jobStanding } from './orders.js';
import { ALL_JOBS } from './subjects.js';

/** A job that says nothing for so long is not shown any more. */
const FORGET_MS = 10_000;

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
}

export interface ClusterView {
  readonly workers: readonly WorkerView[];
  readonly jobs: readonly JobStanding[];
}

export class ClusterWatch {
  readonly #connection: NatsConnection;
  readonly #jobs = new Map<string, { readonly standing: JobStanding; readonly at: number }>();
  #before = new Map<
    string,
    { readonly job: string; readonly nodes: number; readonly at: number }
  >();

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(ALL_JOBS, {
      callback: (error, message) => {
        if (error !== null) return;
        const standing = tryJson(jobStanding, message.data, 10_000);
        if (standing) this.#jobs.set(standing.job, { standing, at: performance.now() });
      },
    });
  }

  /** How things are now. */
  async look(): Promise<ClusterView> {
    const [found, standings] = await Promise.all([
      findWorkers(this.#connection),
      workerStandings(this.#connection),
    ]);
    const at = performance.now();
    const byId = new Map(standings.map((each) => [each.id, each]));
    const workers = found.map(({ address: { id }, host, version, slots }) => {
      const { job = '', busy = 0, nodes = 0 } = byId.get(id) ?? {};
      const before = this.#before.get(id);
      const same = before !== undefined && before.job === job && nodes >= before.nodes;
      const rate = same ? (1000 * (nodes - before.nodes)) / Math.max(1, at - before.at) : 0;
      return { id, host, version, slots, busy, job, rate };
    });
    this.#before = new Map(standings.map(({ id, job, nodes }) => [id, { job, nodes, at }]));
    for (const [job, seen] of this.#jobs) if (at - seen.at > FORGET_MS) this.#jobs.delete(job);
    const jobs = [...this.#jobs.values()].map(({ standing }) => standing);
    workers.sort((a, b) => (a.host + a.id < b.host + b.id ? -1 : 1));
    return { workers, jobs };
  }
}
