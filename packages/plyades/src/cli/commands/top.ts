// `plyades top`: a live table of a cluster's jobs and workers, or one look at it for pipes, or an endpoint
// that tells a monitoring system the same.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import type { ClusterView, ClusterWatch } from '../../hosts/nats/watch.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { catchInterrupt } from '../interrupt.js';
import { makeCount, makeSeconds } from '../numbers.js';
import { integerOption } from '../options.js';
import { colours, columns, note, print, printJson } from '../terminal.js';

/** Between two looks. */
const EVERY_MS = 1000;

const EXAMPLES = `
On a terminal the table is drawn again every second, until q or Ctrl-C; elsewhere it is printed once. An observer's
credential is enough.

Examples:
  $ plyades top --cluster nats://hub:4222
  $ plyades top --cluster tls://hub:4222 --tls-ca cert.pem --creds observer-1.key --json
  $ plyades top --cluster nats://hub:4222 --metrics 9464     http://127.0.0.1:9464/metrics, until Ctrl-C`;

interface Flags extends ClusterFlags {
  readonly cluster: string;
  readonly metrics?: number;
  readonly json?: boolean;
}

export function topCommand(): Command {
  return new Command('top')
    .description('watch the jobs and workers of a cluster')
    .requiredOption('--cluster <address>', 'the server: nats://HOST:PORT, or a token')
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .addOption(
      integerOption('--metrics <port>', 'serve the figures over HTTP, on loopback', 0, 65_535),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(watch);
}

async function watch(flags: Flags): Promise<void> {
  const { connectAs } = await import('../../hosts/nats/roles.js');
  const { ClusterWatch } = await import('../../hosts/nats/watch.js');
  const address = await addressOf(flags.cluster, flags);
  const { connection } = await connectAs('observer', address, 'plyades top');
  const eye = new ClusterWatch(connection);
  try {
    if (flags.metrics !== undefined) await serve(eye, flags.metrics);
    else if (flags.json || process.stdout.isTTY !== true) await once(eye, flags.json === true);
    else await live(eye);
  } finally {
    await connection.close();
  }
}

/** Rates need two looks, and jobs a second to speak. */
async function once(eye: ClusterWatch, json: boolean): Promise<void> {
  await eye.look();
  await pause(EVERY_MS + 200);
  const view = await eye.look();
  if (json) printJson(view);
  else print(asText(view));
}

async function live(eye: ClusterWatch): Promise<void> {
  const { createLogUpdate } = await import('log-update');
  const screen = createLogUpdate(process.stdout);
  const { signal, release } = catchKeys();
  try {
    while (!signal.aborted) {
      screen(await picture(eye));
      // Leaving need not wait for the next update.
      await pause(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    screen.done();
    release();
  }
}

/** As much as fits the screen; a server that does not answer is waited for. */
async function picture(eye: ClusterWatch): Promise<string> {
  try {
    const { rows = 24, columns = 80 } = process.stdout;
    const lines = asText(await eye.look()).split('\n');
    const cut = lines.slice(0, Math.max(1, rows - 1)).map((line) => line.slice(0, columns - 1));
    const { bold } = colours(process.stdout);
    return [bold(cut[0]!), ...cut.slice(1)].join('\n');
  } catch {
    return 'the server does not answer';
  }
}

/** Ctrl-C ends the table, and so does q on a terminal. */
function catchKeys(): { readonly signal: AbortSignal; release(): void } {
  const { signal: interrupted, press } = catchInterrupt();
  const quitting = new AbortController();
  const signal = AbortSignal.any([interrupted, quitting.signal]);
  const { stdin } = process;
  if (stdin.isTTY !== true) return { signal, release() {} };
  stdin.setRawMode(true);
  stdin.resume();
  stdin.on('data', (data) => {
    for (const key of data.toString('latin1')) {
      if (key === CTRL_C) press();
      else if (key === 'q') quitting.abort();
    }
  });
  const release = () => {
    stdin.setRawMode(false);
    stdin.pause();
  };
  process.on('exit', release);
  return { signal, release };
}

/** A terminal in raw mode sends this instead of a signal. */
const CTRL_C = '\x03';

async function serve(eye: ClusterWatch, port: number): Promise<void> {
  const { makeMetrics } = await import('../cluster/metrics.js');
  const { signal } = catchInterrupt();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('expected /metrics\n');
      return;
    }
    eye.look().then(
      (view) => {
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
        response.end(makeMetrics(view));
      },
      () => response.writeHead(503).end('the cluster does not answer\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as { port: number };
  note(`http://127.0.0.1:${taken}/metrics`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  server.closeAllConnections();
  server.close();
}

const rate = (perSecond: number) => (perSecond === 0 ? '' : `${(perSecond / 1e6).toFixed(2)} M`);

function asText({ workers, jobs }: ClusterView): string {
  const slots = workers.reduce((sum, each) => sum + each.slots, 0);
  const busy = workers.reduce((sum, each) => sum + each.busy, 0);
  const head = `${workers.length} workers, ${busy} of ${slots} slots busy, ${jobs.length} jobs`;
  const jobRows = jobs.map((job) => [
    ...[job.job, job.host, job.game, job.algorithm, ...reached(job)],
    ...[makeCount(job.nodes), makeSeconds(job.seconds), String(job.seats), String(job.losses)],
    ...[makeCount(job.messages), `${job.latencyMs.toFixed(1)} ms`, job.state],
  ]);
  const workerRows = workers.map((each) => [
    ...[each.id, each.host, each.version, each.job || 'none'],
    ...[`${each.busy}/${each.slots}`, rate(each.rate)],
    each.busy === 0 ? '' : `${Math.round(100 * each.idle)} %`,
  ]);
  const tables = [
    jobs.length > 0 ? columns([JOB_HEADS, ...jobRows], [4, 5, 6, 7, 8, 9, 10, 11]) : '',
    workers.length > 0 ? columns([WORKER_HEADS, ...workerRows], [4, 5, 6]) : '',
  ];
  return [head, ...tables.filter(Boolean)].join('\n\n');
}

/** Depth and value of a search; the numbers of a proof. */
const reached = ({ depth, value, pn, dn }: ClusterView['jobs'][number]) =>
  pn === undefined || dn === undefined
    ? [String(depth), String(value)]
    : ['', `${makeCount(pn)} : ${makeCount(dn)}`];

const JOB_HEADS = [
  ...['job', 'master', 'game', 'algorithm', 'depth', 'value', 'nodes', 'time', 'slots', 'lost'],
  ...['messages', 'latency', 'state'],
];
const WORKER_HEADS = ['worker', 'host', 'version', 'job', 'slots', 'nodes/s', 'idle'];
