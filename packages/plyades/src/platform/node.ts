// What differs by platform, for Node, Bun and Deno; browser.ts has the same names. `#platform` in an import is one of
// them, by the conditions of package.json.
import { readFile } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { PlyadesError } from '../core/errors.js';
import type { GameWorker, ParentPort, ThreadProgram, WorkerPort } from './port.js';
import { isInWebWorker, isWebWorker, webParent, webWorkerPort } from './web-workers.js';

const programs: Readonly<Record<ThreadProgram, URL>> = {
  threads: new URL('../hosts/threads/worker.js', import.meta.url),
  epochs: new URL('../hosts/epochs/worker.js', import.meta.url),
  simulation: new URL('../sim/worker.js', import.meta.url),
};

/** Starts a thread of the library. */
export const startThread = (program: ThreadProgram): WorkerPort =>
  nodeWorkerPort(new Worker(programs[program], workerFlags()));

/** The port of a worker that a program has made. */
export const workerPort = (worker: GameWorker): WorkerPort =>
  isWebWorker(worker) ? webWorkerPort(worker, 'the worker') : nodeWorkerPort(worker as Worker);

function nodeWorkerPort(worker: Worker): WorkerPort {
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

/** True in a thread that another one started. */
export const isWorkerThread = (): boolean => !isMainThread || isInWebWorker();

/** The thread that started this one; undefined in the first thread of a program. */
export function parentOfThread(): ParentPort | undefined {
  if (parentPort === null) return isInWebWorker() ? webParent() : undefined;
  const port = parentPort;
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    ownThread: true,
    yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

export const coreCount = (): number => availableParallelism();

/** Bytes of memory that are left on this machine; Infinity where that is unknown. */
export const freeMemory = (): number => freemem();

/** Reads a file of the package, from disk or over the network. */
export async function readAsset(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol === 'file:') return new Uint8Array(await readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The kernel of games in plain TypeScript. */
export const readForeignKernel = (): Promise<Uint8Array<ArrayBuffer>> =>
  readAsset(new URL('../wasm/foreign.wasm', import.meta.url));

/** The address of a file by its path, relative to the working directory. */
export const fileAddress = (path: string): string => pathToFileURL(path).href;

/** Made once and never let go. */
let created: GPU | undefined;

/** WebGPU through the optional package `webgpu`. */
export async function openWebGpu(): Promise<GPU> {
  try {
    // The name is not written out so that bundlers do not look for it.
    const name = 'webgpu';
    const { create, globals } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ name
    )) as {
      create(options: string[]): GPU;
      globals: object;
    };
    Object.assign(globalThis, globals);
    created ??= create(process.platform === 'linux' ? ['backend=vulkan'] : []);
    return created;
  } catch (cause) {
    const message = `the package webgpu is not there: npm install webgpu (${cause})`;
    throw new PlyadesError('ERR_MISSING_PART', message, { cause });
  }
}

/**
 * A thread that sleeps on the first of the words that it is sent until that changes, and copies it into the second; it
 * ends with a negative word. To measure how long it takes to be woken.
 */
export const startSleeper = (): WorkerPort => {
  const sleeper = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (words) => {
      for (let seen = 0; seen >= 0; ) {
        Atomics.wait(words, 0, seen);
        seen = Atomics.load(words, 0);
        Atomics.store(words, 1, seen);
      }
      parentPort.close();
    });`;
  return nodeWorkerPort(new Worker(sleeper, { eval: true, execArgv: [] }));
};

/** Microseconds of processor time of all threads of this process: other programs do not add to it. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** A thread that sends back what it gets, to measure the way. */
export const startEcho = (): WorkerPort => {
  const echo = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (m) => parentPort.postMessage(m));`;
  return nodeWorkerPort(new Worker(echo, { eval: true, execArgv: [] }));
};
