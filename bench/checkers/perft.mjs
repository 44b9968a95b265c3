// Move generation of English checkers against the same functions in C++: counts from the start
// position, several rounds, both programs in turn in each; the median of the CPU times counts. After
// `npm run build`, with g++:
//   node bench/checkers/perft.mjs --depth 11 --rounds 5 --json FILE
import { parseArgs } from 'node:util';
import { checkers } from '../../dist/games/checkers/index.js';
import { compileKernel, Kernel, Rules } from '../../dist/kernel/index.js';
import { Failure, wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { compileNative, compiler } from '../support/native.mjs';
import { integer } from '../support/options.mjs';
import {
  count,
  million,
  printTable,
  printTargets,
  ratio,
  target,
  writeJson,
} from '../support/report.mjs';

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '11' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});

async function main() {
  const depth = integer(values, 'depth', 1, 14);
  const rounds = integer(values, 'rounds', 1, 1000);
  const native = compileNative('checkers-perft', 'scalar');
  const rules = new Rules(new Kernel(await compileKernel('checkers')));
  const { record } = checkers.start();
  for (let i = 0; i < 20; i++) rules.perft(record, 7);

  const times = { 'C++': [], AssemblyScript: [] };
  let leaves = 0;
  for (let round = 0; round < rounds; round++) {
    const theirs = native(depth);
    times['C++'].push(theirs.seconds);
    times.AssemblyScript.push(
      timed(() => {
        leaves = rules.perft(record, depth);
      }),
    );
    if (leaves !== theirs.leaves) throw wrong(`we count ${leaves}, C++ counts ${theirs.leaves}`);
  }

  console.log(`perft ${depth} of the start position, median of ${rounds}; ${compiler()}`);
  const rows = [['program', 'leaves', 'M leaves/s', 'of C++']];
  const results = Object.entries(times).map(([name, list]) => ({
    name,
    leavesPerSecond: Math.round(leaves / median(list)),
    ratio: median(list.map((seconds, round) => times['C++'][round] / seconds)),
  }));
  for (const { name, leavesPerSecond, ratio: share } of results) {
    rows.push([name, count(leaves), million(leavesPerSecond), ratio(share)]);
  }
  printTable(rows);
  const targets = [target('AssemblyScript of C++', { value: results[1].ratio, least: 0.7 })];
  printTargets(targets);
  if (values.json !== undefined) {
    writeJson(values.json, 'checkers/perft', { depth, leaves, results, targets });
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
