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

  /** An unsigned integer up to 2^53 - 1, seven bits a byte. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#byte(rest);
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }
}

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

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Malformed('the packet ends in the middle of a number');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      factor *= 0x80;
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new Malformed('a number is too large');
    return value;
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
