// Calculates batches on the device: values of leaves and of small trees, and branches. What the device cannot
// do falls back to the processor, item by item or, when the device is lost, for good: values stay right.

import { type Batch, inputWords, writeInput } from './batch.js';
import type { Gpu } from './device.js';
import { type GameShaders, loadShaders, readShader, type Shader, WORKGROUP } from './games.js';
import { DeviceLost, Program, type Ran } from './program.js';
import { type Branches, Reference } from './reference.js';

/** A value that the device did not find. */
const NOT_FOUND = 0x7fffffff;

/** Lanes at work on a batch: more than any device runs at once; on the processor a few are enough. */
const MOST_LANES = 65536;
const SOFTWARE_LANES = 256;

/** Words of the output for the moves of a position that have no fixed length, on average. */
const POOLED = 56;
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

/** The processor, where there is no device. */
export class HostCalculator implements Calculates {
  readonly shaders: GameShaders;
  readonly reference: Reference;
  readonly usage: Usage = noUsage();

  private constructor(shaders: GameShaders, reference: Reference) {
    this.shaders = shaders;
    this.reference = reference;
  }

  static async make(game: string): Promise<HostCalculator> {
    return new HostCalculator(await loadShaders(game), await Reference.load(game));
  }

  async leaves(batch: Batch): Promise<Int32Array> {
    return this.reference.values({ ...batch, depth: 0 });
  }

  async search(batch: Batch): Promise<Int32Array> {
    return this.reference.values(batch);
  }

  async evaluate(batch: Batch): Promise<Int32Array> {
    return Int32Array.from({ length: batch.count }, (_, i) =>
      this.reference.evaluateItem(batch, i),
    );
  }

  async branches(batch: Batch): Promise<Branches> {
    return this.reference.branches(batch);
  }
}

/** Who calculates batches: a device, or the processor in its place. */
export interface Calculates {
  readonly shaders: Pick<GameShaders, 'id' | 'toWords' | 'limitOf' | 'deepest'>;
  readonly reference: Reference;
  readonly usage: Readonly<Usage>;
  /** Values of leaves. */
  leaves(batch: Batch): Promise<Int32Array>;
  /** Values of trees of `batch.depth` plies, fail-soft in the windows of the batch. */
  search(batch: Batch): Promise<Int32Array>;
  /** Static values; of finished games their results. */
  evaluate(batch: Batch): Promise<Int32Array>;
  /** Branches, at most `batch.limit` of each position in games that have many. */
  branches(batch: Batch): Promise<Branches>;
}

export class Calculator implements Calculates {
  readonly gpu: Gpu;
  readonly shaders: GameShaders;
  readonly reference: Reference;
  readonly usage: Usage = noUsage();
  readonly #leaf: Program;
  readonly #node: Program;
  readonly #lanes: number;
  #input = new Uint32Array(65536);

  private constructor(
    gpu: Gpu,
    shaders: GameShaders,
    reference: Reference,
    programs: { readonly leaf: Program; readonly node: Program },
    lanes: number,
  ) {
    this.gpu = gpu;
    this.shaders = shaders;
    this.reference = reference;
    this.#leaf = programs.leaf;
    this.#node = programs.node;
    this.#lanes = lanes;
  }

  static async make(gpu: Gpu, game: string, options: { lanes?: number } = {}): Promise<Calculator> {
    const shaders = await loadShaders(game);
    const { software, limits } = gpu.report;
    const most = options.lanes ?? (software ? SOFTWARE_LANES : MOST_LANES);
    const laneBytes = 4 * Math.max(shaders.leaf.laneWords, shaders.node.laneWords, 1);
    const fitting = Math.floor(limits.maxStorageBufferBindingSize / laneBytes / WORKGROUP);
    const lanes = Math.max(1, Math.min(fitting, Math.ceil(most / WORKGROUP))) * WORKGROUP;
    const program = async (shader: Shader): Promise<Program> =>
      Program.make(
        gpu,
        await readShader(shaders, shader),
        shaders.tables,
        4 * shader.laneWords * lanes,
      );
    const leaf = await program(shaders.leaf);
    const node = shaders.node === shaders.leaf ? leaf : await program(shaders.node);
    return new Calculator(gpu, shaders, await Reference.load(game), { leaf, node }, lanes);
  }

  /** Compiles what a search will need, so that it is not in the time of its first batch. */
  async prepare(): Promise<void> {
    await this.#leaf.prepare(this.shaders.leafEntry);
    await this.#node.prepare('expand');
    await this.#node.prepare('search');
  }

  async leaves(batch: Batch): Promise<Int32Array> {
    return this.#values(batch, this.#leaf, this.shaders.leaf, this.shaders.leafEntry);
  }

  async search(batch: Batch): Promise<Int32Array> {
    if (batch.depth === 0) return this.leaves(batch);
    return this.#values(batch, this.#node, this.shaders.node, 'search');
  }

  async evaluate(batch: Batch): Promise<Int32Array> {
    try {
      const { output } = await this.#run(batch, this.#leaf, this.shaders.leaf, 'evaluate', {
        words: batch.count,
        pool: 0,
      });
      return new Int32Array(output.buffer, output.byteOffset, batch.count);
    } catch (error) {
      this.#noteLoss(error);
      return Int32Array.from({ length: batch.count }, (_, i) =>
        this.reference.evaluateItem(batch, i),
      );
    }
  }

  /** Leaves of the full trees of `batch.depth` plies, 1 or more; chess only. */
  async perft(batch: Batch): Promise<number> {
    const { output } = await this.#run(batch, this.#node, this.shaders.node, 'perft', {
      words: 2 * batch.count,
      pool: 0,
    });
    let sum = 0;
    for (let i = 0; i < 2 * batch.count; i += 2) sum += output[i]! + output[i + 1]! * 2 ** 32;
    return sum;
  }

  async branches(batch: Batch): Promise<Branches> {
    try {
      return batch.limit === 0 ? await this.#pooled(batch) : await this.#listed(batch);
    } catch (error) {
      this.#noteLoss(error);
      return this.reference.branches(batch);
    }
  }

  async #values(
    batch: Batch,
    program: Program,
    shader: Shader,
    entry: string,
  ): Promise<Int32Array> {
    let found: Int32Array;
    try {
      const { output, unfit } = await this.#run(batch, program, shader, entry, {
        words: batch.count,
        pool: 0,
      });
      found = new Int32Array(output.buffer, output.byteOffset, batch.count);
      if (unfit === 0) return found;
    } catch (error) {
      this.#noteLoss(error);
      return this.reference.values(batch);
    }
    for (let i = 0; i < batch.count; i++) {
      if (found[i] === NOT_FOUND) found[i] = this.reference.value(batch, i);
    }
    return found;
  }

  /** Moves in a pool: two words per position say where and how many. */
  async #pooled(batch: Batch): Promise<Branches> {
    const pool = batch.count * (batch.count < 256 ? MOST_MOVES : POOLED);
    const words = 2 * batch.count + pool;
    const { output } = await this.#run(batch, this.#node, this.shaders.node, 'expand', {
      words,
      pool,
    });
    const counts = new Int32Array(batch.count);
    const offsets = new Int32Array(batch.count);
    for (let i = 0; i < batch.count; i++) {
      offsets[i] = output[2 * i]!;
      counts[i] = output[2 * i + 1]!;
    }
    return this.#completed(batch, { counts, offsets, moves: output.subarray(2 * batch.count) });
  }

  /** Moves in lists of one length: their number, then they. */
  async #listed(batch: Batch): Promise<Branches> {
    const stride = batch.limit + 1;
    const { output } = await this.#run(batch, this.#node, this.shaders.node, 'expand', {
      words: batch.count * stride,
      pool: 0,
    });
    const counts = new Int32Array(batch.count);
    const offsets = new Int32Array(batch.count);
    for (let i = 0; i < batch.count; i++) {
      counts[i] = output[i * stride]!;
      offsets[i] = counts[i] === 0 ? output[i * stride + 1]! : i * stride + 1;
    }
    return this.#completed(batch, { counts, offsets, moves: output });
  }

  /** The processor does what did not fit. */
  #completed(batch: Batch, found: Branches): Branches {
    const { counts, offsets } = found;
    const unfit = counts.indexOf(NOT_FOUND);
    if (unfit < 0) return found;
    const more: number[] = [];
    for (let i = unfit; i < batch.count; i++) {
      if (counts[i] !== NOT_FOUND) continue;
      const branch = this.reference.branch(batch, i);
      if (typeof branch === 'number') {
        counts[i] = 0;
        offsets[i] = branch;
        continue;
      }
      counts[i] = branch.length;
      offsets[i] = found.moves.length + more.length;
      more.push(...branch);
    }
    return { counts, offsets, moves: Uint32Array.from([...found.moves, ...more]) };
  }

  async #run(
    batch: Batch,
    program: Program,
    shader: Shader,
    entry: string,
    { words, pool }: { readonly words: number; readonly pool: number },
  ): Promise<Ran> {
    const { maxComputeWorkgroupsPerDimension: most } = this.gpu.report.limits;
    const wanted = shader.together ? batch.count : Math.ceil(batch.count / WORKGROUP);
    const room = shader.laneWords === 0 ? most : this.#lanes / WORKGROUP;
    const workgroups = Math.max(1, Math.min(wanted, room, most));
    const length = inputWords(batch);
    if (this.#input.length < length) this.#input = new Uint32Array(2 * length);
    writeInput(batch, this.#input, workgroups * WORKGROUP, pool);
    const began = performance.now();
    const ran = await program.run({
      entry,
      input: this.#input.subarray(0, length),
      outputWords: words,
      workgroups,
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

  #noteLoss(error: unknown): void {
    if (!(error instanceof DeviceLost)) throw error;
    this.usage.lost ??= error.message;
  }
}
