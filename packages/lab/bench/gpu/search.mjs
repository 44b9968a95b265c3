// Times searches on the device against one core, one JSON line each: batches of nodes over their size
// (figures 5 and 6), the node-based search over Lmax = Bmax (figures 7 to 14), and trees on the device.
//
//   npm run bench -- gpu/search baseline|cores|nodes|faithful|orders|trees|whole|rounds [--deep] [--timed] [--game chess]
//     [--size 7680] [--depth 6]
import { parseArgs } from 'node:util';
import { separateBatch } from 'plyades/internal/gpu/batch.js';
import {
  Calculator,
  openGpu,
  Reference,
  searchNodes,
  searchTrees,
} from 'plyades/internal/gpu/index.js';
import { ownSearches, searchOnAllCores } from './one-core.mjs';
import { below, rootOf } from './tree.mjs';
import { warmUp } from './warm.mjs';

const { values: flags, positionals } = parseArgs({
  options: {
    deep: { type: 'boolean', default: false },
    game: { type: 'string' },
    size: { type: 'string' },
    depth: { type: 'string' },
    timed: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const say = (line) => console.log(JSON.stringify(line));
const games = ['connect6', 'chess'].filter((game) => (flags.game ?? game) === game);
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

const parts = { baseline, cores, nodes, faithful, orders, trees, whole, rounds };
for (const name of positionals) await parts[name]();

/** One core: minimax and plain alpha-beta, and the project's own search without and with a table. */
async function baseline() {
  const runs = {
    connect6: { full: flags.deep ? [3, 4] : [3], pruned: flags.deep ? [4, 5, 6, 7] : [4, 5] },
    chess: { full: flags.deep ? [4, 5] : [3, 4], pruned: flags.deep ? [5, 6, 7, 8, 9] : [5, 6] },
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
    for (const depth of runs[game].pruned) {
      for (const [how, best] of Object.entries(await ownSearches(game, root, depth))) {
        say({ part: 'baseline', game, how, pruning: true, depth, ...best });
      }
    }
  }
}

/** Leaves and branches in batches: seconds per batch, on the device and on one core. */
async function nodes() {
  const gpu = await openGpu({ timed: true });
  const quick = await openGpu();
  for (const game of games) {
    const timed = await Calculator.make(gpu, game);
    const calculator = await Calculator.make(quick, game);
    await timed.prepare();
    await calculator.prepare();
    const { reference } = calculator;
    const root = await rootOf(game);
    const plies = game === 'chess' ? 4 : 3;
    const parents = await below(game, root, plies, 1000);
    const core = coreTimes(reference, parents);
    say({ part: 'nodes', game, core });
    // Leaves and branches `plies` + 1 and `plies` below the root, each as a path and a move.
    const leaves = await treeBatch(calculator, root, plies, 524288);
    const branches = await treeBatch(calculator, root, plies - 1, 524288);
    for (const size of sizes) {
      for (const [what, all, ask, each] of [
        ['leaves', leaves, 'leaves', core.leafSeconds],
        ['branches', branches, 'branches', core.branchSeconds],
      ]) {
        if (size > all.count) continue;
        const batch = cut(all, size);
        const { seconds } = await fastest(7, () => calculator[ask](batch));
        const busy = timed.usage.deviceSeconds;
        for (let i = 0; i < 3; i++) await timed[ask](batch);
        const deviceSeconds = (timed.usage.deviceSeconds - busy) / 3;
        const speedup = (size * each) / seconds;
        say({ part: 'nodes', game, what, size, seconds, deviceSeconds, speedup });
      }
    }
  }
  gpu.close();
  quick.close();
}

/** All children of the nodes `plies` below the root, at most `most`, as one batch. */
async function treeBatch(calculator, root, plies, most) {
  const { shaders } = calculator;
  const limit = shaders.limitOf(root);
  const one = separateBatch([root], shaders.toWords, { limit });
  let lines = [[]];
  for (let i = 0; i <= plies; i++) {
    const next = [];
    for (let from = 0; from < lines.length && next.length < most; from += 16384) {
      const part = lines.slice(from, from + 16384);
      const branches = await calculator.branches(batchOf(one, part));
      part.forEach((line, j) => {
        const at = branches.offsets[j];
        for (let k = 0; k < branches.counts[j] && next.length < most; k++) {
          next.push([...line, branches.moves[at + k]]);
        }
      });
    }
    lines = next;
  }
  const parents = [];
  const items = [];
  let last = '';
  for (const line of lines) {
    const path = line.slice(0, -1);
    if (String(path) !== last) {
      if (parents.length === 16384) break;
      parents.push(path);
      last = String(path);
    }
    items.push((parents.length - 1) * 2 ** 18 + line.at(-1));
  }
  return { ...batchOf(one, parents), items: Uint32Array.from(items), count: items.length };
}

/** Lines of one length as a batch, a path each. */
function batchOf(one, lines) {
  return {
    ...one,
    count: lines.length,
    paths: Uint32Array.from(lines.flatMap((line) => [0, ...line])),
    pathCount: lines.length,
    pathLength: lines[0].length,
    items: Uint32Array.from(lines, (_, i) => i * 2 ** 18 + 0x3ffff),
  };
}

/** The first items of a batch, with the paths that they need. */
function cut(batch, count) {
  const pathCount = (batch.items[count - 1] >>> 18) + 1;
  return { ...batch, count, pathCount };
}

/** Seconds that one core takes for a branch, and for a leaf from its parent on. */
function coreTimes(reference, records) {
  const { kernel } = reference;
  const { exports } = kernel;
  const bytes = exports.positionBytes();
  const record = kernel.allocate(exports.recordBytes());
  const list = kernel.allocate(8 * exports.maxMoves());
  const scratch = kernel.allocate(exports.referenceBytes());
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
    for (const at of positions) leaves += exports.referenceMoves(at, list);
    const branching = (performance.now() - began) / 1000;
    began = performance.now();
    for (const at of positions) exports.referenceSearch(at, 1, -520000, 520000, 1, scratch);
    const both = (performance.now() - began) / 1000;
    branchSeconds = Math.min(branchSeconds, branching / positions.length);
    leafSeconds = Math.min(leafSeconds, (both - branching) / leaves);
  }
  return { branchSeconds, leafSeconds };
}

/** The paper's algorithm 2, over the size of its batches. */
async function faithful() {
  const gpu = await openGpu({ timed: flags.timed });
  const runs = [
    ['connect6', 4, false],
    ['connect6', 5, true],
    ['connect6', 6, true],
    ['chess', 5, false],
    ['chess', 6, false],
    ['chess', 5, true],
    ['chess', 6, true],
    ['chess', 7, true],
  ];
  const calculators = new Map();
  for (const [game, depth, pruning] of runs) {
    if (!games.includes(game)) continue;
    if (!flags.deep && (depth > 5 || (game === 'chess' && depth > 4))) continue;
    if (!calculators.has(game)) calculators.set(game, await Calculator.make(gpu, game));
    const calculator = calculators.get(game);
    await calculator.prepare();
    const root = await rootOf(game);
    await searchNodes(calculator, root, { depth: 3, pruning });
    for (const size of sizes) {
      if (flags.size !== undefined && Number(flags.size) !== size) continue;
      if (size < 512 && !pruning) continue;
      if (depth > 5 && pruning && ![128, 512, 2048, 7680].includes(size)) continue;
      if (depth > 7) continue;
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
  const gpu = await openGpu({ timed: true });
  const shapes = {
    connect6: [
      [1, 1],
      [1, 2],
      [2, 1],
    ],
    chess: [
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ],
  };
  for (const game of games) {
    const calculator = await Calculator.make(gpu, game);
    await calculator.prepare();
    const root = await rootOf(game);
    for (const [plies, depth] of shapes[game]) {
      const all = await treeBatch(calculator, root, plies, 200000);
      for (const open of [true, false]) {
        const windows = Int32Array.from({ length: 2 * all.count }, (_, i) => (i % 2) - 1);
        const batch = { ...all, depth, open, ...(!open && { windows }) };
        const before = { ...calculator.usage };
        const { seconds } = await fastest(2, () => calculator.search(batch));
        const { usage } = calculator;
        say({
          part: 'trees',
          game,
          plies: plies + 1,
          depth,
          open,
          items: all.count,
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

/**
 * The paper's trees in full and two plies deeper, their last plies on the device; one core where it takes minutes at
 * most. All of them the same number of times, in turns: the clock of a machine is not the same all the time.
 */
async function whole() {
  const gpu = await openGpu();
  for (const [game, depth, choices, times, core] of [
    ['connect6', 4, [1, 2], 5, true],
    ['connect6', 5, [2, 3], 1, false],
    ['connect6', 6, [3], 1, false],
    ['chess', 5, [1, 2], 5, true],
    ['chess', 6, [2], 1, true],
    ['chess', 7, [3], 1, false],
  ]) {
    if (!games.includes(game) || Number(flags.depth ?? depth) !== depth) continue;
    const calculator = await Calculator.make(gpu, game);
    await calculator.prepare();
    const root = await rootOf(game);
    const { reference } = calculator;
    for (let i = 0; i < times; i++) {
      if (core) {
        const before = reference.nodes;
        const began = performance.now();
        const value = reference.search(root, [], { depth, pruning: false });
        const seconds = (performance.now() - began) / 1000;
        const nodes = reference.nodes - before;
        say({ part: 'whole', game, depth, who: 'one core', value, nodes, seconds });
      }
      for (const plies of choices) {
        await warmUp(calculator, root);
        const signal = AbortSignal.timeout(120_000);
        try {
          const { move: _, ...found } = await searchTrees(calculator, root, {
            depth,
            plies,
            pruning: false,
            signal,
          });
          say({ part: 'whole', game, depth, who: 'device', plies, ...found });
        } catch (error) {
          say({ part: 'whole', game, depth, who: 'device', plies, error: String(error) });
        }
      }
    }
  }
  gpu.close();
}

/**
 * Alpha-beta in rounds, each step an ablation, beside one core in the same minutes: the paper's algorithm 1, and
 * the project's own search without and with a table, the fastest of some runs each.
 */
async function rounds() {
  const gpu = await openGpu({ timed: flags.timed });
  const steps = {
    connect6: [
      { plies: 1, few: 0, careful: 99 },
      { plies: 1, careful: 99 },
      { plies: 1, ahead: true, careful: 99 },
      { plies: 2, lean: false, mostNodes: 0, careful: 99 },
      { plies: 2, mostNodes: 0, careful: 99 },
      { plies: 2, careful: 99 },
      { plies: 1 },
      { plies: 2 },
      { plies: 3 },
      { plies: 3, careful: 4 },
      { plies: 3, mostNodes: 4 },
    ],
    chess: [
      { plies: 2, ahead: false, few: 0, mostNodes: 0, spread: 1, careful: 99 },
      { plies: 2, few: 0, mostNodes: 0, spread: 1, careful: 99 },
      { plies: 2, few: 0, mostNodes: 0, careful: 99 },
      { plies: 2, few: 0, careful: 99 },
      { plies: 2, careful: 99 },
      { plies: 2 },
      { plies: 2, careful: 3 },
      { plies: 2, mostNodes: 128 },
      { plies: 1 },
      { plies: 3, mostNodes: 512 },
    ],
  };
  const depths = { connect6: flags.deep ? [5, 6, 7] : [5], chess: flags.deep ? [6, 8, 9] : [6] };
  for (const game of games) {
    const usual = await Calculator.make(gpu, game);
    const together = await Calculator.make(gpu, game, { spread: 1 });
    const root = await rootOf(game);
    for (const calculator of [usual, together]) {
      await calculator.prepare();
      await searchTrees(calculator, root, { depth: 4, plies: 1 });
    }
    for (const depth of depths[game]) {
      if (flags.depth !== undefined && Number(flags.depth) !== depth) continue;
      const core = await ownSearches(game, root, depth);
      say({ part: 'rounds', game, depth, core });
      const seconds = Math.min(...Object.values(core).map((each) => each.seconds));
      for (const step of steps[game]) {
        // The full set at the paper's depth; deeper what is left of it.
        if (depth > 6 && (step.careful === 99 || step.plies === 1)) continue;
        const calculator = step.spread === undefined ? usual : together;
        await warmUp(calculator, root);
        let best;
        for (let i = 0; i < (depth > 6 ? 2 : 4); i++) {
          const signal = AbortSignal.timeout(Math.ceil(Math.max(1000, 3000 * seconds)));
          const busy = calculator.usage.deviceSeconds;
          try {
            const found = await searchTrees(calculator, root, { depth, ...step, signal });
            const deviceSeconds = calculator.usage.deviceSeconds - busy;
            if (best === undefined || found.seconds < best.seconds)
              best = { ...found, deviceSeconds };
          } catch (error) {
            best ??= { error: String(error) };
            break;
          }
        }
        say({ part: 'rounds', game, depth, ...step, ...best, speedup: seconds / best.seconds });
      }
    }
  }
  gpu.close();
}

/** All cores of the machine: the time to the same value with the fastest parallel algorithm. */
async function cores() {
  for (const [game, depth] of [
    ['connect6', 5],
    ['connect6', 7],
    ['chess', 6],
    ['chess', 8],
    ['chess', 9],
  ]) {
    const record = await rootOf(game);
    for (const algorithm of ['young-brothers', 'lazy-smp', 'root-split']) {
      let best;
      for (let i = 0; i < 2; i++) {
        const once = await searchOnAllCores(game, record, depth, algorithm);
        if (!(best?.seconds <= once.seconds)) best = once;
      }
      say({ part: 'cores', game, depth, algorithm, ...best });
    }
  }
}

/** The node-based search by the order of its branches, and with batches that overlap, at the paper's sizes. */
async function orders() {
  const gpu = await openGpu();
  for (const [game, depth, pruning, choices] of [
    ['connect6', 4, false, [7424, 7680, 10750, 131072]],
    ['connect6', 5, true, [128, 7424]],
    ['chess', 5, false, [7424, 7680, 10750, 131072]],
    ['chess', 6, true, [128, 7680]],
  ]) {
    if (!games.includes(game)) continue;
    const calculator = await Calculator.make(gpu, game);
    await calculator.prepare();
    const root = await rootOf(game);
    for (const size of choices) {
      for (const order of ['depth-first', 'by-level']) {
        for (const overlap of [false, true]) {
          if (order === 'by-level' && (overlap || game === 'connect6')) continue;
          await warmUp(calculator, root);
          const options = { depth, pruning, lmax: size, bmax: size, order, overlap };
          for (let i = 0; i < 3; i++) {
            const { move: _, ...found } = await searchNodes(calculator, root, options);
            say({ part: 'orders', game, depth, pruning, size, order, overlap, ...found });
          }
        }
      }
    }
  }
  gpu.close();
}
