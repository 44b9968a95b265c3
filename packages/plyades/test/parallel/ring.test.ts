// The ring on which shadow tables go around: who sends what to whom, and what becomes of it when
// packets are lost, doubled or rubbish and members are silent.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { createCounters } from '#dist/parallel/counters.js';
import type { LinkTimes } from '#dist/parallel/links.js';
import { ENTRY_BYTES, type Exchange } from '#dist/parallel/ports.js';
import { decodeRing, isRingPacket, SHADOW_ENTRIES } from '#dist/parallel/ring/messages.js';
import { Ring } from '#dist/parallel/ring/ring.js';

const times: LinkTimes = {
  heartbeat: 1000,
  silence: 10_000,
  resend: 100,
  acknowledge: 10,
  roundTrip: 20,
};

/** An exchange whose entries are numbers, one byte each repeated. */
class FakeExchange implements Exchange {
  readonly known: number[] = [];
  own: number[] = [];
  used = 0;

  get waiting(): number {
    return this.own.length;
  }

  take(): Uint8Array {
    const packed = Uint8Array.from(this.own.flatMap((entry) => Array(ENTRY_BYTES).fill(entry)));
    this.own = [];
    return packed;
  }

  give(packed: Uint8Array): number {
    for (let at = 0; at < packed.length; at += ENTRY_BYTES) this.known.push(packed[at]!);
    return packed.length / ENTRY_BYTES;
  }

  limit(): void {}
}

interface Sent {
  readonly from: number;
  readonly to: number;
  readonly packet: Uint8Array;
}

/** A ring of the processes `first` .. and what they send to each other. */
class Circle {
  readonly exchanges: FakeExchange[] = [];
  readonly counters = Array.from({ length: 8 }, () => createCounters());
  readonly rings: Ring[] = [];
  readonly members: number[];
  readonly dead = new Set<number>();
  sent: Sent[] = [];
  now = 0;

  constructor(size: number, first = 1) {
    this.members = Array.from({ length: size }, (_, index) => first + index);
    for (const self of this.members) this.start(self, 0);
  }

  start(self: number, incarnation: number): void {
    this.exchanges[self] = new FakeExchange();
    const place = { self, size: 8, incarnation };
    const send = (to: number, packet: Uint8Array) => this.sent.push({ from: self, to, packet });
    const exchange = this.exchanges[self]!;
    const counters = this.counters[self]!;
    this.rings[self] = new Ring(place, this.members, exchange, counters, times, send);
  }

  share(self: number, ...entries: number[]): void {
    const exchange = this.exchanges[self]!;
    exchange.own = [...exchange.own, ...entries].slice(-SHADOW_ENTRIES);
    this.rings[self]!.share(this.now);
  }

  /** Delivers one round of packets; returns them as `from>to`. */
  round(): string[] {
    const due = this.sent.splice(0);
    for (const { to, packet } of due) {
      if (!this.dead.has(to)) this.rings[to]!.receive(packet);
    }
    this.now++;
    for (const self of this.members) {
      if (!this.dead.has(self)) this.rings[self]!.pass(this.now);
    }
    return due.map(({ from, to }) => `${from}>${to}`);
  }

  settle(): string[] {
    const ways: string[] = [];
    while (this.sent.length > 0) ways.push(...this.round());
    return ways;
  }

  known(self: number): number[] {
    return this.exchanges[self]!.known;
  }
}

describe('a shadow table', () => {
  test('goes around once, and comes back without its entries', () => {
    const circle = new Circle(4);
    circle.share(2, 7, 8);
    expect(circle.sent.map(({ packet }) => isRingPacket(packet))).toEqual([true]);
    for (const way of ['2>3', '3>4', '4>1']) expect(circle.round()).toEqual([way]);
    const [back] = circle.sent;
    expect(decodeRing(back!.packet)).toMatchObject({ from: 1, tables: [{ origin: 2 }] });
    expect(decodeRing(back!.packet)!.tables[0]!.entries).toHaveLength(0);
    expect(circle.settle()).toEqual(['1>2']);
    for (const self of [1, 3, 4]) expect(circle.known(self)).toEqual([7, 8]);
    expect(circle.known(2)).toEqual([]);
    expect(circle.counters[2]).toMatchObject({ entriesSent: 2, entriesReceived: 0, messages: 1 });
    expect(circle.counters[3]).toMatchObject({ entriesSent: 0, entriesReceived: 2, messages: 1 });
    expect(circle.counters[2]!.bytes).toBeGreaterThan(2 * ENTRY_BYTES);
  });

  test('waits until the one before is back, and a while', () => {
    const circle = new Circle(3);
    circle.share(1, 1);
    circle.share(1, 2);
    circle.round();
    circle.share(1, 3);
    expect(circle.counters[1]!.messages).toBe(1);
    circle.settle();
    circle.rings[1]!.share(circle.now);
    expect(circle.sent).toEqual([]);
    circle.now = times.acknowledge;
    circle.rings[1]!.share(circle.now);
    circle.settle();
    expect(circle.known(2)).toEqual([1, 2, 3]);
    expect(circle.counters[1]).toMatchObject({ messages: 4 - 2, entriesSent: 3 });
  });

  test('that is empty is not sent', () => {
    const circle = new Circle(3);
    circle.share(1);
    expect(circle.sent).toEqual([]);
  });

  test('shares a packet with others on the same way', () => {
    const circle = new Circle(3);
    circle.share(1, 1);
    circle.share(2, 2);
    circle.share(3, 3);
    circle.round();
    expect(circle.sent).toHaveLength(3);
    circle.settle();
    for (const self of [1, 2, 3]) {
      expect(circle.known(self).toSorted()).toEqual([1, 2, 3].filter((entry) => entry !== self));
    }
  });

  test('that comes twice is taken and passed on once', () => {
    const circle = new Circle(4);
    circle.share(1, 5);
    circle.sent.push(...circle.sent);
    circle.settle();
    for (const self of [2, 3, 4]) expect(circle.known(self)).toEqual([5]);
  });

  test('of a member that was started again is not taken for an old one', () => {
    const circle = new Circle(3);
    circle.share(1, 1);
    circle.settle();
    circle.start(1, 1);
    circle.share(1, 2);
    circle.settle();
    expect(circle.known(2)).toEqual([1, 2]);
  });
});

describe('when something is lost', () => {
  /** Steps of a member that has something to say all the time. */
  function talk(circle: Circle, until: number): void {
    let entry = 10;
    while (circle.now < until) {
      for (const self of circle.members) {
        if (!circle.dead.has(self)) circle.share(self, entry++ % 200);
      }
      circle.round();
    }
  }

  test('the next table is sent after a while', () => {
    const circle = new Circle(3);
    circle.share(1, 1);
    circle.sent = [];
    circle.now = times.resend + 3 * times.roundTrip! - 1;
    circle.share(1, 2);
    expect(circle.sent).toEqual([]);
    circle.now++;
    circle.share(1, 3);
    expect(circle.sent).toHaveLength(1);
    expect(decodeRing(circle.sent[0]!.packet)).toMatchObject({ answer: true });
    circle.settle();
    expect(circle.known(2)).toEqual([2, 3]);
    // The neighbour is there and is not passed over.
    circle.now = 1000;
    circle.share(1, 4);
    expect(circle.sent[0]!.to).toBe(2);
  });

  test('a silent member is passed over, and taken in again when it is back', () => {
    const circle = new Circle(4);
    circle.dead.add(3);
    talk(circle, 600);
    const before = circle.known(4).length;
    talk(circle, 700);
    expect(circle.known(4).length).toBeGreaterThan(before + 10);
    expect(circle.known(1).length).toBeGreaterThan(10);
    circle.dead.delete(3);
    circle.start(3, 1);
    talk(circle, 700 + times.silence + 1000);
    expect(circle.known(3).length).toBeGreaterThan(10);
  });

  test('one that is left alone says nothing and does not mind', () => {
    const circle = new Circle(2);
    circle.dead.add(2);
    talk(circle, 500);
    circle.sent = [];
    talk(circle, 600);
    expect(circle.sent).toEqual([]);
  });

  test('tables go on whatever is lost, doubled and reordered', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = createRandom(seed);
      const circle = new Circle(2 + random.below(5));
      for (let step = 0; step < 1000; step++) {
        for (const self of circle.members) circle.share(self, random.below(200));
        circle.sent = circle.sent.filter(() => random.below(10) > 0);
        if (random.below(5) === 0) circle.sent.push(...circle.sent);
        if (random.below(5) === 0) circle.sent.reverse();
        expect(circle.sent.length, `seed ${seed}`).toBeLessThan(100);
        circle.round();
      }
      for (const self of circle.members) expect(circle.known(self).length).toBeGreaterThan(20);
    }
  });
});

describe('rubbish', () => {
  test('is refused and counted, byte by byte', () => {
    const circle = new Circle(3);
    circle.share(1, 9, 9, 9);
    const [{ packet }] = circle.sent as [Sent];
    for (let at = 0; at < packet.length; at++) {
      const damaged = packet.slice();
      damaged[at]! ^= 1 << (at % 8);
      circle.rings[2]!.receive(damaged);
    }
    circle.rings[2]!.receive(packet.subarray(0, packet.length - 1));
    expect(circle.counters[2]!.refused).toBe(packet.length + 1);
    expect(circle.known(2)).toEqual([]);
  });

  test('from outside the ring is refused', () => {
    const stranger = new Circle(2, 5);
    stranger.share(5, 1);
    const circle = new Circle(3);
    circle.rings[2]!.receive(stranger.sent[0]!.packet);
    expect(circle.counters[2]!.refused).toBe(1);
    expect(circle.known(2)).toEqual([]);
  });
});
