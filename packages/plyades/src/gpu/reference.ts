// What the device calculates, on the processor: the same functions from the game's kernel. They do what is
// too little for the device, what did not fit there, and the batch of a device that was lost; and tests
// compare the device with them bit for bit.
import { INFINITE } from '../core/score.js';
import { openKernel } from '../games/open.js';
import type { Kernel } from '../kernel/index.js';
import { type Batch, movesTo } from './batch.js';

/** Branches of some positions. */
export interface Branches {
  /** Number of moves of each position, 0 for a finished game. */
  readonly counts: Int32Array;
  /** Where the moves of each position begin in `moves`; of a finished game its result instead. */
  readonly offsets: Int32Array;
  /** The best first. */
  readonly moves: Uint32Array;
}

/** Branches with the values of the children as leaves, each from its own side, where their moves lie. */
export interface EvaluatedBranches extends Branches {
  readonly values: Int32Array;
}

const MAX_MOVES = 256;

/** Branches of the items of a batch, added in the order of the items. */
export class GatheredBranches {
  readonly branches: Branches;
  #end = 0;

  constructor(count: number) {
    this.branches = {
      counts: new Int32Array(count),
      offsets: new Int32Array(count),
      moves: new Uint32Array(count * MAX_MOVES),
    };
  }

  /** The moves of an item, or the result of a finished game. */
  add(index: number, found: readonly number[] | number): void {
    const { counts, offsets, moves } = this.branches;
    if (typeof found === 'number') {
      offsets[index] = found;
      return;
    }
    counts[index] = found.length;
    offsets[index] = this.#end;
    moves.set(found, this.#end);
    this.#end += found.length;
  }
}

/** The functions of the device on the processor, by the kernel of the game. */
export class Reference {
  readonly kernel: Kernel;
  readonly #record: number;
  readonly #positions: readonly [number, number];
  readonly #list: number;
  readonly #scratch: number;

  constructor(kernel: Kernel) {
    const { exports } = kernel;
    this.kernel = kernel;
    this.#record = kernel.allocate(exports.recordBytes());
    this.#positions = [
      kernel.allocate(exports.positionBytes()),
      kernel.allocate(exports.positionBytes()),
    ];
    this.#list = kernel.allocate(8 * exports.maxMoves());
    this.#scratch = kernel.allocate(exports.referenceBytes());
  }

  /** Loads the kernel of a game. */
  static async load(game: string): Promise<Reference> {
    return new Reference(await openKernel(game, ({ data }) => ({ capacity: 8 << 20, data })));
  }

  /** Static value of a position; of a finished game its result. */
  evaluate(record: Uint8Array): number {
    return this.#evaluate(this.#load(record, []));
  }

  /** Static value of one item of a batch. */
  evaluateItem(batch: Batch, index: number): number {
    const { root, moves } = movesTo(batch, index);
    return this.#evaluate(this.#load(batch.records[root]!, moves));
  }

  #evaluate(position: number): number {
    const { exports } = this.kernel;
    return exports.over(position) ? exports.result(position) : exports.evaluate(position);
  }

  /** Moves best first, in the one order that the device has too. */
  moves(record: Uint8Array): number[] {
    return this.#moves(this.#load(record, []));
  }

  /** Moves best first behind some moves; none when the game is over. */
  movesAfter(record: Uint8Array, line: readonly number[]): number[] {
    return this.#moves(this.#load(record, line));
  }

  /** The position after a legal move. */
  play(record: Uint8Array, move: number): Uint8Array {
    const { exports, bytes } = this.kernel;
    exports.store(this.#load(record, [move]), this.#record);
    return bytes.slice(this.#record, this.#record + record.length);
  }

  /**
   * Seconds that one core takes for a branch, and for a leaf from its parent on: the shortest of some times
   * over the positions at the ends of these lines.
   */
  secondsPerNode(record: Uint8Array, lines: readonly (readonly number[])[], times: number) {
    const { exports, bytes } = this.kernel;
    const size = exports.positionBytes();
    const positions = lines.map((line) => {
      const at = this.kernel.allocate(size);
      const loaded = this.#load(record, line);
      bytes.copyWithin(at, loaded, loaded + size);
      return at;
    });
    let branch = Number.POSITIVE_INFINITY;
    let leaf = Number.POSITIVE_INFINITY;
    for (let i = 0; i < times; i++) {
      let leaves = 0;
      const began = performance.now();
      for (const at of positions) leaves += exports.referenceMoves(at, this.#list);
      const branched = performance.now();
      for (const at of positions) {
        exports.referenceSearch(at, 1, -INFINITE, INFINITE, 1, this.#scratch);
      }
      const all = performance.now() - branched;
      branch = Math.min(branch, (branched - began) / 1000 / positions.length);
      leaf = Math.min(leaf, Math.max(0, all - (branched - began)) / 1000 / Math.max(1, leaves));
    }
    return { branch, leaf };
  }

  /**
   * Fail-soft alpha-beta of a plain tree, quiescence included, from a position behind some moves; minimax
   * without a window when `pruning` is false.
   */
  search(
    record: Uint8Array,
    moves: readonly number[],
    { depth = 0, alpha = -INFINITE, beta = INFINITE, pruning = true },
  ): number {
    const position = this.#load(record, moves);
    const { exports } = this.kernel;
    return exports.referenceSearch(position, depth, alpha, beta, pruning ? 0 : 1, this.#scratch);
  }

  /** Nodes that its searches have entered. */
  get nodes(): number {
    return this.kernel.exports.referenceNodes();
  }

  /** The value of one item of a batch, in its window. */
  value(batch: Batch, index: number): number {
    const { root, moves } = movesTo(batch, index);
    const [alpha, beta] = batch.windows?.subarray(2 * index, 2 * index + 2) ?? [];
    return this.search(batch.records[root]!, moves, {
      depth: batch.depths?.[index] ?? batch.depth,
      pruning: batch.open !== true,
      ...(alpha !== undefined && { alpha }),
      ...(beta !== undefined && { beta }),
    });
  }

  /** Values of all items of a batch, each in its window. */
  values(batch: Batch): Int32Array {
    return Int32Array.from({ length: batch.count }, (_, index) => this.value(batch, index));
  }

  /** The branches of one item: its moves, or the result of a finished game. */
  branch(batch: Batch, index: number): readonly number[] | number {
    const { root, moves } = movesTo(batch, index);
    const position = this.#load(batch.records[root]!, moves);
    const found = this.#moves(position);
    return found.length > 0 ? found : this.kernel.exports.result(position);
  }

  /** Branches of all items of a batch. */
  branches(batch: Batch): Branches {
    const gathered = new GatheredBranches(batch.count);
    for (let i = 0; i < batch.count; i++) gathered.add(i, this.branch(batch, i));
    return gathered.branches;
  }

  /** Values of the children of an item as leaves, in the order of its moves. */
  childValues(batch: Batch, index: number, children: ArrayLike<number>): number[] {
    const { root, moves } = movesTo(batch, index);
    const position = this.#load(batch.records[root]!, moves);
    const { exports } = this.kernel;
    const child = this.#positions.find((each) => each !== position)!;
    return Array.from(children, (move) => {
      exports.play(position, move, child);
      return exports.referenceSearch(child, 0, -INFINITE, INFINITE, 0, this.#scratch);
    });
  }

  /** Writes the values of an item's children as leaves where their moves lie. */
  writeChildValues(batch: Batch, index: number, branches: Branches, values: Int32Array): void {
    const { counts, offsets, moves } = branches;
    const [from, count] = [offsets[index]!, counts[index]!];
    if (count === 0) return;
    values.set(this.childValues(batch, index, moves.subarray(from, from + count)), from);
  }

  /** Branches of all items, with the values of the children as leaves. */
  open(batch: Batch): EvaluatedBranches {
    const branches = this.branches(batch);
    const values = new Int32Array(branches.moves.length);
    for (let i = 0; i < batch.count; i++) this.writeChildValues(batch, i, branches, values);
    return { ...branches, values };
  }

  #moves(position: number): number[] {
    const count = this.kernel.exports.referenceMoves(position, this.#list);
    return Array.from(this.kernel.u32.subarray(this.#list >>> 2, (this.#list >>> 2) + count));
  }

  #load(record: Uint8Array, moves: readonly number[]): number {
    const { exports, bytes } = this.kernel;
    let [here, next] = this.#positions;
    bytes.set(record, this.#record);
    exports.load(here, this.#record);
    for (const move of moves) {
      exports.play(here, move, next);
      [here, next] = [next, here];
    }
    return here;
  }
}
