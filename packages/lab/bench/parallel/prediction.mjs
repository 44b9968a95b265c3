// Does the simulation predict what two threads do? Time to the value on two threads over one, beside
// what the simulation says of two processors with the profile `measured`.
import { closeAll, loadGame, search } from 'plyades/internal/api/index.js';
import { simulate } from 'plyades/internal/sim/index.js';
import { median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- parallel/prediction [options]

Young Brothers Wait on two threads, real and simulated (profile measured), Othello, a shared table.

Options:
  --depth N     plies (13)
  --rounds N    searches of each kind after a first one; medians count (2)
  --json FILE   write the figures
Example:
  $ npx plyades calibrate --out src/sim/profiles/measured.json && npm run build
  $ npm run bench -- parallel/prediction`;

const options = {
  depth: { type: 'string', default: '13' },
  rounds: { type: 'string', default: '2' },
};

const OPENINGS = [
  'f5 d6 c3 d3 c4 f4 c5 b3 c2 e6',
  'f5 d6 c5 f4 e3 c6 d3 f6 e6 d7',
  'f5 f6 e6 f4 e3 c5 c4 d3 c3 e2',
];

const common = { algorithm: 'young-brothers', table: 'shared', hash: 64 };

async function measure(position, depth, rounds) {
  const alone = [];
  const together = [];
  for (let round = 0; round <= rounds; round++) {
    const exact = { mode: 'exact', hash: common.hash };
    alone.push((await search({ position, depth, ...exact }).result).seconds);
    const two = { ...exact, ...common, workers: 2 };
    together.push((await search({ position, depth, ...two }).result).seconds);
  }
  // The first searches warm threads and memory.
  return median(alone.slice(1)) / median(together.slice(1));
}

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const rounds = integer(values, 'rounds', 1, 1000);
  const game = await loadGame('othello');
  const results = [];
  for (const opening of OPENINGS) {
    const position = game.playMoves(game.notation.start(), opening).value;
    const real = await measure(position, depth, rounds);
    const settings = { ...common, processors: 2, depth, profile: 'measured' };
    const { speedup } = await simulate(position, settings);
    results.push({ opening, real, simulated: speedup, ratio: speedup / real });
  }
  await closeAll();
  printTable([
    ['opening', 'real', 'simulated', 'simulated / real'],
    ...results.map((each) => [
      ...[each.opening, ratio(each.real), ratio(each.simulated), ratio(each.ratio)],
    ]),
  ]);
  const off = Math.max(...results.map((each) => Math.abs(each.ratio - 1)));
  const targets = [target('greatest error of the simulation', { value: off, most: 0.15 })];
  printTargets(targets);
  return { depth, rounds, results, targets };
}

await runBench('parallel/prediction', { help, options, run });
