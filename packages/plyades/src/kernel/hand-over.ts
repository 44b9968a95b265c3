// What a table knows below a position, on its way to the table of another process that is to search it. Which
// entries they are is decided in assembly/search/hand-over.ts.

import type { SearchMode } from '../core/search-request.js';
import type { Kernel } from './kernel.js';
import { ENTRY_BYTES } from './shadow.js';
import type { Table } from './table.js';

/** Most entries that are handed over at a time. */
export const HANDED_ENTRIES = 64;

/** A place in a kernel's memory through which entries leave its tables and come into them. */
export class HandOver {
  readonly #kernel: Kernel;
  readonly #place: number;
  readonly #record: number;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#place = kernel.allocate(kernel.exports.handOverBytes());
    this.#record = kernel.allocate(kernel.exports.recordBytes());
  }

  /** The entries of the position and those below it that a search of this mode may use, ENTRY_BYTES each. */
  below(table: Table, record: Uint8Array, mode: SearchMode): Uint8Array {
    const { exports, bytes } = this.#kernel;
    bytes.set(record, this.#record);
    const count = exports.handOverGather(table.address, this.#record, this.#place, modeOf(mode));
    return bytes.slice(this.#place, this.#place + count * ENTRY_BYTES);
  }

  /**
   * Stores entries in a table, and returns how many were new. Those that no search of this
   * mode and of `deepest` plies can have made are left out.
   */
  give(table: Table, entries: Uint8Array, mode: SearchMode, deepest: number): number {
    const count = entries.length / ENTRY_BYTES;
    if (!(Number.isInteger(count) && count <= HANDED_ENTRIES)) {
      throw new RangeError(`${entries.length} bytes are no entries that are handed over`);
    }
    const { exports, bytes } = this.#kernel;
    bytes.set(entries, this.#place);
    return exports.handOverAbsorb(table.address, this.#place, count, modeOf(mode), deepest);
  }
}

const modeOf = (mode: SearchMode): number => (mode === 'play' ? 1 : 0);
