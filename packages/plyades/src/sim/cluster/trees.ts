// The trees that simulated jobs search, and the memory that their processes search in. One kernel serves all runs of a
// thread: a process that begins gets memory that an earlier one has left, swept. Workers of another build search another
// tree, so that a master that lets one in finds a wrong value.

import { recordOf } from '../../core/game.js';
import { unwrap } from '../../core/result.js';
import { loadKernel, notationOf } from '../../games/load.js';
import { createPorts, type KernelPorts, SPARE_PLIES } from '../../hosts/ports.js';
import type { Kernel } from '../../kernel/index.js';
import { Kernel as KernelClass, Rules, Table } from '../../kernel/index.js';
import type { Ports } from '../../parallel/ports.js';
import { type Board, recordBoard } from '../../search/board.js';

const MAX_SEARCHES = 8;
const MAX_DEPTH = 6;
const TABLE_BYTES = 1 << 13;
const KERNEL_BYTES = 96 << 20;

const POSITIONS = [
  'b=3,seed=1',
  'b=4,seed=2',
  'b=5,seed=3,order=500',
  'b=6,seed=4,order=800',
  'b=2,seed=5',
  'b=4,seed=6,spread=3',
] as const;

/** The same game in another build. */
const OTHER_BUILD = ',dist=normal';

export const TREES = POSITIONS.length;

/** Memory of one process. */
export interface SearchMemory {
  readonly ports: KernelPorts<Uint8Array>;
  readonly table: Table;
}

export interface SequentialResult {
  /** By depth, from 0, which is not used. */
  readonly values: readonly number[];
  /** Of the deepest. */
  readonly nodes: number;
}

export class TreePool {
  readonly #kernel: Kernel;
  readonly #board: Board<Uint8Array>;
  readonly #roots: readonly Uint8Array[];
  readonly #otherRoots: readonly Uint8Array[];
  readonly #free: SearchMemory[] = [];
  readonly #taken = new Set<SearchMemory>();
  readonly #sequential = new Map<string, SequentialResult>();
  #made = 0;

  private constructor(kernel: Kernel, roots: readonly Uint8Array[], others: readonly Uint8Array[]) {
    this.#kernel = kernel;
    this.#board = recordBoard(new Rules(kernel));
    this.#roots = roots;
    this.#otherRoots = others;
  }

  static async open(): Promise<TreePool> {
    const { module } = await loadKernel('synthetic');
    const notation = notationOf('synthetic');
    const read = (text: string) => recordOf(notation, unwrap(notation.parsePosition(text)));
    const kernel = new KernelClass(module, { capacity: KERNEL_BYTES });
    const others = POSITIONS.map((text) => read(text + OTHER_BUILD));
    return new TreePool(kernel, POSITIONS.map(read), others);
  }

  take(): SearchMemory {
    const memory = this.#free.pop() ?? this.#make();
    memory.ports.forget();
    memory.table.clear();
    this.#taken.add(memory);
    return memory;
  }

  giveBack(memory: SearchMemory): void {
    if (this.#taken.delete(memory)) this.#free.push(memory);
  }

  /** A run begins: nothing uses what an earlier one has left. */
  reclaim(): void {
    for (const memory of [...this.#taken]) this.giveBack(memory);
  }

  /** Memories in use. */
  get taken(): number {
    return this.#taken.size;
  }

  /** The ports of a process of an algorithm with this many searches. */
  portsOf(
    { ports }: SearchMemory,
    tree: number,
    searches: number,
    isOtherBuild: boolean,
  ): Ports<Uint8Array> {
    const root = (isOtherBuild ? this.#otherRoots : this.#roots)[tree]!;
    return {
      ...ports,
      rules: { ...ports.rules, root },
      searches: ports.searches.slice(0, searches),
    };
  }

  /** The results of the sequential search at each depth. */
  sequential(tree: number, depth: number): SequentialResult {
    const name = `${tree} ${depth}`;
    const known = this.#sequential.get(name);
    if (known !== undefined) return known;
    const memory = this.take();
    const [search] = memory.ports.searches;
    const values = [0];
    for (let plies = 1; plies <= depth; plies++) {
      search!.start(this.#roots[tree]!, { depth: plies });
      while (search!.run(100_000) === 'running') {}
      values.push(search!.found!.value);
    }
    const result = { values, nodes: search!.nodes };
    this.giveBack(memory);
    this.#sequential.set(name, result);
    return result;
  }

  #make(): SearchMemory {
    const table = Table.create(this.#kernel, TABLE_BYTES);
    const first = this.#made++ * MAX_SEARCHES;
    const ports = createPorts(this.#kernel, this.#board, this.#roots[0]!, table, {
      searches: MAX_SEARCHES,
      maxPly: MAX_DEPTH + SPARE_PLIES,
      first,
      tables: 'ring',
    });
    return { ports, table };
  }
}
