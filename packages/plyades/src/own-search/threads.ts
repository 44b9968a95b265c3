// The host on worker threads. The master lives on the thread that asked, and sleeps in its event loop while
// it waits; workers look at their messages synchronously, from within the program's search. A thread that
// dies is replaced; one whose program throws ends the search with that error.
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { PlyadesError } from '../core/errors.js';
import type { Micros, Step } from '../parallel/actor.js';
import type { LinkTimes } from '../parallel/links.js';
import type { OwnMaster } from '../parallel/own-search/master.js';
import { workerFlags } from '../platform/node.js';
import type { OwnSearch } from './definition.js';
import { type Common, createMaster, type MasterProcess, type OwnOptions } from './processes.js';
import type { OwnSearchHost } from './search-host.js';

/** Threads that may die in a search; if more do, something is wrong with the program. */
const MAX_DEATHS = 8;

/** Channels between threads lose nothing, and the host sees deaths itself. */
const NEVER: Micros = 1e15;
export const THREAD_LINKS: LinkTimes = {
  heartbeat: NEVER,
  silence: NEVER,
  resend: NEVER,
  acknowledge: NEVER,
};

/** What a thread is started with. */
export interface ThreadData {
  readonly url: string;
  readonly exportName: string | undefined;
  readonly self: number;
  readonly size: number;
  readonly incarnation: number;
  readonly options: OwnOptions;
  readonly shared: SharedArrayBuffer | undefined;
  /** For each process, how much was ever posted to it. */
  readonly mail: SharedArrayBuffer;
  /** Channels to the other processes, by their numbers. */
  readonly ports: readonly (MessagePort | undefined)[];
}

/** Messages to a thread beside packets. */
export type ToThread =
  | { readonly type: 'connect'; readonly process: number; readonly port: MessagePort }
  | { readonly type: 'lost'; readonly process: number };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: unknown; readonly stack: string | undefined };

interface Hand {
  readonly worker: Worker;
  readonly port: MessagePort;
}

export class ThreadHost<Position, Move, Entry> implements OwnSearchHost<Position, Move, Entry> {
  readonly #common: Common<Position, Move, Entry>;
  readonly #size: number;
  readonly #process: MasterProcess<Position, Move, Entry>;
  readonly #mail: Int32Array;
  readonly #hands: Hand[] = [];
  readonly #startedAt = performance.now();
  #failure: { readonly error: unknown } | undefined;
  #busy = true;
  #closed = false;
  #waking: (() => void) | undefined;
  #starting: { count: number; resolve: () => void; reject: (error: unknown) => void } | undefined;
  replaced = 0;
  /** Those of the search under way. */
  #deaths = 0;

  /** Resolves when every worker has loaded the program. */
  static async start<Position, Move, Entry>(
    definition: OwnSearch<Position, Move, Entry>,
    workers: number,
    options: OwnOptions,
    shared: SharedArrayBuffer | undefined,
  ): Promise<ThreadHost<Position, Move, Entry>> {
    const host = new ThreadHost(definition, workers, options, shared);
    try {
      await host.#startAll();
    } catch (error) {
      await host.close();
      throw error;
    }
    host.setBusy(false);
    return host;
  }

  private constructor(
    definition: OwnSearch<Position, Move, Entry>,
    workers: number,
    options: OwnOptions,
    shared: SharedArrayBuffer | undefined,
  ) {
    this.#common = { definition, options, shared, linkTimes: THREAD_LINKS };
    this.#size = workers + 1;
    this.#mail = new Int32Array(new SharedArrayBuffer(4 * this.#size));
    this.#process = createMaster(
      this.#common,
      { self: 0, size: this.#size, incarnation: 0 },
      {
        send: (to, packet) => {
          this.#hands[to]?.port.postMessage(packet);
          Atomics.add(this.#mail, to, 1);
        },
        report: () => {},
      },
    );
  }

  get master(): OwnMaster<Position, Move, Entry> {
    return this.#process.master;
  }

  beginSearch(): void {
    this.#deaths = 0;
  }

  step(): Step {
    for (const hand of this.#hands) {
      if (hand === undefined) continue;
      for (let got = receiveMessageOnPort(hand.port); got; got = receiveMessageOnPort(hand.port)) {
        this.#receive(got.message);
      }
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#process.actor.step(1, this.#now());
  }

  wait(until: Micros): Promise<void> {
    if (this.#failure !== undefined) return Promise.resolve();
    const ms = Math.max(0, (until - this.#now()) / 1000);
    return new Promise((resolve) => {
      const timer = ms < NEVER / 1e6 ? setTimeout(() => this.wake(), ms) : undefined;
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
    for (const hand of this.#hands) {
      if (busy) hand?.worker.ref();
      else hand?.worker.unref();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.wake();
    const hands = this.#hands.splice(0);
    await Promise.all(
      hands.map((hand) => {
        hand?.port.close();
        return hand?.worker.terminate();
      }),
    );
  }

  #now(): Micros {
    return 1000 * (performance.now() - this.#startedAt);
  }

  #startAll(): Promise<void> {
    const count = this.#size - 1;
    if (count === 0) return Promise.resolve();
    const ports = Array.from({ length: this.#size }, () => new Array<MessagePort>(this.#size));
    for (let a = 0; a < this.#size; a++) {
      for (let b = a + 1; b < this.#size; b++) {
        const { port1, port2 } = new MessageChannel();
        ports[a]![b] = port1;
        ports[b]![a] = port2;
      }
    }
    return new Promise((resolve, reject) => {
      this.#starting = { count, resolve, reject };
      for (let self = 1; self < this.#size; self++) {
        this.#startThread(self, 0, ports[0]![self]!, ports[self]!);
      }
    });
  }

  #startThread(
    self: number,
    incarnation: number,
    port: MessagePort,
    ports: readonly (MessagePort | undefined)[],
  ): void {
    const { definition, options, shared } = this.#common;
    const { url, exportName } = definition;
    const mail = this.#mail.buffer as SharedArrayBuffer;
    const size = this.#size;
    const workerData: ThreadData = {
      ...{ url, exportName, self, size, incarnation, options, shared, mail },
      // No holes: they do not survive the journey.
      ports: Array.from(ports),
    };
    const transferList = ports.filter((one) => one !== undefined);
    const script = new URL('./thread.js', import.meta.url);
    const worker = new Worker(script, { ...workerFlags(), workerData, transferList });
    if (!this.#busy) worker.unref();
    this.#hands[self] = { worker, port };
    worker.on('message', (message: FromThread) => this.#onMessage(message));
    worker.on('error', (error) => {
      const { code } = error as { code?: string };
      if (code !== 'ERR_WORKER_OUT_OF_MEMORY') this.#fail(error);
    });
    worker.on('exit', (code) => this.#replace(self, worker, code));
    port.on('message', (packet: Uint8Array) => {
      this.#receive(packet);
      // A thread that was replaced waits for a reply even between two searches.
      if (this.#waking === undefined && !this.#busy) this.#process.actor.step(1, this.#now());
      this.wake();
    });
    port.unref();
  }

  #receive(packet: Uint8Array): void {
    this.#process.actor.receive(packet, this.#now());
  }

  #onMessage(message: FromThread): void {
    if (message.type === 'failed') {
      this.#fail(withStack(message.error, message.stack));
      return;
    }
    const starting = this.#starting;
    if (starting === undefined || --starting.count > 0) return;
    this.#starting = undefined;
    starting.resolve();
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.#failure ??= { error };
    this.#starting?.reject(error);
    this.#starting = undefined;
    this.wake();
  }

  /** Another thread for a process whose thread has died, known to all the others. */
  #replace(self: number, dead: Worker, code: number): void {
    if (this.#closed || this.#failure !== undefined || this.#hands[self]?.worker !== dead) return;
    this.#hands[self].port.close();
    this.replaced++;
    if (++this.#deaths > MAX_DEATHS) {
      const message = `${this.#deaths} worker threads died, the last one with code ${code}`;
      this.#fail(new PlyadesError('ERR_WORKER', message));
      return;
    }
    const ports: (MessagePort | undefined)[] = new Array(this.#size).fill(undefined);
    const { port1, port2 } = new MessageChannel();
    ports[0] = port2;
    for (let other = 1; other < this.#size; other++) {
      if (other === self) continue;
      const channel = new MessageChannel();
      ports[other] = channel.port1;
      this.#tell(other, { type: 'lost', process: self });
      this.#tell(other, { type: 'connect', process: self, port: channel.port2 }, [channel.port2]);
    }
    this.#process.actor.lost(self, this.#now());
    this.#startThread(self, this.replaced, port1, ports);
    this.wake();
  }

  #tell(process: number, message: ToThread, transfer: readonly MessagePort[] = []): void {
    this.#hands[process]!.worker.postMessage(message, transfer);
    Atomics.add(this.#mail, process, 1);
  }
}

/** An error keeps its stack when it is cloned, but loses a class of its own. */
function withStack(error: unknown, stack: string | undefined): unknown {
  if (error instanceof Error && stack !== undefined) error.stack = stack;
  return error;
}
