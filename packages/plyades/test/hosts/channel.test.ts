// The channel between the threads of a driver: messages of any length arrive whole and in order,
// although the ring is shorter than some of them.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { Channel } from '#dist/hosts/epochs/channel.js';

const script = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { Channel } = await import(workerData.url);
  const [here, there] = workerData.buffers.map((buffer) => new Channel(buffer));
  for (;;) {
    const message = here.receive();
    if (message.length === 0) break;
    there.send(message);
  }
`;

function startEcho() {
  const buffers = [Channel.allocate(), Channel.allocate()] as const;
  const url = import.meta.resolve('#dist/hosts/epochs/channel.js');
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: { url, buffers },
  });
  return { worker, out: new Channel(buffers[0]), back: new Channel(buffers[1]) };
}

const random = createRandom(1);
const bytes = (length: number) => {
  const message = new Uint8Array(length);
  for (let i = 0; i < Math.min(length, 64); i++) message[i] = random.below(256);
  if (length > 0) message[length - 1] = 7;
  return message;
};

test('messages arrive as they were sent, short ones and those longer than the ring', async () => {
  const { worker, out, back } = startEcho();
  const lengths = [1, 7, 8, 9, 1000, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 3 << 20, 5];
  for (let i = 0; i < 200; i++) lengths.push(1 + random.below(40_000));
  const arrived: Uint8Array[] = [];
  for (const length of lengths) {
    const message = bytes(length);
    // The echo of the longest does not fit into the ring while it is still being sent.
    out.send(message, () => {
      if (back.hasMessage) arrived.push(back.receive());
    });
    const echo = arrived.shift() ?? back.receive();
    expect(Buffer.compare(echo, message)).toBe(0);
  }
  out.send(bytes(0));
  await once(worker, 'exit');
});

test('a writer may be ahead of its reader, and does not wait for it for ever', async () => {
  const { worker, out, back } = startEcho();
  const sent = Array.from({ length: 300 }, () => bytes(1 + random.below(20_000)));
  const arrived: Uint8Array[] = [];
  // All at once is more than both rings hold: answers must be taken meanwhile.
  for (const message of sent) {
    out.send(message, () => {
      if (back.hasMessage) arrived.push(back.receive());
    });
  }
  while (arrived.length < sent.length) arrived.push(back.receive());
  sent.forEach((message, i) => {
    expect(Buffer.compare(arrived[i]!, message)).toBe(0);
  });
  out.send(bytes(0));
  await once(worker, 'exit');
});
