// The ring on which processes with tables of their own exchange table entries (Brockington
// 1998, section 5.2.6). A member sends its shadow table to the next one when it has something to say to
// another process anyway; the receiver stores its entries and passes it on at once, and until it is back its
// member sends no other. Entries are facts about positions, so nothing is wrong when a table is lost or
// comes twice. A table that does not come back in time is given up; with the next one the member asks
// its neighbour for an answer, and passes over one that is silent.
import type { Micros, ProcessId } from '../actor.js';
import type { Counters } from '../counters.js';
import type { LinkTimes } from '../links.js';
import type { Exchange } from '../ports.js';
import type { ProcessSeat } from '../process.js';
import { MAX_PACKET } from '../wire.js';
import {
  decodeRing,
  type EntryFormat,
  encodeRing,
  KERNEL_ENTRIES,
  MAX_TABLES,
  type RingPacket,
  type ShadowTable,
} from './messages.js';

/** Tables of one incarnation of a member. */
const SEQUENCES = 2 ** 20;
/** A member that was never there is tried this many times less often than one that fell silent. */
const RARELY = 10;
const NO_ENTRIES = new Uint8Array(0);
/** Tables that would make a packet larger than this go into another one. */
const MAX_TABLES_BYTES = MAX_PACKET / 2;

/** What a member shares: its shadow table, as far as the ring needs it. */
export type SharedEntries = Pick<Exchange, 'waiting' | 'take' | 'give' | 'used'>;

/** A member's end of the ring. */
export class Ring {
  readonly #self: ProcessId;
  /** In the order of the ring, which is that of their numbers. */
  readonly #members: readonly ProcessId[];
  readonly #exchange: SharedEntries;
  readonly #format: EntryFormat;
  readonly #counters: Counters;
  readonly #times: LinkTimes;
  readonly #send: (to: ProcessId, packet: Uint8Array) => void;
  /** The host's counts before this search. */
  readonly #usedBefore: number;
  /** The latest table of each member that has come by. */
  readonly #seen = new Map<ProcessId, number>();
  /** Members that do not answer, and until when they are passed over. */
  readonly #aside = new Map<ProcessId, Micros>();
  /** Members that had not begun when this one did, and have sent nothing yet. */
  readonly #absent: Set<ProcessId>;
  #sequence: number;
  /** The own table on its way, and when it is given up. */
  #away: { readonly sequence: number; readonly until: Micros } | undefined;
  /** The neighbour that was asked for an answer, and until when it may give one. */
  #asked: { readonly member: ProcessId; readonly until: Micros } | undefined;
  #doubtful = false;
  /**
   * No other table is sent before, however soon the last one is back: with few members it is back at once,
   * and while they wait, deeper entries take the places of those that are hardly worth a message.
   */
  #restUntil: Micros = 0;
  #passing: ShadowTable[] = [];

  /** `members` are all processes of the ring in order, this one among them, at least two. */
  constructor(
    { self, incarnation, absent = [] }: ProcessSeat,
    members: readonly ProcessId[],
    exchange: SharedEntries,
    counters: Counters,
    times: LinkTimes,
    send: (to: ProcessId, packet: Uint8Array) => void,
    format: EntryFormat = KERNEL_ENTRIES,
  ) {
    this.#self = self;
    this.#members = members;
    this.#exchange = exchange;
    this.#format = format;
    this.#counters = counters;
    this.#times = times;
    this.#send = send;
    this.#sequence = incarnation * SEQUENCES;
    this.#absent = new Set(absent);
    for (const member of absent) this.#aside.set(member, RARELY * times.silence);
    this.#usedBefore = exchange.used;
  }

  /** Takes a packet of the ring. What is to be passed on waits for `pass`. */
  receive(packed: Uint8Array): void {
    const packet = decodeRing(packed, this.#format);
    if (packet === undefined || !this.#isPeer(packet.from)) {
      this.#counters.refused++;
      return;
    }
    const { from } = packet;
    this.#aside.delete(from);
    this.#absent.delete(from);
    if (this.#asked?.member === from) this.#asked = undefined;
    for (const table of packet.tables) this.#take(table);
    if (packet.answer) this.#post(from, { answer: false, tables: [] });
  }

  #take(table: ShadowTable): void {
    const { origin, sequence, entries } = table;
    if (origin === this.#self) {
      if (this.#away?.sequence === sequence) this.#away = undefined;
      return;
    }
    if (!this.#isPeer(origin) || sequence <= (this.#seen.get(origin) ?? -1)) return;
    this.#seen.set(origin, sequence);
    if (entries.length > 0) this.#counters.entriesReceived += this.#exchange.give(entries);
    this.#passing.push(table);
  }

  /** Passes on what has come, in as few packets as possible. True when there was something. */
  pass(now: Micros): boolean {
    if (this.#passing.length === 0) return false;
    const to = this.#next(now);
    const tables = this.#passing.flatMap((table) => {
      // All members behind its origin have had it.
      if (to === undefined || this.#distance(to) > this.#distance(table.origin)) return [];
      return [to === table.origin ? { ...table, entries: NO_ENTRIES } : table];
    });
    this.#passing = [];
    for (const some of inPackets(tables)) this.#post(to!, { answer: false, tables: some });
    return true;
  }

  /** Sends the own shadow table, if there is something in it and the last one is back. */
  share(now: Micros): void {
    this.#counters.entriesUsed = this.#exchange.used - this.#usedBefore;
    if (this.#away !== undefined && now >= this.#away.until) {
      this.#away = undefined;
      this.#doubtful = true;
    }
    if (this.#away !== undefined || now < this.#restUntil || this.#exchange.waiting === 0) return;
    const to = this.#next(now);
    if (to === undefined) return;
    const entries = this.#exchange.take();
    this.#counters.entriesSent += this.#format.count(entries) ?? 0;
    const { resend, acknowledge } = this.#times;
    this.#sequence++;
    this.#restUntil = now + acknowledge;
    this.#away = {
      sequence: this.#sequence,
      until: now + resend + this.#members.length * this.#hop,
    };
    if (this.#doubtful) this.#asked ??= { member: to, until: now + resend + this.#hop };
    const table = { origin: this.#self, sequence: this.#sequence, entries };
    this.#post(to, { answer: this.#doubtful, tables: [table] });
    this.#doubtful = false;
  }

  /** From a member to the next and back, at most. */
  get #hop(): Micros {
    return this.#times.roundTrip ?? this.#times.acknowledge;
  }

  /** The next member that is not passed over. */
  #next(now: Micros): ProcessId | undefined {
    if (this.#asked !== undefined && now >= this.#asked.until) {
      const rest = this.#times.silence * (this.#absent.has(this.#asked.member) ? RARELY : 1);
      this.#aside.set(this.#asked.member, now + rest);
      this.#asked = undefined;
    }
    const members = this.#members;
    const at = members.indexOf(this.#self);
    for (let steps = 1; steps < members.length; steps++) {
      const member = members[(at + steps) % members.length]!;
      const until = this.#aside.get(member);
      if (until === undefined || now >= until) return member;
    }
    return undefined;
  }

  /** Members from this one to that one, along the ring. */
  #distance(to: ProcessId): number {
    const { length } = this.#members;
    return (this.#members.indexOf(to) - this.#members.indexOf(this.#self) + length) % length;
  }

  #isPeer(process: ProcessId): boolean {
    return process !== this.#self && this.#members.includes(process);
  }

  #post(to: ProcessId, message: Omit<RingPacket, 'from'>): void {
    const packet = encodeRing({ from: this.#self, ...message });
    this.#counters.messages++;
    this.#counters.bytes += packet.length;
    this.#send(to, packet);
  }
}

/** The tables of each packet. */
function inPackets(tables: readonly ShadowTable[]): ShadowTable[][] {
  const packets: ShadowTable[][] = [];
  let bytes = 0;
  for (const table of tables) {
    const last = packets.at(-1);
    bytes += table.entries.length;
    if (last !== undefined && last.length < MAX_TABLES && bytes <= MAX_TABLES_BYTES) {
      last.push(table);
    } else {
      packets.push([table]);
      bytes = table.entries.length;
    }
  }
  return packets;
}
