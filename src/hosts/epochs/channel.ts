// A channel between two threads in shared memory: one writes, the other waits for it and reads. A wait
// costs some microseconds where a posted message costs some tens of them, and there are thousands of
// epochs in a second.

const FLAG = 0;
const LENGTH = 1;
const MORE = 2;
const HEADER = 16;
const EMPTY = 0;
const FULL = 1;

/** Bytes of a message that travel at once; longer ones are sent in parts. */
const CAPACITY = 1 << 20;

/** Looks at the flag so often before it sleeps: the other thread is often about to write. */
const SPINS = 2000;

/** One direction of a channel. Exactly one thread sends, exactly one receives. */
export class Channel {
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#words = new Int32Array(buffer, 0, HEADER / 4);
    this.#bytes = new Uint8Array(buffer, HEADER);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(HEADER + CAPACITY);
  }

  /** Waits until the message before this one has been taken. */
  send(message: Uint8Array): void {
    let from = 0;
    do {
      const part = message.subarray(from, from + this.#bytes.length);
      from += part.length;
      this.#await(EMPTY);
      this.#bytes.set(part);
      this.#words[LENGTH] = part.length;
      this.#words[MORE] = from < message.length ? 1 : 0;
      this.#become(FULL);
    } while (from < message.length);
  }

  /** Waits for a message. */
  receive(): Uint8Array {
    let message = new Uint8Array(0);
    for (let more = true; more; ) {
      this.#await(FULL);
      const part = this.#bytes.slice(0, this.#words[LENGTH]);
      more = this.#words[MORE] === 1;
      this.#become(EMPTY);
      if (message.length === 0) message = part;
      else {
        const longer = new Uint8Array(message.length + part.length);
        longer.set(message);
        longer.set(part, message.length);
        message = longer;
      }
    }
    return message;
  }

  #await(state: number): void {
    for (let spin = 0; spin < SPINS; spin++) {
      if (Atomics.load(this.#words, FLAG) === state) return;
    }
    const other = state === FULL ? EMPTY : FULL;
    while (Atomics.load(this.#words, FLAG) !== state) Atomics.wait(this.#words, FLAG, other);
  }

  #become(state: number): void {
    Atomics.store(this.#words, FLAG, state);
    Atomics.notify(this.#words, FLAG);
  }
}
