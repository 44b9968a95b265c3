// Threads of the driver, and a pool that keeps them for the next search of the same kind. Threads keep
// the memory of their last search too: to start threads and to make the system provide fresh pages takes
// longer than many a search.
import { PlyadesError } from '../../core/errors.js';
import type { ThreadProgram } from '../../platform/port.js';
import { IdlePool } from '../threads/idle-pool.js';
import { startWorker, type WorkerPort } from '../threads/port.js';
import type { DriverCommand, DriverNotice } from './serve.js';

/** What the threads of a driver run: a world without faults, or the simulation's. */
export type DriverProgramName = Exclude<ThreadProgram, 'threads'>;

/** The messages of a thread to its user. */
export interface DriverListener {
  word(word: DriverNotice): void;
  died(cause: Error): void;
}

export class DriverThread {
  readonly #port: WorkerPort;
  #listener: DriverListener | undefined;
  #dead = false;

  private constructor(port: WorkerPort) {
    this.#port = port;
    port.onMessage((message) => this.#listener?.word(message as DriverNotice));
    port.onDeath((cause) => this.#die(cause));
  }

  /** A thread whose program calls `serve`. */
  static at(port: WorkerPort): DriverThread {
    return new DriverThread(port);
  }

  static async start(program: DriverProgramName): Promise<DriverThread> {
    return new DriverThread(await startWorker(program));
  }

  get alive(): boolean {
    return !this.#dead;
  }

  /** A thread with a listener keeps the process alive. */
  listen(listener: DriverListener | undefined): void {
    this.#listener = listener;
    this.#port.reference(listener !== undefined);
  }

  post(role: DriverCommand): void {
    this.#port.post(role);
  }

  async end(cause?: Error): Promise<void> {
    if (cause) this.#die(cause);
    this.#dead = true;
    this.#listener = undefined;
    await this.#port.terminate();
  }

  #die(cause: Error): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#listener?.died(cause);
  }
}

/** Where a run gets its threads from. */
export interface DriverThreads {
  lease(): Promise<DriverThread>;
  /** Dead or alive; `busy` when it may still be at work, and cannot be used again. */
  giveBack(thread: DriverThread, busy: boolean): Promise<void> | void;
}

/** Threads for one run. */
export const freshThreads = (program: DriverProgramName): DriverThreads => ({
  lease: () => DriverThread.start(program),
  giveBack: (thread) => thread.end(),
});

/** Idle threads that are kept; each has the memory of a search. */
const MAX_IDLE = 16;

/** Threads of deterministic searches. */
export class DriverPool implements DriverThreads {
  readonly #pool = new IdlePool(() => DriverThread.start('epochs'), MAX_IDLE);

  lease(): Promise<DriverThread> {
    return this.#pool.lease();
  }

  giveBack(thread: DriverThread, busy: boolean): Promise<void> | void {
    thread.listen(undefined);
    return this.#pool.giveBack(thread, !busy);
  }

  /** Ends all threads; searches that are running fail with ERR_CLOSED. */
  async close(): Promise<void> {
    const closed = new PlyadesError('ERR_CLOSED', 'the thread was closed');
    await Promise.all(this.#pool.takeAll().map((thread) => thread.end(closed)));
  }
}
