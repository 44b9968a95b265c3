// How many nodes a simulation searches in a second of wall time: virtual workers that all search, each
// with a table of 1 MiB, on Othello, two threads.
import { Worker } from 'node:worker_threads';
import { unwrap } from 'plyades/internal/core/result.js';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { linkTimes } from 'plyades/internal/hosts/epochs/epoch-search.js';
import { DriverThread } from 'plyades/internal/hosts/epochs/pool.js';
import { runEpochs } from 'plyades/internal/hosts/epochs/run.js';
import { workerPort } from 'plyades/internal/platform/node.js';
import { costsOf, loadProfile } from 'plyades/internal/sim/profiles.js';
import { sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- simulation/nodes [options]

Nodes that a simulation searches in a second of wall time, on Othello, each virtual worker with a table
of 1 MiB. The rate leaves the start out: it compares a run with one of a quarter of its nodes.

Options:
  --threads N       real threads (2)
  --nodes N         nodes of a run (60000000)
  --epoch-nodes N   nodes a worker searches between two looks at its messages (500)
  --json FILE       write the figures
Example:
  $ npm run bench -- simulation/nodes --nodes 200000000`;

const options = {
  threads: { type: 'string', default: '2' },
  nodes: { type: 'string', default: '60000000' },
  'epoch-nodes': { type: 'string', default: '500' },
};

/** Virtual workers, and the nodes per second that are asked for. */
const bars = [
  { workers: 64, least: 12e6 },
  { workers: 1536, least: 8e6 },
];

const costs = costsOf(await loadProfile('paper'), 'othello');
const kernel = await loadKernel('othello');
// A position of the midgame, after 20 moves.
const { record } = unwrap(
  notationOf('othello').parsePosition(
    '----O-----OOOO----OXXOX--OOOXXXX--OXXX---OX--X------------------ X',
  ),
);

async function run(values) {
  const threads = integer(values, 'threads', 1, 256);
  const nodes = integer(values, 'nodes', 1e6, 1e12);
  const epochNs = integer(values, 'epoch-nodes', 1, 1e6) * costs.nodeNs;
  const results = [];
  for (const { workers, least } of bars) {
    const short = await measure({ workers, threads, epochNs }, nodes / 4);
    const long = await measure({ workers, threads, epochNs }, nodes);
    const rate = (time) => (long.nodes - short.nodes) / (long[time] - short[time]);
    results.push({
      workers,
      least,
      nodes: long.nodes,
      wholeRate: long.nodes / long.seconds,
      rate: rate('seconds'),
      // Of all threads together: what a busy machine tells of an idle one.
      cpuRate: rate('cpuSeconds'),
      epochs: long.epochs,
      messages: sum(long.processTotals.map(({ counters }) => counters.messages)),
      greatestMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    });
  }
  printTable([
    ['workers', 'nodes', 'M nodes/s', 'with the start', 'per CPU s', 'epochs', 'MiB'],
    ...results.map((each) => [
      ...[String(each.workers), count(each.nodes), million(each.rate), million(each.wholeRate)],
      ...[million(each.cpuRate), count(each.epochs), count(each.greatestMiB)],
    ]),
  ]);
  const targets = results.map(({ workers, rate, least }) =>
    target(`M nodes/s at ${workers} virtual workers`, { value: rate / 1e6, least: least / 1e6 }),
  );
  printTargets(targets);
  return { threads, results, targets };
}

/** Threads with the program of the bench. */
const busyThreads = {
  lease: async () =>
    DriverThread.at(workerPort(new Worker(new URL('./worker.mjs', import.meta.url)))),
  giveBack: (thread) => thread.end(),
};

/** Runs until `maxWork` nodes have been searched. */
async function measure({ workers, threads, epochNs }, maxWork) {
  const processes = workers + 1;
  const from = performance.now();
  const cpuFrom = process.cpuUsage();
  const ending = await runEpochs(
    {
      game: { kind: 'kernel', kernel },
      position: record,
      algorithm: 'busy',
      processes,
      plan: {
        request: { depth: 12, mode: 'exact', table: 'local', seed: 1 },
        linkTimes: linkTimes(costs, epochNs, processes),
      },
      tableBytes: processes * 2 ** 20,
      costs,
      epochNs,
      maxWork,
    },
    { threads, pool: busyThreads },
  );
  const seconds = (performance.now() - from) / 1000;
  const nodes = sum(ending.processTotals.map(({ counters }) => counters.nodes));
  const { user, system } = process.cpuUsage(cpuFrom);
  return { ...ending, nodes, seconds, cpuSeconds: (user + system) / 1e6 };
}

await runBench('simulation/nodes', { help, options, run });
