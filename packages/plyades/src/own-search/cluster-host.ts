// The host on a cluster. The master lives on the thread that asked, as on worker threads; a thread beside it
// (cluster-thread.ts) keeps the seats of the workers, so the program may be busy for as long as it likes.
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { ClusterNote } from '../control-plane/index.js';
import { type ErrorCode, PlyadesError } from '../core/errors.js';
import type { Counters, ProcessUse } from '../core/search-result.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { Micros, Step } from '../parallel/actor.js';
import type { OwnMaster } from '../parallel/own-search/master.js';
import type { ProcessSeat } from '../parallel/process.js';
import { workerFlags } from '../platform/node.js';
import type { OwnClusterOptions } from './cluster-options.js';
import type { OwnSearch } from './definition.js';
import { ownLinkTimesOf } from './link-times.js';
import { createMaster, type MasterProcess, type OwnOptions } from './processes.js';
import type { ProgramModule } from './programs.js';
import type { OwnSearchHost } from './search-host.js';

/** What the thread beside is started with. */
export interface ClusterThreadData {
  readonly address: ClusterAddress;
  readonly job: string | undefined;
  readonly program: ProgramModule;
  /** Seats to use at most; all if not given. */
  readonly workers: number | undefined;
  readonly options: OwnOptions;
  readonly port: MessagePort;
}

export type ToCluster =
  | { readonly type: 'packet'; readonly to: number; readonly packet: Uint8Array }
  | { readonly type: 'liars'; readonly seats: readonly number[] }
  /** The nodes that process 0 has counted. */
  | { readonly type: 'nodes'; readonly nodes: number }
  | { readonly type: 'found'; readonly depth: number; readonly value: number }
  | { readonly type: 'end'; readonly counters: Counters; readonly times: ProcessUse['times'] };

export type FromCluster =
  | { readonly type: 'begin'; readonly seat: ProcessSeat }
  | { readonly type: 'packet'; readonly packet: Uint8Array }
  | { readonly type: 'lost'; readonly self: number }
  | { readonly type: 'note'; readonly note: ClusterNote }
  | { readonly type: 'failed'; readonly code: string | undefined; readonly message: string }
  | { readonly type: 'counted'; readonly counters: Counters; readonly losses: number }
  /** The connection is closed: nothing more will come. */
  | { readonly type: 'ended' };

/** The counts of workers are waited for 1.5 s; a thread that takes much longer to end is ended. */
const END_MS = 5000;

export class ClusterHost<Position, Move, Entry> implements OwnSearchHost<Position, Move, Entry> {
  readonly #definition: OwnSearch<Position, Move, Entry>;
  readonly #options: OwnOptions;
  readonly #onNote: (note: ClusterNote) => void;
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #startedAt = performance.now();
  readonly #liars: number[] = [];
  #process: MasterProcess<Position, Move, Entry> | undefined;
  #failure: PlyadesError | undefined;
  #busy = true;
  #closing: Promise<void> | undefined;
  #waking: (() => void) | undefined;
  #begun: () => void = () => {};
  #ended: () => void = () => {};
  #workers = 0;
  #busyTime = 0;
  /** Of all processes, once the job has ended. */
  counters: Readonly<Counters> | undefined;
  replaced = 0;

  /** Resolves when workers have taken the first seats. */
  static async start<Position, Move, Entry>(
    definition: OwnSearch<Position, Move, Entry>,
    cluster: OwnClusterOptions,
    workers: number | undefined,
    options: OwnOptions,
  ): Promise<ClusterHost<Position, Move, Entry>> {
    const host = new ClusterHost(definition, cluster, workers, options);
    await new Promise<void>((resolve) => {
      host.#begun = resolve;
    });
    if (host.#failure !== undefined) {
      await host.close();
      throw host.#failure;
    }
    host.setBusy(false);
    return host;
  }

  private constructor(
    definition: OwnSearch<Position, Move, Entry>,
    { job, onNote = () => {}, ...address }: OwnClusterOptions,
    workers: number | undefined,
    options: OwnOptions,
  ) {
    this.#definition = definition;
    this.#options = options;
    this.#onNote = onNote;
    const { url, exportName } = definition;
    const { port1, port2 } = new MessageChannel();
    const program = { url, exportName };
    const workerData: ClusterThreadData = { address, job, program, workers, options, port: port2 };
    const script = new URL('./cluster-thread.js', import.meta.url);
    this.#port = port1;
    this.#thread = new Worker(script, { ...workerFlags(), workerData, transferList: [port2] });
    this.#thread.on('error', (error) => this.#fail(undefined, error.message));
    this.#thread.on('exit', () => {
      this.#fail(undefined, 'the thread of the connection has ended');
      this.#ended();
    });
    port1.on('message', (message: FromCluster) => {
      this.#take(message);
      // Workers that join between two searches wait for a reply.
      if (this.#waking === undefined && !this.#busy) this.#stepOnce();
      this.wake();
    });
    port1.unref();
  }

  get master(): OwnMaster<Position, Move, Entry> {
    return this.#process!.master;
  }

  /** Seats that were taken when the search began. */
  get workers(): number {
    return this.#workers;
  }

  onFound(depth: number, value: number): void {
    this.#tell({ type: 'found', depth, value });
  }

  beginSearch(): void {}

  step(): Step {
    this.#drain();
    const step = this.#failure === undefined ? this.#stepOnce() : undefined;
    // It may also have failed while the master searched alone.
    if (step === undefined || this.#failure !== undefined) throw this.#failure;
    return step;
  }

  wait(until: Micros): Promise<void> {
    if (this.#failure !== undefined) return Promise.resolve();
    const ms = Math.min(2 ** 30, Math.max(0, (until - this.#now()) / 1000));
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), ms);
      this.#waking = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  wake(): void {
    this.#waking?.();
    this.#waking = undefined;
  }

  setBusy(busy: boolean): void {
    this.#busy = busy;
    if (busy) this.#thread.ref();
    else this.#thread.unref();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.wake();
    this.#thread.ref();
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    const process = this.#process;
    if (process !== undefined && this.#failure === undefined) {
      const seconds = (performance.now() - this.#startedAt) / 1000;
      const busy = this.#busyTime / 1e6;
      const times = { busy, startIdle: 0, otherIdle: Math.max(0, seconds - busy) };
      this.#tell({ type: 'end', counters: { ...process.actor.counters }, times });
      this.#port.ref();
      const patience = setTimeout(this.#ended, END_MS);
      await ended;
      clearTimeout(patience);
    }
    this.#port.close();
    await this.#thread.terminate();
  }

  #now(): Micros {
    return 1000 * (performance.now() - this.#startedAt);
  }

  #stepOnce(): Step {
    const from = this.#now();
    const { actor } = this.#process!;
    const { nodes } = actor.counters;
    const step = actor.step(1, from);
    this.#busyTime += this.#now() - from;
    if (actor.counters.nodes > nodes) this.#tell({ type: 'nodes', nodes: actor.counters.nodes });
    return step;
  }

  #drain(): void {
    const port = this.#port;
    for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
      this.#take(got.message);
    }
  }

  #take(message: FromCluster): void {
    switch (message.type) {
      case 'begin':
        this.#begin(message.seat);
        return;
      case 'packet':
        this.#process!.actor.receive(message.packet, this.#now());
        return;
      case 'lost':
        this.replaced++;
        this.#process!.actor.lost(message.self, this.#now());
        return;
      case 'note':
        this.#onNote(message.note);
        return;
      case 'failed':
        this.#fail(message.code as ErrorCode | undefined, message.message);
        return;
      case 'counted':
        this.counters = message.counters;
        return;
      case 'ended':
        this.#ended();
    }
  }

  #begin(seat: ProcessSeat): void {
    const { size, absent = [] } = seat;
    const linkTimes = ownLinkTimesOf(size);
    const common = { definition: this.#definition, options: this.#options, shared: undefined };
    this.#workers = size - 1 - absent.length;
    this.#process = createMaster(
      { ...common, linkTimes },
      seat,
      {
        send: (to, packet) => this.#tell({ type: 'packet', to, packet }),
        report: (report) => {
          if (report.type !== 'liar') return;
          this.#liars.push(report.process);
          this.#tell({ type: 'liars', seats: this.#liars });
        },
      },
      () => this.#drain(),
    );
    this.#begun();
  }

  #tell(message: ToCluster): void {
    this.#port.postMessage(message);
  }

  #fail(code: ErrorCode | undefined, message: string): void {
    if (this.#closing !== undefined) return;
    this.#failure ??= new PlyadesError(code ?? 'ERR_CLUSTER', message);
    this.#process?.master.stop();
    this.#begun();
    this.wake();
  }
}
