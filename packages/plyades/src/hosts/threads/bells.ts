// A word in shared memory for each process of a search, by which other threads tell it to look: at the rings of its
// mailbox, or at what was posted to its event loop. A busy process reads its word between two slices, and the kernel
// reads it during one where it lies in the kernel's memory (`yieldFlag`); an idle process sleeps on it.

/** The signals of a bell; several at a time. */
export const MAIL = 1;
export const POSTED = 2;
/** Set by the process itself: it sleeps, and has to be notified. */
const ASLEEP = 4;

/** Words of different processes lie in different cache lines. */
const STRIDE_BYTES = 64;

export class Bells {
  readonly #words: Int32Array;
  readonly #size: number;

  /** The words of `size` processes from byte `offset` on, a multiple of 4. */
  constructor(buffer: ArrayBufferLike, offset: number, size: number) {
    this.#words = new Int32Array(buffer, offset, (STRIDE_BYTES / 4) * size);
    this.#size = size;
  }

  static bytes(size: number): number {
    return STRIDE_BYTES * size;
  }

  /** Where the word of a process is, in bytes behind that of process 0. */
  static offset(process: number): number {
    return STRIDE_BYTES * process;
  }

  /** Tells a process of MAIL or of what was POSTED, and wakes it. The mail must be there already. */
  ring(process: number, what: number): void {
    const at = (STRIDE_BYTES / 4) * process;
    const before = Atomics.or(this.#words, at, what);
    // A call of notify takes a lock of the runtime, so it is spared where no thread sleeps.
    if ((before & ASLEEP) !== 0) Atomics.notify(this.#words, at);
  }

  ringAll(what: number): void {
    for (let process = 0; process < this.#size; process++) this.ring(process, what);
  }

  /** True when the bell of a process has rung since its last `take`. */
  rung(process: number): boolean {
    return Atomics.load(this.#words, (STRIDE_BYTES / 4) * process) !== 0;
  }

  /** The signals since the last time. */
  take(self: number): number {
    const at = (STRIDE_BYTES / 4) * self;
    return Atomics.load(this.#words, at) === 0
      ? 0
      : Atomics.exchange(this.#words, at, 0) & (MAIL | POSTED);
  }

  /** Blocks this process's thread until its bell rings, `ms` milliseconds at most. */
  sleep(self: number, ms: number): void {
    const at = (STRIDE_BYTES / 4) * self;
    if (Atomics.compareExchange(this.#words, at, 0, ASLEEP) !== 0) return;
    Atomics.wait(this.#words, at, ASLEEP, ms);
    Atomics.and(this.#words, at, ~ASLEEP);
  }

  /** Silences all bells: for the owner of the memory, while no thread uses it. */
  reset(): void {
    this.#words.fill(0);
  }
}
