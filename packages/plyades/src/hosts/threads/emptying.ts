// Emptying a table that many threads share: each takes the next part until none is left, and none searches before all
// parts are empty, or a search would find what an earlier one has left there. One thread alone takes 25 to 200 ms for
// 256 MiB.
import type { Table } from '../../kernel/index.js';

const PARTS = 64;
/** Of the two words: the next part that no thread has taken, and how many parts are empty. */
const NEXT = 0;
const EMPTY = 1;
/** A thread that was ended in the middle of a part leaves it as it is: entries of an earlier search are true all the same. */
const LONGEST_WAIT_MS = 100;

export class Emptying {
  /** A cache line. */
  static readonly BYTES = 64;
  readonly #words: Int32Array;

  /** Words at byte `offset`, a multiple of 4. */
  constructor(buffer: ArrayBufferLike, offset: number) {
    this.#words = new Int32Array(buffer, offset, 2);
  }

  /** Nothing is empty; before the threads start. */
  begin(): void {
    this.#words.fill(0);
  }

  /** Empties what is left and returns when all is empty. */
  run(table: Table): void {
    const words = this.#words;
    while (Atomics.load(words, NEXT) < PARTS) {
      const part = Atomics.add(words, NEXT, 1);
      if (part >= PARTS) break;
      table.clearPart(part, PARTS);
      if (Atomics.add(words, EMPTY, 1) === PARTS - 1) Atomics.notify(words, EMPTY);
    }
    const from = performance.now();
    let empty = Atomics.load(words, EMPTY);
    while (empty < PARTS && performance.now() - from < LONGEST_WAIT_MS) {
      Atomics.wait(words, EMPTY, empty, 1);
      empty = Atomics.load(words, EMPTY);
    }
  }
}
