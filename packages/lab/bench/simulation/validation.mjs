// Draws the positions of the experiment lab/validate by lot, for packages/lab/data/validate.json. The same seed draws the
// same positions on any machine: depths depend on node counts alone.
import { closeAll } from 'plyades/internal/api/index.js';
import { drawPositions } from '../../dist/validate/draw.js';
import { validationPlan } from '../../dist/validate/settings.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- simulation/validation [options]

Draws the positions of the experiment lab/validate: seed, moves and sizes as in packages/lab/data/validate.json.

Options:
  --positions N   of each game (4)
  --json FILE     write the figures
Example:
  $ npm run bench -- simulation/validation --json drawn.json`;

const options = { positions: { type: 'string', default: '4' } };

async function run(values) {
  const number = integer(values, 'positions', 1, 100);
  const plan = validationPlan();
  const positions = {};
  for (const game of Object.keys(plan.nodes))
    positions[game] = await drawPositions(game, number, plan);
  await closeAll();
  printTable([
    ['game', 'moves', 'depth', 'nodes'],
    ...Object.entries(positions).flatMap(([game, drawn]) =>
      drawn.map(({ moves, depth, nodes }) => [game, moves, String(depth), count(nodes)]),
    ),
  ]);
  return { positions };
}

await runBench('simulation/validation', { help, options, run });
