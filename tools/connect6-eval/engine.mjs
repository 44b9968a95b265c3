// The kernel of Connect6 built with a weights file of one's choice, and that file as numbers. The weights
// are constants of the kernel's vectors, so other weights are another kernel.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { notationOf } from '../../dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '../../dist/kernel/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const WEIGHTS = 'assembly/games/connect6/weights.ts';

/** The file that the kernel is built with. */
export const WEIGHTS_FILE = join(root, WEIGHTS);

async function compile(weights) {
  const texts = {
    'assembly/game.ts': `export { Connect6 as TheGame } from './games/connect6/connect6';\n`,
    [WEIGHTS]: await readFile(weights, 'utf8'),
  };
  let wasm;
  const { error, stderr } = await asc.main(
    ['assembly/module.ts', '--baseDir', root, '--outFile', 'kernel.wasm', '-O3', '--noAssert']
      .concat(['--runtime', 'stub', '--importMemory', '--sharedMemory', '--initialMemory', '1'])
      .concat(['--maximumMemory', '65536', '--enable', 'simd', '--enable', 'threads']),
    {
      readFile: async (name, baseDir) =>
        texts[name] ??
        (await readFile(join(baseDir, name), 'utf8').catch(() => computed(join(baseDir, name)))),
      writeFile: (_name, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  return WebAssembly.compile(wasm);
}

/** As in scripts/build-kernels.mjs: tables whose text a module makes. */
async function computed(name) {
  const made = await import(name.replace(/\.ts$/, '.mjs')).catch(() => ({ default: null }));
  return made.default;
}

/** A kernel with the weights of a file, and what it plays with a search of a fixed depth. */
export async function open(weights) {
  const kernel = new Kernel(await compile(weights), { capacity: 32 << 20 });
  const rules = new Rules(kernel);
  const table = Table.create(kernel, 8 << 20);
  const searcher = new Searcher(kernel, 64).attach(table);
  const think = (record, depth) => {
    searcher.start(record, { maxDepth: depth, mode: 'play' });
    while (searcher.run(100_000) === 'running');
    return searcher.found;
  };
  const forget = () => {
    table.clear();
    searcher.reset();
  };
  return { rules, think, forget };
}

export const start = () => notationOf('connect6').start().record;

const LINE = /^export const (\w+): i32 = (\d+);$/gm;

/** Names and values in the order of the file. */
export async function readWeights(file) {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(LINE)].map(([, name, value]) => ({ name, value: Number(value) }));
}

/** Writes a weights file: the one in the repository with other numbers. */
export async function writeWeights(file, values) {
  const text = await readFile(WEIGHTS_FILE, 'utf8');
  let i = 0;
  const changed = text.replace(LINE, (_, name) => `export const ${name}: i32 = ${values[i++]};`);
  await writeFile(file, changed);
}

/** `--name value` pairs over defaults; names them all when given one it does not know. */
export function options(defaults) {
  const found = { ...defaults };
  const args = process.argv.slice(2);
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, '');
    if (!(name in defaults)) throw new Error(`options: ${Object.keys(defaults).join(', ')}`);
    found[name] = typeof defaults[name] === 'number' ? Number(args[i + 1]) : args[i + 1];
  }
  return found;
}
