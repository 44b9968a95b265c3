// The kernel of English checkers with weights that can be changed, and its weights file as numbers.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notationOf } from 'plyades/internal/games/load.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { compile, gameText, root } from '../support/compile.mjs';

const ENTRY = 'tools/checkers-eval/entry.ts';

/** The file that the kernel is built with. */
export const WEIGHTS_FILE = join(root, 'assembly/games/checkers/weights.ts');

const texts = {
  [ENTRY]: `export * from '../../assembly/module';
export { PAIRS } from '../../assembly/games/checkers/weights';
`,
  ...gameText('Checkers', 'checkers/checkers'),
};

let compiled;

/** An instance of its own. `use(weights)` sets its weights: [full board, empty board, name] each. */
export async function open(weights) {
  compiled ??= compile({ entry: ENTRY, texts }).then((wasm) => WebAssembly.compile(wasm));
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
