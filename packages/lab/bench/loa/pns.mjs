// Proof-number search against the same algorithm in C++: same nodes, same memory.

import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { Kernel, ProofTree, Prover, Rules } from 'plyades/internal/kernel/index.js';
import { endgames } from '#dist/rp-pns/endgames.js';
import { wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { compileNative, compiler } from '../support/native.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- loa/pns [options]

Solves endgames of Lines of Action by PNS, here and in C++. Needs g++.

Options:
  --endgames N  how many, the smallest first, 1 to 150 (4)
  --rounds N    rounds, both programs in turn in each (3)
  --json FILE   write the figures`;

const options = {
  endgames: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '3' },
};

const CAPACITY = 20_000_000;
const LEAST = 0.7;

async function run(values) {
  const number = integer(values, 'endgames', 1, 150);
  const rounds = integer(values, 'rounds', 1, 100);
  const native = compileNative('loa-pns', 'scalar');
  const { module } = await loadKernel('loa');
  const kernel = new Kernel(module, { capacity: CAPACITY * 20 + (8 << 20) });
  const rules = new Rules(kernel);
  const tree = ProofTree.create(kernel, CAPACITY);
  const provers = [0, 1].map(
    (attacker) => new Prover(kernel, tree, 400, { attacker, mobility: true }),
  );
  const chosen = endgames()
    .toSorted((a, b) => a.nodes - b.nodes)
    .slice(0, number);

  /** CPU seconds; throws when the nodes are not those of the file. */
  function solve({ record, nodes, position }) {
    const prover = provers[rules.turn(record)];
    tree.clear();
    prover.forget();
    prover.start(record);
    const seconds = timed(() => {
      while (prover.run(1_000_000) === 'running');
    });
    if (prover.evaluated !== nodes) throw wrong(`${position}: ${prover.evaluated} nodes`);
    return seconds;
  }

  const set = chosen.map((endgame) => {
    const { record } = notationOf('loa').parsePosition(endgame.position).value;
    const word = (at) => Buffer.from(record.slice(at, at + 8).reverse()).toString('hex');
    return { ...endgame, record, words: [word(0), word(8), record[16], CAPACITY] };
  });
  solve(set[0]);
  const times = { 'C++': [], AssemblyScript: [] };
  for (let round = 0; round < rounds; round++) {
    let [theirs, ours] = [0, 0];
    for (const endgame of set) {
      const found = native(...endgame.words);
      if (found.nodes !== endgame.nodes) throw wrong(`C++ evaluates ${found.nodes} nodes`);
      theirs += found.seconds;
      ours += solve(endgame);
    }
    times['C++'].push(theirs);
    times.AssemblyScript.push(ours);
  }
  const nodes = set.reduce((sum, endgame) => sum + endgame.nodes, 0);
  console.log(`${count(nodes)} nodes, CPU time, median of ${rounds}; ${compiler()}`);
  const results = Object.entries(times).map(([name, list]) => ({
    name,
    seconds: median(list),
    nodesPerSecond: Math.round(nodes / median(list)),
    ratio: median(list.map((seconds, round) => times['C++'][round] / seconds)),
  }));
  printTable([
    ['program', 'CPU s', 'M nodes/s', 'of C++'],
    ...results.map(({ name, seconds, nodesPerSecond, ratio: share }) => [
      name,
      seconds.toFixed(2),
      million(nodesPerSecond),
      ratio(share),
    ]),
  ]);
  const targets = [target('AssemblyScript of C++', { value: results[1].ratio, least: LEAST })];
  printTargets(targets);
  return { rounds, nodes, results, targets };
}

await runBench('loa/pns', { help, options, run });
