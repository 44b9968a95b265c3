// Packets through rings in shared memory: each sender's arrive once, whole and in order, however full the rings are and
// whoever dies; memory that makes no sense is refused.
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { Bells, MAIL, POSTED } from '#dist/hosts/threads/bells.js';
import { Mailbox, ringBytes } from '#dist/hosts/threads/mailbox.js';
import { MIN_RING_BYTES, RingReader, RingWriter } from '#dist/hosts/threads/packet-ring.js';
import { MAX_PACKET } from '#dist/parallel/wire.js';
import { checkPacket, makePacket } from '../support/mailbox-packets.mjs';
import { PATIENCE_MS } from '../support/waiting.js';

/** So many processes have the smallest rings. */
const MANY = 257;

describe('a ring', () => {
  const packet = (length: number, seed: number) =>
    Uint8Array.from({ length }, (_, at) => seed + 7 * at);

  const lengths = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 120 }), weight: 8 },
    { arbitrary: fc.integer({ min: 1, max: 3 * MIN_RING_BYTES }), weight: 1 },
  );
  const actions = fc.array(
    fc.oneof(
      lengths.map((length) => ({ type: 'send', length }) as const),
      fc.constant({ type: 'flush' } as const),
      fc.constant({ type: 'read' } as const),
    ),
    { maxLength: 200 },
  );

  test('gives what was put in, in order, under any order of sending and reading', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const writer = new RingWriter(MIN_RING_BYTES);
        const reader = RingReader.open(writer.buffer)!;
        const sent: Uint8Array[] = [];
        const read: Uint8Array[] = [];
        for (const action of all) {
          if (action.type === 'send') {
            sent.push(packet(action.length, sent.length));
            writer.send(sent.at(-1)!);
          } else if (action.type === 'flush') writer.flush();
          else reader.readInto(read);
          expect(read).toEqual(sent.slice(0, read.length));
        }
        // A reader that has made room says so, and then there is something to write.
        while (reader.readInto(read) || writer.isWaiting) expect(writer.flush()).toBe(true);
        expect(read).toEqual(sent);
        expect(reader.refused || writer.refused).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('takes packets of every length up to several times its own', () => {
    const writer = new RingWriter(MIN_RING_BYTES);
    const reader = RingReader.open(writer.buffer)!;
    for (let length = 1; length <= 3 * MIN_RING_BYTES; length++) {
      const sent = packet(length, length);
      const read: Uint8Array[] = [];
      writer.send(sent);
      while (read.length === 0) {
        reader.readInto(read);
        writer.flush();
      }
      expect(Buffer.compare(read[0]!, sent)).toBe(0);
    }
  });

  test('goes on when its counts of bytes begin at 0 again', { tags: 'long' }, () => {
    const writer = new RingWriter(1 << 20);
    const reader = RingReader.open(writer.buffer)!;
    const sent = packet(500_001, 1);
    for (let bytes = 0, number = 0; bytes < 2 ** 32 + 2 ** 30; bytes += sent.length, number++) {
      sent[number % sent.length] = number;
      const read: Uint8Array[] = [];
      writer.send(sent);
      reader.readInto(read);
      expect(read).toHaveLength(1);
      expect(Buffer.compare(read[0]!, sent)).toBe(0);
    }
  });

  test('is only for packets that a process may send', () => {
    const writer = new RingWriter(MIN_RING_BYTES);
    expect(() => writer.send(new Uint8Array(0))).toThrow(RangeError);
    expect(() => writer.send(new Uint8Array(MAX_PACKET + 1))).toThrow(RangeError);
    expect(() => new RingWriter(1000)).toThrow(RangeError);
    for (const bytes of [0, 100, 1024, 1 << 24]) {
      expect(RingReader.open(new SharedArrayBuffer(bytes))).toBeUndefined();
    }
  });

  /** Words of the ring: see packet-ring.ts. */
  const [WRITTEN, FIRST_RECORD] = [0, 32];

  test.each([
    ['a count of bytes that is too large', WRITTEN, 2 * MIN_RING_BYTES],
    ['a count of bytes that is negative', WRITTEN, -8],
    ['a count that ends within a record', WRITTEN, 12],
    ['a count that ends within the head of a record', WRITTEN, 4],
    ['no length', FIRST_RECORD, 0],
    ['a negative length', FIRST_RECORD, -1],
    ['a length beyond what was written', FIRST_RECORD, 400],
    ['a length beyond the ring', FIRST_RECORD, MIN_RING_BYTES],
    ['the number of another record', FIRST_RECORD + 1, 1],
  ])('refuses %s, for good', (_, word, value) => {
    const writer = new RingWriter(MIN_RING_BYTES);
    const reader = RingReader.open(writer.buffer)!;
    writer.send(packet(20, 1));
    new Int32Array(writer.buffer)[word] = value;
    const read: Uint8Array[] = [];
    expect(reader.readInto(read)).toBe(true);
    expect([reader.refused, writer.refused, read.length]).toEqual([true, true, 0]);
    expect(writer.send(packet(20, 2))).toBe(false);
    expect(reader.readInto(read)).toBe(false);
    expect(read).toEqual([]);
  });

  test('refuses a packet that does not end', () => {
    const writer = new RingWriter(1 << 20);
    const reader = RingReader.open(writer.buffer)!;
    const words = new Int32Array(writer.buffer);
    const read: Uint8Array[] = [];
    let at = 0;
    for (let records = 0; records < 3; records++) {
      writer.send(packet(400_000, records));
      words[FIRST_RECORD + at / 4]! |= 1 << 30;
      at = (at + 400_008) % (1 << 20);
      reader.readInto(read);
    }
    expect([reader.refused, read.length]).toEqual([true, 0]);
  });

  test('whatever a bit turns into, reading ends, and nothing is longer than it may be', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(31), (all, place, bit) => {
        const writer = new RingWriter(MIN_RING_BYTES);
        const reader = RingReader.open(writer.buffer)!;
        for (const [index, length] of all.entries()) writer.send(packet(length, index));
        const words = new Int32Array(writer.buffer);
        words[place % words.length]! ^= 1 << bit;
        const read: Uint8Array[] = [];
        for (let turn = 0; turn < 20; turn++) {
          reader.readInto(read);
          writer.flush();
        }
        // A mark of more to come joins two packets; no bit makes new ones.
        expect(read.length).toBeLessThanOrEqual(all.length);
        const bytes = (lengths: readonly number[]) => lengths.reduce((sum, each) => sum + each, 0);
        expect(bytes(read.map(({ length }) => length))).toBeLessThanOrEqual(bytes(all) + 600);
      }),
      { numRuns: 500 },
    );
  });

  test('a writer that is ended while it writes leaves whole packets only', async () => {
    const random = createRandom(3);
    for (let round = 0; round < 6; round++) {
      const largest = [40, 300, 5000][round % 3]!;
      const workerData = { from: 9, capacity: MIN_RING_BYTES << (round % 2), largest };
      const url = new URL('../support/mailbox-writer.mjs', import.meta.url);
      const worker = new Worker(url, { workerData });
      const buffer = await new Promise<SharedArrayBuffer>((resolve) =>
        worker.once('message', resolve),
      );
      const reader = RingReader.open(buffer)!;
      let ended = false;
      let number = 0;
      const take = () => {
        const read: Uint8Array[] = [];
        reader.readInto(read);
        for (const each of read) {
          expect(checkPacket(each, largest)).toEqual({ from: 9, number });
          number++;
        }
        return read.length > 0;
      };
      const killAt = performance.now() + 5 + random.below(20);
      while (!ended) {
        take();
        if (performance.now() > killAt && number > 0) {
          await worker.terminate();
          ended = true;
        }
      }
      while (take());
      expect(reader.refused).toBe(false);
      expect(number).toBeGreaterThan(0);
    }
  });
});

describe('a mailbox', () => {
  /** Mailboxes on one thread, and what went through their ports. */
  function connected(size: number) {
    const bells = new Bells(new SharedArrayBuffer(Bells.bytes(size)), 0, size);
    const posted: { to: number; message: Uint8Array | SharedArrayBuffer }[] = [];
    const boxes: Mailbox[] = Array.from({ length: size }, (_, self) => {
      return new Mailbox(self, size, bells, (to, message) => {
        posted.push({ to, message });
        if (message instanceof SharedArrayBuffer) boxes[to]!.connect(self, message);
      });
    });
    const read = (box: Mailbox) => {
      const packets: Uint8Array[] = [];
      box.readInto(packets);
      return packets;
    };
    return { bells, boxes, posted, read };
  }

  test('makes a ring with the first packet, and uses no port after that', () => {
    const { boxes, posted, read } = connected(3);
    const [a, b, c] = boxes as [Mailbox, Mailbox, Mailbox];
    for (let number = 0; number < 100; number++) {
      a.send(2, makePacket(0, number, 50));
      b.send(2, makePacket(1, number, 50));
    }
    expect(c.takeBell()).toBe(MAIL | POSTED);
    expect(c.takeBell()).toBe(0);
    const packets = read(c).map((each) => checkPacket(each, 50));
    for (const from of [0, 1]) {
      const numbers = packets.filter((each) => each.from === from).map(({ number }) => number);
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, number) => number));
    }
    expect(posted.map(({ to, message }) => [to, message.constructor])).toEqual([
      [2, SharedArrayBuffer],
      [2, SharedArrayBuffer],
    ]);
    expect(a.takeBell()).toBe(0);
  });

  test('keeps what has no room, and hears when there is some', () => {
    const { boxes, read } = connected(2);
    const [a, b] = boxes as [Mailbox, Mailbox];
    const all = Array.from({ length: 2000 }, (_, number) => makePacket(0, number, 90));
    for (const packet of all) a.send(1, packet);
    const got: Uint8Array[] = [];
    while (got.length < all.length) {
      got.push(...read(b));
      if (got.length < all.length) expect(a.takeBell()).toBe(MAIL);
      a.flush();
    }
    expect(got).toEqual(all);
  });

  test('sends through the port once its ring is refused', () => {
    const { boxes, posted, read, bells } = connected(2);
    const [a, b] = boxes as [Mailbox, Mailbox];
    a.send(1, makePacket(0, 0, 50));
    const ring = posted[0]!.message as SharedArrayBuffer;
    for (let number = 1; number < 1000; number++) a.send(1, makePacket(0, number, 50));
    new Int32Array(ring)[33] = 77;
    expect(read(b)).toEqual([]);
    expect(a.takeBell()).toBe(MAIL);
    bells.take(1);
    a.flush();
    a.send(1, makePacket(0, 1000, 50));
    expect(bells.take(1)).toBe(POSTED);
    const numbers = posted
      .slice(1)
      .map(({ message }) => checkPacket(message as Uint8Array, 50).number);
    // What was in the ring is lost; the rest is in order.
    expect(numbers).toEqual(numbers.map((_, index) => 1001 - numbers.length + index));
    expect(numbers.length).toBeGreaterThan(1);
  });

  test('forgets what a replaced process has sent and was sent', () => {
    const { boxes, posted, read } = connected(2);
    const [a, b] = boxes as [Mailbox, Mailbox];
    for (let number = 0; number < 1000; number++) a.send(1, makePacket(0, number, 50));
    b.disconnect(0);
    expect(read(b)).toEqual([]);
    a.disconnect(1);
    a.send(1, makePacket(0, 7, 50));
    expect(posted).toHaveLength(2);
    expect(read(b)).toEqual([makePacket(0, 7, 50)]);
  });

  test('ignores a ring that cannot be one', () => {
    const { boxes, read } = connected(2);
    boxes[0]!.connect(1, new SharedArrayBuffer(12));
    expect(read(boxes[0]!)).toEqual([]);
  });

  test('does not sleep when the bell has rung, and not beyond its time', () => {
    const { bells, boxes } = connected(2);
    bells.ring(0, POSTED);
    boxes[0]!.wait(PATIENCE_MS);
    expect(boxes[0]!.takeBell()).toBe(POSTED);
    boxes[0]!.wait(5);
    expect(boxes[0]!.takeBell()).toBe(0);
  });

  test('rings of all pairs stay within 64 MiB', () => {
    for (const size of [2, 3, 16, 64, 65, 100, 256]) {
      const bytes = ringBytes(size);
      expect(Number.isInteger(Math.log2(bytes))).toBe(true);
      expect(bytes).toBeGreaterThanOrEqual(MIN_RING_BYTES);
      expect(bytes * (size - 1) * size).toBeLessThanOrEqual(1 << 26);
    }
  });
});

interface Traffic {
  /** Packets from each process (first index) to each. */
  readonly counts: readonly (readonly number[])[];
  /** Packets of one target that are sent before others are looked at. */
  readonly burst: number;
  readonly largest: number;
  /** Microseconds that each process takes for 64 packets. */
  readonly pauseUs?: readonly number[];
  readonly smallRings?: boolean;
}

/** Runs a thread for each process; resolves with their summaries, in order. */
async function run({ counts, burst, largest, pauseUs = [], smallRings = false }: Traffic) {
  const size = counts.length;
  const ends: (MessagePort | undefined)[][] = counts.map(() => []);
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const { port1, port2 } = new MessageChannel();
      ends[a]![b] = port1;
      ends[b]![a] = port2;
    }
  }
  const buffer = new SharedArrayBuffer(Bells.bytes(size));
  const workers = counts.map((row, self) => {
    const ports = Array.from({ length: size }, (_, other) => ends[self]![other]);
    const sends = row.map((count, to) => ({ to, count })).filter(({ count }) => count > 0);
    const expected = counts.reduce((sum, from) => sum + from[self]!, 0);
    const common = { self, size, ringsFor: smallRings ? MANY : size, buffer, ports };
    const workerData = { ...common, sends, expected, burst, largest, pauseUs: pauseUs[self] ?? 0 };
    const transferList = ports.filter((port) => port !== undefined) as never[];
    const url = new URL('../support/mailbox-worker.mjs', import.meta.url);
    return new Worker(url, { workerData, transferList });
  });
  try {
    return await Promise.all(
      workers.map(
        (worker) =>
          new Promise((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
          }),
      ),
    );
  } finally {
    // Ends them in their sleep.
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

const summaries = (counts: Traffic['counts']) =>
  counts.map((_, self) => ({
    received: counts.reduce((sum, from) => sum + from[self]!, 0),
    wrong: undefined,
    overslept: 0,
  }));

describe.each([
  ['a fast run', 1, []],
  ['a long run', 40, ['long']],
] as const)('threads with mailboxes, %s', (_, factor, tags) => {
  const expectAll = async (traffic: Traffic) => {
    expect(await run(traffic)).toEqual(summaries(traffic.counts));
  };

  test('one sends to the other', { tags: [...tags] }, async () => {
    await expectAll({
      counts: [
        [0, 50_000 * factor],
        [0, 0],
      ],
      burst: 10,
      largest: 60,
    });
  });

  test('both fill small rings of each other before they look', { tags: [...tags] }, async () => {
    const count = 20_000 * factor;
    const counts = [
      [0, count],
      [count, 0],
    ];
    await expectAll({ counts, burst: 500, largest: 60, smallRings: true });
  });

  test('packets of all lengths beyond the ring, both ways', { tags: [...tags] }, async () => {
    const count = 3000 * factor;
    const counts = [
      [0, count],
      [count, 0],
    ];
    await expectAll({ counts, burst: 30, largest: 20_000, smallRings: true });
  });

  test('several writers and a slow reader', { tags: [...tags] }, async () => {
    const count = 8000 * factor;
    const counts = [
      [0, 0, 0, 0],
      [count, 0, 0, 10],
      [count, 0, 0, 10],
      [count, 5, 5, 0],
    ];
    await expectAll({ counts, burst: 50, largest: 300, pauseUs: [200], smallRings: true });
  });

  test('one packet at a time, both ways', { tags: [...tags] }, async () => {
    const count = 1500 * factor;
    await expectAll({
      counts: [
        [0, count],
        [count, 0],
      ],
      burst: 1,
      largest: 30,
    });
  });
});
