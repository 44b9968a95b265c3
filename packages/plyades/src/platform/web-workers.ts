// Web Workers as ports. Deno and Bun have them beside those of Node.
import type { GameWorker, ParentPort, WorkerPort } from './port.js';

/** The parts of a Web Worker that differ from one of Node. */
interface EventfulWorker extends GameWorker {
  addEventListener(
    type: string,
    listener: (event: { data: unknown; message: string }) => void,
  ): void;
}

export const isWebWorker = (worker: GameWorker): worker is EventfulWorker =>
  'addEventListener' in worker;

/** `name` says in errors which worker it was. */
export function webWorkerPort(worker: GameWorker, name: string): WorkerPort {
  const events = worker as EventfulWorker;
  return {
    post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => events.addEventListener('message', ({ data }) => listener(data)),
    onDeath: (listener) => {
      events.addEventListener('error', ({ message }) =>
        listener(new Error(message || `${name} could not be started`)),
      );
      events.addEventListener('messageerror', () =>
        listener(new Error(`${name} sent what cannot be read here`)),
      );
    },
    reference: () => {},
    terminate: async () => void worker.terminate(),
  };
}

/** The thread that started this Web Worker. */
export function webParent(): ParentPort {
  const scope = globalThis as unknown as EventfulWorker;
  return {
    post: (message) => scope.postMessage(message),
    onMessage: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
    ownThread: true,
    yieldToEventLoop: yieldByMessage(),
  };
}

/** Waits for a message to itself: a timer would wait 4 ms each time. */
export function yieldByMessage(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return () =>
    new Promise((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(0);
    });
}

/** True in a Web Worker. */
export const isInWebWorker = (): boolean =>
  typeof (globalThis as { WorkerGlobalScope?: unknown }).WorkerGlobalScope === 'function' &&
  typeof (globalThis as { document?: unknown }).document === 'undefined';
