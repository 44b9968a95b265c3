// A transposition table in a kernel's memory.
import type { Kernel } from './kernel.js';

const BUCKET_BYTES = 64;

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

  /** A table that another instance made in the same memory. */
  static at(kernel: Kernel, address: number): Table {
    return new Table(kernel, address, kernel.u32[address >>> 2]!);
  }

  /** Buckets of four entries that fit into this many bytes, at least 1. */
  static buckets(bytes: number): number {
    return Math.max(1, Math.floor(bytes / BUCKET_BYTES) - 1);
  }

  /** Entries of earlier searches become the first to be replaced. */
  age(): void {
    this.#kernel.exports.tableAge(this.address);
  }

  /** Forgets everything. */
  clear(): void {
    this.#kernel.exports.tableInit(this.address, this.entries / 4);
  }
}
