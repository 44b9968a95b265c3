// A transposition table of a fixed size: the last position that came to a slot has it. An entry is one
// integer; beside it lies the key, mixed with it, so that threads which write into the same slot at the same
// time leave something that no key matches.

export const EXACT = 0;
/** The value is at least, or at most, what is stored. */
export const LOWER = 1;
export const UPPER = 2;

/** What a slot holds: value, depth, bound and move in one integer; 0 when it holds nothing. */
export type Entry = number;

const WORDS = 3;
/** Makes values positive: they lie between -OFFSET and OFFSET. */
const OFFSET = 16_000;

export const scoreOf = (entry: Entry): number => (entry >> 11) - OFFSET;
export const moveOf = (entry: Entry): number | undefined => (entry === 0 ? undefined : entry & 7);

/** Whether an entry has a value of exactly this depth that says all that is asked for. */
export function cuts(entry: Entry, depth: number, alpha: number, beta: number): boolean {
  if (entry === 0 || ((entry >> 5) & 63) !== depth) return false;
  const bound = (entry >> 3) & 3;
  if (bound === EXACT) return true;
  return bound === LOWER ? scoreOf(entry) >= beta : scoreOf(entry) <= alpha;
}

export class Table {
  readonly #words: Int32Array;
  readonly #size: number;

  /** `size` should be a prime number: slots are remainders of keys. */
  constructor(size: number, memory: ArrayBufferLike = new ArrayBuffer(Table.bytes(size))) {
    this.#size = size;
    this.#words = new Int32Array(memory);
  }

  static bytes(size: number): number {
    return 4 * WORDS * size;
  }

  find(key: number): Entry {
    const at = WORDS * (key % this.#size);
    const entry = this.#words[at]!;
    const low = this.#words[at + 1]! ^ entry;
    const high = this.#words[at + 2]! ^ entry;
    return low === (key | 0) && high === Math.floor(key / 2 ** 32) ? entry : 0;
  }

  store(key: number, depth: number, value: number, bound: number, move: number): void {
    const at = WORDS * (key % this.#size);
    const entry = ((value + OFFSET) << 11) | (depth << 5) | (bound << 3) | move;
    this.#words[at] = entry;
    this.#words[at + 1] = key ^ entry;
    this.#words[at + 2] = Math.floor(key / 2 ** 32) ^ entry;
  }
}
