// A searcher: a resumable search as a value. `run(nodeBudget)` searches that many nodes and returns;
// it can be continued, abandoned, given another window, copied, saved and restored.
import type { Kernel } from './kernel.js';
import type { Table } from './table.js';

/** `idle` before the first start; `aborted` when the abort flag was set. */
export type Status = 'idle' | 'running' | 'done' | 'aborted';
/** How the root is searched; in exact mode all three find the same value. */
export type Method = 'negascout' | 'alphabeta' | 'mtdf';
/** `exact`: the minimax value of the fixed-depth tree; `play`: as strong as possible. */
export type Mode = 'exact' | 'play';

const STATUS = ['idle', 'running', 'done', 'aborted'] as const;
const METHOD: Record<Method, number> = { negascout: 0, alphabeta: 1, mtdf: 2 };
const MODE: Record<Mode, number> = { exact: 0, play: 1 };
const BOUND = [undefined, 'lower', 'upper', 'exact'] as const;

const INFINITE = 520_000;

/** A table entry has eight bits for the depth, and 255 means to the end of the game. */
const MAX_KERNEL_DEPTH = 254;

const MAX_BUDGET = 2 ** 31 - 1;
const NO_MOVE = 0xffffff;

/** The order in which `searcherLayout` writes the offsets. */
const FIELDS = [
  'status',
  'depth',
  'doneDepth',
  'doneValue',
  'doneBound',
  'doneMove',
  'doneOpen',
  'donePvLength',
  'nodes',
  'leaves',
  'firstMoveCuts',
  'cuts',
  'ply',
  'table',
  'abortFlag',
] as const;
type SearcherField = (typeof FIELDS)[number];

/** What to search for. */
export interface StartOptions {
  readonly method?: Method;
  readonly mode?: Mode;
  /** First depth of iterative deepening, 1 if not given; `maxDepth` for a single search. */
  readonly minDepth?: number;
  readonly maxDepth: number;
  /**
   * Records of the positions of the game before this one, the last one first. In games with a rule of
   * repetition, play mode counts how often a position has been among them; exact mode ignores them.
   */
  readonly before?: readonly Uint8Array[];
  /** Root window; open on both sides if not given. */
  readonly alpha?: number;
  readonly beta?: number;
}

/** What the last finished depth found. */
export interface Found {
  /** 255 when the game was searched to its end. */
  readonly depth: number;
  readonly value: number;
  readonly bound: 'exact' | 'lower' | 'upper';
  /** Undefined when the game is over at the root. */
  readonly move: number | undefined;
  /** As far as the search kept it: table cut-offs shorten it. */
  readonly pv: readonly number[];
  /** True when nothing rests on an evaluation. */
  readonly complete: boolean;
}

/** A search in a kernel's memory that runs in slices. */
export class Searcher {
  readonly address: number;
  readonly maxPly: number;
  readonly #bytes: number;
  readonly #kernel: Kernel;
  readonly #record: number;
  readonly #position: number;
  readonly #at: Record<SearcherField, number>;

  constructor(kernel: Kernel, maxPly: number) {
    this.#kernel = kernel;
    this.maxPly = maxPly;
    this.#bytes = kernel.exports.searcherBytes(maxPly);
    this.address = kernel.allocate(this.#bytes);
    this.#record = kernel.allocate(kernel.exports.recordBytes());
    this.#position = kernel.allocate(kernel.exports.positionBytes());
    kernel.exports.searcherInit(this.address, maxPly);
    this.#at = layout(kernel);
  }

  /** Uses a table (or none), and stops when the i32 at `abortFlag` is not 0. */
  attach(table: Table | undefined, abortFlag = 0): this {
    this.#kernel.exports.searcherAttach(this.address, table?.address ?? 0, abortFlag);
    return this;
  }

  /** Forgets what earlier searches taught its move ordering; keeps its table. */
  reset(): void {
    const table = this.#read('table');
    const abortFlag = this.#read('abortFlag');
    this.#kernel.bytes.fill(0, this.address, this.address + this.#bytes);
    this.#kernel.exports.searcherInit(this.address, this.maxPly);
    this.#kernel.exports.searcherAttach(this.address, table, abortFlag);
  }

  /**
   * Begins a search of the position in a compact record; `run` does the work. A RangeError when the
   * depths do not fit (minDepth 1 .. maxDepth < maxPly, at most 254) or the window is empty.
   */
  start(record: Uint8Array, options: StartOptions): void {
    checkStart(options, this.maxPly);
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.searcherStart(
      this.address,
      this.#record,
      METHOD[options.method ?? 'negascout'],
      MODE[options.mode ?? 'exact'],
      Math.min(options.minDepth ?? 1, options.maxDepth),
      options.maxDepth,
      options.alpha ?? -INFINITE,
      options.beta ?? INFINITE,
    );
    for (const record of options.before ?? []) {
      this.#kernel.bytes.set(record, this.#record);
      this.#kernel.exports.load(this.#position, this.#record);
      this.#kernel.exports.searcherBefore(this.address, this.#position);
    }
  }

  /** Searches about `nodeBudget` nodes more, at least 1; Infinity means as many as one call can. */
  run(nodeBudget: number): Status {
    if (!(nodeBudget >= 1))
      throw new RangeError(`a budget of ${nodeBudget} nodes: expected 1 or more`);
    const budget = Math.min(nodeBudget, MAX_BUDGET);
    return STATUS[this.#kernel.exports.searcherRun(this.address, budget)]!;
  }

  /** Gives the running search another root window. */
  rewindow(alpha: number, beta: number): void {
    checkStart({ maxDepth: 1, alpha, beta }, this.maxPly);
    this.#kernel.exports.searcherRewindow(this.address, alpha, beta);
  }

  get status(): Status {
    return STATUS[this.#read('status')]!;
  }

  get nodes(): number {
    return this.#kernel.count(this.address + this.#at.nodes);
  }

  get leaves(): number {
    return this.#kernel.count(this.address + this.#at.leaves);
  }

  /** Share of the cut nodes that the first move cut: the quality of the move ordering. */
  get firstMoveCutRate(): number {
    const cuts = this.#kernel.count(this.address + this.#at.cuts);
    return cuts === 0 ? 0 : this.#kernel.count(this.address + this.#at.firstMoveCuts) / cuts;
  }

  /** The depth under way. */
  get depth(): number {
    return this.#read('depth');
  }

  /** The last finished depth, or undefined before the first. */
  get found(): Found | undefined {
    const depth = this.#read('doneDepth');
    const bound = BOUND[this.#read('doneBound')];
    if (depth < 0 || bound === undefined) return undefined;
    const move = this.#read('doneMove');
    const from = this.#kernel.exports.searcherPv(this.address) >>> 2;
    return {
      depth,
      value: this.#read('doneValue'),
      bound,
      move: move === NO_MOVE ? undefined : move,
      pv: Array.from(this.#kernel.u32.subarray(from, from + this.#read('donePvLength'))),
      complete: this.#read('doneOpen') === 0,
    };
  }

  /**
   * The whole searcher as bytes. The table is not part of it; nor are positions that live outside the
   * kernel, so a search of a game in plain TypeScript cannot be saved or copied.
   */
  save(): Uint8Array {
    if (this.#kernel.positionsOutside) {
      throw new TypeError('a search of a game in plain TypeScript cannot be saved or copied');
    }
    return this.#kernel.bytes.slice(this.address, this.address + this.#bytes);
  }

  /** Becomes the saved searcher, of the same game and the same maxPly; keeps its own table. */
  restore(saved: Uint8Array): void {
    if (saved.length !== this.#bytes) {
      throw new RangeError(`saved searcher has ${saved.length} bytes, expected ${this.#bytes}`);
    }
    const table = this.#read('table');
    const abortFlag = this.#read('abortFlag');
    this.#kernel.bytes.set(saved, this.address);
    this.#kernel.exports.searcherAttach(this.address, table, abortFlag);
  }

  /** Becomes a copy of another searcher of the same kernel, with its own table. */
  copyFrom(other: Searcher): void {
    this.restore(other.save());
  }

  #read(field: SearcherField): number {
    return this.#kernel.i32[(this.address + this.#at[field]) >>> 2]!;
  }
}

function checkStart({ minDepth = 1, maxDepth, alpha, beta }: StartOptions, maxPly: number): void {
  const deepest = Math.min(MAX_KERNEL_DEPTH, maxPly - 1);
  if (!(Number.isInteger(maxDepth) && maxDepth >= 1 && maxDepth <= deepest)) {
    throw new RangeError(`maxDepth ${maxDepth}: this searcher takes 1 to ${deepest}`);
  }
  if (!(Number.isInteger(minDepth) && minDepth >= 1)) {
    throw new RangeError(`minDepth ${minDepth}: expected a whole number from 1`);
  }
  const [low, high] = [alpha ?? -INFINITE, beta ?? INFINITE];
  if (!(low >= -INFINITE && low < high && high <= INFINITE)) {
    throw new RangeError(`the window (${low}, ${high}) is empty or beyond +-${INFINITE}`);
  }
}

const layouts = new WeakMap<Kernel, Record<SearcherField, number>>();

function layout(kernel: Kernel): Record<SearcherField, number> {
  let offsets = layouts.get(kernel);
  if (!offsets) {
    const out = kernel.allocate(FIELDS.length * 4);
    kernel.exports.searcherLayout(out);
    offsets = Object.fromEntries(
      FIELDS.map((field, i) => [field, kernel.i32[(out >>> 2) + i]!]),
    ) as Record<SearcherField, number>;
    layouts.set(kernel, offsets);
  }
  return offsets;
}
