// Depth-first proof-number search in a kernel's memory, and its table. Several searches may share a table,
// on several threads too.
import type { Kernel } from './kernel.js';
import { type Attack, type ProofNumbers, ruleBits } from './prover.js';

const BUCKET_BYTES = 64;
const NO_MOVE = 0xffffff;

/** Children that all nodes of a line may have together, for each ply. */
const CHILDREN_PER_PLY = 48;

/** The order in which `depthFirstLayout` writes the offsets. */
const FIELDS = [
  'rootPn',
  'rootDn',
  'rootLength',
  'deep',
  'done',
  'bounded',
  'evaluated',
  'expanded',
  'ply',
] as const;
type Field = (typeof FIELDS)[number];

/** The table of df-pn: 16 bytes an entry. */
export class ProofTable {
  readonly address: number;
  readonly bytes: number;

  private constructor(address: number, bytes: number) {
    this.address = address;
    this.bytes = bytes;
  }

  /** An empty table of at most this many bytes. */
  static create(kernel: Kernel, bytes: number): ProofTable {
    const buckets = Math.max(1, Math.floor(bytes / BUCKET_BYTES) - 1);
    const size = kernel.exports.proofTableBytes(buckets);
    const address = kernel.allocate(size);
    kernel.exports.proofTableInit(address, buckets);
    return new ProofTable(address, size);
  }

  /** The table that another instance made in the same memory. */
  static at(address: number): ProofTable {
    return new ProofTable(address, 0);
  }
}

/**
 * Of six endgames of Lines of Action, none of them in the reported tables: eight simulated threads were 6.0, 7.2, 7.5
 * and 6.5 times as fast as one with 1, 4, 16 and 64, two threads 2.1, 2.1, 1.6 and 1.6 times.
 */
const BUSY_WEIGHT = 4;

/** Options of a depth-first search. */
export interface DepthFirstOptions {
  /** False for games whose positions have no key: each path is then a node of its own. */
  readonly keyed?: boolean;
  /** Thresholds leave the second best child 1/2^epsilon behind; 2 if not given. */
  readonly epsilon?: number;
  /** Counters of threads below positions, from `busyCounters`; 0 for one search alone. */
  readonly busy?: number;
  /** What each thread below a child adds to its number; BUSY_WEIGHT if not given. */
  readonly weight?: number;
  /** True to look at all moves of the root, so that `move` is the shortest way known. */
  readonly thorough?: boolean;
}

/** Memory in which searches that share a table say where they are. */
export function busyCounters(kernel: Kernel): number {
  return kernel.allocate(kernel.exports.busyCounterBytes());
}

/** One depth-first search. */
export class DepthFirst {
  readonly address: number;
  readonly #kernel: Kernel;
  readonly #record: number;
  readonly #at: Record<Field, number>;

  constructor(
    kernel: Kernel,
    table: ProofTable,
    maxPly: number,
    attack: Attack,
    options: DepthFirstOptions = {},
  ) {
    const { exports } = kernel;
    const { keyed = true, epsilon = 2, busy = 0, weight = BUSY_WEIGHT, thorough = false } = options;
    const children = childrenOf(kernel, maxPly);
    this.#kernel = kernel;
    this.#record = kernel.allocate(exports.recordBytes());
    this.address = kernel.allocate(exports.depthFirstBytes(maxPly, children));
    const line = kernel.allocate(exports.lineBytes(maxPly));
    exports.depthFirstInit(this.address, line, table.address, maxPly, children, keyed ? 1 : 0);
    exports.setGoal(this.address, attack.attacker, ruleBits(attack));
    exports.depthFirstTune(this.address, epsilon, busy, weight, thorough ? 1 : 0);
    const out = kernel.allocate(4 * FIELDS.length);
    exports.depthFirstLayout(out);
    this.#at = Object.fromEntries(
      FIELDS.map((field, index) => [field, kernel.i32[(out >>> 2) + index]!]),
    ) as Record<Field, number>;
  }

  /** Bytes of a search beside its table. */
  static bytes(kernel: Kernel, maxPly: number): number {
    const { exports } = kernel;
    const own = exports.depthFirstBytes(maxPly, childrenOf(kernel, maxPly));
    return own + exports.lineBytes(maxPly) + exports.recordBytes() + 1024;
  }

  /** Begins at a position; what the table knows stays. */
  start(record: Uint8Array): void {
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.depthFirstStart(this.address, this.#record);
  }

  /** Searches until about `budget` more nodes are evaluated; true when it has ended. */
  run(budget: number): boolean {
    return this.#kernel.exports.depthFirstRun(this.address, budget) !== 0;
  }

  /** One step; true when it has ended. */
  step(): boolean {
    return this.#kernel.exports.depthFirstStep(this.address) !== 0;
  }

  /** Numbers of the root, once it has ended without being too deep. */
  get root(): ProofNumbers {
    return { pn: this.#read('rootPn'), dn: this.#read('rootDn') };
  }

  /** Of a solved root: plies to the end by what was found, at most 1,023. */
  get length(): number {
    return this.#read('rootLength');
  }

  /** A move that decides the solved root; undefined when it has none, or all of them do. */
  get move(): number | undefined {
    const move = this.#kernel.exports.depthFirstMove(this.address) >>> 0;
    return move === NO_MOVE ? undefined : move;
  }

  /** True when it ended because a line became too long. */
  get deep(): boolean {
    return this.#read('deep') !== 0;
  }

  /** True when a disproof would rest on moves that nobody looked at. */
  get bounded(): boolean {
    return this.#read('bounded') !== 0;
  }

  /** Positions looked at, and positions whose moves were made. */
  get evaluated(): number {
    return this.#kernel.count(this.address + this.#at.evaluated);
  }

  get expanded(): number {
    return this.#kernel.count(this.address + this.#at.expanded);
  }

  #read(field: Field): number {
    return this.#kernel.u32[(this.address + this.#at[field]) >>> 2]!;
  }
}

function childrenOf(kernel: Kernel, maxPly: number): number {
  return CHILDREN_PER_PLY * maxPly + 4 * kernel.exports.maxMoves();
}
