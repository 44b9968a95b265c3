// What determinism costs: the same search on two threads, free-running and under the deterministic
// driver, in turn, with a table for each worker.
//   node bench/parallel/deterministic.mjs [--help]
import { closeAll, loadGame, search } from '#dist/api/index.js';
import { wrong } from '../support/failure.mjs';
import { median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: node bench/parallel/deterministic.mjs [options]

Wall time of deterministic searches over free-running ones, Othello, two workers, local tables.

Options:
  --depth N     plies (15)
  --rounds N    searches of each kind; medians count (3)
  --json FILE   write the figures
Example:
  $ node bench/parallel/deterministic.mjs --depth 14`;

const options = {
  depth: { type: 'string', default: '15' },
  rounds: { type: 'string', default: '3' },
};

const OPENING = 'f5 d6 c3 d3 c4 f4 c5 b3 c2 e6';

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const rounds = integer(values, 'rounds', 1, 1000);
  const game = await loadGame('othello');
  const position = game.playMoves(game.notation.start(), OPENING).value;
  const results = [];
  for (const algorithm of ['aphid', 'young-brothers']) {
    const time = async (deterministic) => {
      const settings = { mode: 'exact', algorithm, workers: 2, table: 'local', deterministic };
      return search(position, { depth }, settings).result;
    };
    const runs = [];
    for (let round = 0; round < rounds; round++) {
      const [free, fixed] = [await time(false), await time(true)];
      if (free.value !== fixed.value) throw wrong(`${algorithm}: ${fixed.value}, ${free.value}`);
      runs.push({ free, fixed });
    }
    const free = median(runs.map((each) => each.free.seconds));
    const fixed = median(runs.map((each) => each.fixed.seconds));
    const nodes = runs[0].fixed.nodes;
    if (runs.some((each) => each.fixed.nodes !== nodes))
      throw wrong(`${algorithm} is not repeated`);
    results.push({ algorithm, free, fixed, nodes, cost: fixed / free });
  }
  await closeAll();
  printTable([
    ['algorithm', 'free s', 'deterministic s', 'nodes', 'ratio'],
    ...results.map(({ algorithm, free, fixed, nodes, cost }) => [
      ...[algorithm, free.toFixed(2), fixed.toFixed(2), count(nodes), ratio(cost)],
    ]),
  ]);
  const targets = results.map(({ algorithm, cost }) =>
    target(`deterministic ${algorithm}, times the free one`, { value: cost, most: 1.15 }),
  );
  printTargets(targets);
  return { depth, rounds, results, targets };
}

await runBench('deterministic', { help, options, run });
