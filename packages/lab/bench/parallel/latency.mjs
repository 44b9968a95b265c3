// How long a parallel search takes from an abort to its answer, which waits for all threads.
import { closeAll, search } from 'plyades';
import { notationOf } from 'plyades/internal/games/load.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- parallel/latency [options]

How long a parallel search takes from an abort to its answer, in milliseconds.

Options:
  --aborts N    searches that are aborted, for each kind of table (40)
  --json FILE   write the figures
Example:
  $ npm run bench -- parallel/latency --aborts 100`;

const options = {
  aborts: { type: 'string', default: '40' },
};

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds from abort() to the answer, which waits for all workers. */
async function abortTimes(position, table, aborts) {
  const times = [];
  for (let i = 0; i < aborts; i++) {
    const controller = new AbortController();
    const { signal } = controller;
    const how = { algorithm: 'lazy-smp', workers: 2, mode: 'exact', hash: 2, table, seed: i };
    const searching = search({ position, depth: 60, ...how, signal }).result;
    await wait(60 + (i % 10));
    const abortedAt = performance.now();
    controller.abort();
    await searching;
    times.push(performance.now() - abortedAt);
  }
  await closeAll();
  return times;
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { count: times.length, median: at(0.5), p90: at(0.9), p99: at(0.99), worst: at(1) };
}

async function run(values) {
  const aborts = integer(values, 'aborts', 1, 10_000);
  const position = notationOf('othello').start();
  const latencies = {
    'abort, shared table': spread(await abortTimes(position, 'shared', aborts)),
    'abort, local tables': spread(await abortTimes(position, 'local', aborts)),
  };
  const columns = ['count', 'median', 'p90', 'p99', 'worst'];
  const show = (name, value) => (name === 'count' ? String(value) : value.toFixed(2));
  printTable([
    ['milliseconds', ...columns],
    ...Object.entries(latencies).map(([name, row]) => [
      name,
      ...columns.map((column) => show(column, row[column])),
    ]),
  ]);
  const targets = Object.entries(latencies).map(([name, { median }]) =>
    target(`median of ${name}`, { value: median, most: 5 }),
  );
  printTargets(targets);
  return { latencies, targets };
}

await runBench('parallel/latency', { help, options, run });
