// The program of a seat's thread on a worker machine: loads the user's program, takes packets, and works until the seat
// is given up. As in thread.ts, the search looks at messages itself, whenever the bell says that there are some.
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { linkTimesOf } from '../hosts/nats/link-times.js';
import type { Actor, Outlet } from '../parallel/actor.js';
import { MIDDLE } from '../parallel/hierarchy/index.js';
import { importSearch, type OwnSearch } from './definition.js';
import { ownLinkTimesOf } from './link-times.js';
import { createMiddle, createRingMember } from './processes.js';
import {
  type FromSeat,
  POSTED,
  type SeatThreadData,
  STOPPED,
  type ToSeat,
} from './seat-process.js';

const { url, exportName, seat, options, middle, port, ...memory } = workerData as SeatThreadData;
/** Timers take no more than 2^31 milliseconds. */
const MAX_WAIT_MS = 2 ** 30;

const bell = new Int32Array(memory.bell);
const counted = new Float64Array(memory.nodes);
const now = () => 1000 * performance.now();
const startedAt = now();
const isStopped = () => Atomics.load(bell, STOPPED) === 1;

try {
  run(await importSearch(url, exportName));
} catch (error) {
  fail(error);
}

function run(definition: OwnSearch): void {
  const { actor, calls, pass } = createSeat(definition);
  let seen = 0;
  let over = false;
  let wake: ReturnType<typeof setTimeout> | undefined;
  let busy = 0;
  let firstAt: number | undefined;

  function drain(): void {
    seen = Atomics.load(bell, POSTED);
    for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
      take(actor, got.message);
    }
  }

  function work(): void {
    clearTimeout(wake);
    if (over) return;
    try {
      let wakeAt = 0;
      for (let idle = false; !idle && !isStopped(); ) {
        drain();
        const from = now();
        const step = actor.step(1, from);
        ({ idle, wakeAt } = step);
        counted[0] = actor.counters.nodes;
        if (step.nodes === 0) continue;
        firstAt ??= from;
        busy += now() - from;
      }
      if (isStopped()) finish();
      else wake = setTimeout(work, Math.min(MAX_WAIT_MS, Math.max(0, (wakeAt - now()) / 1000)));
    } catch (error) {
      fail(error);
    }
  }

  function finish(): void {
    over = true;
    const begun = firstAt ?? now();
    const startIdle = begun - startedAt;
    const otherIdle = Math.max(0, now() - begun - busy);
    const seconds = { busy: busy / 1e6, startIdle: startIdle / 1e6, otherIdle: otherIdle / 1e6 };
    tell({ type: 'done', counters: { ...actor.counters }, times: seconds });
  }

  calls.look = (force) => {
    if (!force && Atomics.load(bell, POSTED) === seen) return;
    drain();
    if (isStopped()) calls.alarm = true;
    pass(now());
  };
  port.on('message', (message: ToSeat) => {
    take(actor, message);
    work();
  });
  work();
}

function createSeat(definition: OwnSearch) {
  const linkTimes = ownLinkTimesOf(seat.size);
  const ringTimes = linkTimesOf(seat.size);
  const common = { definition, options, shared: undefined, linkTimes };
  const liars: number[] = [];
  const outlet: Outlet = {
    send: (to, packet) => tell({ type: 'packet', to, packet }),
    report(report) {
      if (report.type !== 'liar') return;
      liars.push(report.process);
      tell({ type: 'liars', seats: liars });
    },
  };
  const { below } = seat;
  if (below === undefined) return createRingMember(common, seat, outlet, ringTimes);
  const belowTimes = ownLinkTimesOf(below.size);
  return createMiddle(common, { ...seat, below }, outlet, {
    ...{ ringTimes, belowTimes, middle: middle ?? MIDDLE },
  });
}

function take(actor: Actor, message: ToSeat): void {
  if (message.type === 'packet') actor.receive(message.packet, now());
  else if (message.type === 'lost') actor.lost(message.process, now());
}

function tell(message: FromSeat): void {
  port.postMessage(message);
}

function fail(error: unknown): void {
  // It becomes one line of a notice.
  tell({ type: 'failed', message: String(error).split('\n')[0]! });
}
