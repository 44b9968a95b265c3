// Calculates batches on the device: values of leaves and of small trees, and branches. What the device cannot
// do falls back to the processor, item by item or, after the device is lost, altogether: values stay right.

import { type Batch, inputWords, writeInput } from './batch.js';
import type { Gpu } from './device.js';
import { type GameShaders, loadShaders, readShader, type Shader, WORKGROUP } from './games.js';
import { HostSlices } from './host-slices.js';
import { DeviceLost, type ShaderOutput, ShaderProgram } from './program.js';
import { type Branches, type EvaluatedBranches, GatheredBranches, Reference } from './reference.js';
import { SharedTree, type SharedTreeReply, type SharedTreeRequest } from './shared-tree.js';

/** A value that the device did not find. */
const NOT_FOUND = 0x7fffffff;

/** Lanes at work on a batch: more than any device runs at once; on the processor a few are enough. */
const MOST_LANES = 65536;
const SOFTWARE_LANES = 256;

/** Lanes of a subgroup, and lanes that a large device holds at once with the many registers of chess. */
const MOST_SPREAD = 32;
const SPREAD_LANES = 32768;

/** Words of the output for the moves of a position that have no fixed length, on average. */
const POOLED = 56;
/** Positions whose children get values in one batch: their numbers are kept beside moves, in 17 bits. */
export const MOST_OPENED = 2 ** 17;
/** The move in a word beside a value. */
const MOVE_MASK = 0x7fff;
/** Few positions may all have as many moves as there can be. */
const MOST_MOVES = 224;

/** How a device was used. */
export interface Usage {
  batches: number;
  items: number;
  /** Nodes that searches on the device entered. */
  nodes: number;
  /** Items that the processor had to do. */
  unfit: number;
  /** Seconds in which the device was at work, and those from asking to the answer. */
  deviceSeconds: number;
  seconds: number;
  /** Why the device was lost. */
  lost: string | undefined;
}

const noUsage = (): Usage => ({
  batches: 0,
  items: 0,
  nodes: 0,
  unfit: 0,
  deviceSeconds: 0,
  seconds: 0,
  lost: undefined,
});

/** The processor, where there is no device. It works in slices, between which its thread takes messages. */
export class HostCalculator implements Calculates {
  readonly shaders: GameShaders;
  readonly reference: Reference;
  readonly usage: Usage = noUsage();

  constructor(shaders: GameShaders, reference: Reference) {
    this.shaders = shaders;
    this.reference = reference;
  }

  /** Loads the kernel of a game. */
  static async make(game: string): Promise<HostCalculator> {
    return new HostCalculator(await loadShaders(game), await Reference.load(game));
  }

  leaves(batch: Batch, signal?: AbortSignal): Promise<Int32Array> {
    return this.search({ ...batch, depth: 0 }, signal);
  }

  search(batch: Batch, signal?: AbortSignal): Promise<Int32Array> {
    return this.#values(batch, signal, (index) => this.reference.value(batch, index));
  }

  evaluate(batch: Batch, signal?: AbortSignal): Promise<Int32Array> {
    return this.#values(batch, signal, (index) => this.reference.evaluateItem(batch, index));
  }

  async branches(batch: Batch, signal?: AbortSignal): Promise<Branches> {
    const gathered = new GatheredBranches(batch.count);
    await new HostSlices(signal).forEach(batch.count, (index) => {
      gathered.add(index, this.reference.branch(batch, index));
    });
    return gathered.branches;
  }

  async open(batch: Batch, signal?: AbortSignal): Promise<EvaluatedBranches> {
    const branches = await this.branches(batch, signal);
    const values = new Int32Array(branches.moves.length);
    await new HostSlices(signal).forEach(batch.count, (index) => {
      this.reference.writeChildValues(batch, index, branches, values);
    });
    return { ...branches, values };
  }

  async #values(
    batch: Batch,
    signal: AbortSignal | undefined,
    calculate: (index: number) => number,
  ): Promise<Int32Array> {
    const values = new Int32Array(batch.count);
    await new HostSlices(signal).forEach(batch.count, (index) => {
      values[index] = calculate(index);
    });
    return values;
  }
}

/** A device, or the processor in its place. A signal ends what the processor does; a device finishes its batch. */
export interface Calculates {
  readonly shaders: Pick<
    GameShaders,
    'id' | 'toWords' | 'limitOf' | 'deepest' | 'order' | 'lean' | 'careful' | 'mostNodes'
  >;
  readonly reference: Reference;
  readonly usage: Readonly<Usage>;
  /** Values of leaves. */
  leaves(batch: Batch, signal?: AbortSignal): Promise<Int32Array>;
  /** Values of trees of `batch.depth` plies, fail-soft in the windows of the batch. */
  search(batch: Batch, signal?: AbortSignal): Promise<Int32Array>;
  /** Static values; of finished games their results. */
  evaluate(batch: Batch, signal?: AbortSignal): Promise<Int32Array>;
  /** Branches, at most `batch.limit` of each position in games that have many. */
  branches(batch: Batch, signal?: AbortSignal): Promise<Branches>;
  /** Branches and the values of the children as leaves; at most MOST_OPENED positions. */
  open(batch: Batch, signal?: AbortSignal): Promise<EvaluatedBranches>;
  /** One search by many searchers, where there is a device; undefined when it is lost. */
  sharedTree?(record: Uint8Array, asked: SharedTreeRequest): Promise<SharedTreeReply | undefined>;
}

export class Calculator implements Calculates {
  readonly gpu: Gpu;
  readonly shaders: GameShaders;
  readonly reference: Reference;
  readonly usage: Usage = noUsage();
  /** Does the batches of a device that was lost. */
  readonly #host: HostCalculator;
  readonly #leaf: ShaderProgram;
  readonly #node: ShaderProgram;
  readonly #lanes: number;
  readonly #mostSpread: number;
  #input = new Uint32Array(65536);
  #sharedTree: Promise<SharedTree> | undefined;

  private constructor(
    gpu: Gpu,
    shaders: GameShaders,
    reference: Reference,
    programs: { readonly leaf: ShaderProgram; readonly node: ShaderProgram },
    { lanes, spread }: { readonly lanes: number; readonly spread: number },
  ) {
    this.gpu = gpu;
    this.shaders = shaders;
    this.reference = reference;
    this.#host = new HostCalculator(shaders, reference);
    this.#leaf = programs.leaf;
    this.#node = programs.node;
    this.#lanes = lanes;
    this.#mostSpread = spread;
  }

  /** `lanes` at most, and with few items one of `spread` side by side. */
  static async make(
    gpu: Gpu,
    game: string,
    options: { readonly lanes?: number; readonly spread?: number } = {},
  ): Promise<Calculator> {
    const shaders = await loadShaders(game);
    const { software, limits } = gpu.report;
    const most = options.lanes ?? (software ? SOFTWARE_LANES : MOST_LANES);
    const laneBytes = 4 * Math.max(shaders.leaf.laneWords, shaders.node.laneWords, 1);
    const fitting = Math.floor(limits.maxStorageBufferBindingSize / laneBytes / WORKGROUP);
    const lanes = Math.max(1, Math.min(fitting, Math.ceil(most / WORKGROUP))) * WORKGROUP;
    const program = async (shader: Shader): Promise<ShaderProgram> =>
      ShaderProgram.make(gpu, await readShader(shaders, shader), shaders.tables, {
        scratchBytes: 4 * shader.laneWords * lanes,
      });
    const leaf = await program(shaders.leaf);
    const node = shaders.node === shaders.leaf ? leaf : await program(shaders.node);
    const spread = options.spread ?? (software ? 1 : MOST_SPREAD);
    const reference = await Reference.load(game);
    return new Calculator(gpu, shaders, reference, { leaf, node }, { lanes, spread });
  }

  /** Compiles what a search will need, so that it is not in the time of its first batch. */
  async prepare(): Promise<void> {
    await this.#leaf.prepare(this.shaders.leafEntry);
    for (const entry of ['expand', 'search', ...this.shaders.openEntries]) {
      await this.#node.prepare(entry);
    }
  }

  async leaves(batch: Batch, signal?: AbortSignal): Promise<Int32Array> {
    return this.#values(batch, this.#leaf, this.shaders.leaf, this.shaders.leafEntry, signal);
  }

  async search(batch: Batch, signal?: AbortSignal): Promise<Int32Array> {
    if (batch.depth === 0 && batch.depths === undefined) return this.leaves(batch, signal);
    return this.#values(batch, this.#node, this.shaders.node, 'search', signal);
  }

  async evaluate(batch: Batch, signal?: AbortSignal): Promise<Int32Array> {
    try {
      const { output } = await this.#run(batch, this.#leaf, this.shaders.leaf, ['evaluate'], {
        words: batch.count,
      });
      return new Int32Array(output.buffer, output.byteOffset, batch.count);
    } catch (error) {
      this.#noteLoss(error);
      return this.#host.evaluate(batch, signal);
    }
  }

  /** Leaves of the full trees of `batch.depth` plies, 1 or more; chess only. */
  async perft(batch: Batch): Promise<number> {
    const { output } = await this.#run(batch, this.#node, this.shaders.node, ['perft'], {
      words: 2 * batch.count,
    });
    let sum = 0;
    for (let i = 0; i < 2 * batch.count; i += 2) sum += output[i]! + output[i + 1]! * 2 ** 32;
    return sum;
  }

  async branches(batch: Batch, signal?: AbortSignal): Promise<Branches> {
    try {
      return await (batch.limit === 0 ? this.#pooled(batch, false) : this.#listed(batch, false));
    } catch (error) {
      this.#noteLoss(error);
      return this.#host.branches(batch, signal);
    }
  }

  async open(batch: Batch, signal?: AbortSignal): Promise<EvaluatedBranches> {
    try {
      return await (batch.limit === 0 ? this.#pooled(batch, true) : this.#listed(batch, true));
    } catch (error) {
      this.#noteLoss(error);
      return this.#host.open(batch, signal);
    }
  }

  /** One search of a whole tree by many searchers; undefined when the device is lost. */
  async sharedTree(
    record: Uint8Array,
    asked: SharedTreeRequest,
  ): Promise<SharedTreeReply | undefined> {
    this.#sharedTree ??= SharedTree.make(this.gpu, this.shaders);
    try {
      const answer = await (await this.#sharedTree).search(record, asked);
      this.usage.batches += answer.runs;
      this.usage.nodes += answer.nodes;
      this.usage.deviceSeconds += answer.deviceSeconds;
      this.usage.seconds += answer.seconds;
      return answer;
    } catch (error) {
      this.#noteLoss(error);
      return undefined;
    }
  }

  async #values(
    batch: Batch,
    program: ShaderProgram,
    shader: Shader,
    entry: string,
    signal: AbortSignal | undefined,
  ): Promise<Int32Array> {
    let found: Int32Array;
    try {
      const { output, unfit } = await this.#run(batch, program, shader, [entry], {
        words: batch.count,
      });
      found = new Int32Array(output.buffer, output.byteOffset, batch.count);
      if (unfit === 0) return found;
    } catch (error) {
      this.#noteLoss(error);
      return this.#host.search(batch, signal);
    }
    for (let i = 0; i < batch.count; i++) {
      if (found[i] === NOT_FOUND) found[i] = this.reference.value(batch, i);
    }
    return found;
  }

  /** Moves in a pool: two words per position say where and how many; values lie behind the pool. */
  async #pooled(batch: Batch, wantsValues: boolean): Promise<EvaluatedBranches> {
    const { count } = batch;
    const pool = count * (count < 256 ? MOST_MOVES : POOLED);
    const entries = wantsValues ? this.shaders.openEntries : ['expand'];
    const words = 2 * count + (wantsValues ? 2 : 1) * pool;
    const { output } = await this.#run(batch, this.#node, this.shaders.node, entries, {
      words,
      pool,
      values: wantsValues,
    });
    const counts = new Int32Array(count);
    const offsets = new Int32Array(count);
    let end = 0;
    for (let i = 0; i < count; i++) {
      offsets[i] = output[2 * i]!;
      counts[i] = output[2 * i + 1]!;
      if (counts[i] !== NOT_FOUND && counts[i] !== 0) end = Math.max(end, offsets[i]! + counts[i]!);
    }
    const moves = output.subarray(2 * count, 2 * count + end);
    const at = output.byteOffset + 4 * (2 * count + pool);
    const values = new Int32Array(output.buffer, at, wantsValues ? end : 0);
    if (wantsValues) for (let i = 0; i < end; i++) moves[i]! &= MOVE_MASK;
    return this.#completed(batch, { counts, offsets, moves, values }, wantsValues);
  }

  /** Moves in lists of one length: their number, then they, then values in a list of the same length. */
  async #listed(batch: Batch, wantsValues: boolean): Promise<EvaluatedBranches> {
    const { limit } = batch;
    const stride = (wantsValues ? 2 : 1) * limit + 1;
    const entries = wantsValues ? this.shaders.openEntries : ['expand'];
    const { output } = await this.#run(batch, this.#node, this.shaders.node, entries, {
      words: batch.count * stride,
    });
    const counts = new Int32Array(batch.count);
    const offsets = new Int32Array(batch.count);
    for (let i = 0; i < batch.count; i++) {
      counts[i] = output[i * stride]!;
      offsets[i] = counts[i] === 0 ? output[i * stride + 1]! : i * stride + 1;
    }
    // The value of a move lies so far behind it: the same list, seen from there.
    const behind = wantsValues ? limit : 0;
    const length = Math.max(0, output.length - behind);
    const values = new Int32Array(output.buffer, output.byteOffset + 4 * behind, length);
    return this.#completed(batch, { counts, offsets, moves: output, values }, wantsValues);
  }

  /** The processor does what did not fit. */
  #completed(batch: Batch, found: EvaluatedBranches, wantsValues: boolean): EvaluatedBranches {
    const { counts, offsets } = found;
    const more: number[] = [];
    const moreValues: number[] = [];
    const { moves, values } = found;
    for (let i = 0; i < batch.count; i++) {
      const count = counts[i]!;
      if (count !== NOT_FOUND) {
        const end = offsets[i]! + count;
        for (let j = offsets[i]!; wantsValues && count > 0 && j < end; j++) {
          if (values[j] === NOT_FOUND) {
            values[j] = this.reference.childValues(batch, i, [moves[j]!])[0]!;
          }
        }
        continue;
      }
      const branch = this.reference.branch(batch, i);
      if (typeof branch === 'number') {
        counts[i] = 0;
        offsets[i] = branch;
        continue;
      }
      counts[i] = branch.length;
      offsets[i] = moves.length + more.length;
      more.push(...branch);
      if (wantsValues) moreValues.push(...this.reference.childValues(batch, i, branch));
    }
    if (more.length === 0) return found;
    const all = new Int32Array(moves.length + more.length);
    all.set(values.subarray(0, moves.length));
    all.set(moreValues, moves.length);
    return { counts, offsets, moves: Uint32Array.from([...moves, ...more]), values: all };
  }

  async #run(
    batch: Batch,
    program: ShaderProgram,
    shader: Shader,
    entries: readonly string[],
    room: { readonly words: number; readonly pool?: number; readonly values?: boolean },
  ): Promise<ShaderOutput> {
    const { maxComputeWorkgroupsPerDimension: most } = this.gpu.report.limits;
    const { words, pool = 0, values = false } = room;
    // Further entry points work on what lies in the pool.
    const items = entries.length > 1 ? Math.max(batch.count, pool >> 1) : batch.count;
    const spread = shader.laneWords === 0 ? 1 : this.#spreadOf(items);
    const wanted = shader.together ? batch.count : Math.ceil((items * spread) / WORKGROUP);
    const fitting = shader.laneWords === 0 ? most : (this.#lanes / WORKGROUP) * spread;
    const workgroups = Math.max(1, Math.min(wanted, fitting, most));
    for (const entry of entries) if (!program.isPrepared(entry)) await program.prepare(entry);
    const length = inputWords(batch);
    if (this.#input.length < length) this.#input = new Uint32Array(2 * length);
    const lanes = (workgroups * WORKGROUP) / spread;
    writeInput(batch, this.#input, { lanes, pool, values, spread });
    const began = performance.now();
    const ran = await program.run({
      entries: entries.map((entry) => ({ entry, workgroups })),
      input: this.#input.subarray(0, length),
      outputWords: words,
    });
    const { usage } = this;
    usage.batches++;
    usage.items += batch.count;
    usage.nodes += ran.nodes;
    usage.unfit += ran.unfit;
    usage.deviceSeconds += ran.deviceSeconds ?? 0;
    usage.seconds += (performance.now() - began) / 1000;
    return ran;
  }

  /** One lane of this number works: as many as keep all subgroups of a large device busy. */
  #spreadOf(items: number): number {
    let spread = this.#mostSpread;
    while (spread > 1 && items * spread > SPREAD_LANES) spread /= 2;
    return spread;
  }

  #noteLoss(error: unknown): void {
    if (!(error instanceof DeviceLost)) throw error;
    this.usage.lost ??= error.message;
  }
}
