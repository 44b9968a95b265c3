// What a node costs: generating all moves, scoring them and keeping the best ones, over middle games of
// professionals; then exact searches of trees of bounded and of full width, and how often the first move
// of a node that is cut is the one that cuts.
import { shogi } from 'plyades/internal/games/shogi/index.js';
import { compileKernel, Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { median, sum, timed } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, ratio, target } from '../support/report.mjs';
import { middleGames } from './positions.mjs';

const help = `Usage: npm run bench -- shogi/nodes [options]

What a node costs that keeps its best moves, over middle games of professionals; then exact searches of
trees of bounded and of full width.

Options:
  --rounds N    rounds of the cost of a node (5)
  --json FILE   write the figures`;

const options = { rounds: { type: 'string', default: '5' } };

/** Times each position is visited in one measurement. */
const VISITS = 300;

const searches = [
  { branching: 5, depth: 8 },
  { branching: 20, depth: 6 },
  { branching: 0, depth: 5 },
];

async function run(values) {
  const rounds = integer(values, 'rounds', 1, 1000);
  const kernel = new Kernel(await compileKernel('shogi'), { capacity: 40 << 20 });
  const nodes = [5, 20].map((branching) => costOfNode(kernel, branching, rounds));
  for (const { branching, us } of nodes) {
    console.log(`a node that keeps its best ${branching}: ${us.toFixed(2)} us`);
  }
  console.log();

  const table = Table.create(kernel, 16 << 20);
  const searcher = new Searcher(kernel, 64).attach(table);
  const rows = [['branching', 'depth', 'nodes', 'M nodes/s', 'first-move cuts']];
  const results = searches.map((each) => measure(searcher, table, each));
  for (const { branching, depth, nodes: visited, nodesPerSecond, firstMoveCuts } of results) {
    const width = branching === 0 ? 'all' : String(branching);
    const cuts = `${(100 * firstMoveCuts).toFixed(1)} %`;
    rows.push([width, String(depth), count(visited), million(nodesPerSecond), cuts]);
  }
  printTable(rows);
  const targets = nodes.map(({ branching, us }) =>
    target(`us per node that keeps its best ${branching}`, { value: us, most: 2 }),
  );
  console.log();
  printTargets(targets, ratio);
  return { game: shogi.id, rounds, nodes, results, targets };
}

function costOfNode(kernel, branching, rounds) {
  const { exports } = kernel;
  const record = kernel.allocate(exports.recordBytes());
  const moves = kernel.allocate(4 * exports.maxMoves());
  const positions = middleGames(branching).map((bytes) => {
    const position = kernel.allocate(exports.positionBytes());
    kernel.bytes.set(bytes, record);
    exports.load(position, record);
    return position;
  });
  const visit = () => {
    for (let i = 0; i < VISITS; i++) {
      for (const position of positions) exports.generate(position, moves);
    }
  };
  visit();
  const times = Array.from({ length: rounds }, () => timed(visit));
  return { branching, us: (1e6 * median(times)) / (VISITS * positions.length) };
}

function measure(searcher, table, { branching, depth }) {
  const searched = middleGames(branching)
    .slice(0, 12)
    .map((record) => {
      table.clear();
      searcher.reset();
      const seconds = timed(() => {
        searcher.start(record, { mode: 'exact', maxDepth: depth });
        while (searcher.run(100_000) === 'running');
      });
      return { seconds, nodes: searcher.nodes, cuts: searcher.firstMoveCutRate };
    });
  const nodes = sum(searched.map((each) => each.nodes));
  return {
    branching,
    depth,
    nodes,
    nodesPerSecond: nodes / sum(searched.map((each) => each.seconds)),
    firstMoveCuts: sum(searched.map((each) => each.cuts)) / searched.length,
  };
}

await runBench('shogi/nodes', { help, options, run });
