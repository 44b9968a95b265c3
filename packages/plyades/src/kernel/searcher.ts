// A searcher: a resumable search as a value. `run(nodeBudget)` searches that many nodes and returns;
// it can be continued, abandoned, given another window, copied, saved and restored. Between two runs it
// can also be split: one of its moves is searched by another searcher, and the value delivered later.
import { FULL_DEPTH, INFINITE } from '../core/score.js';
import type { SearchMode } from '../core/search-request.js';
import type { Kernel } from './kernel.js';
import type { Table } from './table.js';

/**
 * `idle` before the first start; `aborted` when the abort flag was set; `waiting` when there is nothing
 * to search until the value of a move that was split off is delivered.
 */
export type Status = 'idle' | 'running' | 'done' | 'aborted' | 'waiting';
/**
 * How a position is searched; in exact mode all find the same value. `textbook` is fail-hard alpha-beta with
 * internal iterative deepening, as parallel searches of the literature are compared with it: exact mode
 * only, of one depth, and it is never split.
 */
export type KernelMethod = 'negascout' | 'alphabeta' | 'mtdf' | 'textbook';

const STATUS = ['idle', 'running', 'done', 'aborted', 'waiting'] as const;
const METHOD: Record<KernelMethod, number> = { negascout: 0, alphabeta: 1, mtdf: 2, textbook: 3 };
const MODE: Record<SearchMode, number> = { exact: 0, play: 1 };
const BOUND = [undefined, 'lower', 'upper', 'exact'] as const;

const SCOUT = { none: 0, belowBeta: 1, aboveAlpha: 2 } as const;

/** A table entry has eight bits for the depth, and 255 means to the end of the game. */
const MAX_KERNEL_DEPTH = 254;

/** A running search looks at its flags this often, in nodes (POLL in assembly/search/frontier.ts). */
export const POLL_NODES = 128;

/** From the root position back to its frame, and the move under way in a frame (assembly/search/searcher.ts). */
const FRAME_HEADER = 80;
const FRAME_MOVE = 32;

const MAX_BUDGET = 2 ** 31 - 1;
const NO_MOVE = 0xffffff;

/** The answer of `searcherDeliver` when a bound settles nothing. */
const UNDECIDED = 2;

const MAX_PLY = 1000;
/** Room for the moves of the longest line and some words before them. */
const OUT_BYTES = 4 * (MAX_PLY + 8);

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
  'lastTicket',
  'tasks',
  'deepest',
  'yieldFlag',
  'putOff',
  'decidedMeanwhile',
  'tableHits',
] as const;
type SearcherField = (typeof FIELDS)[number];

/** What to search for. */
export interface StartOptions {
  readonly method?: KernelMethod;
  readonly mode?: SearchMode;
  /** First depth of iterative deepening, 1 if not given; `maxDepth` for a single search. */
  readonly minDepth?: number;
  readonly maxDepth: number;
  /**
   * Records of the positions of the game before this one, the last one first. In games with a rule of
   * repetition, play mode counts how often a position has been among them; exact mode ignores them.
   */
  readonly before?: readonly Uint8Array[];
  /**
   * False: play mode leaves nothing out, neither moves that hardly matter nor what shallower searches
   * predict (ProbCut). True if not given; exact mode leaves nothing out anyway.
   */
  readonly selective?: boolean;
  /**
   * Only these moves of the root are searched: legal ones, at least one. Not for the method `textbook`, and
   * the search cannot be saved.
   */
  readonly only?: readonly number[];
  /**
   * With a table that has marks: nodes of this many plies or more, at least the game's `tableDepth`, are put off while another
   * searcher has marked them (ABDADA); 0 for as many as the game names. No nodes if not given.
   */
  readonly markDepth?: number;
  /** Root window; open on both sides if not given. */
  readonly alpha?: number;
  readonly beta?: number;
  /** True for a piece of a larger search: the history of the searcher's last search counts in full, else at an eighth. */
  readonly keepOrdering?: boolean;
  /** For the method `textbook` only. */
  readonly cut?: Cut;
}

/** How the textbook's search simulates a parallel one, whose master sees the tree down to a horizon. */
export interface Cut {
  /** Plies between the root and the horizon; entries of the table above and below it are kept apart. */
  readonly horizon: number;
  /** Plies below the horizon down to which subtrees share results; Infinity for all. */
  readonly sharing: number;
  /** Whether windows are open at the horizon. */
  readonly openWindows: boolean;
}

/** What the last finished depth found. */
export interface Found {
  /** 255 when the game was searched to its end. */
  readonly depth: number;
  readonly value: number;
  readonly bound: 'exact' | 'lower' | 'upper';
  /** Undefined when the game is over at the root. */
  readonly move: number | undefined;
  /** Begins with `move` (empty at depth 0); as far as the search kept it: table cut-offs shorten it. */
  readonly pv: readonly number[];
  /**
   * True when nothing rests on an evaluation. In games that may leave moves out: when nothing that the value
   * rests on was left out or evaluated.
   */
  readonly complete: boolean;
}

/** 1: on the principal variation; 2: a cut is expected; 3: none is. */
export type NodeType = 1 | 2 | 3;

/** A child that was split off: what another searcher needs to search it. */
export interface Split {
  /** Names the child when its value is delivered to the searcher that was split. */
  readonly ticket: number;
  readonly move: number;
  /**
   * Compact record of the child. Empty for a game in plain TypeScript, whose states have none: `path`
   * leads there.
   */
  readonly record: Uint8Array;
  /** Moves from the root of the searcher to the child, `move` last. */
  readonly path: readonly number[];
  /** 255 to the end of the game. */
  readonly depth: number;
  /** The child's window, from its own side. */
  readonly alpha: number;
  readonly beta: number;
  /** 1 when the same side moves again in the child, so that values keep their sign. */
  readonly sign: 1 | -1;
  readonly type: NodeType;
  /** True when a null window is worth a try before the whole one. */
  readonly scout: boolean;
}

/** Where a search may be split. */
export interface SplitRule {
  /** Least number of plies between the node and the horizon, 2 or more; 2 if not given. */
  readonly minDepth?: number;
  /** Children of a type 2 node that are searched one after the other first; 3 if not given. */
  readonly reasonable?: number;
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
  /** Where the list of `only` is, 0 before there was one. */
  #rootMoves = 0;
  #restricted = false;
  /** Words that calls write their answers to; shared by the searchers of a kernel. */
  readonly #out: number;

  /** A searcher of lines of at most `maxPly` plies, 2 to 1,000. */
  constructor(kernel: Kernel, maxPly: number) {
    if (!(Number.isInteger(maxPly) && maxPly >= 2 && maxPly <= MAX_PLY)) {
      throw new RangeError(`maxPly ${maxPly}: expected a whole number from 2 to ${MAX_PLY}`);
    }
    this.#kernel = kernel;
    this.maxPly = maxPly;
    this.#bytes = kernel.exports.searcherBytes(maxPly);
    this.address = kernel.allocate(this.#bytes);
    kernel.exports.searcherInit(this.address, maxPly);
    const shared = sharedOf(kernel);
    this.#record = shared.record;
    this.#position = shared.position;
    this.#out = shared.out;
    this.#at = shared.offsets;
  }

  /** Bytes of a searcher in the kernel's memory. */
  static bytes(kernel: Kernel, maxPly: number): number {
    return kernel.exports.searcherBytes(maxPly);
  }

  /**
   * Uses a table (or none), and stops when the i32 at `abortFlag` is not 0. While the one at `yieldFlag` is not 0,
   * `run` returns after POLL_NODES nodes, still running.
   */
  attach(table: Table | undefined, abortFlag = 0, yieldFlag = 0): this {
    this.#kernel.exports.searcherAttach(this.address, table?.address ?? 0, abortFlag, yieldFlag);
    return this;
  }

  /** Forgets what earlier searches taught its move ordering; keeps its table. */
  reset(): void {
    const table = this.#read('table');
    const abortFlag = this.#read('abortFlag');
    const yieldFlag = this.#read('yieldFlag');
    const lastTicket = this.#read('lastTicket');
    this.#kernel.bytes.fill(0, this.address, this.address + this.#bytes);
    this.#kernel.exports.searcherInit(this.address, this.maxPly);
    this.#kernel.exports.searcherAttach(this.address, table, abortFlag, yieldFlag);
    this.#write('lastTicket', lastTicket);
  }

  /** Adds noise to the move ordering, so that searches of the same position part ways. */
  perturb(seed: number): void {
    this.#kernel.exports.searcherPerturb(this.address, seed);
  }

  /**
   * Begins a search of the position in a compact record; `run` does the work. A RangeError when the
   * depths do not fit (minDepth 1 .. maxDepth < maxPly, at most 254) or the window is empty.
   */
  start(record: Uint8Array, options: StartOptions): void {
    checkStart(options, this.maxPly);
    this.#kernel.bytes.set(record, this.#record);
    const { exports } = this.#kernel;
    const begin = options.keepOrdering ? exports.searcherStartPiece : exports.searcherStart;
    begin(
      this.address,
      this.#record,
      METHOD[options.method ?? 'negascout'],
      MODE[options.mode ?? 'exact'],
      Math.min(
        options.minDepth ?? (options.method === 'textbook' ? options.maxDepth : 1),
        options.maxDepth,
      ),
      options.maxDepth,
      options.alpha ?? -INFINITE,
      options.beta ?? INFINITE,
    );
    if (options.selective === false) this.#kernel.exports.searcherThorough(this.address);
    if (options.markDepth !== undefined) {
      this.#kernel.exports.searcherShareTree(this.address, options.markDepth);
    }
    if (options.cut !== undefined) this.#cut(options.cut);
    this.#restricted = options.only !== undefined;
    if (options.only !== undefined) this.#restrict(options.only);
    for (const record of options.before ?? []) {
      this.#kernel.bytes.set(record, this.#record);
      this.#kernel.exports.load(this.#position, this.#record);
      this.#kernel.exports.searcherBefore(this.address, this.#position);
    }
  }

  #restrict(moves: readonly number[]): void {
    const { exports } = this.#kernel;
    if (this.#rootMoves === 0) this.#rootMoves = this.#kernel.allocate(exports.maxMoves() * 4);
    this.#kernel.u32.set(moves, this.#rootMoves >>> 2);
    exports.searcherRestrict(this.address, this.#rootMoves, moves.length);
  }

  #cut({ horizon, sharing, openWindows }: Cut): void {
    const plies = Math.min(sharing, MAX_PLY);
    this.#kernel.exports.searcherCutAt(this.address, horizon, plies, openWindows ? 1 : 0);
  }

  /**
   * Begins the search of a child that another searcher gave away, in its mode and to its very depth.
   * What it finds is what that searcher's `deliver` takes. A RangeError when the depth does not fit.
   */
  take(
    part: Omit<Split, 'ticket' | 'move' | 'path'>,
    method: KernelMethod = 'negascout',
    { mode = 'exact', selective = true }: Pick<StartOptions, 'mode' | 'selective'> = {},
  ): void {
    const { record, depth, alpha, beta, sign } = part;
    checkStart({ maxDepth: depth === FULL_DEPTH ? 1 : depth, alpha, beta }, this.maxPly);
    const scouts = part.scout && method === 'negascout' && beta - alpha > 1;
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.searcherStartPart(
      this.address,
      this.#record,
      METHOD[method],
      depth,
      alpha,
      beta,
      part.type,
      scouts ? (sign < 0 ? SCOUT.belowBeta : SCOUT.aboveAlpha) : SCOUT.none,
      MODE[mode],
    );
    if (!selective) this.#kernel.exports.searcherThorough(this.address);
  }

  /** Searches about `nodeBudget` nodes more, at least 1; Infinity means as many as one call can. */
  run(nodeBudget: number): Status {
    if (!(nodeBudget >= 1))
      throw new RangeError(`a budget of ${nodeBudget} nodes: expected 1 or more`);
    const budget = Math.min(nodeBudget, MAX_BUDGET);
    return STATUS[this.#kernel.exports.searcherRun(this.address, budget)]!;
  }

  /**
   * The plies of a paused search in exact mode that Young Brothers Wait allows to split, nearest the
   * root first, which is the best: at type 1 the eldest child must be done, at type 2 the `reasonable`
   * ones, at type 3 nothing.
   */
  candidates(rule: SplitRule = {}): number[] {
    const { exports, i32 } = this.#kernel;
    const { minDepth = 2, reasonable = 3 } = rule;
    const most = this.maxPly;
    const count = exports.searcherCandidates(this.address, minDepth, reasonable, most, this.#out);
    return Array.from(i32.subarray(this.#out >>> 2, (this.#out >>> 2) + count));
  }

  /** The first of `candidates`, or undefined. */
  candidate({ minDepth = 2, reasonable = 3 }: SplitRule = {}): number | undefined {
    const { exports, i32 } = this.#kernel;
    const count = exports.searcherCandidates(this.address, minDepth, reasonable, 1, this.#out);
    return count === 0 ? undefined : i32[this.#out >>> 2];
  }

  /**
   * Takes the next unsearched move out of the node at `ply`, whether it is a candidate or not: the
   * value found does not depend on it. Undefined when that node has no such move, or none deeper than
   * its leaves, and in play mode. The search waits for the value where it cannot do without.
   */
  split(ply: number): Split | undefined {
    const { exports, i32, u32, bytes, positionsOutside } = this.#kernel;
    const out = this.#out >>> 2;
    const ticket = exports.searcherSplit(
      this.address,
      ply,
      this.#position,
      this.#record,
      this.#out,
    );
    if (ticket === 0) return undefined;
    const recordBytes = positionsOutside ? 0 : exports.recordBytes();
    return {
      ticket,
      move: u32[out]!,
      record: bytes.slice(this.#record, this.#record + recordBytes),
      path: Array.from(u32.subarray(out + 8, out + 8 + u32[out + 7]!)),
      depth: i32[out + 1]!,
      alpha: i32[out + 2]!,
      beta: i32[out + 3]!,
      sign: i32[out + 4]! as 1 | -1,
      type: i32[out + 5]! as NodeType,
      scout: i32[out + 6] === 1,
    };
  }

  /**
   * Delivers what the search of a child found, from its own side. False when no node waits for it any
   * more: it was cut off, or delivered before. A RangeError when the search had a window that was
   * never the child's, so that its bound settles nothing.
   */
  deliver(ticket: number, found: Pick<Found, 'value' | 'bound' | 'complete' | 'pv'>): boolean {
    const { exports, u32 } = this.#kernel;
    const { value, bound, complete } = found;
    const pv = found.pv.slice(0, this.maxPly);
    u32.set(pv, this.#out >>> 2);
    const taken = exports.searcherDeliver(
      this.address,
      ticket,
      value,
      BOUND.indexOf(bound),
      complete ? 0 : 1,
      this.#out,
      pv.length,
    );
    if (taken === UNDECIDED) {
      throw new RangeError(`a ${bound} bound of ${value} settles nothing in the child's window`);
    }
    return taken !== 0;
  }

  /** The window of a child now, from its own side; undefined when its value is no longer wanted. */
  window(ticket: number): { readonly alpha: number; readonly beta: number } | undefined {
    const { exports, i32 } = this.#kernel;
    if (!exports.searcherWindow(this.address, ticket, this.#out)) return undefined;
    return { alpha: i32[this.#out >>> 2]!, beta: i32[(this.#out >>> 2) + 1]! };
  }

  /** False when the value of a child is no longer wanted. */
  alive(ticket: number): boolean {
    return this.#kernel.exports.searcherWindow(this.address, ticket, this.#out) !== 0;
  }

  /** Leaves the depth under way, whose value is known from another search, and goes on with a greater one. */
  advance(depth: number): void {
    this.#kernel.exports.searcherAdvance(this.address, depth);
  }

  /**
   * Gives the search under way another root window. Inside the old one it goes on, with narrower
   * windows; otherwise the depth starts again, and what was split off is no longer wanted.
   */
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

  /** Nodes that the table decided when they were entered, of all searches of this searcher. */
  get tableHits(): number {
    return this.#kernel.count(this.address + this.#at.tableHits);
  }

  /** Plies of the longest line that was looked at, where lines go on beyond the depth; 0 elsewhere. */
  get deepest(): number {
    return this.#read('deepest');
  }

  /** Children that all its searches have put off because another searcher had marked them (ABDADA). */
  get putOff(): number {
    return this.#read('putOff') >>> 0;
  }

  /** Nodes of all its searches that the table decided while they were under way (ABDADA). */
  get decidedMeanwhile(): number {
    return this.#read('decidedMeanwhile') >>> 0;
  }

  /** The textbook's search of a tree that is cut: subtrees at the horizon that it has searched. */
  get tasks(): number {
    return this.#read('tasks');
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

  /** Of a search that has paused: the ply of the node to be entered next, 0 at the root. */
  get ply(): number {
    return this.#read('ply');
  }

  /** Of a search that has paused: the move of the root that it is at; undefined at the root itself. */
  get rootMove(): number | undefined {
    if (this.ply === 0) return undefined;
    const frame = this.#kernel.exports.searcherRoot(this.address) - FRAME_HEADER;
    return this.#kernel.u32[(frame + FRAME_MOVE) >>> 2];
  }

  /** The last finished depth, or undefined before the first. */
  get found(): Found | undefined {
    const depth = this.#read('doneDepth');
    const bound = BOUND[this.#read('doneBound')];
    if (depth < 0 || bound === undefined) return undefined;
    const code = this.#read('doneMove');
    const move = code === NO_MOVE ? undefined : code;
    const from = this.#kernel.exports.searcherPv(this.address) >>> 2;
    const pv = Array.from(this.#kernel.u32.subarray(from, from + this.#read('donePvLength')));
    // Null windows keep no variation; beyond the horizon there is none.
    if (pv.length === 0 && move !== undefined && depth > 0) pv.push(move);
    return {
      depth,
      value: this.#read('doneValue'),
      bound,
      move,
      pv,
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
    if (this.#restricted) {
      throw new TypeError('a search of some moves of the root cannot be saved or copied');
    }
    return this.#kernel.bytes.slice(this.address, this.address + this.#bytes);
  }

  /**
   * Becomes the saved searcher, of the same game and the same maxPly; keeps its own table. It waits for
   * the children that the saved one had given away, and for none that either gave away later.
   */
  restore(saved: Uint8Array): void {
    if (saved.length !== this.#bytes) {
      throw new RangeError(`saved searcher has ${saved.length} bytes, expected ${this.#bytes}`);
    }
    const table = this.#read('table');
    const abortFlag = this.#read('abortFlag');
    const yieldFlag = this.#read('yieldFlag');
    const lastTicket = this.#read('lastTicket');
    this.#kernel.bytes.set(saved, this.address);
    this.#kernel.exports.searcherAttach(this.address, table, abortFlag, yieldFlag);
    this.#write('lastTicket', Math.max(lastTicket, this.#read('lastTicket')));
  }

  /** Becomes a copy of another searcher of the same kernel, with its own table. */
  copyFrom(other: Searcher): void {
    this.restore(other.save());
  }

  #read(field: SearcherField): number {
    return this.#kernel.i32[(this.address + this.#at[field]) >>> 2]!;
  }

  #write(field: SearcherField, value: number): void {
    this.#kernel.i32[(this.address + this.#at[field]) >>> 2] = value;
  }
}

function checkStart(options: StartOptions, maxPly: number): void {
  const { minDepth = 1, maxDepth, alpha, beta, method, mode, only } = options;
  if (only !== undefined && (only.length === 0 || method === 'textbook')) {
    throw new RangeError('a search of some moves of the root needs one, and another method');
  }
  if (method === 'textbook' && mode === 'play') {
    throw new RangeError("the textbook's search knows no play mode");
  }
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

/** What the searchers of a kernel share: calls leave nothing there that the next one needs. */
interface Shared {
  readonly offsets: Record<SearcherField, number>;
  readonly record: number;
  readonly position: number;
  readonly out: number;
}

const sharedByKernel = new WeakMap<Kernel, Shared>();

function sharedOf(kernel: Kernel): Shared {
  let shared = sharedByKernel.get(kernel);
  if (!shared) {
    const { exports } = kernel;
    const out = kernel.allocate(OUT_BYTES);
    exports.searcherLayout(out);
    shared = {
      offsets: Object.fromEntries(
        FIELDS.map((field, i) => [field, kernel.i32[(out >>> 2) + i]!]),
      ) as Record<SearcherField, number>,
      record: kernel.allocate(exports.recordBytes()),
      position: kernel.allocate(exports.positionBytes()),
      out,
    };
    sharedByKernel.set(kernel, shared);
  }
  return shared;
}
