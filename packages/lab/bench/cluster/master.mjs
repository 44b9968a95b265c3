// What the master of very many workers has to do: 1,000 of them (crowd.mjs) take part in a search over a real
// nats-server. To the master they are real workers, and search as slowly as they are set to: the master sends and
// receives as many messages as with a thousand machines. CPU shares are of one core.
import { closeAll, loadGame, search } from 'plyades/internal/api/index.js';
import { cpuOf, LocalCluster } from '../support/cluster.mjs';
import { badInput, wrong } from '../support/failure.mjs';
import { cpuSeconds } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- cluster/master [options]

Messages, bytes and CPU time of the master of a thousand simulated workers, through a real nats-server.

Options:
  --algorithm NAME   aphid or minimal-tree (minimal-tree)
  --workers N        how many (1000)
  --slots N          of each machine (8)
  --crowds N         processes that they are in (1)
  --rate N           nodes a second of each (1000)
  --position TEXT    a synthetic tree (b=5,seed=1)
  --depth N          plies at most (30)
  --horizon N        plies of the master's tree; its own choice if 0 (0)
  --seconds N        how long (20)
  --json FILE        write the figures
Example:
  $ npm run bench -- cluster/master --workers 100`;

const options = {
  algorithm: { type: 'string', default: 'minimal-tree' },
  workers: { type: 'string', default: '1000' },
  slots: { type: 'string', default: '8' },
  crowds: { type: 'string', default: '1' },
  rate: { type: 'string', default: '1000' },
  position: { type: 'string', default: 'b=5,seed=1' },
  depth: { type: 'string', default: '30' },
  horizon: { type: 'string', default: '0' },
  seconds: { type: 'string', default: '20' },
};

const GAME = 'synthetic';

async function run(values) {
  const { algorithm } = values;
  if (!['aphid', 'minimal-tree'].includes(algorithm)) {
    throw badInput(`--algorithm ${algorithm}: expected aphid or minimal-tree`);
  }
  const workers = integer(values, 'workers', 1, 2000);
  const slots = integer(values, 'slots', 1, 256);
  const crowds = integer(values, 'crowds', 1, 64);
  const rate = integer(values, 'rate', 1, 1e7);
  const depth = integer(values, 'depth', 1, 60);
  const horizon = integer(values, 'horizon', 0, 60);
  const seconds = integer(values, 'seconds', 1, 3600);
  const game = await loadGame(GAME);
  const parsed = game.notation.parsePosition(values.position);
  if (!parsed.ok) throw badInput(parsed.error.message);
  const local = await LocalCluster.start();
  try {
    const programs = [];
    for (let i = 0; i < crowds; i++) {
      const here = Math.floor((workers * (i + 1)) / crowds) - Math.floor((workers * i) / crowds);
      const words = [String(here), String(slots), String(rate), GAME, String(depth)];
      const file = new URL('./crowd.mjs', import.meta.url);
      programs.push(await local.startProgram(file, ...words));
    }
    const notes = { joined: 0, lost: 0, refused: 0 };
    const onNote = ({ type }) => {
      notes[type]++;
    };
    const own = horizon === 0 ? {} : { horizon };
    const before = await snapshot(local, programs);
    const {
      nodes,
      counters,
      depth: reached,
      workers: most,
    } = await search({
      position: parsed.value,
      depth,
      ms: 1000 * seconds,
      ...{ mode: 'exact', algorithm, table: 'local', hash: 64 },
      settings: own,
      cluster: { server: local.url, onNote },
    }).result;
    const after = await snapshot(local, programs);
    await closeAll();
    if (most < workers) throw wrong(`only ${most} of ${workers} workers took part`);
    const spent = (after.at - before.at) / 1000;
    const each = (key) => (after[key] - before[key]) / spent;
    const millions = nodes / 1e6;
    const figures = {
      seconds: spent,
      nodes,
      depth: reached,
      // Of the processes: what the algorithm says, heartbeats and acknowledgements.
      packets: counters.messages / spent,
      packetBytesPerMillion: counters.bytes / millions,
      // Of the server: all of the above, and commands, notices and the service API.
      messages: each('taken'),
      bytesPerMillion: (after.takenBytes - before.takenBytes) / millions,
      masterCpu: each('master'),
      serverCpu: each('server'),
      crowdCpu: each('crowd'),
      ...notes,
    };
    const percent = (share) => `${(100 * share).toFixed(0)} %`;
    console.log(
      `${algorithm}, ${workers} workers of ${count(rate)} nodes/s on machines of ${slots}, ${GAME} ${values.position}, depth ${reached} of ${depth} reached in ${spent.toFixed(1)} s`,
    );
    printTable([
      ['what', 'figure'],
      ['nodes', count(nodes)],
      ['packets of the processes a second', count(Math.round(figures.packets))],
      ['messages through the server a second', count(Math.round(figures.messages))],
      ['bytes of packets a million nodes', count(Math.round(figures.packetBytesPerMillion))],
      ['bytes through the server a million nodes', count(Math.round(figures.bytesPerMillion))],
      ['the master, of a core', percent(figures.masterCpu)],
      ['the server, of a core', percent(figures.serverCpu)],
      ['all workers together, of a core', percent(figures.crowdCpu)],
      ['seats lost', count(notes.lost)],
    ]);
    return { algorithm, workers, slots, rate, position: values.position, horizon, ...figures };
  } finally {
    local.end();
  }
}

async function snapshot(local, programs) {
  const traffic = await local.traffic();
  const crowd = programs.reduce((total, each) => total + (cpuOf(each) ?? Number.NaN), 0);
  return {
    at: performance.now(),
    ...traffic,
    master: cpuSeconds(),
    server: cpuOf(local.server) ?? Number.NaN,
    crowd,
  };
}

await runBench('cluster/master', { help, options, run });
