// A transposition table in a kernel's memory.
import type { Kernel } from './kernel.js';

const BUCKET_BYTES = 64;
const HEADER_BYTES = 64;
const ENTRY_BYTES = 16;
const GENERATIONS = 0x7f;
/** In place of a move. */
const NO_MOVE = 0xff_ffff;

/** Entries that are looked at to tell how full a table is. */
const SAMPLE = 1000;

const BOUND = [undefined, 'lower', 'upper', 'exact'] as const;

/** What a table knows of a position, from the side to move. */
export interface Entry {
  readonly value: number;
  /** Plies to which it was searched; 255 to the end of the game. */
  readonly depth: number;
  readonly bound: 'exact' | 'lower' | 'upper';
}

/** A transposition table; searchers and threads may share one. */
export class Table {
  readonly address: number;
  readonly entries: number;
  readonly #kernel: Kernel;

  private constructor(kernel: Kernel, address: number, buckets: number) {
    this.#kernel = kernel;
    this.address = address;
    this.entries = buckets * 4;
  }

  /** A new, empty table of at most this many bytes (at least one bucket of four entries). */
  static create(kernel: Kernel, bytes: number): Table {
    const buckets = Table.buckets(bytes);
    const address = kernel.allocate(kernel.exports.tableBytes(buckets));
    // Memory of an arena is zero, and so is an empty table but for its size: writing the zeros again
    // would make the system find all of the memory at once, 100 ms for 64 MiB.
    kernel.u32[address >>> 2] = buckets;
    return new Table(kernel, address, buckets);
  }

  /** Gives it marks, by which searchers that share it search one tree together; see assembly/search/marks.ts. */
  addMarks(): this {
    const marks = this.#kernel.allocate(this.#kernel.exports.marksBytes());
    this.#kernel.exports.marksAttach(this.address, marks);
    return this;
  }

  /** A table that another instance made in the same memory. */
  static at(kernel: Kernel, address: number): Table {
    return new Table(kernel, address, kernel.u32[address >>> 2]!);
  }

  /** Buckets of four entries that fit into this many bytes, at least 1. */
  static buckets(bytes: number): number {
    return Math.max(1, Math.floor(bytes / BUCKET_BYTES) - 1);
  }

  /**
   * The entry of a position that lies in the kernel's memory; `out` has room for four words. Others may write
   * meanwhile.
   */
  look(position: number, out: number): Entry | undefined {
    const { exports, i32 } = this.#kernel;
    if (exports.tableLook(this.address, position, out) === 0) return undefined;
    const at = out >>> 2;
    const bound = BOUND[i32[at + 2]!];
    return bound && { value: i32[at]!, depth: i32[at + 1]!, bound };
  }

  /** The move that was best in a position, or refuted it, as far as the table knows; as `look` otherwise. */
  bestMove(position: number, out: number): number | undefined {
    const bound = this.look(position, out)?.bound;
    const move = this.#kernel.u32[(out >>> 2) + 3]!;
    return bound === undefined || bound === 'upper' || move === NO_MOVE ? undefined : move;
  }

  /** How much of the table the searches since the last `age` have filled, in thousandths. */
  get permille(): number {
    const { u32 } = this.#kernel;
    const generation = u32[(this.address + 4) >>> 2]! & GENERATIONS;
    const sample = Math.min(SAMPLE, this.entries);
    let used = 0;
    for (let i = 0; i < sample; i++) {
      const data = (this.address + HEADER_BYTES + i * ENTRY_BYTES + 8) >>> 2;
      const high = u32[data + 1]!;
      if ((high !== 0 || u32[data] !== 0) && ((high >>> 24) & GENERATIONS) === generation) used++;
    }
    return Math.round((1000 * used) / sample);
  }

  /** Entries of earlier searches become the first to be replaced; no other thread may be using it. */
  age(): void {
    this.#kernel.exports.tableAge(this.address);
    this.#kernel.exports.marksClear(this.address);
  }

  /** Forgets everything; no other thread may be using it. */
  clear(): void {
    this.#kernel.exports.tableInit(this.address, this.entries / 4);
    this.#kernel.exports.marksClear(this.address);
  }

  /** Forgets one of `of` equal parts, while others forget theirs; with part 0 the marks, too. */
  clearPart(part: number, of: number): void {
    const buckets = this.entries / 4;
    const first = Math.floor((part * buckets) / of);
    const end = Math.floor(((part + 1) * buckets) / of);
    if (part === 0) this.#kernel.exports.marksClear(this.address);
    this.#kernel.exports.tableClear(this.address, first, end - first);
  }
}
