// A thread of the latency bench: a process of a parallel search as it runs in the library, but of an
// algorithm that searches without end and now and then plays ping-pong with the other process.
import { parentPort, workerData } from 'node:worker_threads';
import { startProcess } from 'plyades/internal/hosts/threads/process.js';
import { algorithms } from 'plyades/internal/parallel/algorithms.js';
import { countSearch } from 'plyades/internal/parallel/counters.js';
import { createProcess } from 'plyades/internal/parallel/process.js';
import { count, defineMessages } from 'plyades/internal/parallel/wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const messages = defineMessages({ ping: { number }, pong: { number } });

/** Milliseconds between an answer and the next ping, so that slices of both drift past each other. */
const PAUSE_MS = 7.3;

const roundTrips = [];

function pingPong(context, { searches, rules }) {
  const search = searches[0];
  search.start(rules.root, { from: 1, depth: 60 });
  let sentAt = 0;
  let waiting = false;
  return {
    message(from, message) {
      if (message.type === 'ping') {
        context.post(from, { type: 'pong', number: message.number });
      } else {
        roundTrips.push(performance.now() - sentAt);
        waiting = false;
      }
    },
    lost() {},
    back() {},
    work(budget) {
      const nodes = countSearch(context.counters, search, budget);
      if (context.self === 0 && !waiting && performance.now() > sentAt + PAUSE_MS) {
        sentAt = performance.now();
        waiting = true;
        context.post(1, { type: 'ping', number: roundTrips.length });
      }
      return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
    },
  };
}

// In this thread, lazy SMP is the ping-pong: the registry of names is fixed.
algorithms['lazy-smp'] = {
  ...algorithms['lazy-smp'],
  searches: 1,
  createActor: (seat, outlet, ports) =>
    createProcess(seat, messages, outlet, (context) => pingPong(context, ports)),
};

let aborted = false;
parentPort.on('message', () => {
  aborted = true;
});
const running = await startProcess(workerData, {
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  progress() {},
  searched() {},
  aborted: () => aborted,
});
await running.answer;
parentPort.postMessage(roundTrips);
parentPort.close();
