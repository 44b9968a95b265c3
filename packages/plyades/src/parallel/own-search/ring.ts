// A worker of a program's search with a place in the ring (section 5.2.6): its shadow table goes from worker to worker
// instead of from each to all others. A search of the program's own lasts long, so tables of others are passed on in
// the middle of it, whenever the search looks at messages.
import type { Actor, Micros, Outlet } from '../actor.js';
import type { LinkTimes } from '../links.js';
import type { ProcessSeat } from '../process.js';
import { type EntryFormat, isRingPacket, SHADOW_ENTRIES } from '../ring/messages.js';
import { Ring, type SharedEntries } from '../ring/ring.js';
import { count, type Field, list, Malformed, Reader, record, signed, Writer } from '../wire.js';
import type { EntryBuffer } from './entry-buffer.js';

/** A shadow table has at most this many bytes: what does not fit is not sent. */
const MAX_TABLE_BYTES = 1 << 17;
/** An idle worker sends what it has; one that goes on searching sends a table with this many entries. */
const WORTHWHILE = SHADOW_ENTRIES / 4;

/** The largest integer that may be a hash of the program's. */
export const MAX_HASH = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/** The program's entries in bytes: how many they are, then hash and entry of each. */
export const OWN_ENTRIES: EntryFormat = {
  maxBytes: MAX_TABLE_BYTES,
  count(entries) {
    try {
      return count(SHADOW_ENTRIES).read(new Reader(entries));
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  },
};

/** The shadow table of a worker, and the way into the program's own table. */
export class OwnExchange<Entry> implements SharedEntries {
  readonly #buffer: EntryBuffer<Entry>;
  readonly #insert: (hash: number, entry: Entry) => void;
  readonly #entry;
  readonly #entries;
  /** Tables whose bytes were no entries. */
  refused = 0;
  /** How often an entry has helped is known to the program alone. */
  readonly used = 0;

  constructor(
    buffer: EntryBuffer<Entry>,
    entry: Field<Entry>,
    insert: (hash: number, entry: Entry) => void,
  ) {
    this.#buffer = buffer;
    this.#insert = insert;
    this.#entry = record({ hash: signed(MAX_HASH), entry });
    this.#entries = list(this.#entry, SHADOW_ENTRIES);
  }

  get waiting(): number {
    return this.#buffer.size;
  }

  take(): Uint8Array {
    const { hashes, entries } = this.#buffer.take();
    const body = new Writer();
    let written = 0;
    for (const [index, entry] of entries.entries()) {
      const one = new Writer();
      this.#entry.write(one, { hash: hashes[index]!, entry });
      if (body.length + one.length > MAX_TABLE_BYTES - 8) continue;
      body.append(one);
      written++;
    }
    const out = new Writer();
    out.unsigned(written);
    out.append(body);
    return out.take();
  }

  give(bytes: Uint8Array): number {
    const entries = this.#read(bytes);
    for (const { hash, entry } of entries) this.#insert(hash, entry);
    return entries.length;
  }

  #read(bytes: Uint8Array): readonly { readonly hash: number; readonly entry: Entry }[] {
    try {
      const reader = new Reader(bytes);
      const entries = this.#entries.read(reader);
      if (reader.atEnd) return entries;
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
    }
    this.refused++;
    return [];
  }
}

/** A worker with its end of the ring. */
export interface RingWorker {
  readonly actor: Actor;
  /** Passes on what has come; called from within searches. */
  pass(now: Micros): void;
}

/** All processes but the master are members. `create` makes the worker. */
export function createRingWorker<Entry>(
  create: (outlet: Outlet) => Actor,
  seat: ProcessSeat,
  outlet: Outlet,
  exchange: OwnExchange<Entry>,
  times: LinkTimes,
): RingWorker {
  const actor = create(outlet);
  const { counters } = actor;
  const members = Array.from({ length: seat.size - 1 }, (_, index) => index + 1);
  const send = (to: number, packet: Uint8Array) => outlet.send(to, packet);
  const ring = new Ring(seat, members, exchange, counters, times, send, OWN_ENTRIES);
  return {
    actor: {
      ...{ counters, settle: (iteration) => actor.settle?.(iteration) },
      receive(packet, now) {
        if (!isRingPacket(packet)) {
          actor.receive(packet, now);
          return;
        }
        const { refused } = exchange;
        ring.receive(packet);
        counters.refused += exchange.refused - refused;
      },
      lost: (process, now) => actor.lost(process, now),
      step(budget, now) {
        ring.pass(now);
        const step = actor.step(budget, now);
        if (step.idle || exchange.waiting >= WORTHWHILE) ring.share(now);
        return step;
      },
    },
    pass: (now) => void ring.pass(now),
  };
}
