// What the simulation predicts for bench/parallel/scaling.mjs: the same works and tables, virtual processors for threads,
// and a master beside them where an algorithm has one, as on threads. Accesses to the table cost nothing and cores do not
// slow each other down, so a prediction is what the algorithm allows.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { findAlgorithm } from 'plyades/internal/sim/algorithms.js';
import { loadProfile, simulate, simulatedAlgorithms } from 'plyades/internal/sim/index.js';
import { badInput, wrong } from '../support/failure.mjs';
import { sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { percent, printTable, ratio } from '../support/report.mjs';
import { readAlgorithm, readWork } from '../support/works.mjs';

const help = `Usage: npm run bench -- simulation/scaling [options]

Simulated speedups (profile measured, one shared table) by algorithm and number of threads: the same on any machine.

Options:
  --work LIST         what is searched: GAME:PLIES:POSITIONS or ffo:FIRST-LAST (othello:13:2)
  --algorithm LIST    algorithms, each with settings if wanted: aphid/minSize=2000
                      (young-brothers,aphid,minimal-tree,lazy-smp)
  --threads LIST      numbers of threads (2,4,8,16)
  --hash MiB          the table; the sequential search has as much (256)
  --measured FILE     rows of parallel/scaling: a node takes as long as in their sequential search of the work
  --rows FILE         append the rows, one JSON object a line, as they are found
  --json FILE         write the figures
Example:
  $ npm run bench -- simulation/scaling --work ffo:40-41 --measured packages/lab/results/scaling.jsonl`;

const options = {
  work: { type: 'string', default: 'othello:13:2' },
  algorithm: { type: 'string', default: 'young-brothers,aphid,minimal-tree,lazy-smp' },
  threads: { type: 'string', default: '2,4,8,16' },
  hash: { type: 'string', default: '256' },
  measured: { type: 'string' },
  rows: { type: 'string' },
};

/** Rows of results of the sequential search, the last one of a work counts; none without a file. */
function readSequential(file) {
  if (file === undefined) return new Map();
  if (!existsSync(file)) throw badInput(`--measured ${file}: no such file`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const alone = rows.filter(({ algorithm }) => algorithm === 'sequential');
  return new Map(alone.map((row) => [row.work, row]));
}

/** The profile `measured`; where the work was searched on a machine, with that machine's time of a node. */
async function profileOf({ name, game }, sequential) {
  const profile = await loadProfile('measured');
  const row = sequential.get(name);
  if (row === undefined) return profile;
  const nodeNs = (1e9 * row.seconds) / row.nodes;
  const costs = { ...(profile.games[game] ?? profile.other), nodeNs };
  return { ...profile, games: { ...profile.games, [game]: costs } };
}

/** One simulation of each position. `alone` keeps the sequential searches, which all algorithms share. */
async function simulateAll({ tasks }, { algorithm, settings }, threads, { hash, profile, alone }) {
  const processors = threads + (findAlgorithm(algorithm).hasMaster ? 1 : 0);
  const runs = [];
  for (const { name, position, depth } of tasks) {
    const asked = { algorithm, settings, processors, depth, hash, profile, table: 'shared' };
    const sequential = alone.get(name);
    const found = await simulate(position, { ...asked, ...(sequential && { sequential }) });
    if (found.failure !== undefined) throw wrong(`${name}: ${found.failure}`);
    alone.set(name, found.sequential);
    runs.push(found);
  }
  const seconds = sum(runs.map(({ virtualSeconds }) => virtualSeconds));
  const nodes = sum(runs.map(({ counters }) => counters.nodes));
  const one = runs.map(({ sequential }) => sequential);
  return {
    seconds,
    nodes,
    speedup: sum(one.map((each) => each.virtualSeconds)) / seconds,
    extraNodes: nodes / sum(one.map((each) => each.nodes)) - 1,
  };
}

async function run(values) {
  const works = values.work.split(',').map(readWork);
  const algorithms = values.algorithm.split(',').map(readAlgorithm);
  for (const { algorithm } of algorithms) {
    if (simulatedAlgorithms.includes(algorithm)) continue;
    throw badInput(`--algorithm ${algorithm}: expected ${simulatedAlgorithms.join(', ')}`);
  }
  const threads = values.threads
    .split(',')
    .map((text) => integer({ threads: text }, 'threads', 1, 256));
  const hash = integer(values, 'hash', 1, 4000);
  const sequential = readSequential(values.measured);
  const rows = [];
  for (const work of works) {
    const common = { hash, profile: await profileOf(work, sequential), alone: new Map() };
    const { nodeNs } = common.profile.games[work.game] ?? common.profile.other;
    for (const each of algorithms) {
      for (const number of threads) {
        const found = await simulateAll(work, each, number, common);
        const row = { work: work.name, algorithm: each.name, threads: number, hash, nodeNs };
        rows.push({ ...row, ...found });
        if (values.rows !== undefined) {
          appendFileSync(values.rows, `${JSON.stringify(rows.at(-1))}\n`);
        }
      }
    }
  }
  printTable(
    [
      ['work', 'algorithm', 'threads', 'seconds', 'speedup', 'extra nodes'],
      ...rows.map((row) => [
        ...[row.work, row.algorithm, String(row.threads), row.seconds.toFixed(2)],
        ...[ratio(row.speedup), percent(row.extraNodes)],
      ]),
    ],
    2,
  );
  return { rows };
}

await runBench('simulation/scaling', { help, options, run });
