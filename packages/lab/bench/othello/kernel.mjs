// The shipped kernel with its evaluation, one searcher and one table, as the benches drive it, and the
// middle games that they search.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKernel } from 'plyades/internal/games/load.js';
import { othello } from 'plyades/internal/games/othello/index.js';
import { Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';

const MAX_PLY = 64;

/** The file that the kernel's evaluation is prepared from. */
export const weightsFile = fileURLToPath(
  new URL('../../../plyades/dist/wasm/othello-weights.bin', import.meta.url),
);

/** One position of each game in the file, after 14, 18, 22 and 26 plies. */
export function middleGames() {
  const file = new URL('../../../plyades/test/data/othello/positions.obf', import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[-XO]{64} /.test(line));
  return [2, 5, 11, 12, 17, 22].map((index) => {
    const [text, comment = ''] = lines[index].split('; % ');
    const [, year, game, plies] = /^(\d+) .*\(game (\d)\) after (\d+) plies/.exec(comment);
    const position = othello.parsePosition(text);
    return {
      name: `${year} game ${game}, ${plies} plies`,
      text,
      record: position.value.record,
    };
  });
}

/** A searcher that forgets everything before each search, so that each repeats itself node for node. */
export async function openSearcher(hashMb) {
  const { module, data } = await loadKernel('othello');
  const kernel = new Kernel(module, { capacity: (hashMb + 4) << 20, data });
  const table = Table.create(kernel, hashMb << 20);
  const searcher = new Searcher(kernel, MAX_PLY).attach(table);
  return {
    /** Makes an exact search ready to run. */
    prepare(record, depth) {
      table.clear();
      searcher.reset();
      searcher.start(record, { mode: 'exact', method: 'negascout', maxDepth: depth });
    },
    /** Runs it to its end in slices of this many nodes. */
    finish(slice) {
      while (searcher.run(slice) === 'running');
    },
    /** What the finished search found. */
    get report() {
      const { depth, value, move } = searcher.found;
      return { depth, value, move, nodes: searcher.nodes, leaves: searcher.leaves };
    },
  };
}
