// Depth-first proof-number search in a kernel's memory. Several searches may share a table, on several threads too.
import { type Attack, type ProofNumbers, RecordFields, setAttack } from './attack.js';
import type { Kernel } from './kernel.js';
import type { ProofTable } from './proof-table.js';

const NO_MOVE = 0xffffff;

/** Words of a child: move, proof number, disproof number, ply that they rest on. */
const CHILD_WORDS = 8;
/** As `INF` in the kernel. */
const INFINITE = 2 ** 30;
/** As `FREE` in the kernel. */
const NO_PLY = 2 ** 31 - 1;

/** A child of the root. */
export interface RootChild extends ProofNumbers {
  readonly move: number;
  /** Of a solved child: the ply of the line that the answer rests on, Infinity for none. */
  readonly rests: number;
}

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
  'rootRests',
] as const;

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

/** One depth-first search. */
export class DepthFirst {
  readonly address: number;
  readonly #kernel: Kernel;
  readonly #record: number;
  readonly #played: number;
  readonly #fields: RecordFields<(typeof FIELDS)[number]>;
  readonly #tuning: readonly [epsilon: number, busy: number, weight: number];

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
    this.#played = kernel.allocate(4 * (maxPly + 1));
    this.address = kernel.allocate(exports.depthFirstBytes(maxPly, children));
    const line = kernel.allocate(exports.lineBytes(maxPly));
    exports.depthFirstInit(this.address, line, table.address, maxPly, children, keyed ? 1 : 0);
    setAttack(kernel, this.address, attack);
    this.#tuning = [epsilon, busy, weight];
    this.setThorough(thorough);
    this.#fields = new RecordFields(kernel, this.address, FIELDS, exports.depthFirstLayout);
  }

  /** Bytes of a search beside its table. */
  static bytes(kernel: Kernel, maxPly: number): number {
    const { exports } = kernel;
    const own = exports.depthFirstBytes(maxPly, childrenOf(kernel, maxPly));
    return own + exports.lineBytes(maxPly) + exports.recordBytes() + 4 * maxPly + 1024;
  }

  /** Whether all moves of the root are looked at, so that `move` is the shortest way known. */
  setThorough(thorough: boolean): void {
    this.#kernel.exports.depthFirstTune(this.address, ...this.#tuning, thorough ? 1 : 0);
  }

  /**
   * Begins at the position after some legal moves, at most the search's plies; what the table knows stays. A
   * line that comes back to a position on the way there is a repetition. The search ends without an answer when the
   * root's numbers reach `most`.
   */
  start(
    record: Uint8Array,
    played: readonly number[] = [],
    most: ProofNumbers = { pn: INFINITE, dn: INFINITE },
  ): void {
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.u32.set(played, this.#played >>> 2);
    this.#kernel.exports.depthFirstStart(
      this.address,
      this.#record,
      this.#played,
      played.length,
      most.pn,
      most.dn,
    );
  }

  /** Ends a search that has no answer yet: the root has the numbers that are known so far. */
  leave(): void {
    this.#kernel.exports.depthFirstLeave(this.address);
  }

  /** The root's children in the order of the rules; when the root is solved, perhaps only the one that decides. */
  get children(): readonly RootChild[] {
    const { exports, u32, i32 } = this.#kernel;
    const first = exports.depthFirstChildren(this.address) >>> 2;
    return Array.from({ length: exports.depthFirstChildCount(this.address) }, (_, index) => {
      const at = first + index * CHILD_WORDS;
      const rests = i32[at + 3]!;
      return { move: u32[at]!, pn: u32[at + 1]!, dn: u32[at + 2]!, rests: plyOf(rests) };
    });
  }

  /** Of a solved root: the ply of the line that the answer rests on, Infinity for none. */
  get rests(): number {
    return plyOf(this.#fields.read('rootRests'));
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
    return { pn: this.#fields.read('rootPn'), dn: this.#fields.read('rootDn') };
  }

  /** Of a solved root: plies to the end by what was found, at most 1,023. */
  get length(): number {
    return this.#fields.read('rootLength');
  }

  /** A move that decides the solved root; undefined when it has none, or all of them do. */
  get move(): number | undefined {
    const move = this.#kernel.exports.depthFirstMove(this.address) >>> 0;
    return move === NO_MOVE ? undefined : move;
  }

  /** True when it ended because a line became too long. */
  get deep(): boolean {
    return this.#fields.read('deep') !== 0;
  }

  /** True when a disproof would rest on moves that were not looked at. */
  get bounded(): boolean {
    return this.#fields.read('bounded') !== 0;
  }

  /** Positions looked at, and positions whose moves were made. */
  get evaluated(): number {
    return this.#fields.count('evaluated');
  }

  get expanded(): number {
    return this.#fields.count('expanded');
  }
}

const plyOf = (rests: number): number => (rests === NO_PLY ? Number.POSITIVE_INFINITY : rests);

function childrenOf(kernel: Kernel, maxPly: number): number {
  return CHILDREN_PER_PLY * maxPly + 4 * kernel.exports.maxMoves();
}
