// What APHID's options are worth: simulated speedups on training positions, which are none of those
// that results are reported for.
//   node bench/simulation/aphid.mjs [--help]
import { positionOf } from '#dist/experiments/positions.js';
import { trainingPositions } from '#dist/experiments/training.js';
import { simulate } from '#dist/sim/index.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable } from '../support/report.mjs';

const help = `Usage: node bench/simulation/aphid.mjs [options]

Simulated speedups of APHID, profile paper, one table of 256 MiB for all, mean over training positions:
Othello games of the world championships of 1993 and 1994 outside of the final, checkers ballots, and
positions of Win At Chess.

Options:
  --game NAME          othello, checkers or chess (othello)
  --depth N            plies (12)
  --processors LIST    numbers with commas between them (16,32)
  --positions N        the first so many (6)
  --settings JSON      options of APHID ({})
  --json FILE          write the figures
Example:
  $ node bench/simulation/aphid.mjs --depth 14 --settings '{"help":false}'`;

const games = Object.keys(trainingPositions).join(', ');

const options = {
  game: { type: 'string', default: 'othello' },
  depth: { type: 'string', default: '12' },
  processors: { type: 'string', default: '16,32' },
  positions: { type: 'string', default: '6' },
  settings: { type: 'string', default: '{}' },
};

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const count = integer(values, 'positions', 1, 100);
  const processors = values.processors.split(',').map(Number);
  const aphid = JSON.parse(values.settings);
  const places = trainingPositions[values.game];
  if (places === undefined) throw badInput(`--game ${values.game}: expected ${games}`);
  const results = [];
  for (const place of places.slice(0, count)) {
    const root = await positionOf(place);
    for (const number of processors) {
      const order = { algorithm: 'aphid', processors: number, depth, profile: 'paper', aphid };
      const found = await simulate(root, { ...order, table: 'shared', hash: 256 });
      const { speedup, counters, sequential } = found;
      const overheads = { ...found.overheads, ahead: counters.aheadNodes / sequential.nodes };
      results.push({ position: place.name, processors: number, speedup, overheads });
    }
  }
  const rows = processors.map((number) => {
    const of = results.filter((result) => result.processors === number);
    const mean = (pick) => of.reduce((sum, result) => sum + pick(result), 0) / of.length;
    const share = (name) => `${(100 * mean(({ overheads }) => overheads[name])).toFixed(0)} %`;
    const speedup = mean((result) => result.speedup).toFixed(2);
    return [number, speedup, ...['search', 'ahead', 'startIdle', 'otherIdle'].map(share)];
  });
  const head = ['processors', 'speedup', 'search', 'of it ahead', 'idle at first', 'idle later'];
  printTable([head, ...rows.map((row) => row.map(String))]);
  return { results };
}

runBench('aphid', { help, options, run });
