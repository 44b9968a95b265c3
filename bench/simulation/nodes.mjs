// How many nodes a simulation searches in a second of wall time: virtual workers that all search, each
// with a table of 1 MiB, on Othello under the profile `paper`. Prints one JSON line for each number of
// workers.
//
//   node bench/simulation/nodes.mjs [--workers 64,1536] [--threads 2] [--epoch-nodes N] [--nodes N]
import { parseArgs } from 'node:util';
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
// A position of the midgame, after 18 moves.
const position = notationOf('othello').parsePosition(
  '--XXXX----OXX---XXOXOX--XXXOOO----XXO-----O--------------------- X',
);
const record = (position.ok ? position.value : notationOf('othello').start()).record;

for (const workers of values.workers.split(',').map(Number)) {
  const processes = workers + 1;
  let work = 0;
  let measured = 0;
  let since = 0;
  const all = Number(values.nodes);
  // The first half fills tables and compiles code.
  const onLines = undefined;
  const startedAt = performance.now();
  const run = (maxWork) =>
    runEpochs(
      {
        game: { kind: 'kernel', kernel },
        position: record,
        algorithm: 'busy',
        processes,
        task: {
          depth: 12,
          table: 'local',
          seed: 1,
          linkTimes: linkTimes(costs, epochNs, processes),
        },
        tableBytes: 2 ** 20,
        costs,
        epochNs,
        maxWork,
      },
      {
        threads: Number(values.threads),
        script: new URL('./worker.mjs', import.meta.url),
        onLines,
      },
    );
  const timed = async (maxWork) => {
    const from = performance.now();
    const ending = await run(maxWork);
    const nodes = ending.standings.reduce((sum, { counters }) => sum + counters.nodes, 0);
    return { nodes, seconds: (performance.now() - from) / 1000, ending };
  };
  const short = await timed(all / 4);
  const long = await timed(all);
  since = long.seconds - short.seconds;
  work = long.nodes - short.nodes;
  measured = work / since;
  console.log(
    JSON.stringify({
      workers,
      threads: Number(values.threads),
      epochNodes: Math.round(epochNs / costs.nodeNs),
      nodes: long.nodes,
      nodesPerSecond: Math.round(measured),
      withStart: Math.round(long.nodes / long.seconds),
      epochs: long.ending.epochs,
      messages: long.ending.standings.reduce((sum, { counters }) => sum + counters.messages, 0),
      residentMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
      seconds: (performance.now() - startedAt) / 1000,
    }),
  );
}
