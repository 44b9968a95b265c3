// The memory of a parallel solver: what its threads share, a part for each of them, and a part for the thread that
// explains the answer afterwards. Memories are used again, since the engine frees one only when every thread that has
// used it has collected its garbage, which idle threads do not: 30 solves of tic-tac-toe held 7.8 GB. A memory in the
// pool is zero, and a thread that has written to a part erases that part: a small problem does not write to all of it.
import { refuse } from '../../core/errors.js';
import { type GameSource, openLayout } from '../../games/open.js';
import {
  type Arena,
  busyCounters,
  createMemory,
  DepthFirst,
  freeArena,
  type Kernel,
  memoryBytes,
  NODE_BYTES,
  ProofTable,
  ProofTree,
  Prover,
  type SecondLevel,
  TREE_HEADER_BYTES,
} from '../../kernel/index.js';
import {
  MAX_LINE,
  type ParallelProofSettings,
  type SolverOptions,
  solverOf,
} from '../../proof/index.js';
import { RULES_BYTES } from './game.js';

/** The memory that the threads of a solver share. */
export interface SharedProofMemory {
  readonly memory: WebAssembly.Memory;
  /** Address of the tree, or of the table. */
  readonly tree: number;
  /** For a table: counters of threads below positions. */
  readonly busy: number;
  /** Address of the flags, and behind them of a row of counters for each thread. */
  readonly countersAddress: number;
}

/** Flags at the counters' address, i32 each: whether to stop, and what was found. */
const STOP_FLAG = 0;
const FOUND_FLAG = 1;
/** The values of FOUND_FLAG. */
export const FOUND = { nothing: 0, proved: 1, disproved: 2, tooDeep: 3 } as const;
/** Where the nodes stand that threads have taken, an i64. */
const TAKEN_AT = 16;
const HEADER_BYTES = 64;
/** Three f64: nodes evaluated, nodes expanded, collisions. */
const ROW_BYTES = 64;

/** Flags and counters that threads and conductor share. */
export class SharedCounters {
  readonly #kernel: Kernel;
  readonly #address: number;

  constructor(kernel: Kernel, address: number) {
    this.#kernel = kernel;
    this.#address = address;
  }

  static bytes(threads: number): number {
    return HEADER_BYTES + threads * ROW_BYTES;
  }

  get stopped(): boolean {
    return Atomics.load(this.#kernel.i32, this.#word + STOP_FLAG) !== 0;
  }

  stop(): void {
    Atomics.store(this.#kernel.i32, this.#word + STOP_FLAG, 1);
  }

  /** One of FOUND. */
  get found(): number {
    return Atomics.load(this.#kernel.i32, this.#word + FOUND_FLAG);
  }

  /** The first answer counts. Every thread stops then. */
  find(found: number): void {
    Atomics.compareExchange(this.#kernel.i32, this.#word + FOUND_FLAG, FOUND.nothing, found);
    this.stop();
  }

  /** Sleeps for at most this long; for a thread that another one must let go on. */
  nap(milliseconds: number): void {
    Atomics.wait(this.#kernel.i32, this.#word, 0, milliseconds);
  }

  /** Nodes that threads have taken before `more` are added. */
  take(more: number): number {
    const words = new BigInt64Array(this.#kernel.memory.buffer, this.#address + TAKEN_AT, 1);
    return Number(Atomics.add(words, 0, BigInt(more)));
  }

  /** Writes what a thread has done where the others can read it: nodes evaluated and expanded, collisions. */
  report(thread: number, counts: readonly number[]): void {
    const row = this.#address + HEADER_BYTES + thread * ROW_BYTES;
    counts.forEach((count, i) => {
      this.#kernel.f64View.setFloat64(row + 8 * i, count, true);
    });
  }

  /** Nodes that all threads have evaluated, or expanded, as far as they have reported. */
  sum(threads: number, which: 'evaluated' | 'expanded'): number {
    const first = this.#address + HEADER_BYTES + (which === 'evaluated' ? 0 : 8);
    let sum = 0;
    for (let thread = 0; thread < threads; thread++) {
      sum += this.#kernel.f64View.getFloat64(first + thread * ROW_BYTES, true);
    }
    return sum;
  }

  get #word(): number {
    return this.#address >>> 2;
  }
}

/** A memory divided for a solver. */
export interface ProofMemoryLayout {
  /** Of the conductor, which never plays. */
  readonly kernel: Kernel;
  readonly shared: SharedProofMemory;
  readonly counters: SharedCounters;
  /** The tree of RP-PNS, or the table. */
  readonly store: ProofTree | ProofTable;
  readonly storeArena: Arena;
  readonly arenas: readonly Arena[];
  readonly second: SecondLevel | undefined;
  /** For the thread that explains the answer. */
  readonly explaining: Arena;
}

/** The problem of a parallel solver. */
export interface ParallelProof {
  readonly game: GameSource;
  readonly position: unknown;
  readonly request: SolverOptions;
  readonly settings: ParallelProofSettings;
}

/** Share of the memory that the second levels of RP-PN2 get together. */
const SECOND_SHARE = 1 / 4;
/** Least nodes of a second level's tree. */
const LEAST_SECOND = 4096;
/** Least bytes of the tree or table. */
const LEAST_STORE = 1 << 20;

/** Bytes that each thread needs for itself, and its second level. */
function needsOf(
  { game, request }: Pick<ParallelProof, 'game' | 'request'>,
  threads: number,
): {
  readonly arenaBytes: number;
  readonly searchBytes: number;
  readonly second: SecondLevel | undefined;
} {
  const { algorithm, memoryBytes: bytes, exponent } = request;
  const probe = openLayout(game, {});
  let second: SecondLevel | undefined;
  const { store, secondLevel } = solverOf(algorithm);
  if (secondLevel) {
    const share = Math.floor((bytes * SECOND_SHARE) / threads / NODE_BYTES);
    second = { capacity: Math.max(LEAST_SECOND, share), exponent };
  }
  const searchBytes = DepthFirst.bytes(probe, MAX_LINE);
  const each = store === 'table' ? searchBytes : Prover.bytes(probe, MAX_LINE, second);
  return { arenaBytes: pages(each + 8192), searchBytes, second };
}

const pages = (bytes: number) => Math.ceil(bytes / 4096) * 4096;

/** As many threads as the memory has space for, up to `most`, and at least one. */
export function threadsThatFit(
  proof: Pick<ParallelProof, 'game' | 'request'>,
  most: number,
): number {
  const { memoryBytes: bytes } = proof.request;
  let threads = most;
  while (threads > 1 && threads * needsOf(proof, threads).arenaBytes + LEAST_STORE > bytes) {
    threads--;
  }
  return threads;
}

/** Divides a memory of the pool; ERR_LIMIT when the threads do not fit. */
export function layOut(
  { game, request, settings }: ParallelProof,
  pool: ProofMemoryPool,
): ProofMemoryLayout {
  const { algorithm, memoryBytes: bytes } = request;
  const { threads } = settings;
  const { arenaBytes, searchBytes, second } = needsOf({ game, request }, threads);
  const storeBytes = bytes - threads * arenaBytes;
  if (storeBytes < LEAST_STORE) {
    const mib = (size: number) => Math.ceil(size / 2 ** 20);
    const least = `${threads} threads of ${algorithm} need ${mib(threads * arenaBytes + LEAST_STORE)}`;
    const message = `memory ${mib(bytes)}: ${least} MiB`;
    refuse('ERR_LIMIT', message, String(mib(bytes)));
  }
  const countersBytes = SharedCounters.bytes(threads);
  const explainingBytes = pages(searchBytes + RULES_BYTES + 8192);
  const memory = pool.take(bytes + countersBytes + explainingBytes + (1 << 20));
  const all = freeArena(memory);
  const kernel = openLayout(game, { memory, arena: all });
  const countersAddress = kernel.allocate(countersBytes);
  const counters = new SharedCounters(kernel, countersAddress);
  const isTable = solverOf(algorithm).store === 'table';
  const busy = isTable ? busyCounters(kernel) : 0;
  const { store, storeArena } = isTable
    ? createTable(kernel, storeBytes - (1 << 18))
    : createTree(kernel, Math.floor((storeBytes - TREE_HEADER_BYTES) / NODE_BYTES) - 64, threads);
  let next = pages(all.end - kernel.free);
  const part = (size: number): Arena => {
    const start = next;
    next += size;
    return { start, end: next };
  };
  return {
    kernel,
    shared: { memory, tree: store.address, busy, countersAddress },
    counters,
    store,
    storeArena,
    arenas: Array.from({ length: threads }, () => part(arenaBytes)),
    second,
    explaining: part(explainingBytes),
  };
}

function createTable(kernel: Kernel, bytes: number) {
  const start = kernel.allocate(bytes);
  const storeArena = { start, end: start + bytes };
  return { store: ProofTable.within(kernel, storeArena), storeArena };
}

function createTree(kernel: Kernel, nodes: number, threads: number) {
  const store = ProofTree.create(kernel, nodes, threads);
  const start = store.address;
  return { store, storeArena: { start, end: start + kernel.exports.storeBytes(nodes) } };
}

/** The memory of the thread that explains: a table that has the answers, or memory of a tree for a new table. */
export interface ExplainerMemory {
  readonly memory: WebAssembly.Memory;
  readonly arena: Arena;
  readonly store:
    | { readonly kind: 'table'; readonly address: number }
    | { readonly kind: 'tree'; readonly arena: Arena; readonly usedBytes: number };
}

export function explainerMemory(layout: ProofMemoryLayout): ExplainerMemory {
  const { shared, store, storeArena, explaining } = layout;
  return {
    memory: shared.memory,
    arena: explaining,
    store:
      store instanceof ProofTable
        ? { kind: 'table', address: store.address }
        : { kind: 'tree', arena: storeArena, usedBytes: store.usedBytes },
  };
}

/** The table with which an answer is explained. What is erased after it is all that was written there. */
export function openExplainerTable(kernel: Kernel, { store }: ExplainerMemory): ProofTable {
  if (store.kind === 'table') return ProofTable.at(kernel, store.address);
  const { start } = store.arena;
  kernel.bytes.fill(0, start, start + store.usedBytes);
  return ProofTable.within(kernel, store.arena);
}

/** Erases what a kernel has allocated in its arena. */
export function eraseArena({ bytes, free }: Kernel, { start, end }: Arena): void {
  bytes.fill(0, start, end - free);
}

/** Memories of parallel solvers, of which one is kept while there is nothing to solve. */
export class ProofMemoryPool {
  #idle: WebAssembly.Memory | undefined;

  /** A zeroed memory of at least as many bytes as `createMemory` would make. */
  take(bytes: number): WebAssembly.Memory {
    const idle = this.#idle;
    if (idle === undefined || idle.buffer.byteLength < memoryBytes(bytes)) {
      return createMemory(bytes);
    }
    this.#idle = undefined;
    return idle;
  }

  /** Takes a memory back whose threads have ended, and have erased their parts. The larger of two is kept. */
  giveBack({ kernel, storeArena, arenas, shared: { memory } }: ProofMemoryLayout): void {
    // The store is erased by the thread that has explained the answer.
    kernel.bytes.fill(0, 0, storeArena.start);
    kernel.bytes.fill(0, storeArena.end, arenas[0]!.start);
    const idleBytes = this.#idle?.buffer.byteLength ?? 0;
    if (memory.buffer.byteLength > idleBytes) this.#idle = memory;
  }

  /** Lets the memory go. */
  clear(): void {
    this.#idle = undefined;
  }
}
