// The wire format of protocol buffers, as far as exports need it: fields of a message as numbers, texts and messages.
import { TraceBytes } from './bytes.js';

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;

const encoder = new TextEncoder();

/** A message being written. Fields are named by their numbers. */
export class ProtoMessage {
  readonly #out: TraceBytes;

  constructor(capacity = 64) {
    this.#out = new TraceBytes(capacity);
  }

  /** An unsigned number, or an enumeration's. */
  unsigned(field: number, value: number): this {
    this.#out.unsigned(8 * field + VARINT);
    this.#out.unsigned(value);
    return this;
  }

  /** A whole number of type int64: a negative one takes ten bytes. */
  int64(field: number, value: number): this {
    if (value >= 0) return this.unsigned(field, value);
    this.#out.unsigned(8 * field + VARINT);
    const bytes = new Uint8Array(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    for (let i = 0; i < 10; i++) {
      bytes[i] = Number(rest & 0x7fn) | (i < 9 ? 0x80 : 0);
      rest >>= 7n;
    }
    this.#out.raw(bytes);
    return this;
  }

  fixed64(field: number, value: number): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
    return this.#raw64(field, bytes);
  }

  double(field: number, value: number): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    return this.#raw64(field, bytes);
  }

  text(field: number, value: string): this {
    return this.#bytes(field, encoder.encode(value));
  }

  message(field: number, message: ProtoMessage): this {
    return this.#bytes(field, message.take());
  }

  /** What was written; nothing is afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#out.take();
  }

  #bytes(field: number, bytes: Uint8Array): this {
    this.#out.unsigned(8 * field + LENGTH);
    this.#out.unsigned(bytes.length);
    this.#out.raw(bytes);
    return this;
  }

  #raw64(field: number, bytes: Uint8Array): this {
    this.#out.unsigned(8 * field + FIXED_64);
    this.#out.raw(bytes);
    return this;
  }
}
