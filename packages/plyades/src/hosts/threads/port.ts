// A worker thread, the same in Node (worker_threads) and in a browser (Web Workers).
import { PlyadesError } from '../../core/errors.js';

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

export const isNode = typeof process === 'object' && process.versions?.node !== undefined;

/** Set in the threads that `startWorker` starts; a game may load the library from another copy of it. */
const OWN_THREAD = Symbol.for('plyades.thread');

/**
 * Starts a thread that runs a script, worker.js of this folder if not given. A PlyadesError with ERR_MODULE in
 * one of these threads: only the module of a game can ask for it, and its copy in the new thread would do the
 * same, without end.
 */
export async function startWorker(
  script: URL = new URL('./worker.js', import.meta.url),
): Promise<WorkerPort> {
  if (OWN_THREAD in globalThis) {
    const message =
      'the module of the game starts a bot or a search when a worker thread imports it: ' +
      'put the game in a module of its own, and import that where you start the bot';
    throw new PlyadesError('ERR_MODULE', message);
  }
  return isNode ? startNodeWorker(script) : startWebWorker(script);
}

async function startNodeWorker(script: URL): Promise<WorkerPort> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(script, workerFlags());
  worker.unref();
  let ending = false;
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as never),
    onMessage: (listener) => void worker.on('message', listener),
    onDeath: (listener) => {
      worker.on('error', listener);
      worker.on('exit', (code) => listener(new Error(`the worker thread ended with code ${code}`)));
    },
    reference: (on) => {
      if (ending) return;
      if (on) worker.ref();
      else worker.unref();
    },
    terminate: async () => {
      // A caller that waits for the end must see it: without a reference the process might end first.
      ending = true;
      worker.ref();
      await worker.terminate();
    },
  };
}

/**
 * A worker inherits the flags of the process, loaders among them. --input-type says what --eval is
 * given and fits no file, so a program that was given on the command line has workers without flags.
 */
export function workerFlags(): { execArgv?: string[] } {
  const given = process.execArgv.some((flag) => flag.startsWith('--input-type'));
  return given ? { execArgv: [] } : {};
}

function startWebWorker(script: URL): WorkerPort {
  const worker = new Worker(script, { type: 'module' });
  return {
    post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => worker.addEventListener('message', (event) => listener(event.data)),
    onDeath: (listener) =>
      worker.addEventListener('error', (event) =>
        listener(new Error(event.message || 'the worker could not be started')),
      ),
    reference: () => {},
    terminate: async () => worker.terminate(),
  };
}

/** The other end: what a worker sees of the thread that started it. */
export interface ParentPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Resolves after waiting messages have been delivered. */
  yieldToEventLoop(): Promise<void>;
}

export async function openParent(): Promise<ParentPort> {
  Object.defineProperty(globalThis, OWN_THREAD, { value: true });
  if (isNode) {
    const { parentPort } = await import('node:worker_threads');
    if (!parentPort) throw new Error('worker.js must be started as a worker thread');
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => void parentPort.on('message', listener),
      yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }
  const channel = new MessageChannel();
  return {
    post: (message) => self.postMessage(message),
    onMessage: (listener) => self.addEventListener('message', (event) => listener(event.data)),
    yieldToEventLoop: () =>
      new Promise((resolve) => {
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(0);
      }),
  };
}
