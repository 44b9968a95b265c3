// The kernel of shogi built with any weights file, and weights files as lists of numbers.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { Kernel, Rules, Searcher, Table } from '../../dist/kernel/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const WEIGHTS = 'assembly/games/shogi/weights.ts';
const LOOKS = 'assembly/games/shogi/looks.ts';

/** The files that the kernel is built with: to evaluate positions by, and to keep the best moves by. */
export const WEIGHTS_FILE = join(root, WEIGHTS);
export const LOOKS_FILE = join(root, LOOKS);

const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--sharedMemory']
  .concat(['--initialMemory', '1', '--maximumMemory', '65536'])
  .concat(['--enable', 'simd', '--enable', 'threads']);

async function compile(weightsFile, looksFile) {
  const texts = {
    'assembly/game.ts': `export { Shogi as TheGame } from './games/shogi/shogi';\n`,
    [WEIGHTS]: await readFile(weightsFile, 'utf8'),
    [LOOKS]: await readFile(looksFile, 'utf8'),
  };
  let wasm;
  const { error, stderr } = await asc.main(
    ['assembly/module.ts', '--baseDir', root, '--outFile', 'kernel.wasm', ...flags],
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

/** A kernel with these weights, and a searcher that plays with it. */
export async function open(weightsFile, looksFile = LOOKS_FILE) {
  const module = await compile(weightsFile, looksFile);
  const kernel = new Kernel(module, { capacity: 64 << 20 });
  const rules = new Rules(kernel);
  const table = Table.create(kernel, 8 << 20);
  const searcher = new Searcher(kernel, 100).attach(table);
  return {
    rules,
    /** Forgets the games played before, so that a game depends on nothing but its opening. */
    forget() {
      table.clear();
      searcher.reset();
    },
    /** Searches in play mode, to depth 1 at least and for that many nodes. */
    think(record, nodes) {
      searcher.start(record, { maxDepth: 60, mode: 'play' });
      let status = searcher.run(nodes);
      while (status === 'running' && searcher.found === undefined) status = searcher.run(nodes);
      return searcher.found;
    },
  };
}

const TABLE = /memory\.data<i16>\(\[\n([^\]]*)\]/g;
const COMMENT_OR_NUMBER = /\/\/.*|-?\d+/g;

/** All weights of a file, in the order in which they stand there. */
export async function readWeights(file) {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(TABLE)].flatMap(([, rows]) =>
    [...rows.matchAll(COMMENT_OR_NUMBER)]
      .filter(([each]) => !each.startsWith('//'))
      .map(([each]) => Number(each)),
  );
}

/** Writes a weights file: the one in the repository with other numbers. */
export async function writeWeights(file, weights) {
  const text = await readFile(WEIGHTS_FILE, 'utf8');
  let i = 0;
  const changed = text.replace(TABLE, (table) => {
    const head = table.indexOf('\n');
    const rows = table
      .slice(head)
      .replace(COMMENT_OR_NUMBER, (each) => (each.startsWith('//') ? each : String(weights[i++])));
    return table.slice(0, head) + rows;
  });
  if (i !== weights.length) throw new Error(`${weights.length} weights for ${i} places`);
  await writeFile(file, changed);
}

/** The lines of a file that may not be there yet. */
export async function linesOf(file) {
  if (!existsSync(file)) return [];
  return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
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
