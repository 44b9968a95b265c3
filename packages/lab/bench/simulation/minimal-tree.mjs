// What the options of minimal trees are worth: simulated speedups on synthetic trees, with each option
// changed alone, and of the paper's rules. Costs are those of the paper's cluster.
import { loadGame, unwrap } from 'plyades/internal/api/index.js';
import { PAPER } from 'plyades/internal/parallel/minimal-tree/options.js';
import { simulate } from 'plyades/internal/sim/index.js';
import { shogiTrees, syntheticTrees } from '#dist/minimal-tree/trees.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- simulation/minimal-tree [options]

Simulated speedups of minimal trees over the sequential search on trees with 5 children, synthetic ones
(b=5,seed=1,dist=normal and so on) or those of shogi's middle games; geometric means. The sequential search takes every second depth, as the
workers do.

Options:
  --game NAME     synthetic or shogi (synthetic)
  --trees N       trees, seeds from 1, or positions (4)
  --depth N       plies (14)
  --horizon N     plies of the master's tree (6)
  --processors N  virtual ones, the master included (32)
  --only LIST     these rows alone, separated by semicolons, and the first
  --json FILE     write the figures
Examples:
  $ npm run bench -- simulation/minimal-tree --trees 2 --depth 12
  $ npm run bench -- simulation/minimal-tree --game shogi --only 'split: false;handOver: true'`;

const options = {
  game: { type: 'string', default: 'synthetic' },
  only: { type: 'string' },
  trees: { type: 'string', default: '4' },
  depth: { type: 'string', default: '14' },
  horizon: { type: 'string', default: '6' },
  processors: { type: 'string', default: '32' },
};

/** 24.6 us a leaf (table 1 of the paper), 0.53 leaves a node; a message on 10-Gbit Ethernet, assumed. */
const profile = {
  name: 'cluster',
  about: [],
  games: {},
  other: { nodeNs: 13000, masterNodeNs: 500, messageNs: 5000, byteNs: 0.8, latencyNs: 30000 },
  epochNs: 1000000,
};

const ways = {
  default: {},
  'updates: false': { updates: false },
  "epsilon: 'off'": { epsilon: 'off' },
  'epsilon: 0': { epsilon: 0 },
  'epsilon: 200': { epsilon: 200 },
  'steady: false': { steady: false },
  'presort: 0': { presort: 0 },
  'presort: 256': { presort: 256 },
  'textbook: true': { textbook: true },
  'persist: false': { persist: false },
  'split: false': { split: false },
  'handOver: true': { handOver: true },
  'resend: true': { resend: true },
  "negascout: false, epsilon: 'off'": { negascout: false, epsilon: 'off' },
  'negascout: false, estimateWindows: true': { negascout: false, estimateWindows: true },
  PAPER,
  'PAPER, steady: true': { ...PAPER, steady: true },
  'PAPER, updates: false': { ...PAPER, updates: false },
  'PAPER, negascout: true, epsilon: 200': { ...PAPER, negascout: true, epsilon: 200 },
};

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
const geometric = (list) => Math.exp(mean(list.map(Math.log)));

/** Trees of 5 children, as texts. */
function placesOf(game, trees) {
  if (game === 'shogi') return shogiTrees(5, trees).map(({ position }) => position);
  if (game === 'synthetic') return syntheticTrees(5, trees).map(({ position }) => position);
  throw badInput(`--game ${game}: expected synthetic or shogi`);
}

function chooseWays(only) {
  if (only === undefined) return ways;
  const names = ['default', ...only.split(';')];
  const unknown = names.find((name) => !Object.hasOwn(ways, name));
  if (unknown !== undefined) {
    throw badInput(`--only ${unknown}: expected some of ${Object.keys(ways).join('; ')}`);
  }
  return Object.fromEntries(names.map((name) => [name, ways[name]]));
}

async function run(values) {
  const trees = integer(values, 'trees', 1, 1000);
  const common = {
    algorithm: 'minimal-tree',
    profile,
    depth: integer(values, 'depth', 2, 60),
    horizon: integer(values, 'horizon', 1, 59),
    processors: integer(values, 'processors', 2, 4096),
  };
  const game = await loadGame(values.game);
  const chosen = chooseWays(values.only);
  const runs = Object.fromEntries(Object.keys(chosen).map((way) => [way, []]));
  for (const text of placesOf(values.game, trees)) {
    const position = unwrap(game.notation.parsePosition(text));
    let sequential;
    for (const [way, settings] of Object.entries(chosen)) {
      const found = await simulate(position, { ...common, settings, ...sequential });
      if (found.failure !== undefined) throw new Error(`${found.failure}: ${found.command}`);
      sequential ??= { sequential: found.sequential };
      runs[way].push(found);
    }
  }
  const results = Object.entries(runs).map(([way, found]) => ({
    way,
    speedup: geometric(found.map(({ speedup }) => speedup)),
    nodes: geometric(found.map(({ counters, sequential }) => counters.nodes / sequential.nodes)),
    idle: mean(found.map(({ overheads }) => overheads.startIdle + overheads.otherIdle)),
    kilobytes: geometric(found.map(({ counters }) => counters.bytes / 1000)),
  }));
  printTable([
    ['options', 'speedup', 'nodes', 'idle', 'kB sent'],
    ...results.map(({ way, speedup, nodes, idle, kilobytes }) => [
      ...[way, speedup.toFixed(1), nodes.toFixed(2), `${(100 * idle).toFixed(1)} %`],
      kilobytes.toFixed(0),
    ]),
  ]);
  return { ...common, trees, results };
}

await runBench('simulation/minimal-tree', { help, options, run });
