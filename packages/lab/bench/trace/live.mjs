// What a trace costs on threads and on a cluster: the same search for the same time, traced and not, in turn. Nodes for
// each second of processor time count, since other programs on the machine then do not; nodes for each second of wall
// time stand beside them, which a master that is slowed down would lower.
import { closeAll, search } from 'plyades/internal/api/index.js';
import { cpuOf, LocalCluster, middleGame } from '../support/cluster.mjs';
import { badInput } from '../support/failure.mjs';
import { cpuSeconds, median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- trace/live [options]

Othello in exact mode for a fixed time, with and without a trace, in turn.

Options:
  --hosts LIST        threads, cluster (threads,cluster)
  --algorithms LIST   which algorithms (aphid,minimal-tree,young-brothers,lazy-smp)
  --workers N         threads, or workers of one slot each (2)
  --ms N              of each search (2000)
  --rounds N          searches of each kind; medians count (5)
  --json FILE         write the figures
Examples:
  $ npm run bench -- trace/live
  $ npm run bench -- trace/live --hosts threads --algorithms young-brothers --rounds 3`;

const options = {
  hosts: { type: 'string', default: 'threads,cluster' },
  algorithms: { type: 'string', default: 'aphid,minimal-tree,young-brothers,lazy-smp' },
  workers: { type: 'string', default: '2' },
  ms: { type: 'string', default: '2000' },
  rounds: { type: 'string', default: '5' },
};

/** Greatest loss of speed by a trace. */
const MOST = 0.03;

async function run(values) {
  const hosts = values.hosts.split(',');
  const unknown = hosts.find((host) => !['threads', 'cluster'].includes(host));
  if (unknown !== undefined) throw badInput(`--hosts ${unknown}: expected threads or cluster`);
  const workers = integer(values, 'workers', 1, 64);
  const ms = integer(values, 'ms', 1, 600_000);
  const rounds = integer(values, 'rounds', 1, 1000);
  const local = hosts.includes('cluster') ? await LocalCluster.start() : undefined;
  try {
    const children = [];
    for (let i = 0; local && i < workers; i++) children.push(await local.startWorker());
    const rows = [];
    for (const host of hosts) {
      for (const algorithm of values.algorithms.split(',')) {
        const cluster = host === 'cluster' ? { cluster: { server: local.url } } : {};
        const query = { position: middleGame(), mode: 'exact', algorithm, workers, ms, ...cluster };
        const remote = host === 'cluster' ? children : [];
        rows.push({ host, algorithm, ...(await compare(query, remote, rounds)) });
      }
    }
    await closeAll();
    printTable([
      ['', '', 'M nodes/CPU s', 'traced', 'ratio', 'M nodes/s', 'traced', 'ratio', 'records'],
      ...rows.map(({ host, algorithm, cpu, wall, records }) => [
        ...[host, algorithm, ...figures(cpu), ...figures(wall)],
        count(records),
      ]),
    ]);
    const targets = rows.map(({ host, algorithm, cpu }) =>
      target(`speed with a trace, ${algorithm} on ${host === 'cluster' ? 'a cluster' : host}`, {
        value: cpu.on / cpu.off,
        least: 1 - MOST,
      }),
    );
    printTargets(targets);
    return { workers, ms, rounds, rows, targets };
  } finally {
    local?.end();
  }
}

const figures = ({ on, off }) => [off.toFixed(2), on.toFixed(2), (on / off).toFixed(3)];

/** Medians of both kinds; the first search of each is not counted. */
async function compare(query, children, rounds) {
  const runs = { off: [], on: [] };
  let records = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const kind of round % 2 === 0 ? ['off', 'on'] : ['on', 'off']) {
      let log;
      const traced = { trace: (given) => (log = given) };
      const before = spent(children);
      const { nodes, seconds } = await search({ ...query, ...(kind === 'on' && traced) }).result;
      const used = spent(children) - before;
      if (round > 0) runs[kind].push({ cpu: nodes / used / 1e6, wall: nodes / seconds / 1e6 });
      if (log !== undefined) records = log.pieces.length + log.messages.length + log.tree.length;
    }
  }
  const both = (key) => ({
    off: median(runs.off.map((each) => each[key])),
    on: median(runs.on.map((each) => each[key])),
  });
  return { cpu: both('cpu'), wall: both('wall'), records };
}

/** Processor time of this process and of the workers. */
const spent = (children) => children.reduce((sum, child) => sum + cpuOf(child), cpuSeconds());

await runBench('trace/live', { help, options, run });
