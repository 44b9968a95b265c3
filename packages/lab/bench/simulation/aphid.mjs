// What APHID's options are worth: simulated speedups on training positions, which are none of those
// that results are reported for.
import { existsSync, readFileSync } from 'node:fs';
import { simulate } from 'plyades/internal/sim/index.js';
import { positionOf } from '#dist/positions.js';
import { bootstrap, geometricMean, makeEstimate } from '#dist/statistics.js';
import { moreTraining, trainingPositions } from '#dist/training.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- simulation/aphid [options]

Simulated speedups of APHID, profile paper, one table of 256 MiB for all, mean over training positions:
Othello games of the world championships of 1993 and 1994 outside of the final, checkers ballots, and
positions of Win At Chess. With figures of an earlier run, of other settings or of another build, speedups
are paired by position: the geometric mean of their ratios, with a 95 % bootstrap interval over positions.

Options:
  --game NAME          othello, checkers or chess (othello)
  --depth N            plies (12)
  --processors LIST    numbers with commas between them (16,32)
  --positions N        the first N (6)
  --settings JSON      options of APHID ({})
  --against FILE       figures that an earlier run wrote with --json
  --json FILE          write the figures
Example:
  $ npm run bench -- simulation/aphid --depth 13 --positions 16 --json usual.json
  $ npm run bench -- simulation/aphid --depth 13 --positions 16 --against usual.json --settings '{"help":false}'`;

const games = Object.keys(trainingPositions).join(', ');

const options = {
  game: { type: 'string', default: 'othello' },
  depth: { type: 'string', default: '12' },
  processors: { type: 'string', default: '16,32' },
  positions: { type: 'string', default: '6' },
  settings: { type: 'string', default: '{}' },
  against: { type: 'string' },
};

/** The figures of an earlier run, by game, depth, position and processors. */
function readFigures(file) {
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw badInput(`--against ${file}: no such file`);
  const { results } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(results.map((result) => [keyOf(result), result]));
}

const keyOf = ({ game, depth, position, processors }) =>
  [game, depth, position, processors].join(' ');

function ratioOf(results, earlier) {
  const pairs = results.map((result) => [result, earlier.get(keyOf(result))]);
  const ratios = pairs.flatMap(([now, then]) => (then ? [now.speedup / then.speedup] : []));
  return ratios.length === 0 ? '-' : makeEstimate(bootstrap(ratios, geometricMean));
}

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const count = integer(values, 'positions', 1, 100);
  const processors = values.processors.split(',').map(Number);
  const settings = JSON.parse(values.settings);
  const { game } = values;
  if (trainingPositions[game] === undefined) throw badInput(`--game ${game}: expected ${games}`);
  const earlier = readFigures(values.against);
  const results = [];
  for (const place of [...trainingPositions[game], ...(moreTraining[game] ?? [])].slice(0, count)) {
    const root = await positionOf(place);
    let sequential;
    for (const number of processors) {
      const at = { game, depth, position: place.name, processors: number };
      sequential ??= earlier?.get(keyOf(at))?.sequential;
      const order = { algorithm: 'aphid', processors: number, depth, profile: 'paper', settings };
      const given = { ...order, table: 'shared', hash: 256, ...(sequential && { sequential }) };
      const found = await simulate(root, given);
      if (found.failure !== undefined) throw new Error(`${place.name}: ${found.failure}`);
      const { speedup, counters } = found;
      sequential = { value: found.sequential.value, nodes: found.sequential.nodes };
      const overheads = { ...found.overheads, ahead: counters.aheadNodes / sequential.nodes };
      results.push({ ...at, speedup, overheads, sequential });
    }
  }
  const rows = processors.map((number) => {
    const of = results.filter((result) => result.processors === number);
    const mean = (pick) => of.reduce((sum, result) => sum + pick(result), 0) / of.length;
    const share = (name) => `${(100 * mean(({ overheads }) => overheads[name])).toFixed(0)} %`;
    const speedup = mean((result) => result.speedup).toFixed(2);
    const shares = ['search', 'ahead', 'startIdle', 'otherIdle'].map(share);
    return [number, speedup, ...shares, ...(earlier ? [ratioOf(of, earlier)] : [])];
  });
  const head = ['processors', 'speedup', 'search', 'of it ahead', 'idle at first', 'idle later'];
  const all = earlier ? [...head, 'ratio (95 %)'] : head;
  printTable([all, ...rows.map((row) => row.map(String))]);
  return { results };
}

await runBench('simulation/aphid', { help, options, run });
