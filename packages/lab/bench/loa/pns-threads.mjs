// Two threads of proof-number search against one, judged by the clock, which says something on a quiet machine
// only. Beside it CPU time of a thread, which a busy machine disturbs less: what each would take on a core of
// its own, apart from what cores take from each other in caches; waiting for locks counts, since it is spent
// spinning. With --model also what the model of rp-pns/table-1 says of the same endgames.

import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { proveOnThreads } from 'plyades/internal/hosts/proof/parallel.js';
import { ProofMemoryPool } from 'plyades/internal/hosts/proof/shared-memory.js';
import { ThreadPool } from 'plyades/internal/hosts/threads/pool.js';
import { endgames } from '#dist/rp-pns/endgames.js';
import { performProof } from '#dist/rp-pns/run.js';
import { wrong } from '../support/failure.mjs';
import { cpuSeconds } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { million, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- loa/pns-threads [options]

Solves endgames of Lines of Action on one and on two threads that share a tree or a table.

Options:
  --endgames N  how many, the smallest first, 1 to 150 (3)
  --least N     of endgames that PNS solves with at least this many million nodes, 0 to 10 (0)
  --rounds N    rounds after a first one that does not count (2)
  --model       what the simulation says of them, too
  --json FILE   write the figures`;

const options = {
  endgames: { type: 'string', default: '3' },
  least: { type: 'string', default: '0' },
  rounds: { type: 'string', default: '2' },
  model: { type: 'boolean', default: false },
};

const CONFIGURATIONS = ['rp-pns', 'rp-pn2', 'parallel-dfpn'].flatMap((algorithm) => [
  { algorithm, threads: 1, selection: 'virtual' },
  { algorithm, threads: 2, selection: 'virtual' },
  ...(algorithm === 'parallel-dfpn' ? [] : [{ algorithm, threads: 2, selection: 'paper' }]),
]);

const LEAST = { 'rp-pns': 1.8, 'rp-pn2': 2.06 };

async function run(values) {
  const number = integer(values, 'endgames', 1, 150);
  const rounds = integer(values, 'rounds', 1, 100);
  const least = integer(values, 'least', 0, 10) * 1e6;
  const game = { kind: 'kernel', kernel: await loadKernel('loa') };
  const pool = new ThreadPool();
  const memory = new ProofMemoryPool();
  const chosen = endgames()
    .filter(({ nodes }) => nodes >= least)
    .toSorted((a, b) => a.nodes - b.nodes)
    .slice(0, number);
  const results = CONFIGURATIONS.map((how) => ({
    ...how,
    seconds: 0,
    clock: 0,
    virtual: 0,
    nodes: 0,
  }));
  for (let round = 0; round <= rounds; round++) {
    for (const endgame of chosen) {
      const { position, result } = endgame;
      const { record } = notationOf('loa').parsePosition(position).value;
      for (const figures of results) {
        const { algorithm, threads, selection } = figures;
        const request = {
          algorithm,
          goal: 'win',
          side: position.endsWith('X') ? 0 : 1,
          numbers: 'mobility',
          memoryBytes: 300 << 20,
          nodes: Number.MAX_SAFE_INTEGER,
          exponent: 0.75,
        };
        const group = { threads, selection, seed: 1 };
        const before = cpuSeconds();
        const proof = { game, position: record, request, settings: group };
        const report = await proveOnThreads(pool, memory, proof);
        const seconds = (cpuSeconds() - before) / threads;
        if (report.result !== result) throw wrong(`${position} was found ${report.result}`);
        if (round === 0) {
          const modelled = { endgame, ...group, algorithm, source: 'measured' };
          if (values.model) figures.virtual += (await performProof(modelled)).seconds;
          continue;
        }
        figures.seconds += seconds;
        figures.clock += report.seconds;
        figures.nodes += report.nodes;
      }
    }
  }
  await pool.close();
  const alone = (name) => results.find((each) => each.algorithm === name && each.threads === 1);
  for (const each of results) {
    each.byClock = alone(each.algorithm).clock / each.clock;
    each.byCpu = alone(each.algorithm).seconds / each.seconds;
    each.modelled = alone(each.algorithm).virtual / each.virtual;
  }
  printTable([
    [
      'algorithm',
      'threads',
      'selection',
      'seconds',
      'M nodes',
      'scaling',
      'by CPU time',
      'modelled',
    ],
    ...results.map(({ algorithm, threads, selection, clock, nodes, ...scaling }) => [
      algorithm,
      String(threads),
      threads === 1 ? '-' : selection,
      clock.toFixed(2),
      million(nodes),
      ratio(scaling.byClock),
      ratio(scaling.byCpu),
      values.model ? ratio(scaling.modelled) : '-',
    ]),
  ]);
  const targets = Object.entries(LEAST).map(([name, least]) => {
    const two = results.find(
      (each) => each.algorithm === name && each.threads === 2 && each.selection === 'virtual',
    );
    return target(`${name} on two threads, by the clock`, { value: two.byClock, least });
  });
  printTargets(targets);
  return { rounds, results, targets };
}

await runBench('loa/pns-threads', { help, options, run });
