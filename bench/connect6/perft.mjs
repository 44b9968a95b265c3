// How close the kernel of Connect6 comes to C++: the same perft of the best w moves, function by
// function, after a black stone in the centre. Rounds in turn, medians of CPU times. Needs g++.
//   node bench/connect6/perft.mjs --depth 4 --branching 48 --rounds 5
import { parseArgs } from 'node:util';
import { loadKernel, notationOf } from '../../dist/games/load.js';
import { Kernel, Rules } from '../../dist/kernel/index.js';
import { wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { compileNative } from '../support/native.mjs';
import { integer } from '../support/options.mjs';
import { count, million, printTable, printTargets, ratio, target } from '../support/report.mjs';

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '4' },
    branching: { type: 'string', default: '48' },
    rounds: { type: 'string', default: '5' },
  },
});
const depth = integer(values, 'depth', 2, 8);
const branching = integer(values, 'branching', 1, 255);
const rounds = integer(values, 'rounds', 1, 100);

const native = compileNative('connect6-perft', 'scalar');
const { module } = await loadKernel('connect6');
const rules = new Rules(new Kernel(module, { capacity: 2 << 20 }));
const text = `${'19/'.repeat(9)}9x9${'/19'.repeat(9)} o 2 w=${branching}`;
const start = notationOf('connect6').parsePosition(text).value.record;
for (let i = 0; i < 40; i++) rules.perft(start, 3);

const seconds = { 'C++': [], kernel: [] };
let leaves = 0;
for (let round = 0; round < rounds; round++) {
  const cpp = native(depth, branching);
  seconds['C++'].push(cpp.cpuSeconds);
  seconds.kernel.push(
    timed(() => {
      leaves = rules.perft(start, depth);
    }),
  );
  if (leaves !== cpp.nodes) throw wrong(`the kernel counts ${leaves} leaves, C++ ${cpp.nodes}`);
}
const ofNative = (list) => median(list.map((each, i) => seconds['C++'][i] / each));
console.log(`depth ${depth}, w=${branching}, ${count(leaves)} leaves, ${rounds} rounds`);
printTable([
  ['program', 'CPU s', 'M leaves/s', 'of C++'],
  ...Object.entries(seconds).map(([name, list]) => [
    name,
    median(list).toFixed(2),
    million(leaves / median(list)),
    ratio(ofNative(list)),
  ]),
]);
printTargets([target('speed of C++', { value: ofNative(seconds.kernel), least: 0.7 })]);
