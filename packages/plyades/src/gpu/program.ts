// A shader and its buffers. A run is one upload, one or more dispatches and one download: the round trip costs
// about a tenth of a millisecond on a real device, so nothing is asked for in two parts. Each run under way has
// buffers of its own, so that the next can be written while the device is still at work on the one before; the
// device does them in the order in which they were asked for.
import { PlyadesError } from '../core/errors.js';
import type { Gpu } from './device.js';

/** Counters of a run: nodes, items that did not fit, words taken from the pool (src/gpu/shaders/batch.wgsl). */
const COUNTERS_BYTES = 32;
/** Bytes before the output on its way back: counters, and the two times of the device's clock. */
const HEAD_BYTES = COUNTERS_BYTES + 16;

export interface ShaderOutput {
  /** The output, a copy. */
  readonly output: Uint32Array;
  readonly nodes: number;
  readonly unfit: number;
  /** Seconds that the device was at work, when it can tell. */
  readonly deviceSeconds: number | undefined;
}

export interface ShaderRun {
  /** Entry points, each after the one before. */
  readonly entries: readonly { readonly entry: string; readonly workgroups: number }[];
  readonly input: Uint32Array;
  readonly outputWords: number;
  /** Bytes of the memory that all runs have in common that are cleared before this one, from a place on. */
  readonly cleared?: number;
  readonly clearedFrom?: number;
  /** The output is the beginning of that memory. */
  readonly readsCommons?: boolean;
}

/** Memory of a shader: for every run its own, and in common. */
export interface BufferSizes {
  readonly scratchBytes: number;
  readonly commonBytes?: number;
}

/** Buffers of one run. */
interface Slot {
  input: GPUBuffer | undefined;
  output: GPUBuffer | undefined;
  staging: GPUBuffer | undefined;
}

/** The device was lost in the middle of some work. */
export class DeviceLost extends Error {
  override readonly name = 'DeviceLost';
}

interface Pass {
  readonly pipeline: GPUComputePipeline;
  readonly workgroups: number;
}

const ERRORS = ['internal', 'out-of-memory', 'validation'] as const;

export class ShaderProgram {
  readonly #gpu: Gpu;
  readonly #module: GPUShaderModule;
  readonly #layout: GPUPipelineLayout;
  readonly #group: GPUBindGroupLayout;
  readonly #pipelines = new Map<string, GPUComputePipeline>();
  readonly #tables: GPUBuffer;
  readonly #counters: GPUBuffer;
  readonly #scratch: GPUBuffer;
  readonly #commons: GPUBuffer;
  readonly #clock: { set: GPUQuerySet; at: GPUBuffer } | undefined;
  readonly #free: Slot[] = [];

  private constructor(gpu: Gpu, module: GPUShaderModule, tables: Uint32Array, sizes: BufferSizes) {
    const { device } = gpu;
    this.#gpu = gpu;
    this.#module = module;
    this.#group = device.createBindGroupLayout({
      entries: [0, 1, 2, 3, 4, 5].map((binding) => ({
        binding,
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type: binding < 2 ? ('read-only-storage' as const) : ('storage' as const) },
      })),
    });
    this.#layout = device.createPipelineLayout({ bindGroupLayouts: [this.#group] });
    const { STORAGE, COPY_DST, COPY_SRC, QUERY_RESOLVE } = GPUBufferUsage;
    this.#tables = device.createBuffer({ size: tables.byteLength, usage: STORAGE | COPY_DST });
    device.queue.writeBuffer(this.#tables, 0, tables as Uint32Array<ArrayBuffer>);
    this.#counters = device.createBuffer({
      size: COUNTERS_BYTES,
      usage: STORAGE | COPY_DST | COPY_SRC,
    });
    this.#scratch = device.createBuffer({ size: Math.max(sizes.scratchBytes, 16), usage: STORAGE });
    this.#commons = device.createBuffer({
      size: Math.max(sizes.commonBytes ?? 0, 64),
      usage: STORAGE | COPY_DST | COPY_SRC,
    });
    if (gpu.timed && device.features.has('timestamp-query')) {
      this.#clock = {
        set: device.createQuerySet({ type: 'timestamp', count: 2 }),
        at: device.createBuffer({ size: 16, usage: QUERY_RESOLVE | COPY_SRC }),
      };
    }
  }

  /** Compiles a shader; a PlyadesError with ERR_DEVICE and the compiler's message when it is refused. */
  static async make(
    gpu: Gpu,
    code: string,
    tables: Uint32Array,
    sizes: BufferSizes,
  ): Promise<ShaderProgram> {
    const most = gpu.report.limits.maxStorageBufferBindingSize;
    const largest = Math.max(sizes.scratchBytes, sizes.commonBytes ?? 0);
    if (largest > most) throw tooLarge(largest, most);
    const module = gpu.device.createShaderModule({ code });
    const { messages } = await module.getCompilationInfo();
    const errors = messages.filter(({ type }) => type === 'error');
    if (errors.length > 0) {
      const lines = code.split('\n');
      const said = errors.map(({ lineNum, linePos, message }) => {
        return `${lineNum}:${linePos} ${message}\n  ${lines[lineNum - 1] ?? ''}`;
      });
      throw new PlyadesError('ERR_DEVICE', `a shader does not compile: ${said.join('\n')}`);
    }
    return new ShaderProgram(gpu, module, tables, sizes);
  }

  isPrepared(entry: string): boolean {
    return this.#pipelines.has(entry);
  }

  /** Compiles an entry point ahead of its first run. */
  async prepare(entry: string): Promise<GPUComputePipeline> {
    let pipeline = this.#pipelines.get(entry);
    if (pipeline === undefined) {
      try {
        pipeline = await this.#gpu.device.createComputePipelineAsync({
          layout: this.#layout,
          compute: { module: this.#module, entryPoint: entry },
        });
      } catch (cause) {
        if (this.#gpu.lost !== undefined) throw new DeviceLost(this.#gpu.lost);
        throw new PlyadesError('ERR_DEVICE', `the shader ${entry} is refused: ${cause}`, { cause });
      }
      this.#pipelines.set(entry, pipeline);
    }
    return pipeline;
  }

  /**
   * Runs entry points after earlier requests to the device. The input is taken before the first
   * wait when they are all prepared. Throws DeviceLost.
   */
  async run(asked: ShaderRun): Promise<ShaderOutput> {
    const { device } = this.#gpu;
    const passes: Pass[] = [];
    for (const { entry, workgroups } of asked.entries) {
      const pipeline = this.#pipelines.get(entry) ?? (await this.prepare(entry));
      passes.push({ pipeline, workgroups });
    }
    if (this.#gpu.lost !== undefined) throw new DeviceLost(this.#gpu.lost);
    const slot = this.#free.pop() ?? { input: undefined, output: undefined, staging: undefined };
    const bytes = asked.outputWords * 4;
    const watched = watch(device, () => this.#submit(asked, passes, slot, bytes));
    const staging = watched.answer;
    try {
      await staging.mapAsync(GPUMapMode.READ, 0, HEAD_BYTES + bytes);
    } catch {
      this.#gpu.lost ??= 'the result could not be read';
    }
    // What is refused, for want of memory too, is not done, and reads as zeros.
    this.#gpu.lost ??= await watched.refusal;
    if (this.#gpu.lost !== undefined) throw new DeviceLost(this.#gpu.lost);
    const found = new Uint32Array(staging.getMappedRange(0, HEAD_BYTES + bytes).slice(0));
    staging.unmap();
    this.#free.push(slot);
    const ticks = new BigUint64Array(found.buffer, COUNTERS_BYTES, 2);
    return {
      output: found.subarray(HEAD_BYTES / 4),
      nodes: found[1]! + found[4]! * 2 ** 32,
      unfit: found[2]!,
      deviceSeconds: this.#clock && Number(ticks[1]! - ticks[0]!) / 1e9,
    };
  }

  /** Asks the device for all of it, and returns the buffer that will have the answer. */
  #submit(asked: ShaderRun, passes: readonly Pass[], slot: Slot, bytes: number): GPUBuffer {
    const { device } = this.#gpu;
    const { input, output, staging } = this.#makeRoom(slot, asked.input.byteLength, bytes);
    device.queue.writeBuffer(input, 0, asked.input as Uint32Array<ArrayBuffer>);
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(this.#counters);
    if (asked.cleared) {
      encoder.clearBuffer(this.#commons, asked.clearedFrom ?? 0, asked.cleared);
    }
    const clock = this.#clock;
    const pass = encoder.beginComputePass(
      clock && {
        timestampWrites: {
          querySet: clock.set,
          beginningOfPassWriteIndex: 0,
          endOfPassWriteIndex: 1,
        },
      },
    );
    pass.setBindGroup(0, this.#bind(input, output));
    for (const { pipeline, workgroups } of passes) {
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(workgroups);
    }
    pass.end();
    encoder.copyBufferToBuffer(this.#counters, 0, staging, 0, COUNTERS_BYTES);
    encoder.copyBufferToBuffer(
      asked.readsCommons ? this.#commons : output,
      0,
      staging,
      HEAD_BYTES,
      bytes,
    );
    if (clock !== undefined) {
      encoder.resolveQuerySet(clock.set, 0, 2, clock.at, 0);
      encoder.copyBufferToBuffer(clock.at, 0, staging, COUNTERS_BYTES, 16);
    }
    device.queue.submit([encoder.finish()]);
    return staging;
  }

  #bind(input: GPUBuffer, output: GPUBuffer): GPUBindGroup {
    const buffers = [this.#tables, input, output, this.#counters, this.#scratch, this.#commons];
    return this.#gpu.device.createBindGroup({
      layout: this.#group,
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  #makeRoom(slot: Slot, input: number, output: number): Record<keyof Slot, GPUBuffer> {
    const { device, report } = this.#gpu;
    const most = report.limits.maxStorageBufferBindingSize;
    if (Math.max(input, output) > most) throw tooLarge(Math.max(input, output), most);
    const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
    const grown = (old: GPUBuffer | undefined, size: number, usage: number): GPUBuffer => {
      if (old !== undefined && old.size >= size) return old;
      old?.destroy();
      return device.createBuffer({ size: roundUp(size, most), usage });
    };
    slot.input = grown(slot.input, input, STORAGE | COPY_DST);
    slot.output = grown(slot.output, output, STORAGE | COPY_SRC);
    slot.staging = grown(slot.staging, output + HEAD_BYTES, MAP_READ | COPY_DST);
    return { input: slot.input, output: slot.output, staging: slot.staging };
  }
}

/** Asks something of the device without waiting; `refusal` is what it says if it refuses some of that. */
function watch<T>(device: GPUDevice, ask: () => T) {
  for (const kind of ERRORS) device.pushErrorScope(kind);
  let refusals: Promise<GPUError | null>[] = [];
  try {
    const answer = ask();
    refusals = ERRORS.map(() => device.popErrorScope());
    // A device that is lost says nothing here.
    const refusal = Promise.allSettled(refusals).then((all) => {
      const said = all.flatMap((one) =>
        one.status === 'fulfilled' && one.value ? [one.value] : [],
      );
      return said[0]?.message.split('\n')[0];
    });
    return { answer, refusal };
  } finally {
    if (refusals.length === 0) for (const _ of ERRORS) device.popErrorScope().catch(() => {});
  }
}

/** Some more than is needed, so that not every larger batch needs new buffers. */
function roundUp(bytes: number, most: number): number {
  return Math.max(bytes, Math.min(2 ** Math.ceil(Math.log2(Math.max(bytes, 65536))), most));
}

function tooLarge(bytes: number, most: number): PlyadesError {
  const message = `${bytes} bytes in a buffer: the adapter allows at most ${most}`;
  return new PlyadesError('ERR_LIMIT', message);
}
