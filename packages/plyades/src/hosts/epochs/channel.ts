// A channel between two threads in shared memory: one writes, the other waits for it and reads. A wait
// costs some microseconds where a posted message costs some tens of them, and there are thousands of
// epochs in a second. Messages lie in a ring, so that the writer may be some of them ahead.

/** Bytes written and bytes read since the beginning, modulo 2 ** 32. */
const WRITTEN = 0;
const READ = 1;
/** 1 while the reader sleeps until something is written, and the writer until something is read. */
const READER_SLEEPS = 2;
const WRITER_SLEEPS = 3;
const HEADER = 16;

/** Bytes of the ring, a power of two. */
const CAPACITY = 1 << 20;
/** Longer messages are sent in parts. */
const LONGEST_PART = CAPACITY / 4;
/** A part begins with its length, negative when more parts follow. */
const PART_HEADER = 8;

/**
 * A reader looks for a message for this many milliseconds before it sleeps: to wake a sleeper takes the
 * writer a tenth of one on a virtual machine, and the other thread is often about to write.
 */
const SPIN_MS = 0.5;
/** Looks between two at the time. */
const SPINS = 100;
/** A writer that has something to do meanwhile sleeps no longer than this, in milliseconds. */
const NAP_MS = 1;

/** One direction of a channel. Exactly one thread sends, exactly one receives. */
export class Channel {
  readonly #words: Int32Array;
  readonly #ring: Uint8Array;
  readonly #lengths: Int32Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#words = new Int32Array(buffer, 0, HEADER / 4);
    this.#ring = new Uint8Array(buffer, HEADER, CAPACITY);
    this.#lengths = new Int32Array(buffer, HEADER, CAPACITY / 4);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(HEADER + CAPACITY);
  }

  /** Waits until there is room for the message; `meanwhile` is called now and then. */
  send(message: Uint8Array, meanwhile?: () => void): void {
    let from = 0;
    do {
      const part = message.subarray(from, from + LONGEST_PART);
      from += part.length;
      const room = roomOf(part.length);
      this.#awaitRoom(room, meanwhile);
      const at = this.#words[WRITTEN]!;
      this.#lengths[indexOf(at) / 4] = from < message.length ? -part.length : part.length;
      this.#write(at + PART_HEADER, part);
      this.#advance(WRITTEN, room, READER_SLEEPS);
    } while (from < message.length);
  }

  /** True when `receive` finds the beginning of a message at least. */
  get hasMessage(): boolean {
    return Atomics.load(this.#words, WRITTEN) !== this.#words[READ];
  }

  /** Waits for a message. */
  receive(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let more = true; more; ) {
      this.#awaitMessage();
      const at = this.#words[READ]!;
      const length = this.#lengths[indexOf(at) / 4]!;
      more = length < 0;
      parts.push(this.#read(at + PART_HEADER, Math.abs(length)));
      this.#advance(READ, roomOf(Math.abs(length)), WRITER_SLEEPS);
    }
    return parts.length === 1 ? parts[0]! : concatenate(parts);
  }

  #awaitRoom(room: number, meanwhile: (() => void) | undefined): void {
    const full = () =>
      CAPACITY - ((this.#words[WRITTEN]! - Atomics.load(this.#words, READ)) >>> 0) < room;
    while (full()) {
      meanwhile?.();
      const read = Atomics.load(this.#words, READ);
      Atomics.store(this.#words, WRITER_SLEEPS, 1);
      if (full()) Atomics.wait(this.#words, READ, read, meanwhile ? NAP_MS : undefined);
      Atomics.store(this.#words, WRITER_SLEEPS, 0);
    }
  }

  #awaitMessage(): void {
    for (let spin = 0; spin < SPINS; spin++) if (this.hasMessage) return;
    const until = performance.now() + SPIN_MS;
    while (performance.now() < until) {
      for (let spin = 0; spin < SPINS; spin++) if (this.hasMessage) return;
    }
    Atomics.store(this.#words, READER_SLEEPS, 1);
    while (!this.hasMessage) Atomics.wait(this.#words, WRITTEN, this.#words[READ]!);
    Atomics.store(this.#words, READER_SLEEPS, 0);
  }

  /** Moves one of the ends on, and wakes a process that waits for it. */
  #advance(end: number, bytes: number, sleeper: number): void {
    Atomics.add(this.#words, end, bytes);
    if (Atomics.load(this.#words, sleeper) === 1) Atomics.notify(this.#words, end);
  }

  #write(at: number, bytes: Uint8Array): void {
    const index = indexOf(at);
    const first = Math.min(bytes.length, CAPACITY - index);
    this.#ring.set(bytes.subarray(0, first), index);
    this.#ring.set(bytes.subarray(first), 0);
  }

  #read(at: number, length: number): Uint8Array {
    const index = indexOf(at);
    const first = Math.min(length, CAPACITY - index);
    if (first === length) return this.#ring.slice(index, index + length);
    return concatenate([this.#ring.subarray(index), this.#ring.subarray(0, length - first)]);
  }
}

const indexOf = (at: number): number => at & (CAPACITY - 1);

/** Parts begin at multiples of eight bytes. */
const roomOf = (length: number): number => PART_HEADER + ((length + 7) & ~7);

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
