// A bounded ring of packets in shared memory, from one writing thread to one reading thread. With one writer to a ring,
// a thread that dies while it writes leaves nothing behind that others would have to skip: a record counts once the
// writer has moved `written` past it, and that is its last store.
//
// `written` and `read` count bytes modulo 2^32, each stored by one side only. A record is its length, its number in
// the ring and its bytes, filled up to a multiple of 8; it may run over the end of the ring. A packet that is longer than
// half of the ring travels in several records, all but the last with the mark MORE. When the ring is full, packets wait
// in the writer's own memory, in order; the writer sets `starved`, and the reader tells it when there is room again.
// The reader believes nothing: a count, length or number that cannot be right sets `refused`, and neither side uses the
// ring after that.
import { MAX_PACKET } from '../../parallel/wire.js';

/** Words of the head; what each side stores lies in a cache line of its own. */
const WRITTEN = 0;
const STARVED = 1;
const READ = 16;
const REFUSED = 17;
const HEAD_WORDS = 32;
const HEAD_BYTES = 4 * HEAD_WORDS;

const RECORD_HEAD = 8;
const MORE = 1 << 30;

export const MIN_RING_BYTES = 1 << 10;
const MAX_RING_BYTES = 1 << 20;

/** The bytes of a ring; undefined for memory that cannot be one. */
function capacityOf(buffer: SharedArrayBuffer): number | undefined {
  const capacity = buffer.byteLength - HEAD_BYTES;
  const fits = capacity >= MIN_RING_BYTES && capacity <= MAX_RING_BYTES;
  return fits && (capacity & (capacity - 1)) === 0 ? capacity : undefined;
}

const mostOf = (capacity: number): number => capacity / 2 - RECORD_HEAD;
const paddedBytes = (length: number): number => RECORD_HEAD + ((length + 7) & ~7);

/** The writing end. */
export class RingWriter {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #capacity: number;
  #written = 0;
  #number = 0;
  /** Packets that wait for room, in order, and how much of the first has been written. */
  readonly #waiting: Uint8Array[] = [];
  #begun = 0;

  /** `capacity`: a power of 2, from MIN_RING_BYTES on. */
  constructor(capacity: number) {
    this.buffer = new SharedArrayBuffer(HEAD_BYTES + capacity);
    if (capacityOf(this.buffer) === undefined) throw new RangeError(`a ring of ${capacity} bytes`);
    this.#capacity = capacity;
    this.#words = new Int32Array(this.buffer);
    this.#bytes = new Uint8Array(this.buffer, HEAD_BYTES);
  }

  /** True when the reader has refused the ring: what was not read is lost. */
  get refused(): boolean {
    return Atomics.load(this.#words, REFUSED) !== 0;
  }

  /** True when packets wait for room: `flush` must be called again. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes a packet of 1 to MAX_PACKET bytes; true when something was written for the reader. */
  send(packet: Uint8Array): boolean {
    if (packet.length < 1 || packet.length > MAX_PACKET) {
      throw new RangeError(`a packet of ${packet.length} bytes: expected 1 to ${MAX_PACKET}`);
    }
    this.#waiting.push(packet);
    return this.#waiting.length === 1 && this.flush();
  }

  /** Writes what has room. The reader tells this thread of room when some packets are left waiting. */
  flush(): boolean {
    if (this.refused) return false;
    const from = this.#written;
    this.#writeAll();
    if (this.#waiting.length > 0) {
      Atomics.store(this.#words, STARVED, 1);
      // The reader may have made room before it could see the word.
      this.#writeAll();
    }
    return this.#written !== from;
  }

  /** Of a refused ring: the packets that were not written whole, to be sent another way. */
  takeWaiting(): Uint8Array[] {
    this.#begun = 0;
    return this.#waiting.splice(0);
  }

  #writeAll(): void {
    let sent = 0;
    while (sent < this.#waiting.length && this.#write(this.#waiting[sent]!)) sent++;
    this.#waiting.splice(0, sent);
  }

  /** Writes the rest of a packet; false when there is not enough room. */
  #write(packet: Uint8Array): boolean {
    const most = mostOf(this.#capacity);
    while (true) {
      const length = Math.min(packet.length - this.#begun, most);
      const used = (this.#written - Atomics.load(this.#words, READ)) | 0;
      // Nonsense in place of the reader's count leaves no room, so nothing is overwritten.
      if (used < 0 || this.#capacity - used < paddedBytes(length)) return false;
      const end = this.#begun + length;
      this.#put(packet, this.#begun, length, end < packet.length ? MORE : 0);
      if (end === packet.length) {
        this.#begun = 0;
        return true;
      }
      this.#begun = end;
    }
  }

  #put(packet: Uint8Array, from: number, length: number, mark: number): void {
    const mask = this.#capacity - 1;
    const at = this.#written & mask;
    this.#words[HEAD_WORDS + (at >>> 2)] = length | mark;
    this.#words[HEAD_WORDS + (at >>> 2) + 1] = this.#number;
    const start = (at + RECORD_HEAD) & mask;
    const first = Math.min(length, this.#capacity - start);
    this.#bytes.set(packet.subarray(from, from + first), start);
    if (first < length) this.#bytes.set(packet.subarray(from + first, from + length), 0);
    this.#number = (this.#number + 1) | 0;
    this.#written = (this.#written + paddedBytes(length)) | 0;
    Atomics.store(this.#words, WRITTEN, this.#written);
  }
}

/** The reading end. */
export class RingReader {
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #capacity: number;
  #read = 0;
  #number = 0;
  /** The records of a packet that has not come whole. */
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #refused = false;

  private constructor(buffer: SharedArrayBuffer, capacity: number) {
    this.#capacity = capacity;
    this.#words = new Int32Array(buffer);
    this.#bytes = new Uint8Array(buffer, HEAD_BYTES);
  }

  /** The reading end of a new ring; undefined for memory that cannot be one. */
  static open(buffer: SharedArrayBuffer): RingReader | undefined {
    const capacity = capacityOf(buffer);
    return capacity === undefined ? undefined : new RingReader(buffer, capacity);
  }

  /** True after a record that could not be right. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Appends the packets that are there, as copies of its own; true when the writer waits for room and needs a ring of its bell. */
  readInto(packets: Uint8Array[]): boolean {
    const written = Atomics.load(this.#words, WRITTEN);
    if (written === this.#read || this.#refused) return false;
    if (!this.#readTo(written, packets)) {
      this.#refused = true;
      this.#parts = [];
      Atomics.store(this.#words, REFUSED, 1);
      return true;
    }
    Atomics.store(this.#words, READ, this.#read);
    return (
      Atomics.load(this.#words, STARVED) !== 0 && Atomics.exchange(this.#words, STARVED, 0) !== 0
    );
  }

  /** False when a record cannot be right. */
  #readTo(written: number, packets: Uint8Array[]): boolean {
    const all = (written - this.#read) | 0;
    if (all < 0 || all > this.#capacity) return false;
    for (let left = all; left > 0; ) {
      const at = HEAD_WORDS + ((this.#read & (this.#capacity - 1)) >>> 2);
      const head = this.#words[at]!;
      const length = head & ~MORE;
      if (left < RECORD_HEAD || this.#words[at + 1] !== this.#number) return false;
      if (length < 1 || length > mostOf(this.#capacity) || paddedBytes(length) > left) return false;
      this.#partBytes += length;
      if (this.#partBytes > MAX_PACKET) return false;
      this.#parts.push(this.#copy(length));
      this.#number = (this.#number + 1) | 0;
      this.#read = (this.#read + paddedBytes(length)) | 0;
      left -= paddedBytes(length);
      if ((head & MORE) === 0) packets.push(this.#takeParts());
    }
    return true;
  }

  #copy(length: number): Uint8Array {
    const start = (this.#read + RECORD_HEAD) & (this.#capacity - 1);
    const first = Math.min(length, this.#capacity - start);
    const copy = new Uint8Array(length);
    copy.set(this.#bytes.subarray(start, start + first));
    if (first < length) copy.set(this.#bytes.subarray(0, length - first), first);
    return copy;
  }

  #takeParts(): Uint8Array {
    const parts = this.#parts;
    const length = this.#partBytes;
    this.#parts = [];
    this.#partBytes = 0;
    if (parts.length === 1) return parts[0]!;
    const packet = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      packet.set(part, at);
      at += part.length;
    }
    return packet;
  }
}
