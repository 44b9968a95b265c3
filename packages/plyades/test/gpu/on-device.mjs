// What the tests of the device do in a process that has one: everything for one game, so that its shaders are
// compiled once. Prints one JSON object; the test judges it.
//
//   node test/gpu/on-device.mjs connect6|chess [--few]    --few: a tenth of the positions
import { randomPositions, rootOf } from '../../../lab/bench/gpu/tree.mjs';
import { notationOf } from '../../dist/games/load.js';
import { separateBatch, TOO_LONG } from '../../dist/gpu/batch.js';
import {
  Calculator,
  openGpu,
  searchNodes,
  searchSharedTree,
  searchTrees,
} from '../../dist/gpu/index.js';
import { ShaderProgram } from '../../dist/gpu/program.js';
import { faultsOf } from './faults.mjs';
import { raceForTable } from './table-race.mjs';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const game = process.argv[2];
const few = process.argv[3] === '--few';
const gpu = await openGpu();
const calculator = await Calculator.make(gpu, game);
const { reference, shaders } = calculator;
const report = { software: gpu.report.software };

/** What random games seldom have: takes in passing and pins, pinned pieces in check, castling, promotions, edges. */
const RARE = [
  KIWIPETE,
  '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2',
  '8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1',
  '4k3/8/8/8/1b6/8/3N4/4K2r w - - 0 1',
  '8/7p/8/1K6/8/7n/8/k7 w - - 0 1',
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
];
const rare =
  game === 'chess' ? RARE.map((fen) => notationOf('chess').parsePosition(fen).value.record) : [];
const records = [
  ...rare,
  ...(await randomPositions(game, (game === 'chess' ? 4000 : 2000) / (few ? 10 : 1))),
];
const limit = shaders.limitOf(records[0]);
const all = separateBatch(records, shaders.toWords, { limit });
report.positions = all.count;

const evaluated = await calculator.evaluate(all);
report.evaluations = different(evaluated, (i) => reference.evaluate(records[i]));

// A real device has time for all of them.
const fewer = gpu.report.software && game === 'connect6' ? 200 : few ? 100 : 2000;
const some = separateBatch(records.slice(0, fewer), shaders.toWords, { limit });
const branches = await calculator.branches(some);
report.branches = different(
  { length: some.count },
  (i) => String(reference.branch(some, i)),
  (i) => {
    const { counts, offsets, moves } = branches;
    if (counts[i] === 0) return String(offsets[i]);
    return String(moves.subarray(offsets[i], offsets[i] + counts[i]));
  },
);

const opened = await calculator.open(some);
report.opened = different(
  { length: some.count },
  (i) => {
    const moves = reference.branch(some, i);
    return typeof moves === 'number'
      ? String(moves)
      : `${moves} ${reference.childValues(some, i, moves)}`;
  },
  (i) => {
    const { counts, offsets, moves, values } = opened;
    const [from, end] = [offsets[i], offsets[i] + counts[i]];
    return counts[i] === 0
      ? String(from)
      : `${moves.subarray(from, end)} ${values.subarray(from, end)}`;
  },
);

const windows = Int32Array.from({ length: 240 }, (_, i) => (i % 2 === 0 ? -30 : 30) + (i >> 1));
report.searches = [];
for (const depth of [0, 1, 2]) {
  const part = records.slice(0, depth === 2 ? 20 : 120).map((each) => narrowed(each));
  const batch = separateBatch(part, shaders.toWords, { limit: shaders.limitOf(part[0]), depth });
  const values = await calculator.search(batch);
  report.searches.push(different(values, (i) => reference.value(batch, i)));
}
// With windows values are bounds, and both must lie on the same side of the window or be equal inside.
const bounded = separateBatch(records.slice(0, 120), shaders.toWords, { limit, depth: 1, windows });
const found = await calculator.search(bounded);
report.bounds = different(
  found,
  (i) => clamp(reference.value(bounded, i), i),
  (i) => clamp(found[i], i),
);

// Each item with plies of its own, and the long ones given up.
const depths = Uint32Array.from({ length: 40 }, (_, i) => 1 + (i % 2));
const part = records.slice(0, 40).map((each) => narrowed(each));
const mixed = separateBatch(part, shaders.toWords, { limit: shaders.limitOf(part[0]), depths });
const values = await calculator.search(mixed);
report.mixed = different(values, (i) => reference.value(mixed, i));
const short = await calculator.search({ ...mixed, mostNodes: 60 });
report.givenUp = short.filter((each) => each === TOO_LONG).length;
report.kept = different(short, (i) => (short[i] === TOO_LONG ? TOO_LONG : values[i]));

if (game === 'chess') {
  const kiwipete = notationOf('chess').parsePosition(KIWIPETE).value.record;
  report.perft = [];
  for (const [root, depth] of [
    [await rootOf('chess'), 4],
    [kiwipete, 3],
  ]) {
    report.perft.push(await calculator.perft(separateBatch([root], shaders.toWords, { depth })));
  }
}

// Many searchers of one tree, in rounds and all at once: values, and moves that attain them.
report.sharedTrees = 0;
report.rounds = 0;
report.moves = 0;
report.helped = 0;
// A real device has time for more of them, and for greater depths.
const { software } = gpu.report;
const chosen = [...rare, ...records.filter((_, i) => i % (software ? 300 : 30) === 7)];
for (const [i, record] of chosen.slice(0, few ? 6 : rare.length + (software ? 6 : 60)).entries()) {
  const from = narrowed(record, 8);
  const depth = 1 + (i % (software ? 2 : 4));
  const expected = reference.search(from, [], { depth });
  const searchers = [1, 3, 6][i % 3];
  const sharedTree = await searchSharedTree(calculator, from, {
    depth,
    searchers,
    sharedFrom: 1 + (i % 2),
  });
  const given = { plies: Math.min(depth, 1 + (i % 2)), few: i % 2, growth: i % 3, mostNodes: 3 };
  const rounds = await searchTrees(calculator, from, { depth, ...given });
  report.helped += sharedTree.searchers > 0 ? 1 : 0;
  if (sharedTree.value !== expected) report.sharedTrees++;
  if (rounds.value !== expected) report.rounds++;
  for (const { move } of [sharedTree, rounds]) {
    if (move === undefined && reference.moves(from).length === 0) continue;
    if (-reference.search(from, [move], { depth: depth - 1 }) !== expected) report.moves++;
  }
}
report.torn = await raceForTable(gpu);

// Two searches at once take turns; then the device is lost in the middle of a third.
const root = game === 'chess' ? await rootOf(game) : await rootOf(game, { branching: 12 });
const options = { depth: 3, lmax: 300, bmax: 300, lmin: 8, bmin: 8 };
const value = reference.search(root, [], { depth: 3 });
const both = await Promise.all([
  searchNodes(calculator, root, options),
  searchNodes(calculator, root, { ...options, pruning: false }),
]);
both.push(await searchTrees(calculator, root, { depth: 3, plies: 1 }));
const sharedTrees = [2, 5].map((searchers) =>
  searchSharedTree(calculator, root, { depth: 2, searchers }),
);
const shallow = reference.search(root, [], { depth: 2 });
report.sharedTreesAtOnce = (await Promise.all(sharedTrees)).map((each) => each.value === shallow);
report.values = both.map((each) => each.value === value);
report.batches = both.map((each) => each.batches ?? each.leafBatches + each.branchBatches);

report.shader = await codeOf(
  ShaderProgram.make(gpu, 'fn broken( {', shaders.tables, { scratchBytes: 16 }),
);
report.size = await codeOf(ShaderProgram.make(gpu, '', shaders.tables, { scratchBytes: 2 ** 40 }));

const late = searchNodes(calculator, root, { ...options, lmax: 40, bmax: 40 });
setTimeout(() => gpu.device.destroy(), software ? 20 : 1);
report.afterLoss = (await late).value === value;
report.again = (await searchNodes(calculator, root, options)).value === value;
report.sharedTreeAfterLoss =
  (await searchSharedTree(calculator, root, { depth: 2 })).value === shallow;
report.lost = calculator.usage.lost !== undefined;
report.faults = faultsOf(report, game);
console.log(JSON.stringify(report));
process.exit(0);

/** A position of Connect6 with fewer branches: trees of two plies are large. */
function narrowed(record, most = 12) {
  if (game === 'chess') return record;
  return notationOf(game).branching.limit({ game, record }, most).record;
}

function clamp(number, i) {
  return Math.min(Math.max(number, windows[2 * i]), windows[2 * i + 1]);
}

/** How many of the values are not as expected. */
function different(values, expected, actual = (i) => values[i]) {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (actual(i) !== expected(i)) count++;
  return count;
}

async function codeOf(promise) {
  try {
    await promise;
    return 'none';
  } catch (error) {
    return `${error.code}: ${error.message}`;
  }
}
