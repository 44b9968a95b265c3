// Looks at the machine. What can be tried is tried: WebAssembly features by validating a module of a
// few bytes that uses them, the GPU by asking for an adapter in a process of its own, since a bad
// driver may take the process with it.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Finding {
  readonly name: string;
  /** What was found, in a few words; null when the part is missing. */
  readonly found: string | null;
  /** What it enables, when it is there. */
  readonly enables: string;
  /** How to get it. */
  readonly install: string;
  /** Nothing works without it. */
  readonly needed: boolean;
}

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A function of type () -> v128: `i8x16.splat(0)`. */
const SIMD_MODULE = [
  ...HEADER,
  ...[1, 5, 1, 0x60, 0, 1, 0x7b],
  ...[3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b],
];

/** A shared memory of one page and a function that loads from it atomically. */
const THREADS_MODULE = [
  ...HEADER,
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[5, 4, 1, 3, 1, 1],
  ...[10, 11, 1, 9, 0, 0x41, 0, 0xfe, 0x10, 2, 0, 0x1a, 0x0b],
];

/** Debian keeps engines where PATH does not always reach. */
const MORE_FOLDERS = ['/usr/games', '/usr/local/games', '/usr/local/bin', '/usr/bin', '/usr/sbin'];

/** Programs by what they are for; the first name that is found counts. */
const PROGRAMS = [
  {
    name: 'nats-server',
    programs: ['nats-server'],
    enables: 'a cluster: one position searched by several machines',
    install: 'apt-get install nats-server',
  },
  {
    name: 'browser',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    enables: 'the tests that run the library in a browser',
    install: 'apt-get install chromium',
  },
  {
    name: 'stockfish',
    programs: ['stockfish'],
    enables: 'the tests that compare chess with another engine',
    install: 'apt-get install stockfish',
  },
  {
    name: 'fairy-stockfish',
    programs: ['fairy-stockfish'],
    enables: 'the tests that compare shogi with another engine',
    install: 'apt-get install fairy-stockfish',
  },
  {
    name: 'gpsusi',
    programs: ['gpsusi'],
    enables: 'nothing yet: a USI engine for shogi',
    install: 'apt-get install gpsshogi',
  },
] as const;

/** Everything that was looked for, what is needed first. */
export async function examine(): Promise<Finding[]> {
  const [workers, adapter, ...programs] = await Promise.all([
    findWorkers(),
    findAdapter(),
    ...PROGRAMS.map(lookFor),
  ]);
  const gib = (totalmem() / 2 ** 30).toFixed(1);
  return [
    needed('node', process.version, 'everything', 'Node.js 20 or later, https://nodejs.org'),
    needed(
      'cores',
      `${availableParallelism()}, ${gib} GiB of memory`,
      'one search thread each',
      '',
    ),
    needed(
      'WebAssembly SIMD',
      validates(SIMD_MODULE) ? 'yes' : null,
      'the kernels: every search and perft',
      'Node.js 20 or later on a processor with vector instructions',
    ),
    needed(
      'WebAssembly threads',
      validates(THREADS_MODULE) ? 'yes' : null,
      'memory that threads share: tables and abort flags',
      'Node.js 20 or later',
    ),
    workers,
    adapter,
    ...programs,
  ];
}

function needed(name: string, found: string | null, enables: string, install: string): Finding {
  return { name, found, enables, install, needed: true };
}

function validates(bytes: readonly number[]): boolean {
  return WebAssembly.validate(new Uint8Array(bytes));
}

async function findWorkers(): Promise<Finding> {
  const { Worker } = await import('node:worker_threads');
  const started = new Promise<boolean>((resolve) => {
    const worker = new Worker('', { eval: true });
    worker.once('exit', (code) => resolve(code === 0));
    worker.once('error', () => resolve(false));
  });
  const found = (await started) ? 'yes' : null;
  const enables = 'searches off the main thread';
  return needed('worker threads', found, enables, 'a system that lets Node.js start threads');
}

const ADAPTER_MS = 10_000;

const ASK_ADAPTER = `
const { create } = await import('webgpu');
const adapter = await create([]).requestAdapter();
const { vendor, architecture, device, description } = adapter?.info ?? {};
if (adapter) console.log([vendor, architecture, device, description].filter(Boolean).join(' '));
else process.exitCode = 1;
process.exit();
`;

async function findAdapter(): Promise<Finding> {
  const part = {
    name: 'WebGPU adapter',
    enables: 'nothing yet: search on the GPU is planned',
    needed: false,
  } as const;
  try {
    import.meta.resolve('webgpu');
  } catch {
    return {
      ...part,
      found: null,
      install: 'npm install webgpu, and a driver for Vulkan or Metal',
    };
  }
  try {
    const words = ['--input-type=module', '--eval', ASK_ADAPTER];
    const cwd = new URL('.', import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd,
      timeout: ADAPTER_MS,
    });
    return { ...part, found: stdout.trim() || 'yes', install: '' };
  } catch {
    const install =
      'a driver for Vulkan or Metal: the package webgpu is here, but finds no adapter';
    return { ...part, found: null, install };
  }
}

async function lookFor(wanted: (typeof PROGRAMS)[number]): Promise<Finding> {
  const { name, enables, install, programs } = wanted;
  const found = (await findProgram(programs)) ?? null;
  return { name, found, enables, install, needed: false };
}

/** The path of the first of these programs that is installed. */
export async function findProgram(programs: readonly string[]): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...MORE_FOLDERS];
  const paths = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
