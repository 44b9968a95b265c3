// The packets of the ring: the shadow tables of its members, several in a packet when they meet. The
// packets carry a checksum but are neither numbered nor acknowledged: a process that needs a lost entry finds it
// again. A version of its own distinguishes them from the packets of links.
import { ENTRY_BYTES } from '../ports.js';
import {
  bytes,
  count,
  type Field,
  flag,
  list,
  MAX_PACKET,
  Malformed,
  Reader,
  record,
  Writer,
} from '../wire.js';

/** Entries of a shadow table, as in the thesis's tests. */
export const SHADOW_ENTRIES = 128;
/** Tables of a packet; more go into another. */
export const MAX_TABLES = 64;

const VERSION = 2;
/** Where the version stands in a packet: behind the checksum. */
const VERSION_AT = 4;

/** A member's shadow table on its way around. */
export interface ShadowTable {
  /** The process whose entries they are. */
  readonly origin: number;
  /** Grows with every table of a member, over its incarnations, too. */
  readonly sequence: number;
  /** None on the way back to their origin. */
  readonly entries: Uint8Array;
}

export interface RingPacket {
  readonly from: number;
  /** The receiver is to answer. */
  readonly answer: boolean;
  readonly tables: readonly ShadowTable[];
}

/** How the members of a ring write the entries of a shadow table. */
export interface EntryFormat {
  /** Of one shadow table. */
  readonly maxBytes: number;
  /** Entries of a shadow table; undefined when the bytes cannot be one. */
  count(entries: Uint8Array): number | undefined;
}

/** Entries of kernels' tables, all of one size. */
export const KERNEL_ENTRIES: EntryFormat = {
  maxBytes: ENTRY_BYTES * SHADOW_ENTRIES,
  count: ({ length }) => (length % ENTRY_BYTES === 0 ? length / ENTRY_BYTES : undefined),
};

const id = count(2 ** 16);
const header = { version: count(VERSION), from: id, answer: flag };
const sequence = count(Number.MAX_SAFE_INTEGER);
const packetOf = (entries: Field<Uint8Array>) =>
  record({ ...header, tables: list(record({ origin: id, sequence, entries }), MAX_TABLES) });

const written = packetOf(bytes(MAX_PACKET));

export const isRingPacket = (packed: Uint8Array): boolean => packed[VERSION_AT] === VERSION;

export function encodeRing(message: RingPacket): Uint8Array {
  const out = new Writer();
  written.write(out, { version: VERSION, ...message });
  return out.takeChecked();
}

/** Undefined when it makes no sense. */
export function decodeRing(
  packed: Uint8Array,
  format: EntryFormat = KERNEL_ENTRIES,
): RingPacket | undefined {
  try {
    const reader = new Reader(packed);
    reader.checksum();
    const message = packetOf(bytes(format.maxBytes)).read(reader);
    const whole = message.tables.every(
      ({ entries }) => entries.length === 0 || format.count(entries) !== undefined,
    );
    return message.version === VERSION && reader.atEnd && whole ? message : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
