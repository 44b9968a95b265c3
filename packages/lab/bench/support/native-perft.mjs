// How close a kernel comes to C++: the same count of leaves here and in native/GAME-perft.cpp, which has
// the kernel's functions one by one. Rounds in turn, and the median of the CPU times counts.
import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Rules } from 'plyades/internal/kernel/index.js';
import { wrong } from './failure.mjs';
import { cpuSeconds, median, timed } from './measure.mjs';
import { compileNative, compiler } from './native.mjs';
import { count, million, printTable, printTargets, ratio, target } from './report.mjs';

/** CPU seconds of counting before anything is timed, in which the kernel is compiled with optimization. */
const WARM_UP_SECONDS = 0.5;

/**
 * Counts `depth` plies below `record` in both programs. C++ gets `settings` after the depth; `least` is the share of its
 * speed that the kernel should have, if there is a target.
 */
export async function compareCounts({ game, record, depth, rounds, settings = [], least }) {
  const native = compileNative(`${game}-perft`, 'scalar');
  const { module } = await loadKernel(game);
  const rules = new Rules(new Kernel(module, { capacity: 2 << 20 }));
  warmUp(rules, record, depth);

  const times = { 'C++': [], AssemblyScript: [] };
  let leaves = 0;
  for (let round = 0; round < rounds; round++) {
    const theirs = native(depth, ...settings);
    times['C++'].push(theirs.seconds);
    times.AssemblyScript.push(
      timed(() => {
        leaves = rules.perft(record, depth);
      }),
    );
    if (leaves !== theirs.leaves) throw wrong(`we count ${leaves}, C++ counts ${theirs.leaves}`);
  }

  console.log(`${count(leaves)} leaves, CPU time, median of ${rounds}; ${compiler()}`);
  const results = Object.entries(times).map(([name, list]) => ({
    name,
    seconds: median(list),
    leavesPerSecond: Math.round(leaves / median(list)),
    ratio: median(list.map((seconds, round) => times['C++'][round] / seconds)),
  }));
  printTable([
    ['program', 'CPU s', 'M leaves/s', 'of C++'],
    ...results.map(({ name, seconds, leavesPerSecond, ratio: share }) => [
      name,
      seconds.toFixed(2),
      million(leavesPerSecond),
      ratio(share),
    ]),
  ]);
  const targets =
    least === undefined
      ? []
      : [target('AssemblyScript of C++', { value: results[1].ratio, least })];
  printTargets(targets);
  return { depth, rounds, leaves, results, targets };
}

function warmUp(rules, record, depth) {
  const until = cpuSeconds() + WARM_UP_SECONDS;
  while (cpuSeconds() < until) rules.perft(record, Math.max(1, depth - 2));
}
