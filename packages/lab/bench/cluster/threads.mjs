// Two workers over NATS against two threads of one process: the same search of the same position, in turn,
// and what a worker without work costs. Server, workers and master share this machine, so wall time means
// something only when it is quiet and has a core for each worker.
import { closeAll, search } from 'plyades/internal/api/index.js';
import { algorithmNames } from 'plyades/internal/parallel/algorithms.js';
import { cpuOf, LocalCluster, middleGame, pause } from '../support/cluster.mjs';
import { badInput, wrong } from '../support/failure.mjs';
import { median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, percent, printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- cluster/threads [options]

An exact search of Othello with workers over NATS against as many threads, and the cost of an idle worker.

Options:
  --algorithm NAME    which algorithm (aphid)
  --depth N           plies (16)
  --workers N         workers of one slot each, and threads (2)
  --table KIND        of the cluster: local or ring (local)
  --hash MiB          tables together (128)
  --rounds N          searches of each kind; medians count (3)
  --check SHARE       of the cluster's results that are searched again, for aphid (0.02)
  --without-shared    no threads with a shared table
  --idle-seconds N    how long idle workers are watched (10)
  --json FILE         write the figures
Examples:
  $ npm run bench -- cluster/threads
  $ npm run bench -- cluster/threads --algorithm young-brothers --rounds 1`;

const options = {
  algorithm: { type: 'string', default: 'aphid' },
  depth: { type: 'string', default: '16' },
  workers: { type: 'string', default: '2' },
  table: { type: 'string', default: 'local' },
  hash: { type: 'string', default: '128' },
  rounds: { type: 'string', default: '3' },
  check: { type: 'string', default: '0.02' },
  'without-shared': { type: 'boolean', default: false },
  'idle-seconds': { type: 'string', default: '10' },
};

async function idleShare(workers, seconds) {
  if (process.platform !== 'linux' || seconds === 0) return undefined;
  await pause(2000);
  const before = workers.map(cpuOf);
  await pause(1000 * seconds);
  return Math.max(...workers.map((worker, i) => (cpuOf(worker) - before[i]) / seconds));
}

async function run(values) {
  const { algorithm, table } = values;
  if (!algorithmNames.includes(algorithm)) {
    throw badInput(`--algorithm ${algorithm}: expected one of ${algorithmNames.join(', ')}`);
  }
  if (!['ring', 'local'].includes(table)) {
    throw badInput(`--table ${table}: expected local or ring`);
  }
  const depth = integer(values, 'depth', 1, 60);
  const workers = integer(values, 'workers', 1, 64);
  const hash = integer(values, 'hash', 1, 2000);
  const check = Number(values.check);
  if (!(check >= 0 && check <= 1)) throw badInput(`--check ${values.check}: expected 0 to 1`);
  const rounds = integer(values, 'rounds', 1, 1000);
  const idleSeconds = integer(values, 'idle-seconds', 0, 600);

  const local = await LocalCluster.start();
  try {
    const children = [];
    for (let i = 0; i < workers; i++) children.push(await local.startWorker());
    const idle = await idleShare(children, idleSeconds);
    const position = middleGame();
    const common = { mode: 'exact', algorithm, hash, workers };
    const checked = algorithm === 'aphid' && table === 'local' ? { settings: { check } } : {};
    const shared = { 'threads, shared table': { ...common, table: 'shared' } };
    const ways = {
      ...(values['without-shared'] ? {} : shared),
      [`threads, ${table} tables`]: { ...common, table },
      [`cluster, ${table} tables`]: {
        ...common,
        ...checked,
        table,
        cluster: { server: local.url },
      },
    };
    const runs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    for (const way of Object.values(ways)) {
      await search({ position, depth: Math.min(depth, 11), ...way }).result;
    }
    for (let round = 1; round <= rounds; round++) {
      for (const [name, way] of Object.entries(ways)) {
        const { value, seconds, nodes, counters } = await search({
          position,
          depth,
          ...way,
          seed: round,
        }).result;
        console.error(`${name}: ${seconds.toFixed(2)} s`);
        runs[name].push({
          value,
          seconds,
          nodes,
          messages: counters.messages,
          bytes: counters.bytes,
        });
      }
    }
    await closeAll();
    const all = Object.values(runs).flat();
    if (all.some(({ value }) => value !== all[0].value)) throw wrong('the values differ');
    const rows = Object.entries(runs).map(([name, each]) => {
      const of = (key) => median(each.map((run) => run[key]));
      const seconds = of('seconds');
      return { name, seconds, nodes: of('nodes'), messages: of('messages'), bytes: of('bytes') };
    });
    console.log(`${algorithm}, depth ${depth}, ${workers} workers, ${hash} MiB, ${rounds} rounds`);
    printTable([
      ['', 's', 'nodes', 'messages', 'bytes', 'bytes/M nodes'],
      ...rows.map((row) => [
        ...[row.name, row.seconds.toFixed(2), count(row.nodes), count(row.messages)],
        ...[count(row.bytes), count(Math.round((1e6 * row.bytes) / row.nodes))],
      ]),
    ]);
    const [own, remote] = rows.slice(-2);
    const targets = [
      target('speed of the cluster, of threads with such tables', {
        value: own.seconds / remote.seconds,
        least: 0.9,
      }),
    ];
    if (!values['without-shared']) {
      const value = rows[0].seconds / remote.seconds;
      targets.push(
        target('speed of the cluster, of threads with a shared table', { value, least: 0.9 }),
      );
    }
    printTargets(targets);
    if (idle !== undefined) {
      console.log(`an idle worker takes ${percent(idle).slice(1)} of a core (at most 1 %)`);
    }
    return { algorithm, depth, workers, table, hash, check, rounds, rows, idle, targets };
  } finally {
    local.end();
  }
}

await runBench('cluster/threads', { help, options, run });
