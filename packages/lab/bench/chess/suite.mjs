// Play mode on a suite of positions with best moves (EPD with bm): how many it solves, and how well its
// moves are ordered. By time, as a player has it, or by nodes, which any machine repeats.
import { readFileSync } from 'node:fs';
import { chess, parseSan } from 'plyades/internal/games/chess/index.js';
import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- chess/suite [FILE] [options]

Play mode on every position of an EPD file with best moves (bm); test/data/chess/wac.epd without one.

Options:
  --ms N        milliseconds per position (1000)
  --nodes N     nodes per position instead
  --hash MiB    table (32)
  --every N     only every Nth position (1)
  --json FILE   write the figures`;

const options = {
  ms: { type: 'string', default: '1000' },
  nodes: { type: 'string' },
  hash: { type: 'string', default: '32' },
  every: { type: 'string', default: '1' },
};

async function run(values, [suite]) {
  const file = suite ?? new URL('../../../plyades/test/data/chess/wac.epd', import.meta.url);
  const mebibytes = integer(values, 'hash', 1, 2048);
  const every = integer(values, 'every', 1, 1_000_000);
  const ms = integer(values, 'ms', 1, 1_000_000);
  const most = values.nodes ? integer(values, 'nodes', 1, 1e12) : Number.POSITIVE_INFINITY;
  const { module } = await loadKernel('chess');
  const kernel = new Kernel(module, { capacity: (mebibytes + 16) << 20 });
  const rules = new Rules(kernel);
  const table = Table.create(kernel, mebibytes << 20);
  const searcher = new Searcher(kernel, 160).attach(table);

  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((_, i) => i % every === 0);
  const failed = [];
  let nodes = 0;
  let rates = 0;
  const startedAt = performance.now();
  for (const line of lines) {
    const [fen] = /^\S+ \S+ \S+ \S+/.exec(line);
    const { record } = chess.parsePosition(fen).value;
    const best = /bm ([^;]+);/.exec(line)[1].split(' ');
    const wanted = best.map((text) => parseSan(rules, record, text).value);
    table.clear();
    searcher.reset();
    searcher.start(record, { mode: 'play', maxDepth: 100 });
    const until = performance.now() + (values.nodes ? Number.POSITIVE_INFINITY : ms);
    while (searcher.run(5_000) === 'running') {
      if (performance.now() >= until || searcher.nodes >= most) break;
    }
    nodes += searcher.nodes;
    rates += searcher.firstMoveCutRate;
    const id = /id "([^"]+)"/.exec(line)?.[1] ?? fen;
    if (!wanted.includes(searcher.found.move)) {
      failed.push(
        `${id}: ${chess.makeMove(searcher.found.move)} at depth ${searcher.found.depth}, not ${best}`,
      );
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  for (const each of failed) console.log(each);
  const result = {
    solved: lines.length - failed.length,
    positions: lines.length,
    nodesPerSecond: Math.round(nodes / seconds),
    firstMoveCutRate: Number((rates / lines.length).toFixed(3)),
    seconds: Number(seconds.toFixed(1)),
  };
  console.log(JSON.stringify(result));
  return result;
}

await runBench('chess/suite', { help, options, run, takesWords: true });
