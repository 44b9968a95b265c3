// The kernel of Connect6 built with a weights file of one's choice, and that file as numbers. The weights
// are constants of the kernel's vectors, so other weights are another kernel.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notationOf } from 'plyades/internal/games/load.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { compile, gameText, root } from '../support/compile.mjs';

const WEIGHTS = 'assembly/games/connect6/weights.ts';

/** The file that the kernel is built with. */
export const WEIGHTS_FILE = join(root, WEIGHTS);

/** A kernel with the weights of a file, and what it plays with a search of a fixed depth. */
export async function open(weights) {
  const texts = {
    ...gameText('Connect6', 'connect6/connect6'),
    [WEIGHTS]: await readFile(weights, 'utf8'),
  };
  const module = await WebAssembly.compile(await compile({ texts }));
  const kernel = new Kernel(module, { capacity: 32 << 20 });
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
