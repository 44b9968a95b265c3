// How soon do the threads of a parallel search notice something? From an abort to the answer
// of the search, and from one worker to another: half of a ping and its answer, with the algorithm's messages made and
// read. Through the mailbox in shared memory a worker that waits sees it at once, or is woken; one that searches sees it
// in its kernel where that has the same memory, else after a slice. Through ports it has to look.
import { Worker } from 'node:worker_threads';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { ThreadPool } from 'plyades/internal/hosts/threads/pool.js';
import { Blackboard } from 'plyades/internal/hosts/threads/process-protocol.js';
import { ThreadGroupMemory } from 'plyades/internal/hosts/threads/shared-memory.js';
import { runThreadGroup } from 'plyades/internal/hosts/threads/thread-group.js';
import { findDescription } from 'plyades/internal/parallel/described.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- parallel/latency [options]

How long threads of a parallel search take to notice an abort and each other's messages, in milliseconds.

Options:
  --aborts N    searches that are aborted, for each kind of table (40)
  --seconds N   of ping-pong between two workers, for each way of waiting and sharing (3)
  --json FILE   write the figures
Example:
  $ npm run bench -- parallel/latency --aborts 100`;

const options = {
  aborts: { type: 'string', default: '40' },
  seconds: { type: 'string', default: '3' },
};

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of a search without an end. */
const REQUEST = {
  game: 'othello',
  position: '',
  before: [],
  depth: 60,
  mode: 'exact',
  selective: true,
  algorithm: 'lazy-smp',
  settings: {},
  workers: 2,
  hash: 1,
  deterministic: false,
};

/** Milliseconds from abort() to the answer, which waits for all workers. */
async function abortTimes(game, position, table, aborts) {
  const pool = new ThreadPool();
  const times = [];
  for (let i = 0; i < aborts; i++) {
    const controller = new AbortController();
    const request = { ...REQUEST, table, seed: i };
    const searching = runThreadGroup(
      pool,
      { game, position, before: [], request },
      { signal: controller.signal },
    );
    await wait(60 + (i % 10));
    const abortedAt = performance.now();
    controller.abort();
    await searching;
    times.push(performance.now() - abortedAt);
  }
  await pool.close();
  return times;
}

/** Between a pong and the next ping: slices of both drift past each other, and a process without work falls asleep. */
const PAUSE_MS = 7.3;

/**
 * Milliseconds of one way. `kind`: one memory for all, a table for each, or nothing shared. Both workers search
 * meanwhile, or wait for mail.
 */
async function messageTimes(game, position, { kind, searching, pauseMs = PAUSE_MS }, seconds) {
  const own = { kind: 'own', bytes: 1 << 20 };
  const memories =
    kind === 'one memory'
      ? new ThreadGroupMemory().open(game, findDescription('lazy-smp'), 2, 1 << 20)
      : [own, own];
  const board = kind === 'nothing' ? undefined : Blackboard.create(2);
  const { port1, port2 } = new MessageChannel();
  const workers = [port1, port2].map((port, self) => {
    const peers = self === 0 ? [undefined, port] : [port, undefined];
    const workerData = {
      type: 'process',
      game,
      position,
      before: [],
      plan: { request: { ...REQUEST, table: 'local', seed: 1 } },
      seat: { self, size: 2, incarnation: 0 },
      tableMemory: memories[self],
      blackboard: board,
      peers,
      askedAt: 0,
      searching,
      pauseMs,
    };
    const url = new URL('./ping-worker.mjs', import.meta.url);
    return new Worker(url, { workerData, transferList: [port] });
  });
  const answers = workers.map(
    (worker) => new Promise((resolve) => worker.once('message', resolve)),
  );
  await wait(1000 * seconds);
  for (const worker of workers) worker.postMessage('stop');
  const [roundTrips] = await Promise.all(answers);
  return roundTrips.map((time) => time / 2);
}

/** Rows of messages, and the greatest median in milliseconds that is promised. */
const MESSAGES = [
  ['both look for mail', { kind: 'one memory', searching: false, pauseMs: 0 }, 0.005],
  ['both asleep', { kind: 'one memory', searching: false }, 0.5],
  ['both search, one memory', { kind: 'one memory', searching: true }, 0.1],
  ['both search, a memory each', { kind: 'own memory', searching: true }, 1],
  ['ports, both wait', { kind: 'nothing', searching: false, pauseMs: 0 }, 1],
  ['ports, both search', { kind: 'nothing', searching: true }, 5],
];

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { count: times.length, median: at(0.5), p90: at(0.9), p99: at(0.99), worst: at(1) };
}

async function run(values) {
  const aborts = integer(values, 'aborts', 1, 10_000);
  const seconds = integer(values, 'seconds', 1, 3600);
  const game = { kind: 'kernel', kernel: await loadKernel('othello') };
  const position = notationOf('othello').start().record;
  const latencies = {
    'abort, shared table': spread(await abortTimes(game, position, 'shared', aborts)),
    'abort, local tables': spread(await abortTimes(game, position, 'local', aborts)),
  };
  const promised = { 'abort, shared table': 5, 'abort, local tables': 5 };
  for (const [name, setting, most] of MESSAGES) {
    latencies[name] = spread(await messageTimes(game, position, setting, seconds));
    promised[name] = most;
  }
  const columns = ['count', 'median', 'p90', 'p99', 'worst'];
  const show = (name, value) => (name === 'count' ? String(value) : value.toFixed(4));
  printTable([
    ['milliseconds', ...columns],
    ...Object.entries(latencies).map(([name, row]) => [
      name,
      ...columns.map((column) => show(column, row[column])),
    ]),
  ]);
  const targets = Object.entries(latencies).map(([name, { median }]) =>
    target(`median of ${name}`, { value: median, most: promised[name] }),
  );
  printTargets(targets);
  return { latencies, targets };
}

await runBench('parallel/latency', { help, options, run });
