// Links between processes, on which every message arrives once and in order, or the link breaks and
// both ends are told. Packets may be lost, late, doubled and reordered, and processes may die, begin
// anew or fall silent for a while: algorithms see none of it but `lost` and `back`.
//
// A link has a session at each end: a number that grows whenever that end begins anew. Messages are
// numbered within a session; packets carry the numbers, what has been received so far, and both
// sessions, so that nothing of an older pairing is taken for new. What is not acknowledged is sent
// again; an end that is watched and stays silent is lost.
import type { Micros, Outlet, ProcessId } from './actor.js';
import type { Counters } from './counters.js';
import { count, type Field, list, Malformed, Reader, record, Writer } from './wire.js';

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
}

/** For hosts on which a packet takes less than some milliseconds. */
export const LINK_TIMES: LinkTimes = {
  heartbeat: 200_000,
  silence: 2_000_000,
  resend: 100_000,
  acknowledge: 20_000,
};

/** What comes out of a packet, in order. */
export type Arrival<M> =
  | { readonly type: 'message'; readonly from: ProcessId; readonly message: M }
  /** All that was under way to and from the process is lost; what it was given must be done again. */
  | { readonly type: 'lost'; readonly from: ProcessId }
  /** The process can be reached again, and knows nothing of what was before. */
  | { readonly type: 'back'; readonly from: ProcessId };

const VERSION = 1;
const MAX_BATCH = 512;
/** Messages kept that arrived before their turn. */
const MAX_EARLY = 4096;
const LONGEST_BACKOFF = 8;
/** Sessions of one incarnation of a process. */
const SESSIONS = 2 ** 20;

interface Link<M> {
  readonly peer: ProcessId;
  session: number;
  /** The latest session of the other end, 0 before its first packet. */
  theirSession: number;
  /** Their session with which this end's session is paired, 0 when it begins anew. */
  paired: number;
  up: boolean;
  /** Numbers of the oldest message that is not acknowledged, and of the first that was never sent. */
  oldest: number;
  unsent: number;
  readonly queue: M[];
  expected: number;
  readonly early: Map<number, M>;
  /** When an acknowledgement is due; Infinity when none is owed. */
  acknowledgeAt: Micros;
  lastSent: Micros;
  lastHeard: Micros;
  backoff: number;
}

const number = count(Number.MAX_SAFE_INTEGER);

/** One process's ends of its links. `M` is the algorithm's message. */
export class Links<M> {
  readonly #self: ProcessId;
  readonly #times: LinkTimes;
  readonly #outlet: Outlet;
  readonly #counters: Counters;
  readonly #watched: (peer: ProcessId) => boolean;
  readonly #links: Link<M>[];
  readonly #packet;
  readonly #dirty = new Set<Link<M>>();
  #timerAt: Micros = 0;

  /**
   * `incarnation` counts how often this process was started before. `watched` says with which
   * processes heartbeats are exchanged; it must be the same relation at both ends.
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
  ) {
    this.#self = self;
    this.#times = times;
    this.#outlet = outlet;
    this.#counters = counters;
    this.#watched = watched;
    this.#links = Array.from({ length: size }, (_, peer) => ({
      peer,
      session: incarnation * SESSIONS + 1,
      theirSession: 0,
      paired: 0,
      up: true,
      oldest: 0,
      unsent: 0,
      queue: [],
      expected: 0,
      early: new Map(),
      acknowledgeAt: Number.POSITIVE_INFINITY,
      lastSent: 0,
      lastHeard: 0,
      backoff: 1,
    }));
    this.#packet = record({
      version: count(VERSION),
      from: count(size - 1),
      session: number,
      yourSession: number,
      first: number,
      received: number,
      messages: list(message, MAX_BATCH),
    });
  }

  /** False while the process is lost. */
  isUp(peer: ProcessId): boolean {
    return this.#links[peer]!.up;
  }

  /** Sends a message with the next packet. A message to a lost process is dropped. */
  post(to: ProcessId, message: M): void {
    const link = this.#links[to]!;
    if (!link.up) return;
    link.queue.push(message);
    this.#dirty.add(link);
  }

  /** What a packet brings. A packet that makes no sense brings nothing and is counted. */
  receive(bytes: Uint8Array, now: Micros): Arrival<M>[] {
    const packet = this.#read(bytes);
    if (packet === undefined) {
      this.#counters.refused++;
      return [];
    }
    const link = this.#links[packet.from]!;
    if (packet.session < link.theirSession) return [];
    const answers = packet.yourSession === link.session;
    if (!answers && packet.yourSession !== 0) {
      // It still speaks to an earlier session of this end and must hear that there is another.
      this.#owe(link, now, 0);
      return [];
    }
    const arrivals = packet.session > link.theirSession ? this.#pair(link, packet, now) : [];
    if (link.paired !== packet.session) {
      this.#owe(link, now, 0);
      return arrivals;
    }
    link.lastHeard = now;
    if (answers) this.#acknowledged(link, packet.received);
    packet.messages.forEach((message, index) => {
      const at = packet.first + index;
      if (at >= link.expected && at < link.expected + MAX_EARLY) link.early.set(at, message);
    });
    if (packet.messages.length > 0) this.#owe(link, now, this.#times.acknowledge);
    for (let next = link.early.get(link.expected); next !== undefined; ) {
      link.early.delete(link.expected++);
      arrivals.push({ type: 'message', from: link.peer, message: next });
      next = link.early.get(link.expected);
    }
    return arrivals;
  }

  /** The other end has begun a new session: this end answers it, or begins anew as well. */
  #pair(
    link: Link<M>,
    packet: { session: number; yourSession: number },
    now: Micros,
  ): Arrival<M>[] {
    const arrivals: Arrival<M>[] = [];
    const { peer: from } = link;
    const wasPaired = link.paired !== 0;
    if (wasPaired) {
      arrivals.push({ type: 'lost', from }, { type: 'back', from });
      if (packet.yourSession === 0) this.#reset(link);
    } else if (!link.up) {
      arrivals.push({ type: 'back', from });
    }
    link.up = true;
    link.theirSession = packet.session;
    link.paired = packet.session;
    link.expected = 0;
    link.early.clear();
    this.#owe(link, now, 0);
    return arrivals;
  }

  /** The host says that a process died. */
  lose(peer: ProcessId): Arrival<M>[] {
    const link = this.#links[peer]!;
    if (!link.up) return [];
    link.up = false;
    this.#reset(link);
    return [{ type: 'lost', from: peer }];
  }

  /** Sends what is due; tells of processes that have been silent for too long. */
  flush(now: Micros): Arrival<M>[] {
    const arrivals: Arrival<M>[] = [];
    for (const link of this.#dirty) this.#send(link, now, link.unsent);
    this.#dirty.clear();
    if (now < this.#timerAt) return arrivals;
    let next = Number.POSITIVE_INFINITY;
    for (const link of this.#links) {
      if (link.peer === this.#self) continue;
      const watched = this.#watched(link.peer);
      if (watched && link.up && now - link.lastHeard >= this.#times.silence) {
        arrivals.push(...this.lose(link.peer));
      }
      const { resend, heartbeat } = this.#times;
      if (link.queue.length > 0 && now - link.lastSent >= resend * link.backoff) {
        this.#send(link, now, link.oldest);
        link.backoff = Math.min(2 * link.backoff, LONGEST_BACKOFF);
      } else if (now >= link.acknowledgeAt || (watched && now - link.lastSent >= heartbeat)) {
        this.#send(link, now, link.unsent);
      }
      next = Math.min(next, this.#nextTimer(link, watched));
    }
    this.#timerAt = next;
    return arrivals;
  }

  /** When `flush` has something to do although nothing happens. */
  get wakeAt(): Micros {
    return this.#timerAt;
  }

  #nextTimer(link: Link<M>, watched: boolean): Micros {
    const { resend, heartbeat, silence } = this.#times;
    let next = link.acknowledgeAt;
    if (link.queue.length > 0) next = Math.min(next, link.lastSent + resend * link.backoff);
    if (watched) {
      next = Math.min(next, link.lastSent + heartbeat);
      if (link.up) next = Math.min(next, link.lastHeard + silence);
    }
    return next;
  }

  #read(bytes: Uint8Array) {
    try {
      const reader = new Reader(bytes);
      const packet = this.#packet.read(reader);
      const known = packet.version === VERSION && packet.from !== this.#self;
      return known && reader.atEnd ? packet : undefined;
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  }

  #send(link: Link<M>, now: Micros, first: number): void {
    const start = first - link.oldest;
    const messages = link.queue.slice(start, start + MAX_BATCH);
    const out = new Writer();
    this.#packet.write(out, {
      version: VERSION,
      from: this.#self,
      session: link.session,
      yourSession: link.paired,
      first,
      received: link.expected,
      messages,
    });
    link.unsent = Math.max(link.unsent, first + messages.length);
    link.lastSent = now;
    link.acknowledgeAt = Number.POSITIVE_INFINITY;
    const packet = out.take();
    this.#counters.messages++;
    this.#counters.bytes += packet.length;
    this.#timerAt = Math.min(this.#timerAt, this.#nextTimer(link, this.#watched(link.peer)));
    this.#outlet.send(link.peer, packet);
    if (link.unsent < link.oldest + link.queue.length) this.#send(link, now, link.unsent);
  }

  #acknowledged(link: Link<M>, received: number): void {
    const count = Math.min(received, link.unsent) - link.oldest;
    if (count <= 0) return;
    link.queue.splice(0, count);
    link.oldest += count;
    link.backoff = 1;
  }

  #owe(link: Link<M>, now: Micros, delay: Micros): void {
    link.acknowledgeAt = Math.min(link.acknowledgeAt, now + delay);
    this.#timerAt = Math.min(this.#timerAt, link.acknowledgeAt);
  }

  /** Begins a new session: nothing of the old one will be sent or accepted. */
  #reset(link: Link<M>): void {
    link.session++;
    link.paired = 0;
    link.queue.length = 0;
    link.oldest = 0;
    link.unsent = 0;
    link.expected = 0;
    link.early.clear();
    link.backoff = 1;
    this.#dirty.delete(link);
  }
}
