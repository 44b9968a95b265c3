// What the loss of a worker costs: the same search undisturbed, and with one of its workers killed (kill -9) half-way
// while another one is free to take its place. Server, workers and master share this machine, so wall time means
// something only when it is quiet and has a core for each worker of the search.
import { closeAll, search } from 'plyades/internal/api/index.js';
import { LocalCluster, middleGame } from '../support/cluster.mjs';
import { wrong } from '../support/failure.mjs';
import { median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- cluster/loss [options]

An exact search of Othello by APHID over NATS, undisturbed and with one of its workers killed half-way.

Options:
  --depth N      plies (15)
  --workers N    workers of the search (2)
  --spare N      workers that wait (1)
  --hash MiB     tables together (128)
  --rounds N     searches of each kind; medians count (3)
  --json FILE    write the figures
Example:
  $ npm run bench -- cluster/loss --depth 16`;

const options = {
  depth: { type: 'string', default: '15' },
  workers: { type: 'string', default: '2' },
  spare: { type: 'string', default: '1' },
  hash: { type: 'string', default: '128' },
  rounds: { type: 'string', default: '3' },
};

/** A worker that is silent for so long is given up. */
const LEASE_SECONDS = 1.5;
/** Of the search, beside the lease. */
const SHARE = 0.1;
const RECOVERY_SECONDS = 2;

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const workers = integer(values, 'workers', 1, 64);
  const spare = integer(values, 'spare', 0, 64);
  const hash = integer(values, 'hash', 1, 2000);
  const rounds = integer(values, 'rounds', 1, 1000);
  const position = middleGame();
  const local = await LocalCluster.start();
  try {
    let alive = [];
    const fill = async () => {
      while (alive.length < workers + spare) alive.push(await local.startWorker());
    };
    /** One search; `killAt` seconds after its beginning one of its workers dies. */
    const once = async (seed, killAt) => {
      await fill();
      const events = [];
      const seats = new Set();
      const onNote = ({ type, worker }) => {
        events.push({ type, at: performance.now() });
        if (type === 'joined') seats.add(worker);
      };
      let killed;
      let alarm;
      const common = { mode: 'exact', algorithm: 'aphid', table: 'local', hash, workers, seed };
      const handle = search({ position, depth, ...common, cluster: { server: local.url, onNote } });
      if (killAt !== undefined) {
        alarm = setTimeout(() => {
          const victim = alive.find(({ id }) => seats.has(id));
          if (victim === undefined) return;
          alive = alive.filter((each) => each !== victim);
          victim.kill('SIGKILL');
          killed = performance.now();
        }, 1000 * killAt);
      }
      const { value, seconds, nodes } = await handle.result;
      clearTimeout(alarm);
      const after = (type) => {
        const event = events.find((each) => each.type === type && each.at > killed);
        return event && (event.at - killed) / 1000;
      };
      return { value, seconds, nodes, lost: after('lost'), joined: after('joined') };
    };
    await once(0, undefined);
    const calm = [];
    const disturbed = [];
    for (let round = 1; round <= rounds; round++) {
      calm.push(await once(round, undefined));
      disturbed.push(await once(round, calm.at(-1).seconds / 2));
    }
    await closeAll();
    const all = [...calm, ...disturbed];
    if (all.some(({ value }) => value !== all[0].value)) throw wrong('the values differ');
    if (disturbed.some(({ lost }) => lost === undefined))
      throw wrong('no worker was lost in time: take a greater --depth');
    const of = (runs, key) => median(runs.map((each) => each[key] ?? Number.NaN));
    const seconds = of(calm, 'seconds');
    const cost = median(disturbed.map((each, i) => each.seconds - calm[i].seconds));
    console.log(
      `aphid, depth ${depth}, ${workers} workers and ${spare} that wait, ${rounds} rounds`,
    );
    printTable([
      ['', 's', 'nodes', 'lost after s', 'replaced after s'],
      ['undisturbed', seconds.toFixed(2), count(of(calm, 'nodes')), '', ''],
      [
        ...['one is killed', of(disturbed, 'seconds').toFixed(2), count(of(disturbed, 'nodes'))],
        ...[of(disturbed, 'lost').toFixed(2), of(disturbed, 'joined').toFixed(2)],
      ],
    ]);
    const most = LEASE_SECONDS + SHARE * seconds;
    const latest = Math.max(...disturbed.map(({ lost }) => lost));
    const targets = [
      target('seconds that a loss costs', { value: cost, most }),
      target('seconds until recovery starts, at most', { value: latest, most: RECOVERY_SECONDS }),
    ];
    printTargets(targets);
    return { depth, workers, spare, hash, rounds, calm, disturbed, targets };
  } finally {
    local.end();
  }
}

await runBench('cluster/loss', { help, options, run });
