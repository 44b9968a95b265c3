// Play mode on a suite of positions with best moves (EPD with bm): how many it solves, and how well its
// moves are ordered. By time, as a player has it, or by nodes, which any machine repeats.
//
//   node bench/chess/suite.mjs [file] [--ms 1000 | --nodes N] [--hash MiB] [--every N]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chess, parseSan } from '#dist/games/chess/index.js';
import { loadKernel } from '#dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '#dist/kernel/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ms: { type: 'string', default: '1000' },
    nodes: { type: 'string' },
    hash: { type: 'string', default: '32' },
    every: { type: 'string', default: '1' },
  },
});
const file = positionals[0] ?? new URL('../../test/data/chess/wac.epd', import.meta.url);
const mebibytes = Number(values.hash);
const { module } = await loadKernel('chess');
const kernel = new Kernel(module, { capacity: (mebibytes + 16) << 20 });
const rules = new Rules(kernel);
const table = Table.create(kernel, mebibytes << 20);
const searcher = new Searcher(kernel, 160).attach(table);

const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .filter((_, i) => i % Number(values.every) === 0);
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
  const until = performance.now() + (values.nodes ? Number.POSITIVE_INFINITY : Number(values.ms));
  const most = Number(values.nodes ?? Number.POSITIVE_INFINITY);
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
console.log(
  JSON.stringify({
    solved: lines.length - failed.length,
    positions: lines.length,
    nodesPerSecond: Math.round(nodes / seconds),
    firstMoveCutRate: Number((rates / lines.length).toFixed(3)),
    seconds: Number(seconds.toFixed(1)),
  }),
);
