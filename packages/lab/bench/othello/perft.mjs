// Counting move sequences from the start position: what the compiler makes of one and the same
// algorithm here and in C++, what the vectors of board.ts add, and what ships.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { othello } from 'plyades/internal/games/othello/index.js';
import { compileKernel, Kernel, Rules } from 'plyades/internal/kernel/index.js';
import { badInput, wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { compileNative, compiler } from '../support/native.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, ratio, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- othello/perft [options]

Counts from the start position, each depth in several rounds, all programs in turn in each round;
the median of the CPU times counts. Plain counts play every move of the last ply, bulk counts do not.
Needs g++.

Options:
  --from N      first depth (9)
  --to N        last depth (11; the plain counts of depth 12 take about half a minute each)
  --rounds N    rounds per depth (5)
  --only KIND   plain or bulk
  --json FILE   write the figures
Examples:
  $ npm run bench -- othello/perft
  $ npm run bench -- othello/perft --from 12 --to 12 --only bulk --rounds 3`;

const options = {
  from: { type: 'string', default: '9' },
  to: { type: 'string', default: '11' },
  rounds: { type: 'string', default: '5' },
  only: { type: 'string' },
};

const lab = fileURLToPath(new URL('../..', import.meta.url));
const root = fileURLToPath(new URL('../../../plyades', import.meta.url));

/** The flags of scripts/build-kernels.mjs but for those about memory, of which perft uses none. */
const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** perft-kernel.ts, compiled. */
async function compilePlain() {
  let wasm;
  const entry = 'bench/othello/perft-kernel.ts';
  const { error, stderr } = await asc.main(
    [entry, '--baseDir', root, '--outFile', 'perft.wasm', ...flags],
    {
      readFile: (name, base) =>
        readFile(`${name.startsWith('bench/') ? lab : base}/${name}`, 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${entry} does not compile\n${stderr}`);
  const { instance } = await WebAssembly.instantiate(wasm, {});
  return instance.exports;
}

/** The count of the module that ships. */
async function openShipped() {
  const rules = new Rules(new Kernel(await compileKernel('othello')));
  const { record } = othello.start();
  return (depth) => rules.perft(record, depth);
}

/** One of ours: warmed up once, then timed in this process. */
function ours(name, kind, perft) {
  perft(8);
  return {
    name,
    kind,
    measure(depth) {
      let leaves = 0;
      const seconds = timed(() => {
        leaves = perft(depth);
      });
      return { leaves, seconds };
    },
  };
}

function theirs(name, kind, board) {
  const run = compileNative('othello-perft', board);
  return { name, kind, measure: (depth) => run(kind, depth) };
}

/** The first of each kind is what the others of that kind are compared with. */
async function contestants() {
  const { plain, plainSimd } = await compilePlain();
  return [
    theirs('C++ scalar', 'plain', 'scalar'),
    theirs('C++ vectors', 'plain', 'vector'),
    ours('AssemblyScript scalar', 'plain', plain),
    ours('AssemblyScript SIMD', 'plain', plainSimd),
    theirs('C++ scalar', 'bulk', 'scalar'),
    theirs('C++ vectors', 'bulk', 'vector'),
    ours('AssemblyScript SIMD (ships)', 'bulk', await openShipped()),
  ];
}

/** Known counts by depth: a pass is one ply. */
function knownCounts() {
  const file = new URL('../../../plyades/test/data/othello/perft.txt', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split('|').map(Number));
  return new Map(rows.map(([depth, leaves]) => [depth, leaves]));
}

async function run(values) {
  const from = integer(values, 'from', 1, 16);
  const to = integer(values, 'to', from, 16);
  const rounds = integer(values, 'rounds', 1, 1000);
  const { only } = values;
  if (only !== undefined && only !== 'plain' && only !== 'bulk') {
    throw badInput(`--only ${only}: expected plain or bulk`);
  }
  const programs = (await contestants()).filter(({ kind }) => only === undefined || kind === only);
  const known = knownCounts();
  console.log(`perft of the start position, CPU time, median of ${rounds}; ${compiler()}`);
  const rows = [['depth', 'count', 'program', 'leaves', 'M leaves/s', 'of C++ scalar']];
  const results = [];
  for (let depth = from; depth <= to; depth++) {
    for (const result of measureDepth(programs, depth, rounds, known.get(depth))) {
      const { kind, name, leaves, leavesPerSecond } = result;
      rows.push([
        ...[String(depth), kind, name, count(leaves)],
        ...[million(leavesPerSecond), ratio(result.ratio)],
      ]);
      results.push(result);
    }
  }
  printTable(rows, 3);
  const targets = judge(results);
  console.log();
  printTargets(targets);
  return { compiler: compiler(), rounds, results, targets };
}

function measureDepth(programs, depth, rounds, expected) {
  const times = programs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, kind, measure }] of programs.entries()) {
      const { leaves, seconds } = measure(depth);
      if (leaves !== expected) {
        throw wrong(`${name}, ${kind}, depth ${depth}: ${leaves} leaves, expected ${expected}`);
      }
      times[index].push(seconds);
    }
  }
  return programs.map(({ name, kind }, index) => {
    const first = times[programs.findIndex((program) => program.kind === kind)];
    return {
      depth,
      kind,
      name,
      leaves: expected,
      leavesPerSecond: Math.round(expected / median(times[index])),
      ratio: median(first.map((seconds, round) => seconds / times[index][round])),
    };
  });
}

/** The targets are judged at the greatest depth: the least noise. */
function judge(results) {
  const depth = Math.max(...results.map((result) => result.depth));
  const find = (name) => results.find((result) => result.depth === depth && result.name === name);
  const scalar = find('AssemblyScript scalar');
  const simd = find('AssemblyScript SIMD');
  const bulk = find('AssemblyScript SIMD (ships)');
  const targets = [];
  if (scalar) {
    const name = `depth ${depth}, plain, AssemblyScript scalar of C++ scalar`;
    targets.push(target(name, { value: scalar.ratio, least: 0.9 }));
  }
  if (simd) {
    const name = `depth ${depth}, plain, AssemblyScript SIMD of C++ scalar`;
    targets.push(target(name, { value: simd.ratio, least: 1 }));
  }
  if (bulk) {
    const name = `depth ${depth}, bulk as shipped, M leaves/s`;
    targets.push(target(name, { value: bulk.leavesPerSecond / 1e6, least: 250 }));
  }
  return targets;
}

await runBench('othello/perft', { help, options, run });
