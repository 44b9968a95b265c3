// Messages as bytes. A message is a record whose fields are declared once, with their ranges; the
// declaration gives its type, its encoding (numbers in as few bytes as they need) and the check of
// what arrives. Nothing received is trusted: a field out of range, a list too long or a byte too many
// refuses the whole packet.

/** The greatest packet that is read at all, in bytes. */
export const MAX_PACKET = 1 << 20;

/** Bytes being written; grows as needed. */
export class Writer {
  #bytes = new Uint8Array(64);
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** An unsigned integer up to 2^53 - 1, seven bits a byte. */
  unsigned(value: number): void {
    if (!(Number.isSafeInteger(value) && value >= 0)) {
      throw new RangeError(`${value} cannot be written: expected a whole number from 0`);
    }
    let rest = value;
    while (rest >= 0x80) {
      this.#byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#byte(rest);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    while (this.#length + bytes.length > this.#bytes.length) this.#grow();
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** The bytes behind their checksum, for a reader that begins with `checksum`. */
  takeChecked(): Uint8Array {
    const packet = new Uint8Array(CHECKSUM_BYTES + this.#length);
    packet.set(this.#bytes.subarray(0, this.#length), CHECKSUM_BYTES);
    writeSum(packet, checksum(packet));
    return packet;
  }

  append(other: Writer): void {
    this.raw(other.#bytes.subarray(0, other.#length));
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = value;
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

const CHECKSUM_BYTES = 4;

/** FNV-1a of what follows the checksum: a single wrong byte is always noticed. */
function checksum(packet: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let at = CHECKSUM_BYTES; at < packet.length; at++) {
    sum = Math.imul(sum ^ packet[at]!, 0x01000193);
  }
  return sum;
}

function writeSum(packet: Uint8Array, sum: number): void {
  for (let byte = 0; byte < CHECKSUM_BYTES; byte++) packet[byte] = sum >>> (8 * byte);
}

function readSum(packet: Uint8Array): number {
  return packet[0]! | (packet[1]! << 8) | (packet[2]! << 16) | (packet[3]! << 24);
}

/** The eighth byte of a number has the last of its 53 bits. */
const MAX_FACTOR = 2 ** 49;

/** Why a packet was refused. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** Bytes being read. Throws Malformed where they end too early or make no number. */
export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.length > MAX_PACKET) throw new Malformed(`${bytes.length} bytes are too many`);
    this.#bytes = bytes;
  }

  /** Reads the checksum with which the packet begins, and refuses it when it is wrong. */
  checksum(): void {
    if (this.#bytes.length < CHECKSUM_BYTES) throw new Malformed('the packet has no checksum');
    if (readSum(this.#bytes) !== checksum(this.#bytes)) throw new Malformed('a wrong checksum');
    this.#at = CHECKSUM_BYTES;
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      if (factor > MAX_FACTOR) throw new Malformed('a number is too long');
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Malformed('the packet ends in the middle of a number');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      factor *= 0x80;
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new Malformed('a number is too large');
    return value;
  }

  /** The next `length` bytes as they are: a view of the packet. */
  raw(length: number): Uint8Array {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new Malformed('the packet ends too early');
    this.#at += length;
    return this.#bytes.subarray(from, from + length);
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}

/** How a field is written, and what of it is accepted. `read` throws Malformed. */
export interface Field<T> {
  write(out: Writer, value: T): void;
  read(from: Reader): T;
}

/** The type that a field reads. */
export type Read<F> = F extends Field<infer T> ? T : never;

/** An integer 0 .. most. */
export function count(most: number): Field<number> {
  return {
    write: (out, value) => out.unsigned(value),
    read(from) {
      const value = from.unsigned();
      if (value > most) throw new Malformed(`${value} is greater than ${most}`);
      return value;
    },
  };
}

/** An integer -most .. most, small ones of either sign in few bytes. */
export function signed(most: number): Field<number> {
  return {
    write: (out, value) => out.unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    read(from) {
      const code = from.unsigned();
      const value = code % 2 === 1 ? -(code + 1) / 2 : code / 2;
      if (Math.abs(value) > most) throw new Malformed(`${value} is beyond +-${most}`);
      return value;
    },
  };
}

export const flag: Field<boolean> = {
  write: (out, value) => out.unsigned(value ? 1 : 0),
  read(from) {
    const value = from.unsigned();
    if (value > 1) throw new Malformed(`${value} is neither yes nor no`);
    return value === 1;
  },
};

/** At most `most` items. */
export function list<T>(item: Field<T>, most: number): Field<readonly T[]> {
  return {
    write(out, values) {
      out.unsigned(values.length);
      for (const value of values) item.write(out, value);
    },
    read(from) {
      const length = from.unsigned();
      if (length > most) throw new Malformed(`a list of ${length} is longer than ${most}`);
      return Array.from({ length }, () => item.read(from));
    },
  };
}

/** At most `most` bytes; those read are a view of the packet. */
export function bytes(most: number): Field<Uint8Array> {
  return {
    write(out, value) {
      out.unsigned(value.length);
      out.raw(value);
    },
    read(from) {
      const length = from.unsigned();
      if (length > most) throw new Malformed(`${length} bytes are more than ${most}`);
      return from.raw(length);
    },
  };
}

/** A value, or nothing. */
export function optional<T>(item: Field<T>): Field<T | undefined> {
  return {
    write(out, value) {
      flag.write(out, value !== undefined);
      if (value !== undefined) item.write(out, value);
    },
    read: (from) => (flag.read(from) ? item.read(from) : undefined),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a field may be of any type, and reads and writes the same.
type AnyField = Field<any>;

/** A record of fields, in the order of their declaration. */
export function record<F extends Record<string, AnyField>>(
  fields: F,
): Field<{ readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }> {
  const entries = Object.entries(fields);
  return {
    write(out, value) {
      for (const [name, field] of entries)
        field.write(out, (value as Record<string, unknown>)[name]);
    },
    read(from) {
      const value: Record<string, unknown> = {};
      for (const [name, field] of entries) value[name] = field.read(from);
      return value as never;
    },
  };
}

/** The kinds of messages of an algorithm: their names and the fields of each. */
export type Kinds = Readonly<Record<string, Record<string, AnyField>>>;

/** A message of one of these kinds: its fields, and its name as `type`. */
export type MessageOf<K extends Kinds> = {
  [Type in keyof K]: { readonly type: Type } & {
    readonly [Name in keyof K[Type]]: K[Type][Name] extends Field<infer T> ? T : never;
  };
}[keyof K];

/** Declares the messages of an algorithm; the order of the kinds is part of the encoding. */
export function defineMessages<K extends Kinds>(kinds: K): Field<MessageOf<K>> {
  const names = Object.keys(kinds);
  const records = names.map((name) => record(kinds[name]!));
  return {
    write(out, message) {
      const tag = names.indexOf(message.type as string);
      out.unsigned(tag);
      records[tag]!.write(out, message as never);
    },
    read(from) {
      const tag = from.unsigned();
      const fields = records[tag];
      if (fields === undefined) throw new Malformed(`there is no message of kind ${tag}`);
      return { type: names[tag], ...fields.read(from) } as MessageOf<K>;
    },
  };
}
