// What it costs that a search can stop after any number of nodes and go on later: the same searches in
// one slice and in slices of some thousand nodes. The effect is smaller than the noise of a single
// run, so there are many short rounds, and in each the order of the slicings is another one.
import { wrong } from '../support/failure.mjs';
import { median, quantile, timed } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, percent, printTable, printTargets, target } from '../support/report.mjs';
import { middleGames, openSearcher } from './kernel.mjs';

const help = `Usage: npm run bench -- othello/slices [options]

Exact searches of six middle games in one slice, and in slices of 10,000, 1,000 and 100 nodes, all in
each round. The cost of a slicing in a round is its CPU time against that of the one slice; the median
counts, and the quartiles show the spread.

Options:
  --depth N     depth of the searches, 2 to 14 (9)
  --rounds N    rounds (60)
  --json FILE   write the figures`;

const options = {
  depth: { type: 'string', default: '9' },
  rounds: { type: 'string', default: '60' },
};

const HASH_MB = 16;
/** The first is the one slice: no search here has as many nodes. */
const SLICES = [2 ** 31 - 1, 10_000, 1_000, 100];
const WARM_UP = 3;

async function run(values) {
  const depth = integer(values, 'depth', 2, 14);
  const rounds = integer(values, 'rounds', 1, 10_000);
  const kernel = await openSearcher(HASH_MB);
  const games = middleGames();
  const times = SLICES.map(() => []);
  let nodes = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let turn = 0; turn < SLICES.length; turn++) {
      const index = (round + WARM_UP + turn) % SLICES.length;
      const spent = searchAll(kernel, games, depth, SLICES[index]);
      if (nodes !== 0 && spent.nodes !== nodes) {
        throw wrong(`${spent.nodes} nodes in slices of ${SLICES[index]}, ${nodes} before`);
      }
      nodes = spent.nodes;
      if (round >= 0) times[index].push(spent.seconds);
    }
  }
  const results = SLICES.map((slice, index) => {
    const costs = times[index].map((seconds, round) => seconds / times[0][round] - 1);
    return {
      slice: index === 0 ? null : slice,
      nodesPerSecond: Math.round(nodes / median(times[index])),
      cost: median(costs),
      lowerQuartile: quantile(costs, 0.25),
      upperQuartile: quantile(costs, 0.75),
    };
  });
  console.log(
    `exact search of six middle games to depth ${depth}, ${count(nodes)} nodes, CPU time, ${rounds} rounds`,
  );
  printTable([
    ['nodes per slice', 'M nodes/s', 'cost', 'half of the rounds'],
    ...results.map(({ slice, nodesPerSecond, cost, lowerQuartile, upperQuartile }) => [
      slice === null ? 'one slice' : count(slice),
      million(nodesPerSecond),
      ...(slice === null
        ? ['', '']
        : [percent(cost), `${percent(lowerQuartile)} to ${percent(upperQuartile)}`]),
    ]),
  ]);
  const thousand = results.find(({ slice }) => slice === 1_000);
  const targets = [target('cost of slices of 1,000 nodes', { value: thousand.cost, most: 0.03 })];
  console.log();
  printTargets(targets, percent);
  return { depth, rounds, nodes, results, targets };
}

/** All positions one after the other; clearing the table is not timed. */
function searchAll(kernel, games, depth, slice) {
  let seconds = 0;
  let nodes = 0;
  for (const { record } of games) {
    kernel.prepare(record, depth);
    seconds += timed(() => kernel.finish(slice));
    nodes += kernel.report.nodes;
  }
  return { seconds, nodes };
}

await runBench('othello/slices', { help, options, run });
