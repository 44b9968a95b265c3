// The graphics device: found in a browser as `navigator.gpu`, in Node through the optional package `webgpu`,
// and asked for all that its adapter allows, since the limits by default keep buffers small. A device can be
// lost at any time (a reset, memory that ran out, a time-out); who uses it asks `lost` and goes on without.
import { openWebGpu } from '#platform';
import { PlyadesError } from '../core/errors.js';

/** Limits that matter to batches of positions. */
const WANTED = [
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
] as const;

/** What an adapter says of itself. */
export interface AdapterReport {
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  /** True when the work is done by the processor. */
  readonly software: boolean;
  readonly limits: Readonly<Record<(typeof WANTED)[number], number>>;
  readonly features: readonly string[];
}

/** A device and what it was made from. */
export class Gpu implements AsyncDisposable {
  readonly device: GPUDevice;
  readonly report: AdapterReport;
  /** Whether runs tell how long the device was at work; asking costs time too. */
  readonly timed: boolean;
  /** Why the device was lost; undefined as long as it works. */
  lost: string | undefined;
  /** Kept while anything made from it is in use: collected, it would take the process with it. */
  readonly entry: GPU;

  constructor(entry: GPU, device: GPUDevice, report: AdapterReport, timed: boolean) {
    this.entry = entry;
    this.device = device;
    this.report = report;
    this.timed = timed;
    device.lost.then(({ reason, message }) => {
      this.lost ??= `${reason}: ${message}`;
    });
  }

  /** Gives the device back. */
  close(): void {
    this.lost ??= 'closed';
    this.device.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}

/** A device of the best adapter; a PlyadesError with ERR_MISSING_PART when there is none. */
export async function openGpu({ timed = false } = {}): Promise<Gpu> {
  const entry = await findEntry();
  const adapter = await entry.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) {
    throw missing('no graphics adapter was found that WebGPU can use');
  }
  const limits = Object.fromEntries(WANTED.map((name) => [name, adapter.limits[name]]));
  const features = [...adapter.features].sort();
  try {
    const device = await adapter.requestDevice({
      requiredLimits: limits,
      requiredFeatures: features.includes('timestamp-query') ? ['timestamp-query'] : [],
    });
    const { vendor, architecture, description } = adapter.info;
    const report: AdapterReport = {
      vendor,
      architecture,
      description,
      software: /swiftshader|llvmpipe|lavapipe/i.test(`${architecture} ${description}`),
      limits: limits as AdapterReport['limits'],
      features,
    };
    return new Gpu(entry, device, report, timed);
  } catch (cause) {
    throw missing(`the graphics adapter gives no device: ${cause}`, cause);
  }
}

function findEntry(): GPU | Promise<GPU> {
  return (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu ?? openWebGpu();
}

function missing(message: string, cause?: unknown): PlyadesError {
  return new PlyadesError('ERR_MISSING_PART', message, { cause });
}
