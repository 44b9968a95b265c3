// A process that sends nonsense among its honest messages: well-formed, with a right checksum, and impossible. It
// wraps an honest actor at the level of packets, so it works for every algorithm: it puts messages of its own into
// the numbered stream to each peer, and subtracts them from what the peer acknowledges.
import type { Random } from '#dist/core/random.js';
import type { Actor, Outlet } from '#dist/parallel/actor.js';
import { count, type Field, Malformed, Reader, record, Writer } from '#dist/parallel/wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const header = record({
  version: number,
  from: number,
  session: number,
  yourSession: number,
  first: number,
  received: number,
  messages: number,
});

/** The stream to one peer in one session. */
interface Stream<M> {
  session: number;
  yourSession: number;
  /** All that was sent, and where the honest messages are among it. */
  readonly emitted: M[];
  readonly honest: number[];
  sent: number;
  received: number;
}

export interface RogueOptions<M> {
  readonly self: number;
  readonly peers: readonly number[];
  readonly messages: Field<M>;
  readonly random: Random;
  /** Nonsense, out of nothing or made of an honest message that is about to leave. */
  nonsense(random: Random, honest?: M): M;
  /** In percent: how often an honest message has nonsense before it, and a step sends some. */
  readonly share: number;
  /** What stands before a packet to a peer, and who a sender is, where processes are numbered by groups. */
  readonly tagBytes?: (to: number) => number;
  readonly ownTagBytes?: number;
  readonly peerOf?: (from: number) => number;
}

export function rogue<M>(
  options: RogueOptions<M>,
  outlet: Outlet,
  make: (outlet: Outlet) => Actor,
): Actor {
  const { self, peers, messages, random, share, nonsense } = options;
  const { tagBytes = () => 0, ownTagBytes = 0, peerOf = (from) => from } = options;
  const streams = new Map<number, Stream<M>>();
  const chance = () => random.below(100) < share;

  function streamTo(peer: number, session: number, yourSession: number): Stream<M> {
    const known = streams.get(peer);
    if (known?.session === session) {
      known.yourSession = yourSession;
      return known;
    }
    const stream = { session, yourSession, emitted: [], honest: [], sent: 0, received: 0 };
    streams.set(peer, stream);
    return stream;
  }

  function emit(to: number, tag: Uint8Array, from: number, stream: Stream<M>, start: number): void {
    const out = new Writer();
    const { session, yourSession, received, emitted } = stream;
    const batch = emitted.slice(start);
    const numbers = { version: 1, from, session, yourSession, first: start, received };
    header.write(out, { ...numbers, messages: batch.length });
    for (const message of batch) messages.write(out, message);
    stream.sent = emitted.length;
    const packet = out.takeChecked();
    const whole = new Uint8Array(tag.length + packet.length);
    whole.set(tag);
    whole.set(packet, tag.length);
    outlet.send(to, whole);
  }

  function send(to: number, whole: Uint8Array): void {
    const tag = whole.slice(0, tagBytes(to));
    const reader = new Reader(whole.subarray(tag.length));
    reader.checksum();
    const head = header.read(reader);
    const honest = Array.from({ length: head.messages }, () => messages.read(reader));
    const stream = streamTo(to, head.session, head.yourSession);
    stream.received = head.received;
    let start = head.messages === 0 ? stream.sent : (stream.honest[head.first - 1] ?? -1) + 1;
    honest.forEach((message, index) => {
      if (head.first + index < stream.honest.length) return;
      if (chance()) {
        stream.emitted.push(nonsense(random, message));
      }
      stream.honest.push(stream.emitted.push(message) - 1);
    });
    start = Math.min(start, stream.emitted.length);
    emit(to, tag, head.from, stream, start);
  }

  const actor = make({ ...outlet, send });
  return {
    ...actor,
    counters: actor.counters,
    receive(whole, now) {
      // Another rogue's nonsense is not even read.
      actor.receive(translate(whole) ?? whole, now);
    },
    step(budget, now) {
      const step = actor.step(budget, now);
      if (chance()) {
        const to = peers[random.below(peers.length)]!;
        // First incarnations are paired from the beginning, each with session 1.
        const stream = streams.get(to) ?? streamTo(to, 1, 1);
        if (stream.yourSession !== 0) {
          stream.emitted.push(nonsense(random));
          emit(to, new Uint8Array(tagBytes(to)).fill(1), self, stream, stream.sent);
        }
      }
      return step;
    },
  };

  /** A packet to this process with an acknowledgement of honest messages only. */
  function translate(whole: Uint8Array): Uint8Array | undefined {
    try {
      const tag = whole.slice(0, ownTagBytes);
      const reader = new Reader(whole.subarray(tag.length));
      reader.checksum();
      const head = header.read(reader);
      const stream = streams.get(peerOf(head.from));
      const isOurs = stream !== undefined && stream.session === head.yourSession;
      const received = isOurs
        ? stream.honest.filter((at) => at < head.received).length
        : head.received;
      const out = new Writer();
      header.write(out, { ...head, received });
      for (let i = 0; i < head.messages; i++) messages.write(out, messages.read(reader));
      const packet = out.takeChecked();
      const rest = new Uint8Array(tag.length + packet.length);
      rest.set(tag);
      rest.set(packet, tag.length);
      return rest;
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  }
}
