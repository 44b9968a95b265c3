// A site of a hierarchy on a cluster: to the master above it is a worker with one seat; below, it is the master of its own
// workers, which it finds on a server of its own. A middle master's process runs in its seat, and its packets go both
// ways. The masters above and the workers below are ordinary ones and cannot tell the difference.
import type { ClusterNote } from '../../control-plane/index.js';
import type { ProcessUse } from '../../core/search-result.js';
import { findAlgorithm } from '../../parallel/algorithms.js';
import { FROM_ABOVE, type MiddleSettings, tagged } from '../../parallel/hierarchy/index.js';
import type { ThreadSource } from '../threads/pool.js';
import type { NodeCounts } from '../threads/process-protocol.js';
import type { Cluster } from './client.js';
import type { LocalCommand, LocalHooks } from './local-process.js';
import { type ClusterWork, type FirstProcess, type LevelAbove, runOnCluster } from './master.js';
import type { StartCommand } from './messages.js';
import type { SeatProcess } from './worker.js';

/** At the end, the site waits this long for what its workers have counted: the master above does not wait longer. */
const COUNT_MS = 500;

export interface SiteOptions {
  readonly middle: MiddleSettings;
  readonly version: string;
  readonly onNote?: (note: ClusterNote) => void;
}

/** Makes the process of a site's seat. Where an algorithm has no hierarchies, the site is a worker like any other. */
export const siteProcesses =
  (below: Cluster, pool: ThreadSource, options: SiteOptions) =>
  (
    local: LocalCommand,
    hooks: LocalHooks,
    command: Exclude<StartCommand, { type: 'program' }>,
  ): SeatProcess | undefined => {
    if (local.type !== 'process' || command.type !== 'start') return undefined;
    const { request } = command;
    const { algorithm, mode } = request;
    if (findAlgorithm(algorithm).stack === undefined || mode !== 'exact') return undefined;
    const { middle, version } = options;
    const { tableBytes, from } = command;
    const work: SiteWork = {
      ...{ reference: command.game, version, tableBytes },
      first: (seat) => ({
        ...local,
        plan: { ...local.plan, middle },
        seat: { ...local.seat, below: seat },
      }),
      startCommand: (base) => ({
        type: 'start',
        ...base,
        request,
        ...(from !== undefined && { from }),
        beneath: { ...middle },
      }),
      status: () => ({ algorithm, mode, depth: request.depth, value: 0 }),
    };
    const above = { size: local.seat.size, eachBytes: tableBytes, send: hooks.send };
    return new SiteProcess(below, pool, work, above, options.onNote);
  };

/** What a site searches. */
export type SiteWork = Omit<ClusterWork, 'above' | 'hasMaster' | 'countMs'>;

/** The process of a site's seat: a job on the workers below, whose process 0 is a middle master. */
export class SiteProcess implements SeatProcess {
  readonly #stopping = new AbortController();
  readonly answer: Promise<ProcessUse>;
  #process: FirstProcess | undefined;
  /** Calls from above that wait for the process to start. */
  readonly #waiting: ((process: FirstProcess) => void)[] = [];

  constructor(
    below: Cluster,
    pool: ThreadSource,
    work: SiteWork,
    above: Omit<LevelAbove, 'started'>,
    onNote: SiteOptions['onNote'],
  ) {
    const whole: ClusterWork = {
      ...work,
      hasMaster: true,
      countMs: COUNT_MS,
      above: {
        ...above,
        started: (process) => {
          this.#process = process;
          for (const tell of this.#waiting.splice(0)) tell(process);
        },
      },
    };
    const handlers = { signal: this.#stopping.signal, onNote };
    this.answer = runOnCluster<ProcessUse>(below, pool, whole, handlers).then(
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

  #tell(tell: (process: FirstProcess) => void): void {
    if (this.#process === undefined) this.#waiting.push(tell);
    else tell(this.#process);
  }

  get searched(): NodeCounts {
    return this.#process?.searched ?? { nodes: 0, leaves: 0 };
  }

  stop(): void {
    this.#stopping.abort();
  }
}
