// The table of depth-first proof-number search in a kernel's memory, which searches on several threads may share.
// A table that notes its pages knows where something was stored, so that emptying it after a small search writes
// to those pages alone.
import type { Arena, Kernel } from './kernel.js';

const BUCKET_BYTES = 64;
const HEADER_BYTES = 64;
/** As in assembly/proof/table.ts. */
const PAGE_BYTES = 4096;

/** 16 bytes an entry. */
export class ProofTable {
  readonly address: number;
  readonly bytes: number;
  /** Address of a byte for each page, 0 when pages are not noted. */
  readonly #pageMap: number;

  private constructor(address: number, bytes: number, pageMap: number) {
    this.address = address;
    this.bytes = bytes;
    this.#pageMap = pageMap;
  }

  /** An empty table of at most this many bytes. */
  static create(kernel: Kernel, bytes: number): ProofTable {
    const buckets = Math.max(1, Math.floor(bytes / BUCKET_BYTES) - 1);
    const size = kernel.exports.proofTableBytes(buckets);
    const address = kernel.allocate(size);
    kernel.exports.proofTableInit(address, buckets, 0);
    return new ProofTable(address, size, 0);
  }

  /** An empty table that notes its pages, in a stretch of zeroed memory. */
  static within(kernel: Kernel, { start, end }: Arena): ProofTable {
    const pageMap = Math.ceil(start / BUCKET_BYTES) * BUCKET_BYTES;
    const pages = Math.ceil((end - pageMap) / PAGE_BYTES);
    const address = pageMap + Math.ceil(pages / BUCKET_BYTES) * BUCKET_BYTES;
    const buckets = Math.floor((end - address - HEADER_BYTES) / BUCKET_BYTES);
    if (buckets < 1) throw new RangeError(`a proof table does not fit ${end - start} bytes`);
    kernel.exports.proofTableInit(address, buckets, pageMap);
    return new ProofTable(address, HEADER_BYTES + buckets * BUCKET_BYTES, pageMap);
  }

  /** The table that another instance made in the same memory. */
  static at(kernel: Kernel, address: number): ProofTable {
    const [buckets, , , pageMap] = kernel.u32.subarray(address >>> 2, (address >>> 2) + 4);
    return new ProofTable(address, HEADER_BYTES + buckets! * BUCKET_BYTES, pageMap!);
  }

  /** Forgets everything. No search must be at work. */
  clear(kernel: Kernel): void {
    const buckets = kernel.u32[this.address >>> 2]!;
    this.erase(kernel);
    kernel.exports.proofTableInit(this.address, buckets, this.#pageMap);
  }

  /** Leaves zeroed memory where the table was. */
  erase({ bytes }: Kernel): void {
    const end = this.address + this.bytes;
    if (this.#pageMap === 0) {
      bytes.fill(0, this.address, end);
      return;
    }
    bytes.fill(0, this.address, this.address + HEADER_BYTES);
    const pages = Math.ceil(this.bytes / PAGE_BYTES);
    for (let page = 0; page < pages; page++) {
      if (bytes[this.#pageMap + page] === 0) continue;
      const start = this.address + page * PAGE_BYTES;
      bytes.fill(0, start, Math.min(start + PAGE_BYTES, end));
      bytes[this.#pageMap + page] = 0;
    }
  }
}

/** Memory in which searches that share a table say where they are. */
export function busyCounters(kernel: Kernel): number {
  return kernel.allocate(kernel.exports.busyCounterBytes());
}
