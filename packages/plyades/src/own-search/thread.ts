// The program of a worker thread: loads the user's program, takes packets, and works. While the user's
// search runs nothing else does on this thread, so messages are read synchronously when its alarm checks
// find that some have been announced.
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import { importSearch } from './definition.js';
import { createWorker } from './processes.js';
import { type FromThread, THREAD_LINKS, type ThreadData, type ToThread } from './threads.js';

const parent = parentPort!;
const { url, exportName, self, size, incarnation, options, shared, ...data } =
  workerData as ThreadData;
const mail = new Int32Array(data.mail);
const ports = [...data.ports];

try {
  const definition = await importSearch(url, exportName);
  run(definition);
  tell({ type: 'ready' });
} catch (error) {
  fail(error);
}

function run(definition: Awaited<ReturnType<typeof importSearch>>): void {
  const place = { self, size, incarnation };
  const common = { definition, options, shared, linkTimes: THREAD_LINKS };
  const { actor, calls } = createWorker(common, place, {
    send(to, packet) {
      ports[to]?.postMessage(packet);
      Atomics.add(mail, to, 1);
    },
    report: () => {},
  });
  let seen = 0;
  let working = false;
  const now = () => 1000 * performance.now();

  /** Reads all messages that have arrived, on both channels. */
  function drain(): void {
    seen = Atomics.load(mail, self);
    for (let got = receiveMessageOnPort(parent); got; got = receiveMessageOnPort(parent)) {
      onMessage(got.message);
    }
    for (const port of ports) {
      if (port === undefined) continue;
      for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
        actor.receive(got.message, now());
      }
    }
  }

  function onMessage(message: ToThread): void {
    if (message.type === 'lost') {
      actor.lost(message.process, now());
      return;
    }
    ports[message.process]?.close();
    ports[message.process] = message.port;
    listen(message.port);
  }

  function listen(port: MessagePort): void {
    port.on('message', (packet: Uint8Array) => {
      actor.receive(packet, now());
      work();
    });
  }

  function work(): void {
    if (working) return;
    working = true;
    try {
      drain();
      while (!actor.step(1, now()).idle) drain();
    } catch (error) {
      fail(error);
    }
    working = false;
  }

  calls.look = (force) => {
    if (force || Atomics.load(mail, self) !== seen) drain();
  };
  parent.on('message', (message: ToThread) => {
    onMessage(message);
    work();
  });
  for (const port of ports) if (port !== undefined) listen(port);
  work();
}

function tell(message: FromThread): void {
  parent.postMessage(message);
}

function fail(error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  try {
    tell({ type: 'failed', error, stack });
  } catch {
    // What cannot be cloned still has a name and a message.
    tell({ type: 'failed', error: new Error(String(error)), stack });
  }
}
