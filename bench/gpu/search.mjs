// Times searches on the device against one core, one JSON line each: batches of nodes over their size
// (figures 5 and 6), the node-based search over Lmax = Bmax (figures 7 to 14), and trees on the device.
//
//   node bench/gpu/search.mjs baseline|nodes|faithful|trees [--deep]
import { parseArgs } from 'node:util';
import { loadKernel } from '../../dist/games/load.js';
import { separateBatch } from '../../dist/gpu/batch.js';
import { Calculator, openGpu, Reference, searchNodes } from '../../dist/gpu/index.js';
import { Kernel, Searcher, Table } from '../../dist/kernel/index.js';
import { below, rootOf } from './tree.mjs';

const { values: flags, positionals } = parseArgs({
  options: { deep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const say = (line) => console.log(JSON.stringify(line));
const games = ['connect6', 'chess'];
const sizes = [
  40, 128, 512, 1024, 2048, 4096, 7424, 7680, 10750, 16384, 32768, 65536, 131072, 262144, 524288,
];

/** The fastest of some runs: another program can only slow one down. */
async function fastest(times, work) {
  let best = Number.POSITIVE_INFINITY;
  let result;
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    result = await work();
    best = Math.min(best, (performance.now() - began) / 1000);
  }
  return { seconds: best, result };
}

const parts = { baseline, nodes, faithful, trees };
for (const name of positionals) await parts[name]();

/** One core: minimax and plain alpha-beta, and the project's own search without and with a table. */
async function baseline() {
  const runs = {
    connect6: { full: flags.deep ? [3, 4] : [3], pruned: flags.deep ? [4, 5, 6, 7] : [4, 5] },
    chess: { full: flags.deep ? [4, 5, 6] : [3, 4], pruned: flags.deep ? [5, 6, 7, 8, 9] : [5, 6] },
  };
  for (const game of games) {
    const reference = await Reference.load(game);
    const root = await rootOf(game);
    reference.search(root, [], { depth: 3, pruning: false });
    for (const [pruning, depths] of [
      [false, runs[game].full],
      [true, runs[game].pruned.slice(0, 3)],
    ]) {
      for (const depth of depths) {
        const before = reference.nodes;
        const began = performance.now();
        const value = reference.search(root, [], { depth, pruning });
        const seconds = (performance.now() - began) / 1000;
        say({
          part: 'baseline',
          game,
          how: 'plain',
          pruning,
          depth,
          value,
          nodes: reference.nodes - before,
          seconds,
        });
      }
    }
    const { module } = await loadKernel(game);
    const kernel = new Kernel(module, { capacity: 300 << 20 });
    const table = new Table(kernel, 256 << 20);
    const searcher = new Searcher(kernel, 96);
    for (const depth of runs[game].pruned) {
      for (const [method, attached] of [
        ['alphabeta', undefined],
        ['negascout', undefined],
        ['negascout', table],
      ]) {
        let best;
        for (let i = 0; i < 3; i++) {
          searcher.reset();
          searcher.attach(attached);
          attached?.clear();
          const began = performance.now();
          searcher.start(root, { maxDepth: depth, minDepth: attached ? 1 : depth, method });
          searcher.run(Number.POSITIVE_INFINITY);
          const seconds = (performance.now() - began) / 1000;
          if (best === undefined || seconds < best.seconds)
            best = {
              seconds,
              nodes: searcher.nodes,
              leaves: searcher.leaves,
              value: searcher.found.value,
            };
          if (seconds > 5) break;
        }
        say({
          part: 'baseline',
          game,
          how: method,
          table: attached !== undefined,
          pruning: true,
          depth,
          ...best,
        });
      }
    }
  }
}

/** Leaves and branches in batches: seconds per batch, on the device and on one core. */
async function nodes() {
  const gpu = await openGpu();
  for (const game of games) {
    const calculator = await Calculator.make(gpu, game);
    await calculator.prepare();
    const { shaders, reference } = calculator;
    const root = await rootOf(game);
    const most = 16384;
    const parents = await below(game, root, game === 'chess' ? 4 : 3, most);
    const core = coreTimes(reference, parents.slice(0, 2000));
    say({ part: 'nodes', game, core });
    const limit = shaders.limitOf(root);
    const all = separateBatch(parents, shaders.toWords, { limit });
    const branches = await calculator.branches(all);
    // Leaves: all children of these parents.
    const items = [];
    for (let i = 0; i < all.count && items.length < 524288; i++) {
      for (let j = 0; j < branches.counts[i]; j++)
        items.push(((i << 18) | branches.moves[branches.offsets[i] + j]) >>> 0);
    }
    for (const size of sizes) {
      if (size <= items.length) {
        const batch = { ...all, items: Uint32Array.from(items), count: size };
        const busy = calculator.usage.deviceSeconds;
        const { seconds } = await fastest(7, () => calculator.leaves(batch));
        const deviceSeconds = (calculator.usage.deviceSeconds - busy) / 7;
        say({
          part: 'nodes',
          game,
          what: 'leaves',
          size,
          seconds,
          deviceSeconds,
          speedup: (size * core.leafSeconds) / seconds,
        });
      }
      if (size <= all.count) {
        const batch = { ...all, count: size };
        const busy = calculator.usage.deviceSeconds;
        const { seconds } = await fastest(7, () => calculator.branches(batch));
        const deviceSeconds = (calculator.usage.deviceSeconds - busy) / 7;
        say({
          part: 'nodes',
          game,
          what: 'branches',
          size,
          seconds,
          deviceSeconds,
          speedup: (size * core.branchSeconds) / seconds,
        });
      }
    }
  }
  gpu.close();
}

/** Seconds that one core takes for a branch, and for a leaf from its parent on. */
function coreTimes(reference, records) {
  const { kernel } = reference;
  const { exports } = kernel;
  const bytes = exports.positionBytes();
  const record = kernel.allocate(exports.recordBytes());
  const list = kernel.allocate(8 * exports.maxMoves());
  const scratch = kernel.allocate(exports.plainBytes());
  const positions = records.slice(0, 1000).map((each) => {
    const at = kernel.allocate(bytes);
    kernel.bytes.set(each, record);
    exports.load(at, record);
    return at;
  });
  let branchSeconds = Number.POSITIVE_INFINITY;
  let leafSeconds = Number.POSITIVE_INFINITY;
  let leaves = 0;
  for (let i = 0; i < 5; i++) {
    let began = performance.now();
    leaves = 0;
    for (const at of positions) leaves += exports.plainMoves(at, list);
    const branching = (performance.now() - began) / 1000;
    began = performance.now();
    for (const at of positions) exports.plainSearch(at, 1, -520000, 520000, 1, scratch);
    const both = (performance.now() - began) / 1000;
    branchSeconds = Math.min(branchSeconds, branching / positions.length);
    leafSeconds = Math.min(leafSeconds, (both - branching) / leaves);
  }
  return { branchSeconds, leafSeconds };
}

/** The paper's algorithm 2, over the size of its batches. */
async function faithful() {
  const gpu = await openGpu();
  const runs = [
    ['connect6', 4, false],
    ['connect6', 5, true],
    ['connect6', 6, true],
    ['connect6', 7, true],
    ['chess', 5, false],
    ['chess', 6, false],
    ['chess', 5, true],
    ['chess', 6, true],
    ['chess', 7, true],
    ['chess', 8, true],
  ];
  const calculators = new Map();
  for (const [game, depth, pruning] of runs) {
    if (!flags.deep && (depth > 5 || (game === 'chess' && depth > 4))) continue;
    if (!calculators.has(game)) calculators.set(game, await Calculator.make(gpu, game));
    const calculator = calculators.get(game);
    await calculator.prepare();
    const root = await rootOf(game);
    await searchNodes(calculator, root, { depth: 3, pruning });
    for (const size of sizes) {
      if (depth > 6 && ![128, 512, 2048, 7424, 16384].includes(size)) continue;
      if (game === 'chess' && depth === 6 && !pruning && ![7680, 65536, 524288].includes(size))
        continue;
      const busy = calculator.usage.deviceSeconds;
      const found = await searchNodes(calculator, root, { depth, pruning, lmax: size, bmax: size });
      say({
        part: 'faithful',
        game,
        depth,
        pruning,
        size,
        ...found,
        deviceSeconds: calculator.usage.deviceSeconds - busy,
      });
    }
  }
  gpu.close();
}

/** Batches of whole trees: values and nodes per second, by depth and window. */
async function trees() {
  const gpu = await openGpu();
  for (const game of games) {
    const calculator = await Calculator.make(gpu, game);
    await calculator.prepare();
    const { shaders } = calculator;
    const root = await rootOf(game);
    for (const [plies, depth] of game === 'chess'
      ? [
          [3, 0],
          [3, 1],
          [3, 2],
          [3, 3],
          [4, 1],
          [4, 2],
        ]
      : [
          [2, 1],
          [2, 2],
          [3, 1],
        ]) {
      const parents = await below(game, root, plies, 16384);
      for (const open of [true, false]) {
        if (open && depth > 2) continue;
        const windows = Int32Array.from({ length: 2 * parents.length }, (_, i) =>
          i % 2 === 0 ? -1 : 0,
        );
        const batch = separateBatch(parents, shaders.toWords, {
          depth,
          limit: shaders.limitOf(root),
          open,
          ...(!open && { windows }),
        });
        const before = { ...calculator.usage };
        const { seconds } = await fastest(2, () => calculator.search(batch));
        const { usage } = calculator;
        say({
          part: 'trees',
          game,
          plies,
          depth,
          open,
          items: parents.length,
          seconds,
          deviceSeconds: (usage.deviceSeconds - before.deviceSeconds) / 2,
          nodes: (usage.nodes - before.nodes) / 2,
          unfit: usage.unfit - before.unfit,
        });
      }
    }
  }
  gpu.close();
}
