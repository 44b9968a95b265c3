// What a trace costs: the same simulation with and without one, in turn. CPU time of all threads, the reading of the
// records into a log included.
import { unwrap } from 'plyades/internal/core/result.js';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { simulate } from 'plyades/sim';
import { makeTrace } from 'plyades/trace';
import { cpuSeconds, median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, percent, printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- trace/cost [options]

CPU time of simulations with a trace over that without one, less 1: Othello, the measured profile.

Options:
  --processors N   virtual processors (16)
  --depth N        plies (14)
  --rounds N       runs of each kind (5)
  --threads N      real threads (1)
  --json FILE      write the figures
Example:
  $ npm run bench -- trace/cost --processors 256 --depth 13`;

const options = {
  processors: { type: 'string', default: '16' },
  depth: { type: 'string', default: '14' },
  rounds: { type: 'string', default: '5' },
  threads: { type: 'string', default: '1' },
};

/** Most that a trace may cost. */
const MOST = 0.03;

const algorithms = ['young-brothers', 'aphid', 'minimal-tree'];

await loadKernel('othello');
// A position of the midgame, after 20 moves.
const position = unwrap(
  notationOf('othello').parsePosition(
    '----O-----OOOO----OXXOX--OOOXXXX--OXXX---OX--X------------------ X',
  ),
);

async function run(values) {
  const processors = integer(values, 'processors', 2, 4096);
  const depth = integer(values, 'depth', 1, 40);
  const rounds = integer(values, 'rounds', 1, 1000);
  const threads = integer(values, 'threads', 1, 256);
  const results = [];
  for (const algorithm of algorithms) {
    const common = { algorithm, processors, depth, threads };
    const { sequential } = await simulate(position, common);
    const measure = async (trace) => {
      const from = cpuSeconds();
      await simulate(position, { ...common, sequential, ...(trace && { trace }) });
      return cpuSeconds() - from;
    };
    const costs = [];
    const plains = [];
    let log;
    for (let round = 0; round < rounds; round++) {
      const keep = (growing) => {
        log = growing;
      };
      // By turns first, so that what warms up counts for both.
      const isFirst = round % 2 === 0;
      const before = isFirst ? await measure(keep) : undefined;
      const plain = await measure();
      const traced = before ?? (await measure(keep));
      plains.push(plain);
      costs.push(traced / plain - 1);
    }
    const { pieces, messages, tree, lanes } = log;
    results.push({
      algorithm,
      seconds: median(plains),
      cost: median(costs),
      pieces: pieces.length,
      messages: messages.length,
      states: lanes.reduce((sum, { times }) => sum + times.length, 0),
      tree: tree.length,
      bytes: makeTrace(log).length,
    });
  }
  printTable([
    ['algorithm', 'CPU s', 'with a trace', 'pieces', 'messages', 'states', 'tree', 'file bytes'],
    ...results.map((each) => [
      ...[each.algorithm, each.seconds.toFixed(2), percent(each.cost), count(each.pieces)],
      ...[count(each.messages), count(each.states), count(each.tree), count(each.bytes)],
    ]),
  ]);
  const targets = results.map(({ algorithm, cost }) =>
    target(`cost of a trace, ${algorithm}`, { value: cost, most: MOST }),
  );
  printTargets(targets, percent);
  return { processors, depth, rounds, threads, results, targets };
}

await runBench('trace/cost', { help, options, run });
