// How many nodes a simulation searches in a second of wall time: virtual workers that all search, each
// with a table of 1 MiB, on Othello under the profile `paper`. Prints one JSON line for each number of
// workers.
//
//   node bench/simulation/nodes.mjs [--workers 64,1536] [--threads 2] [--epoch-nodes N] [--nodes N]
import { parseArgs } from 'node:util';
import { unwrap } from '../../dist/core/result.js';
import { loadKernel, notationOf } from '../../dist/games/load.js';
import { linkTimes } from '../../dist/hosts/epochs/job.js';
import { runEpochs } from '../../dist/hosts/epochs/run.js';
import { costsOf, loadProfile } from '../../dist/sim/profiles.js';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '64,1536' },
    threads: { type: 'string', default: '2' },
    profile: { type: 'string', default: 'paper' },
    'epoch-nodes': { type: 'string' },
    nodes: { type: 'string', default: '60000000' },
  },
});

const profile = await loadProfile(values.profile);
const costs = costsOf(profile, 'othello');
const perEpoch = values['epoch-nodes'];
const epochNs = perEpoch ? Number(perEpoch) * costs.nodeNs : profile.epochNs;
const kernel = await loadKernel('othello');
// A position of the midgame, after 20 moves.
const { record } = unwrap(
  notationOf('othello').parsePosition(
    '----O-----OOOO----OXXOX--OOOXXXX--OXXX---OX--X------------------ X',
  ),
);

for (const workers of values.workers.split(',').map(Number)) {
  const short = await measure(workers, Number(values.nodes) / 4);
  const long = await measure(workers, Number(values.nodes));
  const sum = (key) => long.standings.reduce((total, { counters }) => total + counters[key], 0);
  console.log(
    JSON.stringify({
      workers,
      threads: Number(values.threads),
      epochNodes: Math.round(epochNs / costs.nodeNs),
      nodes: long.nodes,
      nodesPerSecond: Math.round(long.nodes / long.seconds),
      // The shorter run has the same start.
      nodesPerSecondAfterStart: Math.round(
        (long.nodes - short.nodes) / (long.seconds - short.seconds),
      ),
      // Of all threads together: what a busy machine tells of an idle one.
      nodesPerCpuSecond: Math.round(
        (long.nodes - short.nodes) / (long.cpuSeconds - short.cpuSeconds),
      ),
      epochs: long.epochs,
      messages: sum('messages'),
      greatestMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
}

/** Runs until so many nodes have been searched. */
async function measure(workers, maxWork) {
  const processes = workers + 1;
  const from = performance.now();
  const cpuFrom = process.cpuUsage();
  const ending = await runEpochs(
    {
      game: { kind: 'kernel', kernel },
      position: record,
      algorithm: 'busy',
      processes,
      task: { depth: 12, table: 'local', seed: 1, linkTimes: linkTimes(costs, epochNs, processes) },
      tableBytes: 2 ** 20,
      costs,
      epochNs,
      maxWork,
    },
    { threads: Number(values.threads), script: new URL('./worker.mjs', import.meta.url) },
  );
  const seconds = (performance.now() - from) / 1000;
  const nodes = ending.standings.reduce((sum, { counters }) => sum + counters.nodes, 0);
  const { user, system } = process.cpuUsage(cpuFrom);
  return { ...ending, nodes, seconds, cpuSeconds: (user + system) / 1e6 };
}
