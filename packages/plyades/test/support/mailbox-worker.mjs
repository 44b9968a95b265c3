// A thread with a mailbox that sends numbered packets to others and checks those that arrive: each sender's come in
// order, whole, once. It posts a summary when it has sent and received everything, or the first thing that was wrong,
// and goes on until it is ended: packets may still wait for room.
import { parentPort, workerData } from 'node:worker_threads';
import { Bells, POSTED } from '#dist/hosts/threads/bells.js';
import { Mailbox } from '#dist/hosts/threads/mailbox.js';
import { checkPacket, makePacket } from './mailbox-packets.mjs';

/** A process that was not woken would sleep for so long. */
const LONGEST_SLEEP_MS = 30_000;

const { self, size, ringsFor, buffer, ports, sends, expected, burst, largest, pauseUs } =
  workerData;
const bells = new Bells(buffer, 0, size);
const mailbox = new Mailbox(self, ringsFor, bells, (to, message) => ports[to].postMessage(message));
let wrong;
ports.forEach((port, from) => {
  if (port === undefined) return;
  port.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) wrong ??= 'a packet came through a port';
    else mailbox.connect(from, data);
  };
});

const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));
const next = new Array(size).fill(0);
const targets = sends.map(({ to, count }) => ({ to, count, sent: 0 }));
let received = 0;
let overslept = 0;

function receive(packet) {
  const { from, number, fault } = checkPacket(packet, largest);
  if (fault) wrong ??= fault;
  else if (number !== next[from]) wrong ??= `${number} of ${from}, expected ${next[from]}`;
  else next[from]++;
  received++;
  if (pauseUs > 0 && received % 64 === 0) {
    for (const end = performance.now() + pauseUs / 1000; performance.now() < end; );
  }
}

let reported = false;
let turns = 0;
while (true) {
  let busy = false;
  for (const target of targets) {
    for (let i = 0; i < burst && target.sent < target.count; i++) {
      mailbox.send(target.to, makePacket(self, target.sent++, largest));
      busy = true;
    }
  }
  mailbox.flush();
  const inbox = [];
  mailbox.readInto(inbox);
  for (const packet of inbox) receive(packet);
  if (received > expected) wrong ??= `${received} packets, expected ${expected}`;
  const complete = received === expected && targets.every(({ sent, count }) => sent === count);
  if (!reported && (complete || wrong !== undefined)) {
    reported = true;
    parentPort.postMessage({ received, wrong, overslept });
  }
  if (busy || inbox.length > 0) {
    if (++turns % 256 === 0) await yieldToEventLoop();
    continue;
  }
  const sleptAt = performance.now();
  mailbox.wait(LONGEST_SLEEP_MS);
  if (!reported && performance.now() - sleptAt >= LONGEST_SLEEP_MS) overslept++;
  if ((mailbox.takeBell() & POSTED) !== 0) await yieldToEventLoop();
}
