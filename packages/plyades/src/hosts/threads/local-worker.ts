// A "worker" on the calling thread: the program of a thread between two ends of a channel. It searches in slices of 8 ms
// and lets the page go on between them, for pages that can start no worker.
import type { GameWorker, ParentPort } from '../../platform/port.js';
import { yieldByMessage } from '../../platform/web-workers.js';
import { proofs } from '../proof/thread-proofs.js';
import { runThreadProgram } from './thread-program.js';

/** Ready at once. */
export function localWorker(): GameWorker {
  const { port1, port2 } = new MessageChannel();
  const parent: ParentPort = {
    post: (message) => port2.postMessage(message),
    onMessage(listener) {
      port2.onmessage = ({ data }) => listener(data);
    },
    ownThread: false,
    yieldToEventLoop: yieldByMessage(),
  };
  runThreadProgram(parent, proofs);
  parent.post({ id: 0, ready: true });
  return {
    postMessage: (message: unknown, transfer: Transferable[] = []) =>
      port1.postMessage(message, transfer),
    terminate: () => port1.close(),
    addEventListener(type: string, listener: (event: MessageEvent) => void) {
      port1.addEventListener(type, listener as EventListener);
      port1.start();
    },
  } as GameWorker;
}
