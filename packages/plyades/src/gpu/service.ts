// Positions in, values or moves out: batches of any size on the device, for other searches and for programs.
import { PlyadesError } from '../core/errors.js';
import { type Move, type Position, recordOf } from '../core/game.js';
import { notationOf } from '../games/load.js';
import { type Batch, MOST_PATHS, separateBatch } from './batch.js';
import { type Calculates, Calculator, HostCalculator, type Usage } from './calculator.js';
import { type Gpu, openGpu } from './device.js';

/** How a service finds its device. */
export interface ServiceOptions {
  /** `cpu`: without an adapter the processor calculates. Without it that is an error. */
  readonly fallback?: 'cpu';
}

/** Evaluates and expands positions of one game. */
export interface GpuService extends AsyncDisposable {
  /** `cpu` when the processor takes the place of a device. */
  readonly device: string;
  readonly usage: Readonly<Usage>;
  /** Static values from the side to move, as the kernel's; of finished games their results. */
  evaluate(positions: readonly Position[]): Promise<Int32Array>;
  /** Values at the horizon of exact mode: quiescence included, in games that have one. */
  leaves(positions: readonly Position[]): Promise<Int32Array>;
  /** Moves of each position, best first; none when the game is over. */
  expand(positions: readonly Position[]): Promise<readonly (readonly Move[])[]>;
  /** Gives the device back. */
  close(): void;
}

/** A PlyadesError with ERR_MISSING_PART when there is no adapter, with ERR_GAME for other games. */
export async function gpuService(
  game: string,
  { fallback }: ServiceOptions = {},
): Promise<GpuService> {
  let gpu: Gpu | undefined;
  try {
    gpu = await openGpu();
  } catch (error) {
    const missing = error instanceof PlyadesError && error.code === 'ERR_MISSING_PART';
    if (!missing || fallback !== 'cpu') throw error;
  }
  const calculator =
    gpu === undefined ? await HostCalculator.make(game) : await Calculator.make(gpu, game);
  return new Service(game, calculator, gpu);
}

class Service implements GpuService {
  readonly device: string;
  readonly usage: Readonly<Usage>;
  readonly #game: string;
  readonly #calculator: Calculates;
  readonly #gpu: Gpu | undefined;

  constructor(game: string, calculator: Calculates, gpu: Gpu | undefined) {
    this.device = gpu === undefined ? 'cpu' : gpu.report.description || gpu.report.vendor;
    this.usage = calculator.usage;
    this.#game = game;
    this.#calculator = calculator;
    this.#gpu = gpu;
  }

  evaluate(positions: readonly Position[]): Promise<Int32Array> {
    return this.#values(positions, (batch) => this.#calculator.evaluate(batch));
  }

  leaves(positions: readonly Position[]): Promise<Int32Array> {
    return this.#values(positions, (batch) => this.#calculator.leaves(batch));
  }

  async expand(positions: readonly Position[]): Promise<readonly (readonly Move[])[]> {
    const found: Move[][] = [];
    for (const batch of this.#batches(positions)) {
      const { counts, offsets, moves } = await this.#calculator.branches(batch);
      for (let i = 0; i < batch.count; i++) {
        const at = offsets[i]!;
        found.push(counts[i] === 0 ? [] : Array.from(moves.subarray(at, at + counts[i]!)));
      }
    }
    return found;
  }

  close(): void {
    this.#gpu?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  async #values(
    positions: readonly Position[],
    ask: (batch: Batch) => Promise<Int32Array>,
  ): Promise<Int32Array> {
    const values = new Int32Array(positions.length);
    let from = 0;
    for (const batch of this.#batches(positions)) {
      values.set(await ask(batch), from);
      from += batch.count;
    }
    return values;
  }

  /** Positions of one number of branches share a batch; a device lists no more than that number. */
  *#batches(positions: readonly Position[]): Generator<Batch> {
    const notation = notationOf(this.#game);
    const { toWords, limitOf } = this.#calculator.shaders;
    const records = positions.map((position) => recordOf(notation, position));
    for (let from = 0; from < records.length; ) {
      const limit = limitOf(records[from]!);
      let end = from + 1;
      const most = Math.min(records.length, from + MOST_PATHS);
      while (end < most && limitOf(records[end]!) === limit) end++;
      yield separateBatch(records.slice(from, end), toWords, { limit });
      from = end;
    }
  }
}
