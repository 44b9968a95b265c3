// How close the kernel of Lines of Action comes to C++: the same perft, function by function, from the
// start position. Rounds in turn, medians of CPU times; the kernel is the one in dist/wasm. Needs g++.
//   node bench/loa/perft.mjs --depth 6 --rounds 5
import { parseArgs } from 'node:util';
import { loadKernel, notationOf } from '../../dist/games/load.js';
import { Kernel, Rules } from '../../dist/kernel/index.js';
import { wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { compileNative } from '../support/native.mjs';
import { integer } from '../support/options.mjs';
import { count, million, printTable, ratio } from '../support/report.mjs';

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '5' },
  },
});
const depth = integer(values, 'depth', 4, 8);
const rounds = integer(values, 'rounds', 1, 100);

const native = compileNative('loa-perft', 'scalar');
const { module } = await loadKernel('loa');
const rules = new Rules(new Kernel(module, { capacity: 1 << 20 }));
const start = notationOf('loa').start().record;
for (let i = 0; i < 20; i++) rules.perft(start, 4);

const seconds = { 'C++': [], kernel: [] };
let leaves = 0;
for (let round = 0; round < rounds; round++) {
  const cpp = native(depth);
  seconds['C++'].push(cpp.cpuSeconds);
  seconds.kernel.push(
    timed(() => {
      leaves = rules.perft(start, depth);
    }),
  );
  if (leaves !== cpp.nodes) throw wrong(`the kernel counts ${leaves} leaves, C++ ${cpp.nodes}`);
}
console.log(`depth ${depth}, ${count(leaves)} leaves, ${rounds} rounds`);
printTable([
  ['program', 'CPU s', 'M leaves/s', 'of C++'],
  ...Object.entries(seconds).map(([name, list]) => [
    name,
    median(list).toFixed(2),
    million(leaves / median(list)),
    ratio(median(list.map((each, i) => seconds['C++'][i] / each))),
  ]),
]);
