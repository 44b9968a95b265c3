// How the time to an exact value falls with the number of threads, algorithm by algorithm. Each row is one work, one
// algorithm and one number of threads; the algorithms take turns, round by round, and medians count.
import { appendFileSync } from 'node:fs';
import { closeAll, search } from 'plyades/internal/api/index.js';
import { wrong } from '../support/failure.mjs';
import { cpuSeconds, median, sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, percent, printTable, ratio } from '../support/report.mjs';
import { readAlgorithm, readWork } from '../support/works.mjs';

const help = `Usage: npm run bench -- parallel/scaling [options]

Time to the exact value, or to a depth, by algorithm and number of threads, beside the sequential search.

Options:
  --work LIST         what is searched: GAME:PLIES:POSITIONS or ffo:FIRST-LAST (othello:14:2)
  --algorithm LIST    algorithms, each with settings if wanted: abdada/markDepth=5 (abdada,young-brothers);
                      independent: as many sequential searches side by side, which the machine allows
  --threads LIST      numbers of threads (1,2,4,8,16)
  --mode MODE         exact, or play: the time to the depth, whatever value is found there (exact)
  --hash MiB          the table; the sequential search has as much (256)
  --no-sequential     leave out the sequential search, and the speedups
  --rounds N          searches of each kind and position (3)
  --rows FILE         append the rows, one JSON object a line, as they are measured
  --json FILE         write the figures
Examples:
  $ npm run bench -- parallel/scaling --work ffo:40-44,chess:9:2 --threads 16
  $ npm run bench -- parallel/scaling --algorithm abdada/markDepth=4,abdada/markDepth=6`;

const options = {
  work: { type: 'string', default: 'othello:14:2' },
  algorithm: { type: 'string', default: 'abdada,young-brothers' },
  threads: { type: 'string', default: '1,2,4,8,16' },
  mode: { type: 'string', default: 'exact' },
  hash: { type: 'string', default: '256' },
  'no-sequential': { type: 'boolean', default: false },
  rounds: { type: 'string', default: '3' },
  rows: { type: 'string' },
};

/** Deep enough to have all code compiled, in a second or two. */
const WARM_DEPTH = 12;
/** Enough to start threads and to touch a table. */
const SHALLOW = 6;

/** Stands for an algorithm: sequential searches side by side. */
const INDEPENDENT = 'independent';

/** One search of every position: sums. `known` has the exact values by position once they are known. */
async function searchAll({ tasks }, asked, known) {
  const runs = [];
  for (const { name, position, depth, margin } of tasks) {
    const from = cpuSeconds();
    const result = await search({ position, depth, ...asked }).result;
    const cpu = cpuSeconds() - from;
    if (asked.mode === 'exact' && margin !== undefined && result.margin !== margin) {
      throw wrong(`${name}: ${result.margin}, expected ${margin}`);
    }
    known[name] ??= result.value;
    if (asked.mode === 'exact' && known[name] !== result.value)
      throw wrong(`${name}: ${result.value}, not ${known[name]}`);
    const idle = sum((result.times ?? []).map((t) => t.startIdle + t.otherIdle));
    runs.push({ seconds: result.seconds, nodes: result.nodes, cpu, idle });
  }
  const add = (key) => sum(runs.map((run) => run[key]));
  return { seconds: add('seconds'), nodes: add('nodes'), cpu: add('cpu'), idle: add('idle') };
}

/**
 * Threads, compiled code and the pages of the tables are there before anything is timed: the first pass finds the
 * sizes, the second empties tables of that size, which touches all of their pages.
 */
async function warmUp({ tasks }, common, sides) {
  const { position, depth } = tasks[0];
  const most = Math.max(...sides.map(({ threads }) => threads));
  const warm = (asked, deepest) =>
    search({
      position,
      depth: Math.max(1, Math.min(depth - 2, deepest)),
      ...common,
      ...asked,
    }).result;
  await warm({}, WARM_DEPTH);
  for (let pass = 0; pass < 2; pass++) {
    for (const { algorithm, settings, threads: workers } of sides) {
      if (algorithm !== INDEPENDENT) await warm({ algorithm, settings, workers }, SHALLOW);
      else await Promise.all(Array.from({ length: most }, () => warm({}, SHALLOW)));
    }
  }
}

/** As many sequential searches of everything at the same time: what the machine allows. */
async function searchApart(work, asked, known, count) {
  const from = cpuSeconds();
  const all = await Promise.all(Array.from({ length: count }, () => searchAll(work, asked, known)));
  const seconds = Math.max(...all.map((each) => each.seconds)) / count;
  return { seconds, nodes: all[0].nodes, cpu: (cpuSeconds() - from) / count, idle: 0 };
}

const medians = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]));

async function run(values) {
  const works = values.work.split(',').map(readWork);
  const algorithms = values.algorithm.split(',').map(readAlgorithm);
  const threads = values.threads
    .split(',')
    .map((text) => integer({ threads: text }, 'threads', 1, 256));
  const { mode } = values;
  if (mode !== 'exact' && mode !== 'play') throw badInput(`--mode ${mode}: expected exact or play`);
  const hash = integer(values, 'hash', 1, 4000);
  const common = { mode, hash };
  const isWithout = values['no-sequential'];
  const rounds = integer(values, 'rounds', 1, 100);
  const rows = [];
  for (const work of works) {
    const known = {};
    const alone = [];
    const sides = threads.flatMap((number) =>
      algorithms.map((each) => ({ ...each, threads: number, runs: [] })),
    );
    await warmUp(work, common, sides);
    for (let round = 0; round < rounds; round++) {
      if (!isWithout) alone.push(await searchAll(work, common, known));
      for (const { algorithm, settings, threads: workers, runs } of sides) {
        const asked = { ...common, algorithm, workers, settings, seed: round + 1 };
        const together =
          algorithm === INDEPENDENT
            ? searchApart(work, common, known, workers)
            : searchAll(work, asked, known);
        runs.push(await together);
      }
    }
    const one = isWithout ? undefined : medians(alone);
    if (one) {
      const row = {
        work: work.name,
        algorithm: 'sequential',
        threads: 1,
        ...common,
        rounds,
        ...one,
      };
      note(row, values.rows, rows);
    }
    for (const { name, threads: workers, runs } of sides) {
      const many = medians(runs);
      const row = {
        ...{ work: work.name, algorithm: name, threads: workers, ...common, rounds, ...many },
        idleShare: many.idle / (workers * many.seconds),
        ...(one && comparedTo(one, many)),
      };
      note(row, values.rows, rows);
    }
  }
  await closeAll();
  printTable(
    [
      ['work', 'algorithm', 'threads', 'seconds', 'speedup', 'nodes', 'extra', 'idle', 'node rate'],
      ...rows.map(cells),
    ],
    2,
  );
  return rows;
}

const comparedTo = (one, many) => ({
  speedup: one.seconds / many.seconds,
  extraNodes: many.nodes / one.nodes - 1,
  rate: many.nodes / many.cpu / (one.nodes / one.cpu),
});

function cells({ work, algorithm, threads, seconds, nodes, speedup, ...row }) {
  const compared =
    speedup === undefined
      ? ['', count(nodes), '', '', '']
      : [
          ...[ratio(speedup), count(nodes), percent(row.extraNodes)],
          ...[percent(row.idleShare).slice(1), ratio(row.rate)],
        ];
  return [work, algorithm, String(threads), seconds.toFixed(2), ...compared];
}

function note(row, file, rows) {
  rows.push(row);
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

await runBench('parallel/scaling', { help, options, run });
