// What differs by platform, for pages; node.ts has the same names. Bundlers find the library's workers and files by the
// literal text in which they are named, with `import.meta.url`, which must therefore stay as it is.
import { PlyadesError } from '../core/errors.js';
import { absolute, currentConfiguration } from './configuration.js';
import type { GameWorker, ParentPort, ThreadProgram, WorkerPort } from './port.js';
import { isInWebWorker, webParent, webWorkerPort } from './web-workers.js';

const programs: Readonly<Record<ThreadProgram, () => Worker>> = {
  threads: () => new Worker(new URL('../browser/worker.js', import.meta.url), { type: 'module' }),
  epochs: () =>
    new Worker(new URL('../browser/epochs-worker.js', import.meta.url), { type: 'module' }),
  simulation: () =>
    new Worker(new URL('../browser/sim-worker.js', import.meta.url), { type: 'module' }),
};

/** Their names beside each other in `plyades/browser/`. */
const files: Readonly<Record<ThreadProgram, string>> = {
  threads: 'worker.js',
  epochs: 'epochs-worker.js',
  simulation: 'sim-worker.js',
};

/** Starts a thread of the library. */
export function startThread(program: ThreadProgram): WorkerPort {
  const name = `the worker of Plyades (${files[program]}; see configure({ workerUrl }))`;
  return webWorkerPort(createWorker(program), name);
}

function createWorker(program: ThreadProgram): Worker {
  const { workerUrl } = currentConfiguration();
  if (workerUrl !== undefined) {
    const url = absolute(workerUrl);
    return workerAt(program === 'threads' ? url : new URL(files[program], url));
  }
  try {
    return programs[program]();
  } catch (cause) {
    // A page may not start a script of another origin. Not written as a literal: a bundler would copy the file again.
    const base = import.meta.url;
    if (!(cause instanceof DOMException)) throw cause;
    return importingWorker(new URL(`./${files[program]}`, new URL('../browser/', base)));
  }
}

const workerAt = (url: URL): Worker =>
  url.origin === globalThis.location?.origin || url.protocol === 'blob:'
    ? new Worker(url, { type: 'module' })
    : importingWorker(url);

/** A worker of this origin that imports a script of another one, which must allow that by CORS. */
function importingWorker(url: URL): Worker {
  const program = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(program);
  const worker = new Worker(address, { type: 'module' });
  // The worker has read it by its first message, or never will.
  const revoke = () => URL.revokeObjectURL(address);
  worker.addEventListener('message', revoke, { once: true });
  worker.addEventListener('error', revoke, { once: true });
  return worker;
}

/** The port of a worker that a page has made. */
export const workerPort = (worker: GameWorker): WorkerPort => webWorkerPort(worker, 'the worker');

/** True in a thread that another one started. */
export const isWorkerThread = isInWebWorker;

/** The thread that started this one; undefined in a page. */
export const parentOfThread = (): ParentPort | undefined =>
  isInWebWorker() ? webParent() : undefined;

export const coreCount = (): number => Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1);

/** Of a machine that does not say how much memory it has, in GiB. */
const USUAL_MEMORY = 4;

/**
 * Bytes of memory that a page may take: browsers do not tell what is left, so half of what the machine has, of which
 * they tell 8 GiB at most.
 */
export const freeMemory = (): number => {
  const { deviceMemory = USUAL_MEMORY } = (globalThis.navigator ?? {}) as { deviceMemory?: number };
  return deviceMemory * 2 ** 29;
};

/** Reads a file of the package over the network. */
export async function readAsset(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The kernel of games in plain TypeScript, which travels as a module: every bundler can handle that. */
export async function readForeignKernel(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: packed } = await import('#foreign-kernel');
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** The address of a file by its path, relative to the page. */
export const fileAddress = (path: string): string => absolute(path).href;

export async function openWebGpu(): Promise<GPU> {
  throw new PlyadesError('ERR_MISSING_PART', 'this browser has no WebGPU');
}

export function startEcho(): WorkerPort {
  throw new PlyadesError('ERR_MISSING_PART', 'a machine is measured in Node, not in a browser');
}

export const startSleeper = startEcho;

export const cpuMicros = (): number => {
  throw new PlyadesError('ERR_MISSING_PART', 'a machine is measured in Node, not in a browser');
};
