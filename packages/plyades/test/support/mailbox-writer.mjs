// A thread that fills a ring without end, to be ended in the middle of it.
import { parentPort, workerData } from 'node:worker_threads';
import { RingWriter } from '#dist/hosts/threads/packet-ring.js';
import { makePacket } from './mailbox-packets.mjs';

const { from, capacity, largest } = workerData;
const writer = new RingWriter(capacity);
parentPort.postMessage(writer.buffer);
for (let number = 0; ; number++) {
  writer.send(makePacket(from, number, largest));
  while (writer.isWaiting) writer.flush();
}
