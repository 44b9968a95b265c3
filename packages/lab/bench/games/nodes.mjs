// Exact-mode nodes per second of every game in one table, with how often the first move of a node that
// is cut is the one that cuts: parallel searches have no more to share out than a search prunes.
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { median, timed } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- games/nodes [options]

Exact searches of one middle game of every game, 64 MiB table: nodes per second, first-move cuts.

Options:
  --rounds N    searches of each; the median counts (3)
  --json FILE   write the figures
Example:
  $ npm run bench -- games/nodes --rounds 5`;

/** Where the positions are from stands in src/cli/bench-set.ts. */
const searches = [
  ['othello', '------------------XO-O---OOOOO----OOOX---X-OXX------OX---------- X', 13],
  ['checkers', 'B:W19,21,22,23,24,29,30,31,32:B2,3,4,5,7,10,12,15,16', 17],
  ['chess', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 6],
  ['shogi', 'ln2r2nl/6gk1/p1g3bp1/4pss1p/PpPP1ppP1/2GSP3P/1PNGSPP2/2K4R1/L1B4NL b 2p 1', 5],
  ['loa', '--X---X-O-------O--X-XXOO----OXOO---OO--O---X----------O-XXX-X-- X', 8],
  ['connect6', `${'19/'.repeat(9)}9x9${'/19'.repeat(9)} o 2`, 6],
  ['synthetic', 'b=20,seed=3,order=700', 9],
];

const TABLE = 64 << 20;

async function measure([game, text, depth], rounds) {
  const notation = notationOf(game);
  const { record } = notation.parsePosition(text).value;
  const { module, data } = await loadKernel(game);
  const kernel = new Kernel(module, { capacity: TABLE + (4 << 20), ...(data && { data }) });
  const table = Table.create(kernel, TABLE);
  const searcher = new Searcher(kernel, depth + 48).attach(table);
  const search = () => {
    table.clear();
    searcher.reset();
    searcher.start(record, { maxDepth: depth });
    while (searcher.run(100_000) === 'running');
  };
  search();
  const seconds = median(Array.from({ length: rounds }, () => timed(search)));
  const { nodes, firstMoveCutRate } = searcher;
  return { game, depth, nodes, nodesPerSecond: nodes / seconds, firstMoveCutRate };
}

async function run(values) {
  const rounds = integer(values, 'rounds', 1, 1000);
  const results = [];
  for (const search of searches) results.push(await measure(search, rounds));
  printTable([
    ['game', 'depth', 'nodes', 'M nodes/s', 'first-move cuts'],
    ...results.map(({ game, depth, nodes, nodesPerSecond, firstMoveCutRate }) => [
      ...[game, String(depth), count(nodes), million(nodesPerSecond)],
      `${(100 * firstMoveCutRate).toFixed(1)} %`,
    ]),
  ]);
  return { rounds, results };
}

await runBench('games/nodes', { help, options: { rounds: { type: 'string', default: '3' } }, run });
