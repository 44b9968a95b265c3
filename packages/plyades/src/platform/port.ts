// Both ends of a worker thread, the same on every platform.

/** A thread as the one that started it sees it. */
export interface WorkerPort {
  /** Sends a message; what is transferred cannot be used here afterwards. */
  post(message: unknown, transfer?: readonly Transferable[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The thread has died: it could not be loaded, ran out of memory, or was ended. */
  onDeath(listener: (reason: Error) => void): void;
  /** While referenced, a worker keeps the process alive (Node). */
  reference(on: boolean): void;
  terminate(): Promise<void>;
}

/** The other end: what a worker sees of the thread that started it. */
export interface ParentPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** False for a worker that runs on the thread that started it, and must not block it. */
  readonly ownThread: boolean;
  /** Resolves after waiting messages have been delivered. */
  yieldToEventLoop(): Promise<void>;
}

/** The programs that threads of the library run: those of searches, of the deterministic driver, of the simulation. */
export type ThreadProgram = 'threads' | 'epochs' | 'simulation';

/**
 * A Web Worker, or a worker of `node:worker_threads`, as far as the library uses it. Written by its shape, so that
 * programs without the types of the web or of Node can be checked.
 */
export interface GameWorker {
  // biome-ignore lint/suspicious/noExplicitAny: both kinds of workers have lists of their own types here
  postMessage(message: unknown, transfer?: any): void;
  terminate(): unknown;
}
