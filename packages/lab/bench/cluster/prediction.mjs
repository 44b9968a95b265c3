// Does the simulation predict what two workers over NATS do? Speedup over the sequential search and packets of the
// processes, beside what the simulation says of three processors (a master and two workers). Its parameters are those
// below and of the profile `measured`; the plies of the master's tree were chosen after searches on a cluster. A node takes what it took
// just before in sequential searches of the same position, as many at a time as there are workers. Server, workers and
// master share this machine, so wall time means something only when it is quiet and has a core for each worker.
import { closeAll, loadGame, search } from 'plyades/internal/api/index.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { LINK_TIMES } from 'plyades/internal/parallel/links.js';
import { loadProfile, simulate } from 'plyades/internal/sim/index.js';
import { LocalCluster } from '../support/cluster.mjs';
import { wrong } from '../support/failure.mjs';
import { median, sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- cluster/prediction [options]

APHID on two workers over NATS, real and simulated, Othello, local tables.

Options:
  --depth N       plies (15)
  --opening N     only this one of three; all if 0 (0)
  --drawn N       instead, N openings of ten moves drawn by lot (0)
  --seed N        of the lot (1)
  --rounds N      searches on the cluster; medians count (2)
  --json FILE     write the figures
Example:
  $ npm run bench -- cluster/prediction --depth 16 --opening 1
  $ npm run bench -- cluster/prediction --drawn 6 --seed 1`;

const options = {
  depth: { type: 'string', default: '15' },
  opening: { type: 'string', default: '0' },
  drawn: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '2' },
};

const OPENINGS = [
  'f5 d6 c3 d3 c4 f4 c5 b3 c2 e6',
  'f5 d6 c5 f4 e3 c6 d3 f6 e6 d7',
  'f5 f6 e6 f4 e3 c5 c4 d3 c3 e2',
];

/** Of an opening drawn by lot. */
const DRAWN_MOVES = 10;

const WORKERS = 2;
const HASH = 64;
/** Half a request and its reply between processes over NATS on loopback, measured when this machine was quiet. */
const LATENCY_NS = 130_000;
/**
 * Of both. Some results are searched again, as usual on a cluster. The master's tree is given: otherwise its plies, and
 * with them the packets, depend on how fast the master's very first searches happen to be.
 */
const APHID = { check: 0.02, horizon: 3 };
const SHARE = 0.15;

/** Plies less of a search that only warms threads and memory. */
const WARM = 4;

const searchOnce = (position, depth, more = {}) =>
  search({ position, depth, mode: 'exact', hash: HASH, ...more }).result;

/** Random openings, as text. */
function drawOpenings(game, count, seed) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const moves = [];
    let position = game.notation.start();
    while (moves.length < DRAWN_MOVES) {
      const legal = game.legalMoves(position);
      const move = legal[random.below(legal.length)];
      moves.push(game.writeMove(position, move));
      position = game.play(position, move).value;
    }
    return moves.join(' ');
  });
}

/** The sequential search alone, and nanoseconds of a node while every worker's core is busy with one. */
async function searchAlone(position, depth) {
  const together = () =>
    Promise.all(Array.from({ length: WORKERS }, () => searchOnce(position, depth)));
  for (let i = 0; i < WORKERS; i++) await searchOnce(position, depth - WARM);
  const alone = await searchOnce(position, depth);
  const busy = await together();
  return { ...alone, nodeNs: (1e9 * sum(busy.map((each) => each.seconds / each.nodes))) / WORKERS };
}

async function measure(local, position, depth, rounds, alone) {
  const together = [];
  const cluster = { server: local.url };
  const remote = { algorithm: 'aphid', table: 'local', settings: APHID, cluster };
  await searchOnce(position, depth - WARM, remote);
  for (let round = 0; round < rounds; round++) {
    together.push(await searchOnce(position, depth, remote));
  }
  if (together.some(({ value }) => value !== alone.value)) throw wrong('the values differ');
  if (together.some(({ workers }) => workers !== WORKERS)) throw wrong('a worker was missing');
  const of = (runs, pick) => median(runs.map(pick));
  return {
    speedup: alone.seconds / of(together, ({ seconds }) => seconds),
    messages: of(together, ({ counters }) => counters.messages),
    seconds: of(together, ({ seconds }) => seconds),
  };
}

async function predict(position, depth, alone) {
  const measured = await loadProfile('measured');
  const costs = { ...measured.games.othello, nodeNs: alone.nodeNs, latencyNs: LATENCY_NS };
  const profile = { ...measured, epochNs: LATENCY_NS, games: { othello: costs } };
  const { counters, virtualSeconds } = await simulate(position, {
    algorithm: 'aphid',
    processors: 1 + WORKERS,
    depth,
    hash: HASH,
    profile,
    linkTimes: LINK_TIMES,
    settings: APHID,
  });
  const speedup = alone.seconds / virtualSeconds;
  return { speedup, messages: counters.messages, seconds: virtualSeconds };
}

async function run(values) {
  const depth = integer(values, 'depth', WARM + 1, 60);
  const only = integer(values, 'opening', 0, OPENINGS.length);
  const drawn = integer(values, 'drawn', 0, 1000);
  const seed = integer(values, 'seed', 0, 2 ** 32 - 1);
  const rounds = integer(values, 'rounds', 1, 1000);
  const game = await loadGame('othello');
  const named = only === 0 ? OPENINGS : [OPENINGS[only - 1]];
  const openings = drawn > 0 ? drawOpenings(game, drawn, seed) : named;
  const local = await LocalCluster.start();
  const results = [];
  try {
    for (let i = 0; i < WORKERS; i++) await local.startWorker();
    for (const opening of openings) {
      const position = game.playMoves(game.notation.start(), opening).value;
      const alone = await searchAlone(position, depth);
      const simulated = await predict(position, depth, alone);
      const real = await measure(local, position, depth, rounds, alone);
      results.push({ opening, real, simulated });
    }
    await closeAll();
  } finally {
    local.end();
  }
  const row = (name, real, simulated) => [
    ...[name, ratio(real.speedup), ratio(simulated.speedup), count(Math.round(real.messages))],
    ...[count(simulated.messages), ratio(real.seconds), ratio(simulated.seconds)],
  ];
  const whole = (which) => ({
    speedup: Math.exp(sum(results.map((each) => Math.log(each[which].speedup))) / results.length),
    messages: sum(results.map((each) => each[which].messages)),
    seconds: sum(results.map((each) => each[which].seconds)),
  });
  const [real, simulated] = [whole('real'), whole('simulated')];
  printTable([
    ['opening', 'speedup', 'simulated', 'packets', 'simulated', 's', 'simulated'],
    ...results.map((each) => row(each.opening, each.real, each.simulated)),
    row('geometric mean, sums', real, simulated),
  ]);
  const error = (key) => Math.abs(simulated[key] / real[key] - 1);
  const targets = [
    target('error of the predicted speedup', { value: error('speedup'), most: SHARE }),
    target('error of the predicted packets', { value: error('messages'), most: SHARE }),
  ];
  printTargets(targets);
  return { depth, rounds, ...(drawn > 0 ? { seed } : {}), results, targets };
}

await runBench('cluster/prediction', { help, options, run });
