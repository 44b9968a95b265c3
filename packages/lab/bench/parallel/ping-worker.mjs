// A thread of the latency bench: a process of a parallel search as it runs in the library, but of an
// algorithm that plays ping-pong with the other process, and meanwhile searches without end or waits.
import { parentPort, workerData } from 'node:worker_threads';
import { startProcess } from 'plyades/internal/hosts/threads/process.js';
import { algorithms } from 'plyades/internal/parallel/algorithms.js';
import { countSearch } from 'plyades/internal/parallel/counters.js';
import { createProcess } from 'plyades/internal/parallel/process.js';
import { count, defineMessages } from 'plyades/internal/parallel/wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const messages = defineMessages({ ping: { number }, pong: { number } });

/** `searching`: whether both search meanwhile. `pauseMs`: between an answer and the next ping. */
const { searching, pauseMs, ...command } = workerData;

const roundTrips = [];

function pingPong(context, { searches, rules }) {
  const search = searches[0];
  search.start(rules.root, { from: 1, depth: 60 });
  const waitForMail = (wakeAt) => ({ nodes: 0, masterNodes: 0, idle: true, wakeAt });
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
    work(budget, now) {
      const nodes = searching ? countSearch(context.counters, search, budget) : 0;
      const pinging = context.self === 0 && !waiting;
      const restMs = sentAt + pauseMs - performance.now();
      if (pinging && restMs <= 0) {
        sentAt = performance.now();
        waiting = true;
        context.post(1, { type: 'ping', number: roundTrips.length });
      }
      if (!searching) return waitForMail(pinging ? now + 1000 * restMs : Number.POSITIVE_INFINITY);
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
const running = await startProcess(command, {
  mayBlock: true,
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  progress() {},
  searched() {},
  aborted: () => aborted,
});
await running.answer;
parentPort.postMessage(roundTrips);
parentPort.close();
