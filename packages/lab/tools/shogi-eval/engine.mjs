// The kernel of shogi built with any weights file, and weights files as lists of numbers.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { compile, gameText, root } from '../support/compile.mjs';

const WEIGHTS = 'assembly/games/shogi/weights.ts';
const LOOKS = 'assembly/games/shogi/looks.ts';

/** The files that the kernel is built with: to evaluate positions by, and to keep the best moves by. */
export const WEIGHTS_FILE = join(root, WEIGHTS);
export const LOOKS_FILE = join(root, LOOKS);

/** A kernel with these weights, and a searcher that plays with it. */
export async function open(weightsFile, looksFile = LOOKS_FILE) {
  const texts = {
    ...gameText('Shogi', 'shogi/shogi'),
    [WEIGHTS]: await readFile(weightsFile, 'utf8'),
    [LOOKS]: await readFile(looksFile, 'utf8'),
  };
  const module = await WebAssembly.compile(await compile({ texts }));
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
