// Time to the same value at the same depth, with pruning: many searchers of one tree on the device, one core by the
// project's own searches and by the paper's algorithm 1, and all cores. Each searches the same number of times, in
// turns, and each search is one JSON line; tools/tables.mjs makes tables of them. --sweep changes one thing at a
// time on the device alone, --check compares values with the processor's, --abort says how long an abort takes.
//
//   npm run bench -- gpu/shared-tree [--game chess] [--depth 8] [--repeats 5] [--sweep] [--check] [--abort] [--timed]
import { parseArgs } from 'node:util';
import { Calculator, openGpu } from 'plyades/internal/gpu/index.js';
import { processorSearches, searchOnAllCores } from './one-core.mjs';
import { randomPositions, rootOf } from './tree.mjs';
import { warmUp } from './warm.mjs';

const { values: flags } = parseArgs({
  options: {
    game: { type: 'string' },
    depth: { type: 'string' },
    repeats: { type: 'string', default: '5' },
    sweep: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    abort: { type: 'boolean', default: false },
    timed: { type: 'boolean', default: false },
  },
});
const say = (line) => console.log(JSON.stringify(line));
const depths = { connect6: [5, 6, 7], chess: [6, 7, 8, 9, 10] };
const repeats = Number(flags.repeats);
/** What is changed, one at a time; few searchers are slow, and some depths are left to many. */
const counts = [1, 16, 64, 128, 256, 512, 768, 1024].map((searchers) => ({ searchers }));
const others = [{ growth: 99 }, { looked: 2 ** 20 }, { sharedFrom: 3 }];
const steps = {
  connect6: [{}, ...counts, ...others, { step: 2 }],
  chess: [{}, ...counts, ...others, { step: 1 }, { step: 99 }],
};
const sweepDepths = { connect6: [5, 6, 7], chess: [6, 8, 9] };
const fits = ({ searchers = 1024 }, game, depth) =>
  searchers >= [1, 16, 128][sweepDepths[game].indexOf(depth)];

const gpu = await openGpu({ timed: flags.timed });
for (const game of ['connect6', 'chess'].filter((each) => (flags.game ?? each) === each)) {
  const calculator = await Calculator.make(gpu, game);
  const root = await rootOf(game);
  const began = performance.now();
  await calculator.sharedTree(root, { depth: 2 });
  say({ part: 'compile', game, seconds: (performance.now() - began) / 1000 });
  if (flags.check) await check(calculator, game);
  if (flags.abort) await abort(calculator, root);
  if (flags.sweep) await sweep(calculator, root);
  if (!flags.check && !flags.abort && !flags.sweep) await compare(calculator, root);
}
gpu.close();

async function onDevice(calculator, root, asked) {
  await warmUp(calculator, root);
  const { move: _, ...found } = await calculator.sharedTree(root, asked);
  if (found === undefined) throw new Error(calculator.usage.lost);
  return found;
}

async function compare(calculator, root) {
  const game = calculator.shaders.id;
  for (const depth of flags.depth ? [Number(flags.depth)] : depths[game]) {
    const processor = await processorSearches(game, root, depth);
    const who = {
      device: () => onDevice(calculator, root, { depth }),
      ...processor,
      'all cores, young-brothers': () => searchOnAllCores(game, root, depth, 'young-brothers'),
      'all cores, lazy-smp': () => searchOnAllCores(game, root, depth, 'lazy-smp'),
    };
    // The kernel is compiled better after its first search; the device's pace is known.
    for (const search of Object.values({ ...processor, device: who.device })) {
      if (depth < 8) await search();
    }
    let value;
    for (let i = 0; i < repeats; i++) {
      for (const [name, search] of Object.entries(who)) {
        const found = await search();
        value ??= found.value;
        if (found.value !== value) process.exitCode = 1;
        say({ part: 'shared-tree', game, depth, who: name, repeat: i, ...found });
      }
    }
  }
}

async function sweep(calculator, root) {
  const game = calculator.shaders.id;
  for (const depth of flags.depth ? [Number(flags.depth)] : sweepDepths[game]) {
    for (const step of steps[game]) {
      if (!fits(step, game, depth)) continue;
      for (let i = 0; i < repeats; i++) {
        const found = await onDevice(calculator, root, { depth, ...step });
        say({ part: 'sweep', game, depth, repeat: i, ...found, asked: step });
      }
    }
  }
}

/** Milliseconds from the abort of a search that does not end until it is back. */
async function abort(calculator, root) {
  const game = calculator.shaders.id;
  const depth = game === 'chess' ? 20 : 10;
  for (const seconds of [1, 3, 6]) {
    const controller = new AbortController();
    const search = calculator.sharedTree(root, { depth, signal: controller.signal });
    let at;
    setTimeout(() => {
      at = performance.now();
      controller.abort();
    }, 1000 * seconds);
    await search.catch(() => {});
    say({ part: 'abort', game, after: seconds, milliseconds: performance.now() - at });
  }
}

/** Values and moves against the processor, on positions of random games. */
async function check(calculator, game) {
  const { reference } = calculator;
  const records = await randomPositions(game, 60);
  let wrong = 0;
  let count = 0;
  for (const record of records) {
    const moves = reference.moves(record);
    if (moves.length === 0) continue;
    for (const depth of game === 'chess' ? [1, 2, 3, 4] : [1, 2, 3]) {
      const { value, move } = await calculator.sharedTree(record, { depth, searchers: 256 });
      const expected = reference.search(record, [], { depth });
      count++;
      const attained =
        (game === 'connect6' && depth === 1) ||
        (moves.includes(move) && -reference.search(record, [move], { depth: depth - 1 }) === value);
      if (value !== expected || !attained) {
        wrong++;
        if (wrong < 5) say({ game, depth, value, expected, move, attained });
      }
    }
  }
  say({ part: 'check', game, checked: count, wrong });
  if (wrong > 0) process.exitCode = 1;
}
