// How close WebAssembly comes to C++: the same perft of Othello, line by line, in AssemblyScript and
// in C++; then with the kernel's vectors, and as the kernel really counts. Needs g++.
//   node bench/native/run.mjs --depth 10 --rounds 5
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import asc from 'assemblyscript/asc';

const { values: options } = parseArgs({
  options: {
    depth: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
  },
});
const depth = Number(options.depth);
const rounds = Number(options.rounds);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The functions under test as exports; counts leave as f64. Black on d5 and e4 moves first. */
const entry = `
import { perft, perftPlain, perftPlainSimd } from '../../assembly/games/othello/perft';
const BLACK: u64 = 0x0000000810000000;
const WHITE: u64 = 0x0000001008000000;
export function scalar(depth: i32): f64 { return <f64>perftPlain(BLACK, WHITE, depth); }
export function vectors(depth: i32): f64 { return <f64>perftPlainSimd(BLACK, WHITE, depth); }
export function kernel(depth: i32): f64 { return <f64>perft(BLACK, WHITE, depth); }
`;

async function compileKernel() {
  let wasm;
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
  const { error, stderr } = await asc.main(
    ['bench/native/entry.ts', '--baseDir', root, '--outFile', 'entry.wasm', ...flags],
    {
      readFile: (name, baseDir) =>
        name === 'bench/native/entry.ts'
          ? entry
          : readFile(join(baseDir, name), 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(stderr.toString());
  const { instance } = await WebAssembly.instantiate(wasm);
  return instance.exports;
}

/** CPU time of one call: unlike wall time, it ignores other processes. */
function timed(count) {
  const from = process.cpuUsage();
  const nodes = count(depth);
  const { user, system } = process.cpuUsage(from);
  return { nodes, cpuSeconds: (user + system) / 1e6 };
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const work = mkdtempSync(join(tmpdir(), 'plyades-native-'));
try {
  const native = join(work, 'othello');
  const source = join(root, 'bench/native/othello.cpp');
  execFileSync('g++', ['-O3', '-march=native', source, '-o', native]);
  const functions = await compileKernel();
  for (const name of ['scalar', 'vectors', 'kernel']) functions[name](8);

  const seconds = { cpp: [], scalar: [], vectors: [], kernel: [] };
  let nodes = 0;
  for (let round = 0; round < rounds; round++) {
    const cpp = JSON.parse(execFileSync(native, [options.depth], { encoding: 'utf8' }));
    nodes = cpp.nodes;
    seconds.cpp.push(cpp.cpuSeconds);
    for (const name of ['scalar', 'vectors', 'kernel']) {
      const ours = timed(functions[name]);
      if (ours.nodes !== nodes) throw new Error(`${name} counts ${ours.nodes}, C++ ${nodes}`);
      seconds[name].push(ours.cpuSeconds);
    }
  }
  for (const [name, list] of Object.entries(seconds)) {
    const ratio = median(list.map((s, i) => seconds.cpp[i] / s));
    const rate = Math.round(nodes / median(list));
    const cpuSeconds = median(list);
    console.log(JSON.stringify({ name, depth, nodes, cpuSeconds, rate, ratio: +ratio.toFixed(3) }));
  }
} finally {
  rmSync(work, { recursive: true });
}
