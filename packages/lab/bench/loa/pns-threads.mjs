// Threads of proof-number search that share a tree or a table against the same search alone, judged by the clock,
// which says something on a quiet machine with a core for each thread only. The nodes and the rate of a thread say
// why: more nodes are the search's overhead, a slower thread is what cores take from each other. CPU time a node says
// the same on a busy machine, erasing the memory after a run included. All memory is touched in a first run that does
// not count.
import { availableParallelism } from 'node:os';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { proveOnThreads } from 'plyades/internal/hosts/proof/parallel.js';
import { ProofMemoryPool } from 'plyades/internal/hosts/proof/shared-memory.js';
import { ThreadPool } from 'plyades/internal/hosts/threads/pool.js';
import { Kernel, NODE_BYTES, ProofTree, Prover } from 'plyades/internal/kernel/index.js';
import { DEFAULT_EXPONENT, MAX_LINE } from 'plyades/internal/proof/index.js';
import { endgames, largeEndgames } from '#dist/rp-pns/endgames.js';
import { badInput, wrong } from '../support/failure.mjs';
import { cpuSeconds, median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { million, percent, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- loa/pns-threads [options]

Solves endgames of Lines of Action by PNS and PN2 alone, and on threads that share a tree or a table.

Options:
  --endgames N       how many, evenly spaced by their nodes, 1 to 150 (12)
  --least N          of endgames that PNS solves with at least this many million nodes, 0 to 70 (8)
  --most N           and at most this many, 1 to 100 (100)
  --algorithms LIST  rp-pns, rp-pn2, parallel-dfpn (rp-pns,rp-pn2)
  --threads LIST     1 to 128 (1,2,4,8,16, as many as there are cores)
  --selection NAME   virtual or paper (virtual)
  --stay N           leaves before a thread goes back to the root (the library's choice)
  --spread N         D, or what a thread below a child counts (the library's choice)
  --rounds N         rounds, each with another seed (1)
  --seconds N        begin no endgame that would end later (280)
  --json FILE        write the figures`;

const options = {
  endgames: { type: 'string', default: '12' },
  least: { type: 'string', default: '8' },
  most: { type: 'string', default: '100' },
  algorithms: { type: 'string', default: 'rp-pns,rp-pn2' },
  threads: { type: 'string' },
  selection: { type: 'string', default: 'virtual' },
  stay: { type: 'string' },
  spread: { type: 'string' },
  rounds: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '280' },
};

/** The algorithm alone; df-pn alone is parallel df-pn on one thread. */
const ALONE = { 'rp-pns': 'pns', 'rp-pn2': 'pn2', 'parallel-dfpn': 'parallel-dfpn' };
const MEMORY_BYTES = 1500 * 2 ** 20;
/** Nodes of the tree of a search alone, and of PN2's second levels. */
const TREE_NODES = 50_000_000;
const SECOND_NODES = 1_000_000;

const TARGETS = [
  ['rp-pns', 2, 1.8],
  ['rp-pn2', 2, 2.06],
  ['rp-pns', 8, 6.5],
  ['rp-pn2', 8, 7.8],
];
/** The better of both on 16 threads. */
const LEAST_ON_16 = 11.8;

async function run(values) {
  const settings = settingsOf(values);
  const { rounds, seconds, threads, algorithms } = settings;
  const chosen = choose(settings);
  const solvers = await openSolvers(settings);
  console.log(`${chosen.length} endgames, ${availableParallelism()} cores, threads ${threads}`);
  await warmUp(solvers, chosen, settings);
  const rows = [];
  const end = performance.now() + 1000 * seconds;
  let nsPerNode = 0;
  let skipped = 0;
  for (let round = 0; round < rounds; round++) {
    for (const endgame of chosen) {
      const began = performance.now();
      if (began + (nsPerNode * endgame.nodes) / 1e6 > end) {
        skipped++;
        continue;
      }
      for (const algorithm of algorithms) {
        const name = ALONE[algorithm];
        const alone = await withCpu(() => solvers.alone(name, endgame));
        rows.push(rowOf(endgame, name, 0, round, alone));
        for (const count of threads) {
          const solve = () => solvers.together(algorithm, endgame, count, round);
          rows.push(rowOf(endgame, algorithm, count, round, await withCpu(solve)));
        }
      }
      nsPerNode = ((performance.now() - began) * 1e6) / endgame.nodes;
    }
  }
  await solvers.close();
  if (skipped > 0) console.log(`${skipped} runs of endgames left out after ${seconds} s`);
  if (rows.length === 0) throw badInput(`--seconds ${seconds}: not enough for one endgame`);
  const results = summarize(rows, settings);
  print(results);
  const targets = targetsOf(results);
  printTargets(targets);
  return { ...settings, results, targets, rows };
}

function settingsOf(values) {
  const list = (name) => values[name].split(',');
  const cores = availableParallelism();
  const usual = [1, 2, 4, 8, 16].filter((count) => count <= cores).join(',');
  const algorithms = list('algorithms');
  const unknown = algorithms.find((name) => !(name in ALONE));
  if (unknown !== undefined) throw badInput(`--algorithms ${unknown}: expected rp-pns, rp-pn2`);
  if (!['virtual', 'paper'].includes(values.selection)) {
    throw badInput(`--selection ${values.selection}: expected virtual or paper`);
  }
  const threads = (values.threads ?? usual)
    .split(',')
    .map((threads) => integer({ threads }, 'threads', 1, 128));
  return {
    endgames: integer(values, 'endgames', 1, 150),
    least: integer(values, 'least', 0, 70),
    most: integer(values, 'most', 1, 100),
    algorithms,
    threads,
    selection: values.selection,
    ...(values.stay !== undefined && { stay: integer(values, 'stay', 0, 1e6) }),
    ...(values.spread !== undefined && { spread: integer(values, 'spread', 0, 1000) }),
    rounds: integer(values, 'rounds', 1, 100),
    seconds: integer(values, 'seconds', 1, 36_000),
  };
}

function choose({ endgames: wanted, least, most }) {
  const all = [...endgames(), ...largeEndgames()]
    .filter(({ nodes }) => nodes >= least * 1e6 && nodes <= most * 1e6)
    .toSorted((a, b) => a.nodes - b.nodes);
  if (all.length === 0) throw badInput(`no endgame has ${least} to ${most} million nodes`);
  if (all.length <= wanted) return all;
  const step = wanted === 1 ? 0 : (all.length - 1) / (wanted - 1);
  return Array.from({ length: wanted }, (_, i) => all[Math.round(i * step)]);
}

/** The searches; each answers with its wall-clock seconds and its nodes, or throws when it is wrong. */
async function openSolvers({ selection, stay, spread }) {
  const loaded = await loadKernel('loa');
  const game = { kind: 'kernel', kernel: loaded };
  const pool = new ThreadPool();
  const memory = new ProofMemoryPool();
  const alone = openAlone(loaded.module);
  const how = {
    selection,
    ...(stay !== undefined && { stay }),
    ...(spread !== undefined && { spread }),
  };

  async function together(algorithm, endgame, threads, round) {
    const { record, side } = opened(endgame);
    const request = {
      ...{ algorithm, goal: 'win', side, numbers: 'mobility' },
      ...{ memoryBytes: MEMORY_BYTES, nodes: Number.MAX_SAFE_INTEGER, exponent: DEFAULT_EXPONENT },
    };
    const group = { ...how, threads, seed: 1 + round };
    const proof = { game, position: record, request, settings: group };
    return checked(endgame, await proveOnThreads(pool, memory, proof));
  }

  return {
    together,
    alone: (algorithm, endgame) =>
      algorithm === 'parallel-dfpn'
        ? together(algorithm, endgame, 1, 0)
        : checked(endgame, alone(algorithm, opened(endgame))),
    close: () => pool.close(),
  };
}

/** PNS and PN2 on this thread, in a memory that is touched before. */
function openAlone(module) {
  const kernel = new Kernel(module, {
    capacity: (TREE_NODES + 2 * SECOND_NODES) * NODE_BYTES + (32 << 20),
  });
  const tree = ProofTree.create(kernel, TREE_NODES);
  kernel.bytes.fill(0, tree.nodesAddress, tree.nodesAddress + TREE_NODES * NODE_BYTES);
  const second = { capacity: SECOND_NODES, exponent: DEFAULT_EXPONENT };
  const proversOf = (...rest) =>
    [0, 1].map((attacker) => {
      const attack = { attacker, mobility: true };
      return new Prover(kernel, tree, MAX_LINE, attack, { kind: 'best' }, ...rest);
    });
  const provers = { pns: proversOf(), pn2: proversOf(second) };
  return (algorithm, { record, side }) => {
    const prover = provers[algorithm][side];
    tree.clear();
    prover.forget();
    const began = performance.now();
    prover.start(record);
    while (prover.run(1_000_000) === 'running');
    const seconds = (performance.now() - began) / 1000;
    const { pn, dn } = tree.root;
    const result = pn === 0 ? 'proved' : dn === 0 ? 'disproved' : 'unknown';
    return { result, seconds, nodes: prover.evaluated, expanded: prover.expanded };
  };
}

function opened({ position }) {
  const { record } = notationOf('loa').parsePosition(position).value;
  return { record, side: position.endsWith('X') ? 0 : 1 };
}

function checked({ position, result }, found) {
  if (found.result !== result) throw wrong(`${position} was found ${found.result}`);
  return found;
}

/** Compiles the code of each thread, and touches as much memory as the largest tree takes. */
async function warmUp(solvers, chosen, { algorithms, threads }) {
  const smallest = endgames().toSorted((a, b) => a.nodes - b.nodes)[0];
  for (const algorithm of algorithms) {
    await solvers.alone(ALONE[algorithm], smallest);
    for (const count of threads) await solvers.together(algorithm, smallest, count, 0);
  }
  await solvers.together(algorithms[0], chosen.at(-1), Math.max(...threads), 0);
}

async function withCpu(solve) {
  const before = cpuSeconds();
  const found = await solve();
  return { ...found, cpu: cpuSeconds() - before };
}

const rowOf = ({ name }, algorithm, threads, round, { seconds, cpu, nodes, expanded }) => ({
  ...{ endgame: name, algorithm, threads, round },
  ...{ seconds: Number(seconds.toFixed(4)), cpu: Number(cpu.toFixed(4)), nodes, expanded },
});

const rateOf = ({ nodes, seconds }) => nodes / seconds;

/** Medians over rounds for each endgame, geometric means over endgames. */
function summarize(rows, { algorithms, threads }) {
  const names = [...new Set(rows.map(({ endgame }) => endgame))];
  const of = (endgame, algorithm, count) => {
    const runs = rows.filter(
      (row) => row.endgame === endgame && row.algorithm === algorithm && row.threads === count,
    );
    return {
      seconds: median(runs.map(({ seconds }) => seconds)),
      nodes: median(runs.map(({ nodes }) => nodes)),
      cpu: median(runs.map(({ cpu }) => cpu)),
    };
  };
  return algorithms.flatMap((algorithm) =>
    [0, ...threads].map((count) => {
      const name = count === 0 ? ALONE[algorithm] : algorithm;
      const pairs = names.map((endgame) => ({
        alone: of(endgame, ALONE[algorithm], 0),
        here: of(endgame, name, count),
      }));
      const mean = (pick) =>
        Math.exp(pairs.reduce((all, each) => all + Math.log(pick(each)), 0) / pairs.length);
      return {
        algorithm: name,
        threads: count,
        endgames: pairs.length,
        seconds: pairs.reduce((all, { here }) => all + here.seconds, 0),
        nodes: pairs.reduce((all, { here }) => all + here.nodes, 0),
        speedup: mean(({ alone, here }) => alone.seconds / here.seconds),
        medianSpeedup: median(pairs.map(({ alone, here }) => alone.seconds / here.seconds)),
        overhead: mean(({ alone, here }) => here.nodes / alone.nodes) - 1,
        rate: mean(({ alone, here }) => rateOf(here) / rateOf(alone)) / Math.max(1, count),
        cpuPerNode: mean(({ alone, here }) => here.cpu / here.nodes / (alone.cpu / alone.nodes)),
      };
    }),
  );
}

function print(results) {
  printTable([
    [
      ...['algorithm', 'threads', 'seconds', 'M nodes', 'speedup', 'median', 'more nodes'],
      ...["a thread's rate", 'CPU a node'],
    ],
    ...results.map((each) => [
      each.algorithm,
      each.threads === 0 ? 'alone' : String(each.threads),
      each.seconds.toFixed(2),
      million(each.nodes),
      ratio(each.speedup),
      ratio(each.medianSpeedup),
      percent(each.overhead),
      ratio(each.rate),
      ratio(each.cpuPerNode),
    ]),
  ]);
}

function targetsOf(results) {
  const speedupOf = (algorithm, threads) =>
    results.find((each) => each.algorithm === algorithm && each.threads === threads)?.speedup;
  const targets = TARGETS.flatMap(([algorithm, threads, least]) => {
    const value = speedupOf(algorithm, threads);
    if (value === undefined || threads > availableParallelism()) return [];
    return [target(`${algorithm} on ${threads} threads, by the clock`, { value, least })];
  });
  const best = Math.max(speedupOf('rp-pns', 16) ?? 0, speedupOf('rp-pn2', 16) ?? 0);
  if (best === 0 || availableParallelism() < 16) return targets;
  return [...targets, target('the better on 16 threads', { value: best, least: LEAST_ON_16 })];
}

await runBench('loa/pns-threads', { help, options, run });
