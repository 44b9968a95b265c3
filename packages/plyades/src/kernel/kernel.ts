// An instance of a game's module with a stretch of linear memory of its own, its arena. Everything a
// kernel needs is taken from the arena in order and never given back: a kernel lives for a search or for
// the life of a worker. Several instances (threads) may share one memory, each with its own arena, and
// then share the tables in it too.
import { PlyadesError } from '../core/errors.js';
import type { KernelExports } from './module.js';

const PAGE = 65536;

/** wasm32 addresses end here. */
export const MAX_MEMORY = 65536 * PAGE;

/** Bytes for static data of every module (the largest has a few KiB), rules scratch and slack. */
const RESERVE = 1 << 20;

/** The most that createMemory can be asked for. */
export const MAX_CAPACITY = MAX_MEMORY - RESERVE;

/** Room for a game's data and, while it is prepared, its file. Pages that are not used cost nothing. */
export const DATA_RESERVE = 16 << 20;

/** A stretch of linear memory, in bytes. */
export interface Arena {
  /** First byte, a multiple of 64. */
  readonly start: number;
  /** One past the last byte. */
  readonly end: number;
}

/** Functions that a module imports under one name; lib `dom` has an alias for it, other libraries have none. */
export type ModuleFunctions = Record<string, (...values: never[]) => unknown>;

/** Memory, imports and data of an instance. */
export interface KernelOptions {
  /** Bytes for tables and searchers, beside the data, when the kernel makes a memory of its own. */
  readonly capacity?: number;
  /** A shared memory and this kernel's part of it. */
  readonly memory?: WebAssembly.Memory;
  readonly arena?: Arena;
  /** What the module imports beside its memory (games in plain TypeScript). */
  readonly imports?: Record<string, ModuleFunctions>;
  /** The game's data file (evaluation weights), or the address where the memory already holds it. */
  readonly data?: Uint8Array | number;
}

/** Bytes of a memory that createMemory makes. */
export const memoryBytes = (bytes: number): number => Math.ceil((bytes + RESERVE) / PAGE) * PAGE;

/**
 * A memory that can hold `bytes` beside what every kernel needs. It is always of the shared kind.
 * Throws a PlyadesError with ERR_MEMORY when there is not as much.
 */
export function createMemory(bytes: number): WebAssembly.Memory {
  const pages = memoryBytes(bytes) / PAGE;
  const asked = `${Math.ceil(bytes / 2 ** 20)} MiB of memory asked for`;
  if (pages * PAGE > MAX_MEMORY) {
    const most = MAX_CAPACITY / 2 ** 20;
    throw new PlyadesError('ERR_MEMORY', `${asked}, but a kernel can address at most ${most} MiB`);
  }
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (cause) {
    throw new PlyadesError('ERR_MEMORY', `${asked}, but there is not as much: ${cause}`, { cause });
  }
}

/** The part of a memory from createMemory that no module's static data uses. */
export function freeArena(memory: WebAssembly.Memory): Arena {
  return { start: RESERVE / 2, end: memory.buffer.byteLength };
}

/** An instance of a game's module. */
export class Kernel {
  readonly exports: KernelExports;
  readonly memory: WebAssembly.Memory;
  readonly bytes: Uint8Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly f64View: DataView;
  /** True when positions live outside the memory, as states of a game in plain TypeScript do. */
  readonly positionsOutside: boolean;
  /** Address of the game's data in memory, 0 when it has none. */
  readonly dataAddress: number = 0;
  #next: number;
  readonly #end: number;

  constructor(module: WebAssembly.Module, options: KernelOptions = {}) {
    this.memory =
      options.memory ??
      createMemory((options.capacity ?? 0) + (options.data === undefined ? 0 : DATA_RESERVE));
    this.positionsOutside = options.imports !== undefined;
    const arena = options.arena ?? freeArena(this.memory);
    const instance = new WebAssembly.Instance(module, {
      ...options.imports,
      env: { ...options.imports?.env, memory: this.memory },
    });
    this.exports = instance.exports as unknown as KernelExports;
    if (this.exports.heapBase() > RESERVE / 2) {
      throw new Error('static data of the module does not fit the reserve');
    }
    this.bytes = new Uint8Array(this.memory.buffer);
    this.i32 = new Int32Array(this.memory.buffer);
    this.u32 = new Uint32Array(this.memory.buffer);
    this.f64View = new DataView(this.memory.buffer);
    this.#next = arena.start;
    this.#end = arena.end;
    if (options.data !== undefined) {
      this.dataAddress =
        typeof options.data === 'number' ? options.data : this.#prepare(options.data);
      this.exports.setData(this.dataAddress);
    }
  }

  /** Makes the game's data of its file, which is needed only meanwhile: at the end of the arena. */
  #prepare(file: Uint8Array): number {
    const expected = this.exports.fileBytes();
    if (file.length !== expected) {
      throw new Error(`the data file has ${file.length} bytes, expected ${expected}`);
    }
    const address = this.allocate(this.exports.dataBytes());
    if (this.free < file.length + 64)
      throw new RangeError('out of kernel memory: no room for the data file');
    const temporary = Math.floor((this.#end - file.length) / 64) * 64;
    this.bytes.set(file, temporary);
    this.exports.prepareData(temporary, address);
    this.bytes.fill(0, temporary, temporary + file.length);
    return address;
  }

  /** Bytes of the arena that are left. */
  get free(): number {
    return this.#end - this.#next;
  }

  /** Zeroed memory at a multiple of 64; a RangeError when the arena is used up. */
  allocate(bytes: number): number {
    const address = Math.ceil(this.#next / 64) * 64;
    if (address + bytes > this.#end) {
      throw new RangeError(`out of kernel memory: ${bytes} bytes asked for, ${this.free} left`);
    }
    this.#next = address + bytes;
    return address;
  }

  /** Reads an unsigned 64-bit count as a number (exact up to 2^53). */
  count(address: number): number {
    return this.u32[address >>> 2]! + this.u32[(address >>> 2) + 1]! * 2 ** 32;
  }
}
