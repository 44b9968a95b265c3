// The shadow table of a transposition table: what a process tells the others of its own table, and what
// it takes from theirs. Which entries they are is decided where they are stored, in
// assembly/search/shadow.ts.

import type { SearchMode } from '../core/search-request.js';
import type { Kernel } from './kernel.js';
import type { Table } from './table.js';

/** Bytes of an entry outside of a table: the key, and all but the generation. */
export const ENTRY_BYTES = 15;
/** Most entries that a shadow table has. */
export const SHADOW_ENTRIES = 128;

/** Entries of fewer plies are not sent, unless another process has sent an entry of the position. */
const LEAST_DEPTH = 3;

/** The shadow of a table; all searchers with that table fill it. */
export class Shadow {
  readonly #kernel: Kernel;
  readonly #table: Table;
  readonly #address: number;
  readonly #leastDepth: number;

  constructor(kernel: Kernel, table: Table, leastDepth = LEAST_DEPTH) {
    this.#kernel = kernel;
    this.#table = table;
    this.#leastDepth = leastDepth;
    this.#address = kernel.allocate(Shadow.bytes(kernel));
    this.clear();
  }

  /** Bytes of a shadow table in the kernel's memory. */
  static bytes({ exports }: Pick<Kernel, 'exports'>): number {
    return exports.shadowBytes();
  }

  /** Forgets its entries, and the positions that others have sent. */
  clear(): void {
    this.#kernel.exports.shadowAttach(this.#table.address, this.#address, this.#leastDepth);
  }

  /** Until it is cleared: only entries up to `plies` below the root of their search are sent. */
  limit(plies: number): void {
    this.#kernel.exports.shadowLimit(this.#address, plies);
  }

  /** Entries in it. */
  get size(): number {
    return this.#kernel.i32[(this.#address >>> 2) + 1]!;
  }

  /** How often an entry of another process has decided a node. */
  get answers(): number {
    return this.#kernel.u32[(this.#address >>> 2) + 2]!;
  }

  /** Its entries, ENTRY_BYTES each; it is empty afterwards. */
  take(): Uint8Array {
    const count = this.#kernel.exports.shadowCollect(this.#address);
    const from = this.#kernel.exports.shadowExchange(this.#address);
    return this.#kernel.bytes.slice(from, from + count * ENTRY_BYTES);
  }

  /**
   * Stores at most SHADOW_ENTRIES entries of another process in the table, and returns how many were new.
   * Those that no search of this mode and of `deepest` plies can have made are left out.
   */
  give(entries: Uint8Array, mode: SearchMode, deepest: number): number {
    const count = entries.length / ENTRY_BYTES;
    if (!(Number.isInteger(count) && count <= SHADOW_ENTRIES)) {
      throw new RangeError(`${entries.length} bytes are no entries of a shadow table`);
    }
    const { exports, bytes } = this.#kernel;
    bytes.set(entries, exports.shadowExchange(this.#address));
    const play = mode === 'play' ? 1 : 0;
    return exports.shadowAbsorb(this.#table.address, this.#address, count, play, deepest);
  }
}
