// The kernel of English checkers with weights that can be changed, and its weights file as numbers.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { notationOf } from '../../dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '../../dist/kernel/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const ENTRY = 'tools/checkers-eval/entry.ts';

/** The file that the kernel is built with. */
export const WEIGHTS_FILE = join(root, 'assembly/games/checkers/weights.ts');

const texts = {
  [ENTRY]: `export * from '../../assembly/module';
export { PAIRS } from '../../assembly/games/checkers/weights';
`,
  'assembly/game.ts': `export { Checkers as TheGame } from './games/checkers/checkers';\n`,
};

let compiled;

async function compile() {
  let wasm;
  const { error, stderr } = await asc.main(
    [ENTRY, '--baseDir', root, '--outFile', 'kernel.wasm', '-O3', '--noAssert', '--runtime', 'stub']
      .concat(['--importMemory', '--sharedMemory', '--initialMemory', '1'])
      .concat(['--maximumMemory', '65536', '--enable', 'simd', '--enable', 'threads']),
    {
      readFile: (name, baseDir) =>
        texts[name] ?? readFile(join(baseDir, name), 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  return WebAssembly.compile(wasm);
}

/** An instance of its own. `use(weights)` sets its weights: [full board, empty board, name] each. */
export async function open(weights) {
  compiled ??= compile();
  const kernel = new Kernel(await compiled, { capacity: 32 << 20 });
  const at = kernel.exports.PAIRS.value;
  const rules = new Rules(kernel);
  const table = Table.create(kernel, 8 << 20);
  const searcher = new Searcher(kernel, 160).attach(table);
  const use = (list) => {
    const view = new DataView(kernel.memory.buffer);
    for (const [i, [full, empty]] of list.entries()) {
      view.setBigInt64(at + 8 * i, (BigInt(empty) << 32n) + BigInt(full), true);
    }
  };
  if (weights) use(weights);
  const think = (record, depth) => {
    searcher.start(record, { maxDepth: depth, mode: 'play' });
    while (searcher.run(100_000) === 'running');
    return searcher.found;
  };
  return { kernel, rules, table, use, think };
}

export const start = () => notationOf('checkers').start().record;

const LINE = /^ {2}\((-?\d+) << 32\) \+ (-?\d+), \/\/ (.*)$/gm;

export async function readWeights(file) {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(LINE)].map(([, empty, full, name]) => [+full, +empty, name]);
}

/** Writes a weights file: the one in the repository with other numbers. */
export async function writeWeights(file, weights) {
  const text = await readFile(WEIGHTS_FILE, 'utf8');
  let i = 0;
  const changed = text.replace(LINE, () => {
    const [full, empty, name] = weights[i++];
    return `  (${empty} << 32) + ${full}, // ${name}`;
  });
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
