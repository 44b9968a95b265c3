// What determinism costs: the same search on two threads, free-running and under the deterministic
// driver, in turn, with a table for each worker.
import { closeAll, loadGame, search } from 'plyades/internal/api/index.js';
import { wrong } from '../support/failure.mjs';
import { median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- parallel/deterministic [options]

Wall time of deterministic searches over free-running ones, four positions of Othello, two workers,
local tables.

Options:
  --depth N     plies (14)
  --rounds N    searches of each kind and position; medians count, and are added up (3)
  --json FILE   write the figures
Example:
  $ npm run bench -- parallel/deterministic --depth 15`;

const options = {
  depth: { type: 'string', default: '14' },
  rounds: { type: 'string', default: '3' },
};

/** One position alone says little: which nodes a free search needs is a matter of luck. */
const OPENINGS = [
  'f5 d6 c3 d3 c4 f4 c5 b3 c2 e6',
  'f5 f6 e6 f4 e3 c5 c4 e7 c6 d3',
  'f5 d6 c5 f4 e3 c6 d3 f6 e6 d7',
  'f5 d6 c4 d3 c3 f4 f6 g5 e6 c5',
];

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const rounds = integer(values, 'rounds', 1, 1000);
  const game = await loadGame('othello');
  const results = [];
  for (const algorithm of ['aphid', 'young-brothers']) {
    const sums = { free: 0, fixed: 0, freeNodes: 0, nodes: 0 };
    for (const opening of OPENINGS) {
      const position = game.playMoves(game.notation.start(), opening).value;
      const time = async (deterministic) => {
        const settings = { mode: 'exact', algorithm, workers: 2, table: 'local', deterministic };
        return search({ position, depth, ...settings }).result;
      };
      const runs = [];
      for (let round = 0; round < rounds; round++) {
        const [free, fixed] = [await time(false), await time(true)];
        if (free.value !== fixed.value) throw wrong(`${algorithm}: ${fixed.value}, ${free.value}`);
        runs.push({ free, fixed });
      }
      const { nodes } = runs[0].fixed;
      if (runs.some((each) => each.fixed.nodes !== nodes))
        throw wrong(`${algorithm} is not repeated`);
      sums.free += median(runs.map((each) => each.free.seconds));
      sums.fixed += median(runs.map((each) => each.fixed.seconds));
      sums.freeNodes += median(runs.map((each) => each.free.nodes));
      sums.nodes += nodes;
    }
    results.push({ algorithm, ...sums, cost: sums.fixed / sums.free });
  }
  await closeAll();
  printTable([
    ['algorithm', 'free s', 'deterministic s', 'nodes', 'times the free', 'ratio'],
    ...results.map(({ algorithm, free, fixed, freeNodes, nodes, cost }) => [
      ...[algorithm, free.toFixed(2), fixed.toFixed(2), count(nodes)],
      ...[ratio(nodes / freeNodes), ratio(cost)],
    ]),
  ]);
  const targets = results.map(({ algorithm, cost }) =>
    target(`deterministic ${algorithm}, times the free one`, { value: cost, most: 1.15 }),
  );
  printTargets(targets);
  return { depth, rounds, results, targets };
}

await runBench('parallel/deterministic', { help, options, run });
