// How close the kernel of Lines of Action comes to C++: the same perft, function by function. The
// kernel is the one in dist/wasm, so build it first. Needs g++.
//   node bench/native/loa.mjs --depth 6 --rounds 5
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadKernel, notationOf } from '../../dist/games/load.js';
import { Kernel, Rules } from '../../dist/kernel/index.js';

const { values: options } = parseArgs({
  options: {
    depth: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '5' },
  },
});
const depth = Number(options.depth);

const { module } = await loadKernel('loa');
const rules = new Rules(new Kernel(module, { capacity: 1 << 20 }));
const start = notationOf('loa').start().record;

/** CPU time of one count: unlike wall time, it ignores other processes. */
function timed() {
  const from = process.cpuUsage();
  const nodes = rules.perft(start, depth);
  const { user, system } = process.cpuUsage(from);
  return { nodes, cpuSeconds: (user + system) / 1e6 };
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const work = mkdtempSync(join(tmpdir(), 'plyades-native-'));
try {
  const native = join(work, 'loa');
  const source = join(dirname(fileURLToPath(import.meta.url)), 'loa.cpp');
  execFileSync('g++', ['-O3', '-march=native', source, '-o', native]);
  for (let i = 0; i < 20; i++) rules.perft(start, 4);

  const seconds = { cpp: [], kernel: [] };
  let nodes = 0;
  for (let round = 0; round < Number(options.rounds); round++) {
    const cpp = JSON.parse(execFileSync(native, [options.depth], { encoding: 'utf8' }));
    const ours = timed();
    if (ours.nodes !== cpp.nodes)
      throw new Error(`the kernel counts ${ours.nodes}, C++ ${cpp.nodes}`);
    nodes = cpp.nodes;
    seconds.cpp.push(cpp.cpuSeconds);
    seconds.kernel.push(ours.cpuSeconds);
  }
  for (const [name, list] of Object.entries(seconds)) {
    const ratio = median(list.map((s, i) => seconds.cpp[i] / s));
    const cpuSeconds = median(list);
    const rate = Math.round(nodes / cpuSeconds);
    console.log(JSON.stringify({ name, depth, nodes, cpuSeconds, rate, ratio: +ratio.toFixed(3) }));
  }
} finally {
  rmSync(work, { recursive: true });
}
