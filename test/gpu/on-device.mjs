// What the tests of the device do in a process that has one: everything for one game, so that its shaders are
// compiled once. Prints one JSON object; the test judges it.
//
//   node test/gpu/on-device.mjs connect6|chess
import { randomPositions, rootOf } from '../../bench/gpu/tree.mjs';
import { notationOf } from '../../dist/games/load.js';
import { separateBatch, TOO_LONG } from '../../dist/gpu/batch.js';
import { Calculator, openGpu, searchNodes, searchTrees } from '../../dist/gpu/index.js';
import { Program } from '../../dist/gpu/program.js';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const game = process.argv[2];
const gpu = await openGpu();
const calculator = await Calculator.make(gpu, game);
const { reference, shaders } = calculator;
const report = { software: gpu.report.software };

const records = await randomPositions(game, game === 'chess' ? 4000 : 2000);
const limit = shaders.limitOf(records[0]);
const all = separateBatch(records, shaders.toWords, { limit });
report.positions = all.count;

const evaluated = await calculator.evaluate(all);
report.evaluations = different(evaluated, (i) => reference.evaluate(records[i]));

const some = separateBatch(records.slice(0, game === 'chess' ? 1000 : 200), shaders.toWords, {
  limit,
});
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
  const part = records.slice(0, depth === 2 ? 20 : 120).map(narrowed);
  const few = separateBatch(part, shaders.toWords, { limit: shaders.limitOf(part[0]), depth });
  const values = await calculator.search(few);
  report.searches.push(different(values, (i) => reference.value(few, i)));
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
const part = records.slice(0, 40).map(narrowed);
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

// Two searches at once take turns; then the device is lost in the middle of a third.
const root = game === 'chess' ? await rootOf(game) : await rootOf(game, { branching: 12 });
const options = { depth: 3, lmax: 300, bmax: 300 };
const value = reference.search(root, [], { depth: 3 });
const both = await Promise.all([
  searchNodes(calculator, root, options),
  searchNodes(calculator, root, { ...options, pruning: false }),
]);
both.push(await searchTrees(calculator, root, { depth: 3, plies: 1 }));
report.values = both.map((each) => each.value === value);
report.batches = both.map((each) => each.batches ?? each.leafBatches + each.branchBatches);

report.shader = await codeOf(
  Program.make(gpu, 'fn broken( {', shaders.tables, { scratchBytes: 16 }),
);
report.size = await codeOf(Program.make(gpu, '', shaders.tables, { scratchBytes: 2 ** 40 }));

const late = searchNodes(calculator, root, { ...options, lmax: 40, bmax: 40 });
setTimeout(() => gpu.device.destroy(), 20);
report.afterLoss = (await late).value === value;
report.again = (await searchNodes(calculator, root, options)).value === value;
report.lost = calculator.usage.lost !== undefined;
console.log(JSON.stringify(report));
process.exit(0);

/** A position of Connect6 with fewer branches: trees of two plies are large. */
function narrowed(record) {
  if (game === 'chess') return record;
  return notationOf(game).branching.limit({ game, record }, 12).record;
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
