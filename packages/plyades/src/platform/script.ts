// The platform of the classic script `plyades.iife.js`: as in a browser, but all is in one file. Its workers run the same
// file, and where none can be started the page searches itself, in slices.
import { PlyadesError } from '../core/errors.js';
import { currentConfiguration } from './configuration.js';
import type { GameWorker, ThreadProgram, WorkerPort } from './port.js';
import { webWorkerPort } from './web-workers.js';

export {
  coreCount,
  cpuMicros,
  fileAddress,
  freeMemory,
  isWorkerThread,
  openWebGpu,
  parentOfThread,
  readForeignKernel,
  startEcho,
  startSleeper,
  workerPort,
} from './browser.js';

/** The name of workers that run this file. */
const THREAD = 'plyades thread';

/** True in a worker that `startThread` started. */
export const isScriptThread = (): boolean => (globalThis as { name?: string }).name === THREAD;

/** The address of this file. */
const script = (globalThis.document?.currentScript as HTMLScriptElement | null)?.src;

let startLocally: (() => GameWorker) | undefined;

/** How the page searches itself where no worker can be started. */
export function setLocalWorker(start: () => GameWorker): void {
  startLocally = start;
}

/** Starts a thread of the library: a worker of this file, or the page itself. */
export async function startThread(program: ThreadProgram): Promise<WorkerPort> {
  if (program !== 'threads') {
    const message =
      'deterministic searches need the modules of the library, not its classic script';
    throw new PlyadesError('ERR_MISSING_PART', message);
  }
  const worker = await started(currentConfiguration().workerUrl ?? script);
  return webWorkerPort(worker ?? startLocally!(), 'the worker');
}

/** The worker, once it runs; undefined when it could not be started. */
async function started(url: string | URL | undefined): Promise<GameWorker | undefined> {
  if (!url) return undefined;
  const blob = new Blob([`importScripts(${JSON.stringify(String(url))});`]);
  const address = URL.createObjectURL(blob);
  try {
    const worker = new Worker(address, { name: THREAD });
    const runs = await new Promise<boolean>((resolve) => {
      worker.addEventListener('message', () => resolve(true), { once: true });
      worker.addEventListener('error', () => resolve(false), { once: true });
    });
    return runs ? worker : undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Reads a file of the package; relative addresses are relative to this script. */
export async function readAsset(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
