// The epsilon of the paper's NegaScout with epsilon-windows that suits our trees best, and what our own is worth. The paper takes the best
// of a few values on its own scale of evaluations, so ours must be found on our own, on trees that are in no table.
import { loadGame, unwrap } from 'plyades/internal/api/index.js';
import { PAPER } from 'plyades/internal/parallel/minimal-tree/options.js';
import { simulate } from 'plyades/internal/sim/index.js';
import { shogiTrees, syntheticTree } from '#dist/minimal-tree/trees.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- simulation/epsilon [options]

Simulated speedups of minimal trees by the paper's rules with NegaScout, or by ours, with different epsilons, over our
sequential search; geometric means over trees that are in no table of the experiments. Profile 'paper'.

Options:
  --trees N       trees of each kind (3)
  --processors N  virtual ones, the master included (32)
  --ours          our rules instead of the paper's, and the epsilon that a run finds itself
  --json FILE     write the figures
Examples:
  $ npm run bench -- simulation/epsilon --trees 2
  $ npm run bench -- simulation/epsilon --ours --trees 6 --processors 64`;

const options = {
  trees: { type: 'string', default: '3' },
  processors: { type: 'string', default: '32' },
  ours: { type: 'boolean', default: false },
};

const epsilons = [10, 25, 50, 100, 200, 500];

/** The experiments' tables have at most this many first trees. */
const TABLED = 8;
const ALL_GAMES = 32;

const sizes = { 5: { depth: 12, horizon: 6 }, 20: { depth: 8, horizon: 4 } };

const syntheticPlaces = (width, count) =>
  Array.from({ length: count }, (_, index) => syntheticTree(width, 101 + index));

function shogiPlaces(width, count) {
  const tabled = new Set(shogiTrees(width, TABLED).map(({ name }) => name));
  return shogiTrees(width, ALL_GAMES)
    .filter(({ name }) => !tabled.has(name))
    .slice(0, count);
}

const geometric = (list) =>
  Math.exp(list.reduce((sum, one) => sum + Math.log(one), 0) / list.length);

async function run(values) {
  const trees = integer(values, 'trees', 1, ALL_GAMES - TABLED);
  const processors = integer(values, 'processors', 2, 4096);
  const rules = values.ours ? {} : { ...PAPER, negascout: true };
  const names = [...(values.ours ? ['auto'] : []), 'off', ...epsilons];
  const results = [];
  for (const width of [5, 20]) {
    for (const places of [syntheticPlaces(width, trees), shogiPlaces(width, trees)]) {
      const { game } = places[0];
      const { notation } = await loadGame(game);
      const speedups = new Map(names.map((epsilon) => [epsilon, []]));
      for (const { position } of places) {
        let sequential;
        for (const [epsilon, list] of speedups) {
          const settings = { ...rules, epsilon };
          const common = { algorithm: 'minimal-tree', profile: 'paper', processors };
          const asked = { ...common, ...sizes[width], settings, ...sequential };
          const found = await simulate(unwrap(notation.parsePosition(position)), asked);
          if (found.failure !== undefined) throw new Error(`${found.failure}: ${found.command}`);
          sequential ??= { sequential: found.sequential };
          list.push(found.speedup);
        }
      }
      results.push({
        tree: `${game} b=${width}`,
        speedups: Object.fromEntries([...speedups].map(([e, list]) => [e, geometric(list)])),
      });
    }
  }
  printTable([
    ['trees', ...names.map(String)],
    ...results.map(({ tree, speedups }) => [
      tree,
      ...names.map((epsilon) => speedups[epsilon].toFixed(1)),
    ]),
  ]);
  return { trees, processors, sizes, ours: values.ours, results };
}

await runBench('simulation/epsilon', { help, options, run });
