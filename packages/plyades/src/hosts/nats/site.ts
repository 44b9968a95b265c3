// A site of a hierarchy on a cluster: to the master above, a worker with one place; below, the master of its own
// workers, whom it finds on a server of its own. What runs in its place is a middle master's process, whose
// packets go both ways. Above and below are ordinary masters and workers, and know nothing of it.
import type { Algorithm } from '../../parallel/algorithm.js';
import { algorithms } from '../../parallel/algorithms.js';
import { FROM_ABOVE, type MiddleSettings, tagged } from '../../parallel/hierarchy/index.js';
import type { ProcessReport, Searched } from '../threads/crew-protocol.js';
import type { ThreadSource } from '../threads/pool.js';
import type { Cluster } from './client.js';
import type { LocalHooks, LocalJob, LocalProcess } from './local-process.js';
import { type ClusterWork, runOnCluster } from './master.js';
import type { ClusterNote } from './note.js';
import type { StartOrder } from './orders.js';
import type { SeatProcess } from './worker.js';

/** At the end, what the site's workers have counted is waited for so long: the master above does not wait longer. */
const COUNT_MS = 500;

export interface SiteOptions {
  readonly middle: MiddleSettings;
  readonly version: string;
  readonly onNote?: (note: ClusterNote) => void;
}

type SearchJob = Extract<LocalJob, { type: 'process' }>;
type SearchOrder = Extract<StartOrder, { type: 'start' }>;

/** What a worker that is a site runs in its place. Where an algorithm has no hierarchies, it is a worker like any other. */
export const siteProcesses =
  (below: Cluster, pool: ThreadSource, options: SiteOptions) =>
  (job: LocalJob, hooks: LocalHooks, order: StartOrder): SeatProcess | undefined => {
    if (job.type !== 'process' || order.type !== 'start') return undefined;
    const algorithm: Algorithm = algorithms[job.algorithm];
    const isStacked = algorithm.stack !== undefined && job.mode === 'exact';
    return isStacked ? new SiteProcess(below, pool, options, job, hooks, order) : undefined;
  };

class SiteProcess implements SeatProcess {
  readonly #stopping = new AbortController();
  readonly answer: Promise<ProcessReport>;
  #process: LocalProcess | undefined;
  /** What came from above before the process was there. */
  readonly #waiting: ((process: LocalProcess) => void)[] = [];

  constructor(
    below: Cluster,
    pool: ThreadSource,
    options: SiteOptions,
    job: SearchJob,
    hooks: LocalHooks,
    order: SearchOrder,
  ) {
    const { middle, version, onNote } = options;
    const { beneath: _, ...asked } = order.task;
    const work: ClusterWork = {
      reference: order.game,
      version,
      job: undefined,
      workers: undefined,
      tableBytes: order.tableBytes,
      hasMaster: true,
      countMs: COUNT_MS,
      above: {
        size: job.place.size,
        eachBytes: order.tableBytes,
        send: hooks.send,
        started: (process) => {
          this.#process = process;
          for (const tell of this.#waiting.splice(0)) tell(process);
        },
      },
      first: (place) => ({
        ...job,
        task: { ...job.task, middle },
        place: { ...job.place, below: place },
      }),
      order: (base) => ({
        type: 'start',
        ...base,
        position: order.position,
        before: order.before,
        algorithm: order.algorithm,
        task: { ...asked, beneath: { ...middle } },
      }),
      standing: () => ({
        algorithm: order.algorithm,
        mode: order.task.mode,
        depth: order.task.depth,
        value: 0,
      }),
    };
    const handlers = { signal: this.#stopping.signal, onNote };
    this.answer = runOnCluster<ProcessReport>(below, pool, work, handlers).then(
      ({ counters, first }) => ({ counters, times: first.times }),
    );
    this.answer.catch(() => {});
  }

  deliver(packet: Uint8Array): void {
    const whole = tagged(FROM_ABOVE, packet);
    this.#tell((process) => process.deliver(whole));
  }

  lost(self: number): void {
    this.#tell((process) => process.lost(self));
  }

  #tell(tell: (process: LocalProcess) => void): void {
    if (this.#process === undefined) this.#waiting.push(tell);
    else tell(this.#process);
  }

  get searched(): Searched {
    return this.#process?.searched ?? { nodes: 0, leaves: 0 };
  }

  get stopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  stop(): void {
    this.#stopping.abort();
  }
}
