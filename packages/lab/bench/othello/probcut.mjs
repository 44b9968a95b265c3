// What ProbCut saves: nodes of play mode to a depth with and without it, over positions of the final of
// 1993. Counts of nodes are the same on every machine. Prints one JSON line a depth.

import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { othelloFinal, positionOf } from '#dist/positions.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- othello/probcut [options]

Nodes of play mode to even depths with ProbCut and without.

Options:
  --depth N       the greatest depth (12)
  --positions N   how many positions, 1 to 20 (8)
  --json FILE     write the figures
Example:
  $ npm run bench -- othello/probcut --depth 12 --positions 8`;

const options = {
  depth: { type: 'string', default: '12' },
  positions: { type: 'string', default: '8' },
};

async function run(values) {
  const deepest = integer(values, 'depth', 6, 40);
  const count = integer(values, 'positions', 1, othelloFinal.length);
  const { module, data } = await loadKernel('othello');
  const kernel = new Kernel(module, { capacity: 192 << 20, data });
  const table = Table.create(kernel, 128 << 20);
  const searcher = new Searcher(kernel, 96).attach(table);
  const search = (record, depth, selective) => {
    table.clear();
    searcher.reset();
    searcher.start(record, { maxDepth: depth, mode: 'play', selective });
    while (searcher.run(1_000_000) === 'running');
    return { ...searcher.found, nodes: searcher.nodes };
  };
  const places = await Promise.all(othelloFinal.slice(0, count).map(positionOf));
  const rows = [];
  for (let depth = 8; depth <= deepest; depth += 2) {
    const row = { depth, positions: count, nodes: 0, nodesWithout: 0, sameMoves: 0, apart: 0 };
    for (const { record } of places) {
      const [cut, whole] = [true, false].map((selective) => search(record, depth, selective));
      row.nodes += cut.nodes;
      row.nodesWithout += whole.nodes;
      row.sameMoves += cut.move === whole.move ? 1 : 0;
      // In discs.
      row.apart += Math.abs(cut.value - whole.value) / 100 / count;
    }
    rows.push({ ...row, saved: row.nodesWithout / row.nodes });
    console.log(JSON.stringify(rows.at(-1)));
  }
  return rows;
}

await runBench('othello/probcut', { help, options, run });
