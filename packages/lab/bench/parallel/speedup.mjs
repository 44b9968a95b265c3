// A parallel search on threads against the sequential search of the same positions, in turn, round by
// round, each from an empty table. Wall time is what a user gets, and means something on a quiet machine
// only; nodes, idle shares and nodes per CPU second tell where it goes, on any machine.
import { closeAll, search } from 'plyades/internal/api/index.js';
import { findGame } from 'plyades/internal/games/catalogue.js';
import { algorithmNames } from 'plyades/internal/parallel/algorithms.js';
import { badInput, wrong } from '../support/failure.mjs';
import { cpuSeconds, median, sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, percent, printTable, printTargets, ratio, target } from '../support/report.mjs';
import { endgameTasks, gameTasks, usualDepth } from '../support/search-tasks.mjs';

/** Deep enough to touch most of a table, in a second or two. */
const WARM_DEPTH = 13;

const help = `Usage: npm run bench -- parallel/speedup [options]

Exact searches on several threads against the sequential search: time to the value, nodes, idle time.

Options:
  --game GAME         which game (othello)
  --depth N           plies (14 for othello, 8 for chess, 15 for checkers, else 6)
  --ffo               solve the Othello endgames FFO 40 to 44 instead
  --algorithm NAME    which algorithm (young-brothers)
  --workers N         threads that search (2)
  --table KIND        shared or local (shared)
  --hash MiB          tables together; the sequential search has as much (128)
  --rounds N          searches of each kind and position; medians count (3)
  --positions N       how many of the positions (4)
  --json FILE         write the figures
Examples:
  $ npm run bench -- parallel/speedup --depth 15
  $ npm run bench -- parallel/speedup --ffo --rounds 1
  $ npm run bench -- parallel/speedup --game chess --algorithm lazy-smp`;

const options = {
  game: { type: 'string', default: 'othello' },
  depth: { type: 'string' },
  ffo: { type: 'boolean', default: false },
  algorithm: { type: 'string', default: 'young-brothers' },
  workers: { type: 'string', default: '2' },
  table: { type: 'string', default: 'shared' },
  hash: { type: 'string', default: '128' },
  rounds: { type: 'string', default: '3' },
  positions: { type: 'string', default: '4' },
};

async function sequential({ position, depth, margin, name }, { hash }) {
  const from = cpuSeconds();
  const result = await search({ position, depth, mode: 'exact', hash }).result;
  const cpu = cpuSeconds() - from;
  if (margin !== undefined && result.margin !== margin) {
    throw wrong(`${name}: ${result.margin}, expected ${margin}`);
  }
  return { value: result.value, nodes: result.nodes, seconds: result.seconds, cpu };
}

async function parallel({ position, depth }, settings) {
  const { algorithm, workers, table, hash, seed } = settings;
  const from = cpuSeconds();
  const options = { mode: 'exact', algorithm, workers, table, hash, seed };
  const answer = await search({ position, depth, ...options }).result;
  const cpu = cpuSeconds() - from;
  const { value, nodes, seconds, counters } = answer;
  // A master's times come first.
  const times = answer.times.slice(-workers);
  const idle = sum(times.map((t) => t.startIdle + t.otherIdle));
  return {
    ...{ value, nodes, seconds, cpu },
    idle: idle / (idle + sum(times.map((t) => t.busy))),
    messages: counters.messages,
    jobs: counters.jobs,
    abandonedNodes: counters.abandonedNodes,
  };
}

const KEYS = ['nodes', 'seconds', 'cpu', 'idle', 'messages', 'jobs', 'abandonedNodes'];

/** The medians of several runs. */
function medians(runs) {
  const keys = KEYS.filter((key) => key in runs[0]);
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))]));
}

async function compare(task, settings) {
  const alone = [];
  const together = [];
  for (let round = 1; round <= settings.rounds; round++) {
    const one = await sequential(task, settings);
    const many = await parallel(task, { ...settings, seed: round });
    if (one.value !== many.value) {
      throw wrong(`${task.name}: ${many.value} in parallel, ${one.value} without`);
    }
    alone.push(one);
    together.push(many);
  }
  return { name: task.name, depth: task.depth, ...figures(medians(alone), medians(together)) };
}

function figures(one, many) {
  return {
    sequential: one,
    parallel: many,
    speedup: one.seconds / many.seconds,
    overhead: many.nodes / one.nodes - 1,
    rate: many.nodes / many.cpu / (one.nodes / one.cpu),
  };
}

/** All positions together: what the whole set takes. */
function total(results) {
  const add = (side, key) => sum(results.map((result) => result[side][key]));
  const one = { nodes: add('sequential', 'nodes'), seconds: add('sequential', 'seconds') };
  const many = { nodes: add('parallel', 'nodes'), seconds: add('parallel', 'seconds') };
  const idle = sum(results.map(({ parallel: p }) => p.idle * p.seconds)) / many.seconds;
  return {
    name: 'all',
    depth: '',
    ...figures(
      { ...one, cpu: add('sequential', 'cpu') },
      { ...many, cpu: add('parallel', 'cpu'), idle, messages: add('parallel', 'messages') },
    ),
  };
}

function cells(result) {
  const { sequential: one, parallel: many } = result;
  return [
    ...[result.name, String(result.depth), count(one.nodes), one.seconds.toFixed(2)],
    ...[many.seconds.toFixed(2), ratio(result.speedup), percent(result.overhead)],
    ...[percent(many.idle).slice(1), ratio(result.rate), count(many.messages)],
  ];
}

async function run(values) {
  const { algorithm, table, ffo } = values;
  const game = ffo ? 'othello' : values.game;
  const known = findGame(game);
  if (!known.ok) throw badInput(known.error.message);
  if (!algorithmNames.includes(algorithm)) {
    throw badInput(`--algorithm ${algorithm}: expected one of ${algorithmNames.join(', ')}`);
  }
  if (!['shared', 'ring', 'local'].includes(table)) {
    throw badInput(`--table ${table}: expected shared, ring or local`);
  }
  const depth = integer({ depth: values.depth ?? usualDepth(game) }, 'depth', 1, 60);
  const workers = integer(values, 'workers', 1, 256);
  const hash = integer(values, 'hash', 1, 2000);
  const rounds = integer(values, 'rounds', 1, 1000);
  const most = integer(values, 'positions', 1, 100);
  const settings = { algorithm, workers, table, hash, rounds };
  const tasks = ffo
    ? endgameTasks(40, 44).slice(0, values.positions === '4' ? 5 : most)
    : gameTasks(game, depth, most);
  // Threads, compiled code and the pages of the tables are there before anything is timed.
  const warm = { ...tasks[0], depth: Math.min(tasks[0].depth, WARM_DEPTH), margin: undefined };
  await compare(warm, { ...settings, rounds: 2 });
  const results = [];
  for (const task of tasks) results.push(await compare(task, settings));
  await closeAll();
  const all = total(results);

  console.log(`${algorithm}, ${workers} workers, ${table} table of ${hash} MiB, ${rounds} rounds`);
  printTable([
    [
      ...['position', 'depth', 'nodes alone', 's alone', 's', 'speedup', 'more nodes', 'idle'],
      ...['nodes/CPU s', 'messages'],
    ],
    ...[...results, all].map(cells),
  ]);
  const targets = judge(all, { game, ffo, workers, algorithm });
  printTargets(targets);
  return { game, ffo, ...settings, results, all, targets };
}

/** What is promised of two threads of Young Brothers Wait. */
function judge(all, { game, ffo, workers, algorithm }) {
  if (workers !== 2 || algorithm !== 'young-brothers' || game !== 'othello') return [];
  return [
    target('speedup', { value: all.speedup, least: ffo ? 1.8 : 1.7 }),
    target('nodes per CPU second, share of the sequential', { value: all.rate, least: 0.95 }),
    target('nodes, times the sequential', { value: 1 + all.overhead, most: 1.1 }),
  ];
}

await runBench('parallel/speedup', { help, options, run });
