// Links between processes, on which every message arrives once and in order, or the link breaks and
// both ends learn of it. Packets may be lost, late, doubled and reordered, and processes may die, restart
// or fall silent for a while: algorithms see none of it but `lost` and `back`.
//
// A link has a session at each end: a number that grows whenever that end starts over. Messages are
// numbered within a session, and a packet carries the sender's session and the one of the other end
// with which it is paired; messages count only when both are the present ones. An end pairs with a
// newer session of the other when a packet speaks to its own, or to none. If it was paired before,
// something may be lost: it starts over itself and reports it. Not so when the packet speaks to its session
// and no packet of the earlier pairing ever came: then nothing has passed. That is what keeps two ends
// from making each other start over for ever. An end that is paired and receives a newer session which
// speaks to an earlier one of its own starts over, too, and pairs with the next packet.
import type { Micros, Outlet, ProcessId } from './actor.js';
import type { Counters } from './counters.js';
import { TimerQueue } from './timer-queue.js';
import { count, type Field, Malformed, Reader, record, Writer } from './wire.js';

/** When things are due, in microseconds. */
export interface LinkTimes {
  /** A watched link carries a packet at least this often. */
  readonly heartbeat: Micros;
  /** A watched process that is silent for so long is lost. */
  readonly silence: Micros;
  /** Messages not acknowledged by then are sent again, and after twice as long again, and so on. */
  readonly resend: Micros;
  /** An acknowledgement waits so long for a message to travel with. */
  readonly acknowledge: Micros;
  /** The time of a message and its answer, where the host knows it; short if not given. */
  readonly roundTrip?: Micros;
}

/** For hosts on which a packet takes less than some milliseconds. */
export const LINK_TIMES: LinkTimes = {
  heartbeat: 200_000,
  silence: 2_000_000,
  resend: 100_000,
  acknowledge: 20_000,
};

/** The contents of a packet, in order. */
export type Arrival<M> =
  | { readonly type: 'message'; readonly from: ProcessId; readonly message: M }
  /** A whole packet of the present session, with a right checksum, holds messages that cannot be read. */
  | { readonly type: 'malformed'; readonly from: ProcessId }
  /** All that was under way to and from the process is lost; what it was given must be done again. */
  | { readonly type: 'lost'; readonly from: ProcessId }
  /** The process can be reached again, and knows nothing of what was before. */
  | { readonly type: 'back'; readonly from: ProcessId };

const VERSION = 1;
/** Messages of a packet end with the one that reaches one of these. */
const MAX_BATCH = 512;
const MAX_BATCH_BYTES = 1 << 16;
/** Messages kept that arrived before their turn. */
const MAX_EARLY = 4096;
const LONGEST_BACKOFF = 8;
/** Sessions of one incarnation of a process. */
const SESSIONS = 2 ** 20;
const NEVER = Number.POSITIVE_INFINITY;

interface Link<M> {
  readonly peer: ProcessId;
  readonly watched: boolean;
  session: number;
  /** The latest session of the other end, 0 before its first packet. */
  theirSession: number;
  /** `theirSession` when this end's session is paired with it, else 0. */
  paired: number;
  /** A packet of this pairing has come. */
  confirmed: boolean;
  /** A message was ever posted to the other end or came from it. */
  used: boolean;
  up: boolean;
  /** The other end has not begun: nothing is sent before its first packet, and posted messages wait for that. */
  absent: boolean;
  /** Numbers of the oldest message that is not acknowledged, and of the first that was never sent. */
  oldest: number;
  unsent: number;
  readonly queue: M[];
  expected: number;
  readonly early: Map<number, M>;
  /** When an acknowledgement is due, and when messages are sent again; NEVER when not. */
  acknowledgeAt: Micros;
  resendAt: Micros;
  /** When the link is looked at next. */
  timerAt: Micros;
  lastSent: Micros;
  lastReceived: Micros;
  backoff: number;
}

const number = count(Number.MAX_SAFE_INTEGER);

/** One process's ends of its links. `M` is the algorithm's message. */
export class Links<M> {
  readonly #self: ProcessId;
  readonly #size: number;
  readonly #incarnation: number;
  readonly #absent: ReadonlySet<ProcessId>;
  readonly #message: Field<M>;
  readonly #times: LinkTimes;
  readonly #outlet: Outlet;
  readonly #counters: Counters;
  readonly #watched: (peer: ProcessId) => boolean;
  /** Made when they are first used: of a thousand processes few speak to each other. */
  readonly #links = new Map<ProcessId, Link<M>>();
  readonly #header;
  readonly #dirty = new Set<Link<M>>();
  readonly #timers = new TimerQueue<Link<M>>();
  #begun = false;

  /**
   * `incarnation` counts how often this process was started before. `absent` are processes that have not
   * begun yet; they are not up before their first packet. `watched` says with which processes heartbeats are
   * exchanged; it must be the same relation at both ends.
   */
  constructor(
    self: ProcessId,
    size: number,
    incarnation: number,
    message: Field<M>,
    watched: (peer: ProcessId) => boolean,
    outlet: Outlet,
    counters: Counters,
    times: LinkTimes = LINK_TIMES,
    absent: readonly ProcessId[] = [],
  ) {
    this.#self = self;
    this.#size = size;
    this.#incarnation = incarnation;
    this.#absent = new Set(absent);
    this.#message = message;
    this.#times = times;
    this.#outlet = outlet;
    this.#counters = counters;
    this.#watched = watched;
    this.#header = record({
      version: count(VERSION),
      from: count(size - 1),
      session: number,
      yourSession: number,
      first: number,
      received: number,
      messages: count(MAX_BATCH),
    });
  }

  /** False while the process is lost. */
  isUp(peer: ProcessId): boolean {
    return this.#links.get(peer)?.up ?? !this.#absent.has(peer);
  }

  /** Sends a message with the next packet. A message to a lost process is dropped. */
  post(to: ProcessId, message: M): void {
    const link = this.#link(to, 0);
    if (!link.up && !link.absent) return;
    link.used = true;
    link.queue.push(message);
    this.#dirty.add(link);
  }

  /** Reads a packet. A packet that makes no sense brings nothing and is counted. */
  receive(bytes: Uint8Array, now: Micros): Arrival<M>[] {
    this.#begin(now);
    const packet = this.#read(bytes);
    if (packet === undefined) {
      this.#counters.refused++;
      return [];
    }
    const link = this.#link(packet.from, now);
    if (packet.messages === undefined) {
      const isPresent = packet.session === link.paired && packet.yourSession === link.session;
      if (isPresent) return [{ type: 'malformed', from: link.peer }];
      this.#counters.refused++;
      return [];
    }
    if (packet.session < link.theirSession) return [];
    const arrivals: Arrival<M>[] = [];
    const speaksToUs = packet.yourSession === link.session;
    const newer = packet.session > link.theirSession;
    if (newer && (speaksToUs || packet.yourSession === 0)) {
      if (link.paired !== 0 && (link.confirmed || !speaksToUs)) {
        arrivals.push(...this.lose(link.peer));
      }
      this.#pair(link, packet.session, now, arrivals);
    } else if (newer && link.paired !== 0) {
      // Both have started over, and each speaks to an earlier session of the other.
      arrivals.push(...this.lose(link.peer));
    } else if (link.paired === 0 && speaksToUs) {
      this.#pair(link, packet.session, now, arrivals);
    }
    if (link.paired === packet.session) link.lastReceived = now;
    if (packet.yourSession !== link.session) {
      // It speaks to an earlier session of this end, or to none, and must learn of the present one.
      this.#acknowledgeBy(link, now);
      return arrivals;
    }
    link.confirmed = true;
    this.#acknowledged(link, packet.received, now);
    packet.messages.forEach((message, index) => {
      const at = packet.first + index;
      if (at >= link.expected && at < link.expected + MAX_EARLY) link.early.set(at, message);
    });
    if (packet.messages.length > 0) this.#acknowledgeBy(link, now + this.#times.acknowledge);
    for (let next = link.early.get(link.expected); next !== undefined; ) {
      link.used = true;
      link.early.delete(link.expected++);
      arrivals.push({ type: 'message', from: link.peer, message: next });
      next = link.early.get(link.expected);
    }
    return arrivals;
  }

  #pair(link: Link<M>, session: number, now: Micros, arrivals: Arrival<M>[]): void {
    link.theirSession = session;
    link.paired = session;
    link.confirmed = false;
    link.backoff = 1;
    link.absent = false;
    if (!link.up) {
      link.up = true;
      arrivals.push({ type: 'back', from: link.peer });
    }
    if (link.queue.length > 0) {
      link.unsent = link.oldest;
      this.#dirty.add(link);
    }
    this.#acknowledgeBy(link, now);
  }

  /**
   * The process died, as far as the host knows. The loss of a process with which nothing was ever
   * exchanged is not reported; it can be spoken to at once.
   */
  lose(peer: ProcessId): Arrival<M>[] {
    const link = this.#link(peer, 0);
    if (!link.up || link.absent) return [];
    const known = link.watched || link.used;
    link.up = !known;
    link.session++;
    link.paired = 0;
    link.confirmed = false;
    link.queue.length = 0;
    link.oldest = 0;
    link.unsent = 0;
    link.expected = 0;
    link.early.clear();
    link.acknowledgeAt = NEVER;
    link.resendAt = NEVER;
    link.backoff = 1;
    this.#dirty.delete(link);
    this.#schedule(link);
    return known ? [{ type: 'lost', from: peer }] : [];
  }

  /** Sends what is due; tells of processes that have been silent for too long. */
  flush(now: Micros): Arrival<M>[] {
    this.#begin(now);
    const arrivals: Arrival<M>[] = [];
    for (const link of this.#dirty) {
      if (link.paired !== 0) this.#send(link, now, link.unsent);
    }
    this.#dirty.clear();
    for (let link = this.#timers.due(now); link !== undefined; link = this.#timers.due(now)) {
      link.timerAt = NEVER;
      if (link.watched && link.up && now - link.lastReceived >= this.#times.silence) {
        arrivals.push(...this.lose(link.peer));
      }
      if (now >= link.resendAt) {
        link.backoff = Math.min(2 * link.backoff, LONGEST_BACKOFF);
        link.resendAt = NEVER;
        this.#send(link, now, link.oldest);
      } else if (now >= link.acknowledgeAt || now >= this.#heartbeatAt(link)) {
        if (link.paired === 0) link.backoff = Math.min(2 * link.backoff, LONGEST_BACKOFF);
        this.#send(link, now, link.unsent);
      }
      this.#schedule(link);
    }
    return arrivals;
  }

  /** When `flush` has something to do although nothing happens. */
  get wakeAt(): Micros {
    return this.#begun ? this.#timers.next : 0;
  }

  /**
   * A process that was started again sends a packet to all others, so that those that gave something to its earlier
   * incarnation learn of it.
   */
  #begin(now: Micros): void {
    if (this.#begun) return;
    this.#begun = true;
    for (let peer = 0; peer < this.#size; peer++) {
      if (peer === this.#self) continue;
      if (this.#incarnation > 0 || this.#watched(peer)) this.#link(peer, now);
    }
  }

  /**
   * The first incarnations of two processes are paired from the beginning, since nothing older can be
   * under way; a later one, and an end whose peer is absent, waits for a packet of the other end.
   */
  #link(peer: ProcessId, now: Micros): Link<M> {
    const known = this.#links.get(peer);
    if (known !== undefined) return known;
    const absent = this.#absent.has(peer);
    const first = this.#incarnation === 0 && !absent;
    const link: Link<M> = {
      peer,
      watched: this.#watched(peer),
      session: this.#incarnation * SESSIONS + 1,
      theirSession: first ? 1 : 0,
      paired: first ? 1 : 0,
      confirmed: false,
      used: false,
      up: !absent,
      absent,
      oldest: 0,
      unsent: 0,
      queue: [],
      expected: 0,
      early: new Map(),
      acknowledgeAt: NEVER,
      resendAt: NEVER,
      timerAt: NEVER,
      lastSent: first ? now : now - this.#times.heartbeat,
      lastReceived: now,
      backoff: 1,
    };
    this.#links.set(peer, link);
    this.#schedule(link);
    return link;
  }

  /** Sees to it that the link is looked at in time; looking too early does no harm. */
  #schedule(link: Link<M>): void {
    let next = Math.min(link.acknowledgeAt, link.resendAt, this.#heartbeatAt(link));
    if (link.watched && link.up) next = Math.min(next, link.lastReceived + this.#times.silence);
    if (next >= link.timerAt) return;
    link.timerAt = next;
    this.#timers.add(link, next);
  }

  /** A watched link always has a heartbeat; another one while it waits for the other end. */
  #heartbeatAt(link: Link<M>): Micros {
    const { heartbeat } = this.#times;
    if (link.absent) return NEVER;
    if (link.watched) return link.lastSent + heartbeat;
    return link.paired === 0 ? link.lastSent + heartbeat * link.backoff : NEVER;
  }

  #read(bytes: Uint8Array) {
    try {
      const reader = new Reader(bytes);
      reader.checksum();
      const header = this.#header.read(reader);
      const known = header.version === VERSION && header.from !== this.#self;
      return known
        ? { ...header, messages: this.#readMessages(reader, header.messages) }
        : undefined;
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  }

  #readMessages(reader: Reader, count: number): readonly M[] | undefined {
    try {
      const messages = Array.from({ length: count }, () => this.#message.read(reader));
      return reader.atEnd ? messages : undefined;
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  }

  /** Sends messages from `first` on; none while the other end is not known. */
  #send(link: Link<M>, now: Micros, first: number): void {
    const body = new Writer();
    let messages = 0;
    const waiting = link.paired === 0 ? 0 : link.oldest + link.queue.length - first;
    const most = Math.min(waiting, MAX_BATCH);
    while (messages < most && body.length < MAX_BATCH_BYTES) {
      this.#message.write(body, link.queue[first - link.oldest + messages]!);
      messages++;
    }
    const out = new Writer();
    this.#header.write(out, {
      version: VERSION,
      from: this.#self,
      session: link.session,
      yourSession: link.paired,
      first,
      received: link.expected,
      messages,
    });
    out.append(body);
    link.unsent = Math.max(link.unsent, first + messages);
    link.lastSent = now;
    link.acknowledgeAt = NEVER;
    if (messages > 0) {
      link.resendAt = Math.min(link.resendAt, now + this.#times.resend * link.backoff);
    }
    const packet = out.takeChecked();
    this.#counters.messages++;
    this.#counters.bytes += packet.length;
    this.#schedule(link);
    this.#outlet.send(link.peer, packet);
    const last = link.oldest + link.queue.length;
    if (messages > 0 && link.unsent < last) this.#send(link, now, link.unsent);
  }

  #acknowledged(link: Link<M>, received: number, now: Micros): void {
    const count = Math.min(received, link.unsent) - link.oldest;
    if (count <= 0) return;
    link.queue.splice(0, count);
    link.oldest += count;
    link.backoff = 1;
    link.resendAt = link.unsent > link.oldest ? now + this.#times.resend : NEVER;
    this.#schedule(link);
  }

  #acknowledgeBy(link: Link<M>, at: Micros): void {
    link.acknowledgeAt = Math.min(link.acknowledgeAt, at);
    this.#schedule(link);
  }
}
