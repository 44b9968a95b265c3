// A pool of worker threads. A command gets a thread of its own for as long as it runs; idle threads are
// kept for the next command. A thread that dies takes only its own command with it and is not used again.
import { PlyadesError } from '../../core/errors.js';
import type { GameWorker } from '../../platform/port.js';
import type { SolverReport } from '../../proof/index.js';
import { deathOf, reviveFailure } from './failure.js';
import { IdlePool } from './idle-pool.js';
import { startServedWorker, startWorker, type WorkerPort } from './port.js';
import type { NodeCounts } from './process-protocol.js';
import type {
  FromWorker,
  ProcessNotice,
  SearchReport,
  ThreadCommand,
  ThreadReply,
} from './protocol.js';

export interface ThreadHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly onSolving?: (report: SolverReport) => void;
  /** See FromWorker. */
  readonly onSearched?: (searched: NodeCounts) => void;
  readonly onTraced?: (chunk: Uint8Array) => void;
  readonly signal?: AbortSignal | undefined;
  /** Parts of the command that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
}

interface Running {
  resolve(answer: ThreadReply): void;
  reject(reason: Error): void;
  readonly handlers: ThreadHandlers;
}

/**
 * A thread that is ended during a command gets this many milliseconds to stop it first: Node 20 can
 * crash as a whole when a thread is ended while V8 compiles for it.
 */
const QUIET_MS = 100;

/** One thread, with at most one command at a time. */
export class Thread {
  readonly #port: WorkerPort;
  #running: Running | undefined;
  #nextId = 1;
  #dead: Error | undefined;
  /** Called when the command of a thread that is being ended is over. */
  #quiet: (() => void) | undefined;

  private constructor(port: WorkerPort) {
    this.#port = port;
    port.onMessage((message) => this.#receive(message as FromWorker));
    // A Web Worker lives on after an uncaught error; no message is sent to it any more.
    port.onDeath((reason) => void this.end(reason));
  }

  /** A thread of the library, or the worker that a program makes for its game. */
  static async start(create?: () => GameWorker): Promise<Thread> {
    return new Thread(await (create ? startServedWorker(create) : startWorker()));
  }

  get alive(): boolean {
    return this.#dead === undefined;
  }

  /** True while a command runs. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Runs a command. An abort by the signal ends a search early with what it has; a perft cannot be ended
   * early, so its thread is ended instead.
   */
  async run(command: ThreadCommand, handlers: ThreadHandlers = {}): Promise<ThreadReply> {
    if (this.#dead) throw this.#dead;
    if (this.#running) throw new Error('a thread runs one command at a time');
    const id = this.#nextId++;
    const { signal } = handlers;
    const abort = () => {
      if (command.type !== 'perft') this.#port.post({ id, abort: true });
      else void this.end(new DOMException('the count was aborted', 'AbortError'));
    };
    try {
      return await new Promise((resolve, reject) => {
        this.#running = { resolve, reject, handlers };
        this.#port.reference(true);
        this.#port.post({ id, command }, handlers.transfer);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#running = undefined;
      this.#port.reference(false);
    }
  }

  /** Tells the process of a parallel search that runs here. */
  notify(notice: ProcessNotice, transfer: readonly Transferable[] = []): void {
    if (this.#running) this.#port.post({ id: this.#nextId - 1, notice }, transfer);
  }

  /** Ends the thread; resolves when it has ended. */
  async end(
    reason: Error = new PlyadesError('ERR_CLOSED', 'the thread was closed'),
  ): Promise<void> {
    const id = this.busy && this.alive ? this.#nextId - 1 : undefined;
    this.#die(reason);
    if (id !== undefined) {
      await new Promise<void>((resolve) => {
        this.#quiet = resolve;
        this.#port.post({ id, abort: true });
        setTimeout(resolve, QUIET_MS);
      });
    }
    await this.#port.terminate();
  }

  #receive(message: FromWorker): void {
    // Number 0 is about the thread; other numbers may be of a command that has failed already.
    if (message.id !== 0 && message.id !== this.#nextId - 1) return;
    const handlers = this.#running?.handlers;
    if ('progress' in message) handlers?.onProgress?.(message.progress);
    else if ('solving' in message) handlers?.onSolving?.(message.solving);
    else if ('searched' in message) handlers?.onSearched?.(message.searched);
    else if ('traced' in message) handlers?.onTraced?.(message.traced);
    else if ('done' in message) this.#running?.resolve(message.done);
    else if ('failed' in message) this.#running?.reject(reviveFailure(message.failed));
    if ('done' in message || 'failed' in message) this.#quiet?.();
  }

  #die(reason: Error): void {
    if (this.#dead) return;
    this.#dead = deathOf(reason);
    this.#running?.reject(this.#dead);
  }
}

/** Lends threads. */
export interface ThreadSource {
  /** A thread for exclusive use until it is given back. */
  lease(): Promise<Thread>;
  /** Dead or alive, but without a command. */
  giveBack(thread: Thread): void;
}

/** Idle threads that are kept: each holds some megabytes, and starting one takes some milliseconds. */
const MAX_IDLE = 32;

export class ThreadPool implements ThreadSource {
  readonly #pool: IdlePool<Thread>;

  /** Of the library's threads, or of workers that a program makes for its game. */
  constructor(create?: () => GameWorker) {
    this.#pool = new IdlePool(() => Thread.start(create), MAX_IDLE);
  }

  lease(): Promise<Thread> {
    return this.#pool.lease();
  }

  giveBack(thread: Thread): void {
    void this.#pool.giveBack(thread);
  }

  /** Runs one command on any thread. */
  async run(command: ThreadCommand, handlers: ThreadHandlers = {}): Promise<ThreadReply> {
    const thread = await this.lease();
    try {
      return await thread.run(command, handlers);
    } finally {
      this.giveBack(thread);
    }
  }

  /** Ends all threads; jobs that are running fail with ERR_CLOSED. */
  async close(): Promise<void> {
    await Promise.all(this.#pool.takeAll().map((thread) => thread.end()));
  }
}
