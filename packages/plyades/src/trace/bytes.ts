// Numbers of a trace as bytes: whole ones in as few bytes as they need, NaN in one byte, any other number in nine.
// Writing is on the path of every traced search, so small numbers take a short way. Nothing read is trusted.

/** Why bytes are no trace. */
export class TraceDamage extends Error {
  override readonly name = 'TraceDamage';
}

/** Codes before those of whole numbers: NaN, and a float of eight bytes. */
const NAN = 0;
const FLOAT = 1;
const FIRST = 2;
/** Beyond this a whole number is written as a float. */
const MAX_WHOLE = 2 ** 51;
/** The eighth byte of a number has the last of its 53 bits. */
const MAX_FACTOR = 2 ** 49;

/** Bytes being written; grows as needed. */
export class TraceBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** A whole number from 0 to 2^53 - 1, seven bits a byte. */
  unsigned(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#grow(8);
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number, small ones of either sign in few bytes. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Any number. */
  number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= MAX_WHOLE) {
      this.unsigned(FIRST + (value < 0 ? -2 * value - 1 : 2 * value));
    } else if (Number.isNaN(value)) {
      this.unsigned(NAN);
    } else {
      this.unsigned(FLOAT);
      if (this.#length + 8 > this.#bytes.length) this.#grow(8);
      this.#view.setFloat64(this.#length, value);
      this.#length += 8;
    }
  }

  raw(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A copy of what was written; nothing is afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Bytes being read. Throws TraceDamage where they end too early or make no number. */
export class TraceReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get at(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** A whole number from 0 to `most`. */
  unsigned(most = Number.MAX_SAFE_INTEGER): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new TraceDamage('it ends in the middle of a number');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      if (factor >= MAX_FACTOR) throw new TraceDamage('a number is too long');
      factor *= 0x80;
    }
    if (!(value <= most)) throw new TraceDamage(`${value} is greater than ${most}`);
    return value;
  }

  signed(most = MAX_WHOLE): number {
    const code = this.unsigned(2 * most);
    return code % 2 === 1 ? -(code + 1) / 2 : code / 2;
  }

  number(): number {
    const code = this.unsigned();
    if (code === NAN) return Number.NaN;
    if (code === FLOAT) {
      if (this.#at + 8 > this.#bytes.length) throw new TraceDamage('it ends within a number');
      const value = this.#view.getFloat64(this.#at);
      this.#at += 8;
      return value;
    }
    const rest = code - FIRST;
    return rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2;
  }

  /** The next `length` bytes: a view. */
  raw(length: number): Uint8Array {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new TraceDamage('it ends too early');
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }
}
