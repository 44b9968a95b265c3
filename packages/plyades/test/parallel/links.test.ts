// Links over a network that loses, delays, doubles and reorders packets, between processes that crash,
// pause and are declared dead by mistake: what is posted arrives once and in order, or both ends learn
// that something was lost; and once the faults are over all pairs exchange messages.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '#dist/core/random.js';
import { createCounters } from '#dist/parallel/counters.js';
import { type Arrival, Links } from '#dist/parallel/links.js';
import { count, record } from '#dist/parallel/wire.js';
import { testSeeds } from '../support/long.js';

const number = count(Number.MAX_SAFE_INTEGER);
/** `era` grows whenever the receiver is reported lost to the sender, or the sender starts again. */
const message = record({ era: number, index: number });
type Message = { readonly era: number; readonly index: number };

const TIMES = { heartbeat: 200, silence: 2000, resend: 100, acknowledge: 20 };

interface Faults {
  /** Per cent of the packets. */
  readonly lose: number;
  readonly late: number;
  readonly double: number;
  readonly rubbish: number;
}

interface ReceivedState {
  era: number;
  next: number;
  lostSince: boolean;
}

/** One process: posts now and then, and checks what it receives. */
class End {
  readonly self: number;
  readonly size: number;
  links!: Links<Message>;
  counters = createCounters();
  incarnation = -1;
  pausedUntil = 0;
  inbox: Uint8Array[] = [];
  /** Of what is sent to each: the era, and how many were posted in it. */
  readonly sent: { era: number; posted: number }[];
  readonly received: ReceivedState[];
  readonly reported: string[] = [];

  readonly send: (from: number, to: number, packet: Uint8Array) => void;

  constructor(self: number, size: number, send: End['send']) {
    this.send = send;
    this.self = self;
    this.size = size;
    this.sent = Array.from({ length: size }, () => ({ era: 0, posted: 0 }));
    this.received = Array.from({ length: size }, () => ({ era: -1, next: 0, lostSince: true }));
    this.begin();
  }

  begin(): void {
    this.incarnation++;
    this.inbox = [];
    this.reported.length = 0;
    this.counters = createCounters();
    const watched = (peer: number) => this.self === 0 || peer === 0;
    const outlet = {
      send: (to: number, packet: Uint8Array) => this.send(this.self, to, packet),
      report: () => {},
    };
    const { self, size, incarnation, counters } = this;
    this.links = new Links(self, size, incarnation, message, watched, outlet, counters, TIMES);
    for (const sent of this.sent) Object.assign(sent, { era: sent.era + 1, posted: 0 });
    for (const received of this.received)
      Object.assign(received, { era: -1, next: 0, lostSince: true });
  }

  post(to: number): void {
    if (!this.links.isUp(to)) return;
    const { era, posted } = this.sent[to]!;
    this.links.post(to, { era, index: posted });
    this.sent[to]!.posted++;
  }

  take(arrivals: readonly Arrival<Message>[]): void {
    for (const arrival of arrivals) {
      const { from } = arrival;
      const received = this.received[from]!;
      if (arrival.type === 'message') {
        const { era, index } = arrival.message;
        if (era !== received.era) {
          expect(received.lostSince, 'a new era begins after a loss only').toBe(true);
          expect(era).toBeGreaterThan(received.era);
          Object.assign(received, { era, next: 0, lostSince: false });
        }
        expect(index).toBe(received.next++);
      } else if (arrival.type === 'lost') {
        expect(this.reported[from] ?? 'back').toBe('back');
        this.reported[from] = 'lost';
        received.lostSince = true;
        Object.assign(this.sent[from]!, { era: this.sent[from]!.era + 1, posted: 0 });
      } else {
        expect(this.reported[from]).toBe('lost');
        this.reported[from] = 'back';
      }
    }
  }
}

class Net {
  now = 0;
  readonly ends: End[];
  faults: Faults = { lose: 0, late: 0, double: 0, rubbish: 0 };
  #flying: { at: number; to: number; packet: Uint8Array; order: number }[] = [];
  #order = 0;
  packets = 0;

  readonly random: Random;

  constructor(size: number, random: Random) {
    this.random = random;
    this.ends = Array.from({ length: size }, (_, self) => {
      return new End(self, size, (_from, to, packet) => this.#carry(to, packet));
    });
  }

  #chance(percent: number): boolean {
    return this.random.below(100) < percent;
  }

  #carry(to: number, packet: Uint8Array): void {
    this.packets++;
    const { lose, late, double, rubbish } = this.faults;
    if (this.#chance(lose)) return;
    const fly = (bytes: Uint8Array) => {
      const delay = this.#chance(late) ? this.random.below(3000) : 5 + this.random.below(10);
      this.#flying.push({ at: this.now + delay, to, packet: bytes, order: this.#order++ });
    };
    fly(packet);
    if (this.#chance(double)) fly(packet);
    if (this.#chance(rubbish)) fly(this.#spoil(packet));
  }

  #spoil(packet: Uint8Array): Uint8Array {
    const bytes = packet.slice();
    const at = this.random.below(bytes.length);
    if (this.random.below(2) === 0) return bytes.slice(0, at);
    bytes[at]! ^= 1 << this.random.below(8);
    return bytes;
  }

  /** Time passes; every process that is awake takes what has come and sends what is due. */
  run(until: number): void {
    for (; this.now < until; this.now += 10) {
      const due = this.#flying.filter(({ at }) => at <= this.now);
      this.#flying = this.#flying.filter(({ at }) => at > this.now);
      due.sort((a, b) => a.at - b.at || a.order - b.order);
      for (const { to, packet } of due) this.ends[to]!.inbox.push(packet);
      for (const end of this.ends) {
        if (end.pausedUntil > this.now) continue;
        for (const packet of end.inbox.splice(0)) end.take(end.links.receive(packet, this.now));
        end.take(end.links.flush(this.now));
        end.take(end.links.flush(this.now));
      }
    }
  }

  /** A random fault of a random process. */
  trouble(hints: boolean): void {
    const { random, ends } = this;
    const end = ends[random.below(ends.length)]!;
    const other = ends[random.below(ends.length)]!;
    switch (random.below(hints ? 4 : 3)) {
      case 0:
        end.begin();
        end.pausedUntil = this.now + random.below(4000);
        break;
      case 1:
        end.pausedUntil = this.now + random.below(6000);
        break;
      case 2:
        for (let i = random.below(30); i >= 0 && other !== end; i--) end.post(other.self);
        break;
      default:
        if (other !== end) end.take(end.links.lose(other.self));
    }
  }

  /** Faults end. Lost processes must be found again, and none may be lost after a while. */
  settle(): void {
    this.faults = { lose: 0, late: 0, double: 0, rubbish: 0 };
    for (const end of this.ends) end.pausedUntil = Math.min(end.pausedUntil, this.now);
    this.run(this.now + 20_000);
    const pairs = this.ends.flatMap((from) => this.ends.map((to) => [from, to] as const));
    const others = pairs.filter(([from, to]) => from !== to);
    const eras = () => others.map(([from, to]) => from.sent[to.self]!.era);
    // An unwatched end learns of an earlier death when it sends.
    for (const [from, to] of others) from.post(to.self);
    this.run(this.now + 20_000);
    const before = eras();
    for (const [from, to] of others) {
      expect(from.links.isUp(to.self), `${from.self} knows that ${to.self} is up`).toBe(true);
      from.post(to.self);
    }
    this.run(this.now + 20_000);
    expect(eras()).toEqual(before);
    for (const [from, to] of others) {
      const { era, posted } = from.sent[to.self]!;
      expect(posted).toBeGreaterThan(0);
      expect(to.received[from.self]).toMatchObject({ era, next: posted });
    }
    const quiet = this.packets;
    this.run(this.now + 20_000);
    // Heartbeats of watched links in both directions, and nothing else.
    const watched = 2 * (this.ends.length - 1);
    expect(this.packets - quiet).toBeLessThanOrEqual(watched * (20_000 / TIMES.heartbeat + 1));
  }
}

const percent = (max: number) => fc.integer({ min: 0, max });
const faults = fc.record({
  lose: percent(40),
  late: percent(20),
  double: percent(30),
  rubbish: percent(10),
});

describe('links', () => {
  testSeeds('deliver once and in order over a bad network', 20, 500, (seeds) => {
    fc.assert(
      fc.property(fc.integer(), faults, (seed, bad) => {
        const net = new Net(2, createRandom(seed));
        // Silence would be noticed, rightly, were everything lost for so long.
        net.faults = { ...bad, lose: Math.min(bad.lose, 20), late: 0 };
        for (let round = 0; round < 30; round++) {
          for (let i = net.random.below(20); i > 0; i--) net.ends[0]!.post(1);
          for (let i = net.random.below(20); i > 0; i--) net.ends[1]!.post(0);
          net.run(net.now + net.random.below(200));
        }
        net.settle();
      }),
      { seed: seeds[0]!, numRuns: seeds.length },
    );
  });

  testSeeds('find each other again after crashes, pauses and losses', 60, 2000, (seeds) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 4 }), faults, (seed, size, bad) => {
        const net = new Net(size, createRandom(seed));
        net.faults = bad;
        for (let round = 0; round < 25; round++) {
          net.trouble(true);
          net.run(net.now + net.random.below(1500));
        }
        net.settle();
      }),
      { seed: seeds[0]!, numRuns: seeds.length },
    );
  });

  test('find each other when each speaks to what the other was before', () => {
    let now = 0;
    let mail: { to: number; packet: Uint8Array }[] = [];
    const start = (self: number, incarnation: number) => {
      const outlet = {
        send: (to: number, packet: Uint8Array) => mail.push({ to, packet }),
        report: () => {},
      };
      const watched = (peer: number) => self === 0 || peer === 0;
      return new Links(self, 3, incarnation, message, watched, outlet, createCounters(), TIMES);
    };
    const sent = (links: Links<Message>, to: number) => {
      mail = [];
      now += 1000;
      links.flush(now);
      return mail.filter((one) => one.to === to).map(({ packet }) => packet);
    };
    const pass = (from: Links<Message>, to: Links<Message>, self: number) =>
      sent(from, self).flatMap((packet) => to.receive(packet, now));

    const one = start(1, 1);
    let two = start(2, 0);
    const greeting = sent(one, 2)[0]!;
    two.receive(greeting, now);
    pass(two, one, 1);
    one.lose(2);
    pass(one, two, 2);
    pass(two, one, 1);
    // The other starts again; its first packet is lost, and the old one comes once more.
    two = start(2, 1);
    sent(two, 1);
    two.receive(greeting, now);
    for (let round = 0; round < 8; round++) {
      pass(two, one, 1);
      pass(one, two, 2);
    }
    one.post(2, { era: 0, index: 7 });
    expect(pass(one, two, 2)).toMatchObject([{ type: 'message', message: { index: 7 } }]);
  });

  test('tell nothing of the death of a process with which nothing was exchanged', () => {
    const net = new Net(3, createRandom(1));
    net.run(1000);
    expect(net.ends[1]!.links.lose(2)).toEqual([]);
    net.ends[2]!.begin();
    net.run(2000);
    net.ends[1]!.post(2);
    net.run(3000);
    expect(net.ends[2]!.received[1]).toMatchObject({ next: 1 });
    expect(net.ends[1]!.reported[2]).toBeUndefined();
    expect(net.ends[1]!.links.lose(2)).toMatchObject([{ type: 'lost', from: 2 }]);
  });

  test('tell both ends of a pause that was too long', () => {
    const net = new Net(2, createRandom(1));
    net.ends[0]!.post(1);
    net.run(1000);
    net.ends[1]!.pausedUntil = 10_000;
    net.run(9_000);
    expect(net.ends[0]!.reported[1]).toBe('lost');
    net.run(12_000);
    expect(net.ends[0]!.reported[1]).toBe('back');
    expect(net.ends[1]!.reported[0]).toBe('back');
    net.settle();
  });

  test('report a process that was started again before its silence was noticed', () => {
    const net = new Net(3, createRandom(1));
    net.ends[1]!.post(2);
    net.run(1000);
    net.ends[2]!.begin();
    net.run(1500);
    expect(net.ends[0]!.reported[2]).toBe('back');
    expect(net.ends[1]!.reported[2]).toBe('back');
    expect(net.ends[2]!.reported).toEqual([]);
    net.settle();
  });

  test('send a long queue in packets of bounded size', () => {
    const net = new Net(2, createRandom(1));
    for (let i = 0; i < 5000; i++) net.ends[0]!.post(1);
    net.run(500);
    expect(net.ends[1]!.received[0]!.next).toBe(5000);
  });

  test('send again although acknowledgements travel all the time', () => {
    const net = new Net(2, createRandom(1));
    net.faults = { ...net.faults, lose: 100 };
    net.ends[0]!.post(1);
    net.run(net.now + 10);
    net.faults = { ...net.faults, lose: 0 };
    for (let round = 0; round < 50; round++) {
      net.ends[1]!.post(0);
      net.run(net.now + 10);
    }
    expect(net.ends[1]!.received[0]!.next).toBe(1);
  });

  test('count rubbish and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const end = new End(0, 3, () => {});
        expect(end.links.receive(bytes, 0)).toEqual([]);
        expect(end.counters.refused).toBe(1);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });

  test('refuse every packet with a wrong bit, or cut short', () => {
    const packets: Uint8Array[] = [];
    const sender = new End(1, 3, (_from, _to, packet) => packets.push(packet));
    for (let i = 0; i < 5; i++) sender.post(0);
    sender.links.flush(0);
    const packet = packets[0]!;
    const receiver = new End(0, 3, () => {});
    let refused = 0;
    for (let bit = 0; bit < 8 * packet.length; bit++) {
      const spoilt = packet.slice();
      spoilt[bit >> 3]! ^= 1 << (bit & 7);
      expect(receiver.links.receive(spoilt, 0)).toEqual([]);
      expect(receiver.links.receive(packet.slice(0, bit >> 3), 0)).toEqual([]);
      refused += 2;
      expect(receiver.counters.refused).toBe(refused);
    }
    expect(receiver.links.receive(packet, 0)).toHaveLength(5);
  });

  test('tell of a peer whose packet is whole and cannot be read', () => {
    const packets: Uint8Array[] = [];
    const open = (self: number, most: number) => {
      const outlet = {
        send: (_: number, packet: Uint8Array) => void packets.push(packet),
        report: () => {},
      };
      return new Links(self, 3, 0, count(most), () => true, outlet, createCounters());
    };
    const sender = open(1, 99);
    sender.post(0, 99);
    sender.flush(0);
    const receiver = open(0, 9);
    expect(receiver.receive(packets[0]!, 0)).toEqual([{ type: 'malformed', from: 1 }]);
    expect(receiver.lose(1)).toEqual([{ type: 'lost', from: 1 }]);
    // It belongs to a session that is over, and says nothing about the present one.
    expect(receiver.receive(packets[0]!, 0)).toEqual([]);
  });
});
