// What packets over NATS and the begin of a search cost on this machine, for the host `nats` of a cost profile: the rest
// of that host is what `plyades calibrate` has measured of its threads. Server and workers share the machine, so the
// processor time of a packet counts for all of them together.
import { readFileSync, writeFileSync } from 'node:fs';
import { closeAll, loadGame, search } from 'plyades/internal/api/index.js';
import { connectCluster } from 'plyades/internal/hosts/nats/index.js';
import { cpuOf, LocalCluster } from '../support/cluster.mjs';
import { badInput } from '../support/failure.mjs';
import { cpuSeconds, median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- cluster/costs --profile FILE [options]

Adds the host nats to a profile of plyades calibrate: packets through a real nats-server, and the begin of a search.

Options:
  --profile FILE  a profile with the host threads; it is written again
  --workers N     of the searches whose begin is timed (2)
  --json FILE     write the figures
Example:
  $ npx plyades calibrate --games othello,chess,checkers --out packages/lab/data/validate/2/two-cores.json
  $ npm run bench -- cluster/costs --profile packages/lab/data/validate/2/two-cores.json`;

const options = { profile: { type: 'string' }, workers: { type: 'string', default: '2' } };

/** Linux counts processor time in hundredths of a second: enough packets for a hundred of them. */
const ROUND_TRIPS = 8000;
const WARM = 2000;
const PACKET = new Uint8Array(64);
const STARTS = 7;

async function roundTrips(connection, count) {
  const times = [];
  let back;
  const subscription = connection.subscribe('echo.back', { callback: () => back() });
  for (let trip = 0; trip < count; trip++) {
    const from = performance.now();
    await new Promise((resolve) => {
      back = resolve;
      connection.publish('echo.there', PACKET);
    });
    times.push(performance.now() - from);
  }
  subscription.unsubscribe();
  return median(times);
}

/** Half a round trip between two main threads, and the processor time of a packet in all programs. */
async function packetCosts(local) {
  const echo = await local.startProgram(new URL('../support/nats-echo.mjs', import.meta.url));
  const { connection } = await connectCluster({ server: local.url }, 'plyades bench');
  await roundTrips(connection, WARM);
  const spent = () => cpuSeconds() + cpuOf(local.server) + cpuOf(echo);
  const from = spent();
  const roundTripMs = await roundTrips(connection, ROUND_TRIPS);
  const cpuNs = (1e9 * (spent() - from)) / (2 * ROUND_TRIPS);
  await connection.close();
  echo.kill();
  return { wayNs: (1e6 * roundTripMs) / 2, cpuNs };
}

async function startCost(local, workers) {
  for (let i = 0; i < workers; i++) await local.startWorker();
  const game = await loadGame('othello');
  const position = game.notation.start();
  const times = [];
  for (let start = 0; start <= STARTS; start++) {
    const from = performance.now();
    const settings = { check: 0 };
    const remote = { algorithm: 'aphid', table: 'local', settings, cluster: { server: local.url } };
    await search({ position, depth: 1, mode: 'exact', hash: 64, ...remote }).result;
    times.push(performance.now() - from);
  }
  return 1e6 * median(times.slice(1));
}

async function run(values) {
  if (values.profile === undefined) throw badInput('--profile is missing');
  const workers = integer(values, 'workers', 1, 64);
  const profile = JSON.parse(readFileSync(values.profile, 'utf8'));
  const { threads } = profile.hosts ?? {};
  if (threads === undefined) throw badInput(`--profile ${values.profile}: it has no host threads`);
  const local = await LocalCluster.start();
  let figures;
  try {
    const { wayNs, cpuNs } = await packetCosts(local);
    const startNs = await startCost(local, workers);
    figures = { wayNs, cpuNs, startNs };
  } finally {
    await closeAll();
    local.end();
  }
  const round = (value) => Number(value.toPrecision(3));
  // At both ends a packet passes between the main thread, which has the connection, and the thread that searches.
  const portNs = profile.other.latencyNs;
  const nats = {
    ...threads,
    sendNs: profile.other.messageNs,
    latencyNs: round(figures.wayNs + 2 * portNs),
    // The way through the ports has the wake-up in it.
    wakeNs: 0,
    brokerNs: round(figures.cpuNs),
    startNs: [[workers + 1, round(figures.startNs)]],
  };
  const about = profile.about.filter((line) => !line.startsWith('hosts.nats'));
  about.push(
    'hosts.nats: latencyNs: half a round trip between two programs through nats-server, and two ports; brokerNs: its processor time in all programs.',
  );
  const written = { ...profile, about, hosts: { threads, nats } };
  writeFileSync(values.profile, `${JSON.stringify(written, undefined, 2)}\n`);
  printTable([
    ['half a round trip', 'processor time of a packet', 'begin of a search'],
    [
      `${Math.round(figures.wayNs / 1000)} us`,
      `${Math.round(figures.cpuNs / 1000)} us`,
      `${Math.round(figures.startNs / 1e6)} ms`,
    ],
  ]);
  return figures;
}

await runBench('cluster/costs', { help, options, run });
