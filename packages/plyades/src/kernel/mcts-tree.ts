// The tree of a Monte Carlo tree search in a kernel's memory, and the walker with which a thread runs simulations in it.
// Several threads with instances on one shared memory may each have a walker in the same tree.
import type { Kernel } from './kernel.js';

/** In the order in which `mctsLayout` writes them; the first is the size of a node. */
const FIELDS = [
  ...(['nodeBytes', 'visits', 'wins', 'lower', 'upper', 'move', 'children', 'count'] as const),
  ...(['flags', 'length', 'stop', 'phase', 'simulations', 'most', 'full'] as const),
  ...(['start', 'end', 'next', 'compared'] as const),
] as const;
type MctsField = (typeof FIELDS)[number];

/** Bits of a node's flags, as in assembly/mcts/tree.ts. */
const KNOWN = 2;
const EXPANDED = 8;
const EXCLUDED = 32;

/** Values of `compared`, as there. */
const SOME_MOVES = 1;
const ALL_MOVES = 2;

/** What the tree knows of a position. Values and bounds are those of side 0. */
export interface MctsNode {
  readonly address: number;
  /** The move that leads here. */
  readonly move: number;
  readonly visits: number;
  /** Half points of the side that moves at the parent; at the root, of the side to move. */
  readonly wins: number;
  readonly lower: number;
  readonly upper: number;
  /** Of a solved node: plies to the end by the proof. */
  readonly length: number;
  /** The side to move; undefined before the first visit. */
  readonly turn: 0 | 1 | undefined;
  /** Children that can be asked for by `children`. */
  readonly count: number;
}

/** Weights of a search. */
export interface MctsWeights {
  readonly exploration: number;
  readonly rave: number;
  readonly expandAt: number;
}

/** Where a tree stands: threads begin when it is ready. */
export const TREE_PHASES = { waiting: 0, ready: 1 } as const;

/** Visits and half points are counted in 32 bits. */
export const MAX_SIMULATIONS = 2 ** 29;

export class MctsTree {
  readonly address: number;
  readonly #kernel: Kernel;
  readonly #offsets: Readonly<Record<MctsField, number>>;

  private constructor(kernel: Kernel, address: number) {
    this.address = address;
    this.#kernel = kernel;
    this.#offsets = layoutOf(kernel);
  }

  /** An empty tree in `bytes` bytes of the kernel's arena. */
  static create(kernel: Kernel, bytes: number): MctsTree {
    const tree = new MctsTree(kernel, kernel.allocate(bytes));
    kernel.exports.mctsInit(tree.address, bytes);
    return tree;
  }

  /** The tree at an address of a memory that this kernel shares. */
  static at(kernel: Kernel, address: number): MctsTree {
    return new MctsTree(kernel, address);
  }

  get root(): MctsNode {
    return this.node(this.#kernel.exports.mctsRoot(this.address));
  }

  node(address: number): MctsNode {
    const word = (field: MctsField) => this.#kernel.i32[(address + this.#offsets[field]) >>> 2]!;
    const flags = word('flags');
    return {
      address,
      move: word('move') >>> 0,
      visits: word('visits'),
      wins: word('wins'),
      lower: word('lower'),
      upper: word('upper'),
      length: word('length'),
      turn: (flags & KNOWN) === 0 ? undefined : (flags & 1) === 0 ? 0 : 1,
      count: (flags & EXPANDED) === 0 ? 0 : word('count'),
    };
  }

  children(node: MctsNode): MctsNode[] {
    const { i32 } = this.#kernel;
    const first = i32[(node.address + this.#offsets.children) >>> 2]! >>> 0;
    const { nodeBytes } = this.#offsets;
    return Array.from({ length: node.count }, (_, i) => this.node(first + i * nodeBytes));
  }

  tune({ exploration, rave, expandAt }: MctsWeights): void {
    this.#kernel.exports.mctsTune(this.address, exploration, rave, expandAt);
  }

  /** Forgets everything. No thread may be in the tree, as for `moveRoot`. */
  clear(): void {
    this.#kernel.exports.mctsClear(this.address);
  }

  /** Keeps the subtree of a node alone, which becomes the root. */
  moveRoot(node: MctsNode): void {
    this.#kernel.exports.mctsMoveRoot(this.address, node.address);
  }

  /**
   * Lets simulations enter these moves of the root alone, each equally often; `all`: when the root is solved, its
   * unsolved moves equally often. Undefined: as the search sees fit, which ends when the root is solved. The root must
   * have been expanded for a list of moves, and no thread may be in the tree.
   */
  compare(moves: readonly number[] | 'all' | undefined): void {
    const { i32 } = this.#kernel;
    const only = typeof moves === 'object' ? moves : undefined;
    for (const { address, move } of this.children(this.root)) {
      const at = (address + this.#offsets.flags) >>> 2;
      const isExcluded = only !== undefined && !only.includes(move);
      i32[at] = isExcluded ? i32[at]! | EXCLUDED : i32[at]! & ~EXCLUDED;
    }
    this.#write('compared', only ? SOME_MOVES : moves === 'all' ? ALL_MOVES : 0);
  }

  /** Before a search: nothing is counted, no thread is to stop. */
  begin(most: number): void {
    this.#write('simulations', 0);
    this.#write('most', Math.max(0, Math.min(most, MAX_SIMULATIONS - this.root.visits)));
    this.#write('stop', 0);
  }

  /** Tells all threads to stop. */
  stop(): void {
    this.#write('stop', 1);
  }

  get stopped(): boolean {
    return this.#read('stop') !== 0;
  }

  /** Simulations since `begin`. */
  get simulations(): number {
    return this.#read('simulations');
  }

  /** True when all simulations that `begin` allowed have been made or begun. */
  get exhausted(): boolean {
    return this.#read('simulations') >= this.#read('most');
  }

  /** True when a node could not be expanded for want of memory. */
  get isFull(): boolean {
    return this.#read('full') !== 0;
  }

  /** How much of the memory is in use, in thousandths. */
  get used(): number {
    const start = this.#read('start');
    return Math.round((1000 * (this.#read('next') - start)) / (this.#read('end') - start));
  }

  /** The word that threads wait for. */
  get phaseIndex(): number {
    return (this.address + this.#offsets.phase) >>> 2;
  }

  #read(field: MctsField): number {
    return Atomics.load(this.#kernel.i32, (this.address + this.#offsets[field]) >>> 2) >>> 0;
  }

  #write(field: MctsField, value: number): void {
    Atomics.store(this.#kernel.i32, (this.address + this.#offsets[field]) >>> 2, value);
  }
}

/** One thread's simulations in a tree. */
export class Walker {
  readonly #kernel: Kernel;
  readonly #tree: MctsTree;
  readonly #address: number;
  readonly #record: number;

  /** Takes its memory from the kernel's arena. */
  constructor(kernel: Kernel, tree: MctsTree) {
    this.#kernel = kernel;
    this.#tree = tree;
    this.#record = kernel.allocate(kernel.exports.recordBytes());
    this.#address = kernel.allocate(kernel.exports.walkerBytes());
  }

  /** Bytes that a walker takes of an arena. */
  static bytes({ exports }: Kernel): number {
    return exports.walkerBytes() + exports.recordBytes() + 256;
  }

  /** Goes to the root, a position whose record this is; `number` is that of the thread. */
  start(record: Uint8Array, seed: number, number: number): void {
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.walkerInit(this.#address, this.#record, seed, number);
  }

  /** Makes up to `budget` simulations, fewer when the tree is solved or its threads are to stop; returns how many. */
  run(budget: number): number {
    return this.#kernel.exports.walkerRun(this.#address, this.#tree.address, budget);
  }
}

function layoutOf(kernel: Kernel): Readonly<Record<MctsField, number>> {
  const out = kernel.allocate(4 * FIELDS.length);
  kernel.exports.mctsLayout(out);
  const at = out >>> 2;
  return Object.fromEntries(
    FIELDS.map((field, i) => [field, kernel.i32[at + i]!]),
  ) as unknown as Readonly<Record<MctsField, number>>;
}
