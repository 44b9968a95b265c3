// Draws the positions of the experiment lab/validate by lot, for packages/lab/data/validate.json. The same seed draws the
// same positions on any machine: depths depend on node counts alone.
import { closeAll } from 'plyades/internal/api/index.js';
import { drawPositions } from '../../dist/validate/draw.js';
import { validationPlan } from '../../dist/validate/settings.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- simulation/validation [options]

Draws the positions of the experiment lab/validate: seed, moves and sizes as in packages/lab/data/validate.json.

Options:
  --round N       the round, whose seed stands in validate.json (the last one)
  --positions N   of each game (4)
  --json FILE     write the figures
Example:
  $ npm run bench -- simulation/validation --round 2 --json drawn.json`;

const options = { round: { type: 'string' }, positions: { type: 'string', default: '4' } };

async function run(values) {
  const number = integer(values, 'positions', 1, 100);
  const plan = validationPlan();
  const numbers = plan.rounds.map(({ round }) => round);
  const wanted = integer({ round: values.round ?? `${Math.max(...numbers)}` }, 'round', 1, 100);
  const round = plan.rounds.find((each) => each.round === wanted);
  if (round === undefined) throw badInput(`--round ${wanted}: expected ${numbers.join(', ')}`);
  const positions = {};
  for (const game of Object.keys(plan.nodes))
    positions[game] = await drawPositions(game, number, round, plan);
  await closeAll();
  printTable([
    ['game', 'moves', 'depth', 'nodes'],
    ...Object.entries(positions).flatMap(([game, drawn]) =>
      drawn.map(({ moves, depth, nodes }) => [game, moves, String(depth), count(nodes)]),
    ),
  ]);
  return { round: round.round, seed: round.seed, positions };
}

await runBench('simulation/validation', { help, options, run });
