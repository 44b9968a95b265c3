// Looks at the machine. What can be tried is tried: WebAssembly features by validating a module of a
// few bytes that uses them, the GPU by asking for an adapter in a process of its own, since a bad
// driver may take the process with it.
import { execFile } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { findProgram } from '../engines/programs.js';

export interface MachinePart {
  readonly name: string;
  /** The part that was found, in a few words; null when it is missing. */
  readonly found: string | null;
  /** What the part enables. */
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

/** Programs by what they are for; the first name that is found counts. */
const PROGRAMS = [
  {
    name: 'nats-server',
    programs: ['nats-server'],
    enables: "'plyades cluster up': one position searched by several machines",
    install: 'apt-get install nats-server',
  },
  {
    name: 'openssl',
    programs: ['openssl'],
    enables: "the certificate of 'plyades cluster up'",
    install: 'apt-get install openssl',
  },
  {
    name: 'stockfish',
    programs: ['stockfish'],
    enables: "a chess engine for 'plyades gpp', 'match' and 'analyse', and for the tests",
    install: 'apt-get install stockfish',
  },
  {
    name: 'fairy-stockfish',
    programs: ['fairy-stockfish'],
    enables: "a shogi engine for 'plyades gpp --game shogi' and 'match', and for the tests",
    install: 'apt-get install fairy-stockfish',
  },
  {
    name: 'gpsusi',
    programs: ['gpsusi'],
    enables: "a shogi engine for 'plyades match --game shogi', and for the tests",
    install: 'apt-get install gpsshogi',
  },
  {
    name: 'browser',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    enables: 'the tests that run the library in a browser',
    install: 'apt-get install chromium',
  },
] as const;

/** Packages that are installed apart. */
const PACKAGES = [
  {
    name: 'NATS client',
    packages: ['@nats-io/transport-node', '@nats-io/services'],
    enables: "'plyades worker', 'top' and --cluster: this machine as a part of a cluster",
  },
  {
    name: 'NATS key-value store',
    packages: ['@nats-io/jetstream', '@nats-io/kv'],
    enables: "'plyades jobs', and searches of a cluster that can be resumed",
  },
  {
    name: 'laboratory',
    packages: ['plyades-lab'],
    enables: "'plyades experiment': the papers' tables and figures",
    install: 'a clone of the repository of plyades, which has it',
  },
] as const;

/** Everything that was looked for, what is needed first. */
export async function examine(): Promise<MachinePart[]> {
  const [workers, adapter] = await Promise.all([findWorkers(), findAdapter()]);
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
    ...PACKAGES.map(lookForPackages),
    ...PROGRAMS.map(lookFor),
  ];
}

function needed(name: string, found: string | null, enables: string, install: string): MachinePart {
  return { name, found, enables, install, needed: true };
}

function validates(bytes: readonly number[]): boolean {
  return WebAssembly.validate(new Uint8Array(bytes));
}

async function findWorkers(): Promise<MachinePart> {
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

async function findAdapter(): Promise<MachinePart> {
  const part = {
    name: 'WebGPU adapter',
    enables: "'plyades search --algorithm gpu' and 'plyades gpu': Connect6 and chess on the GPU",
    needed: false,
  } as const;
  if (!isInstalled('webgpu')) {
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

function lookForPackages(wanted: (typeof PACKAGES)[number]): MachinePart {
  const { name, packages, enables } = wanted;
  const missing = packages.filter((each) => !isInstalled(each));
  const install = 'install' in wanted ? wanted.install : `npm install ${missing.join(' ')}`;
  return { name, found: missing.length === 0 ? 'yes' : null, enables, install, needed: false };
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function lookFor(wanted: (typeof PROGRAMS)[number]): MachinePart {
  const { name, enables, install, programs } = wanted;
  const found = findProgram(...programs) ?? null;
  return { name, found, enables, install, needed: false };
}
