// The mailbox of a process in shared memory: packets pass from thread to thread without the event loop, in 0.3 us while
// the receiver looks and in 65 us where it has to be woken; a message port takes 75 us.
//
// There is a ring for each direction between two processes (packet-ring.ts). The sender makes it with its first packet
// and sends it through the port between the two, so pairs that never speak cost nothing, and a process that takes the
// place of a dead one has a new port and so begins with new, empty rings. Packets keep their order for each sender; a ring
// that is full delays the sender's packets, never the sender. A ring that the reader refused is given up: packets then
// travel through the port, and the links send again what was lost.
//
// After a packet the sender rings the receiver's bell (bells.ts). A receiver without work looks at its bell for a while,
// then sleeps on it. It must do this on a thread of its own: sleeping blocks the thread.
import { type Bells, MAIL, POSTED } from './bells.js';
import { MIN_RING_BYTES, RingReader, RingWriter } from './packet-ring.js';

/** All rings of a search together take at most this many bytes, also when all pairs of 256 processes speak. */
const ALL_RINGS_BYTES = 1 << 26;
/** Room for some hundred packets of jobs and results. */
const LARGEST_RING_BYTES = 1 << 14;

/** Bytes of each ring between `size` processes, a power of 2. */
export function ringBytes(size: number): number {
  const share = 2 ** Math.floor(Math.log2(ALL_RINGS_BYTES / size ** 2));
  return Math.max(MIN_RING_BYTES, Math.min(LARGEST_RING_BYTES, share));
}

/**
 * An idle process looks at its bell for this long before it sleeps, in milliseconds: as long as it takes to be woken, so
 * that it never loses more than twice the better choice. After a look without a ring it looks half as long the next time:
 * with more threads than cores it takes the time from the thread that it waits for.
 */
export const LONGEST_SPIN_MS = 0.06;
export const SHORTEST_SPIN_MS = 0.002;
/** One of this many waits looks for the longest time again: of two that wake each other, neither finds out otherwise. */
export const PROBE_EVERY = 32;
/** Loads of the bell between two readings of the clock, which take ten times as long as a load. */
const LOOKS = 32;

/** A process's ends of the rings to and from the others. */
export class Mailbox {
  readonly #self: number;
  readonly #bells: Bells;
  readonly #post: (to: number, message: Uint8Array | SharedArrayBuffer) => void;
  readonly #ringBytes: number;
  readonly #writers = new Map<number, RingWriter>();
  readonly #readers = new Map<number, RingReader>();
  /** Writers with packets that wait for room. */
  readonly #full = new Map<number, RingWriter>();
  #spinMs = LONGEST_SPIN_MS;
  #waits = 0;

  /** `post` sends a packet or a new ring through the port to a process. */
  constructor(
    self: number,
    size: number,
    bells: Bells,
    post: (to: number, message: Uint8Array | SharedArrayBuffer) => void,
  ) {
    this.#self = self;
    this.#bells = bells;
    this.#post = post;
    this.#ringBytes = ringBytes(size);
  }

  send(to: number, packet: Uint8Array): void {
    const writer = this.#writers.get(to) ?? this.#open(to);
    if (writer.send(packet)) this.#bells.ring(to, MAIL);
    if (writer.refused) this.#postWaiting(to, writer);
    else if (writer.isWaiting) this.#full.set(to, writer);
  }

  #open(to: number): RingWriter {
    const writer = new RingWriter(this.#ringBytes);
    this.#writers.set(to, writer);
    this.#post(to, writer.buffer);
    this.#bells.ring(to, POSTED);
    return writer;
  }

  /** The ring is not read any more. */
  #postWaiting(to: number, writer: RingWriter): void {
    for (const packet of writer.takeWaiting()) this.#post(to, packet);
    this.#bells.ring(to, POSTED);
    this.#full.delete(to);
  }

  /** Sends what waits for room, as far as there is some. */
  flush(): void {
    for (const [to, writer] of this.#full) {
      if (writer.flush()) this.#bells.ring(to, MAIL);
      if (writer.refused) this.#postWaiting(to, writer);
      else if (!writer.isWaiting) this.#full.delete(to);
    }
  }

  /** A ring has come through the port of a process. */
  connect(from: number, ring: SharedArrayBuffer): void {
    const reader = RingReader.open(ring);
    if (reader !== undefined) this.#readers.set(from, reader);
  }

  /** The process has been replaced: its rings are dropped with all that is in them. */
  disconnect(process: number): void {
    this.#readers.delete(process);
    this.#writers.delete(process);
    this.#full.delete(process);
  }

  /** Appends the packets that have arrived. */
  readInto(packets: Uint8Array[]): void {
    for (const [from, reader] of this.#readers) {
      if (reader.readInto(packets)) this.#bells.ring(from, MAIL);
    }
  }

  /** The signals of this process's bell since the last time. */
  takeBell(): number {
    return this.#bells.take(this.#self);
  }

  /** Blocks until the bell rings, `ms` milliseconds at most. */
  wait(ms: number): void {
    const spinMs = ++this.#waits % PROBE_EVERY === 0 ? LONGEST_SPIN_MS : this.#spinMs;
    if (this.#spinUntil(performance.now() + Math.min(ms, spinMs))) {
      this.#spinMs = LONGEST_SPIN_MS;
      return;
    }
    this.#spinMs = Math.max(SHORTEST_SPIN_MS, this.#spinMs / 2);
    this.#bells.sleep(this.#self, ms);
  }

  #spinUntil(end: number): boolean {
    do {
      for (let look = 0; look < LOOKS; look++) if (this.#bells.rung(this.#self)) return true;
    } while (performance.now() < end);
    return false;
  }
}
