// Many searchers of one tree on the device, beside one core in the same minutes: time to the value over the number of
// searchers, and what each part is worth. One JSON line each.
//
//   node bench/gpu/team.mjs [--game chess] [--depth 8] [--sweep] [--timed] [--repeats 3]
import { parseArgs } from 'node:util';
import { Calculator, openGpu } from '../../dist/gpu/index.js';
import { ownSearches } from './one-core.mjs';
import { randomPositions, rootOf } from './tree.mjs';
import { warmUp } from './warm.mjs';

const { values: flags } = parseArgs({
  options: {
    game: { type: 'string' },
    depth: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    timed: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
  },
});
const say = (line) => console.log(JSON.stringify(line));
const depths = { connect6: [5, 6, 7], chess: [6, 7, 8, 9, 10] };
/** The game's own choice first; then one thing changed at a time. */
const steps = {
  connect6: [
    {},
    ...[1, 16, 64, 128, 256, 768, 1024].map((searchers) => ({ searchers })),
    { step: 2 },
    { growth: 99 },
    { looked: 2 ** 20 },
    { sharedFrom: 3 },
  ],
  chess: [
    {},
    ...[1, 16, 64, 128, 256, 768, 1024].map((searchers) => ({ searchers })),
    { step: 1 },
    { step: 99 },
    { growth: 99 },
    { looked: 2 ** 20 },
    { sharedFrom: 3 },
  ],
};
/** Few searchers are slow. */
const fits = ({ searchers = 1024 }, seconds) =>
  searchers >= (seconds < 0.1 ? 1 : seconds < 1 ? 16 : 128);

const gpu = await openGpu({ timed: flags.timed });
for (const game of ['connect6', 'chess'].filter((each) => (flags.game ?? each) === each)) {
  const calculator = await Calculator.make(gpu, game);
  const root = await rootOf(game);
  const began = performance.now();
  const first = await calculator.team(root, { depth: 2 });
  say({ part: 'team', game, compileSeconds: (performance.now() - began) / 1000, first });
  if (flags.check) await check(calculator, game);
  for (const depth of flags.depth ? [Number(flags.depth)] : depths[game]) {
    const core = await ownSearches(game, root, depth);
    const plain = depth < 8 ? plainSearch(calculator.reference, root, depth) : undefined;
    say({ part: 'team', game, depth, core, plain });
    const all = Object.values(core);
    const seconds = Math.min(...all.map((each) => each.seconds));
    for (const step of flags.sweep ? steps[game] : [{}]) {
      if (!fits(step, seconds)) continue;
      await warmUp(calculator, root);
      let best;
      for (let i = 0; i < Number(flags.repeats); i++) {
        try {
          const signal = AbortSignal.timeout(Math.ceil(2000 + 3000 * seconds));
          const found = await calculator.team(root, { depth, ...step, signal });
          if (found === undefined) throw new Error(calculator.usage.lost);
          if (best === undefined || found.seconds < best.seconds) best = found;
        } catch (error) {
          say({ part: 'team', game, depth, ...step, error: String(error) });
          break;
        }
      }
      if (best === undefined) continue;
      const right = best.value === all[0].value;
      say({ part: 'team', game, depth, ...step, ...best, right, speedup: seconds / best.seconds });
    }
  }
}
gpu.close();

/** The paper's algorithm 1: alpha-beta with the static order and nothing else. */
function plainSearch(reference, root, depth) {
  const before = reference.nodes;
  const began = performance.now();
  const value = reference.search(root, [], { depth });
  const seconds = (performance.now() - began) / 1000;
  return { seconds, nodes: reference.nodes - before, value };
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
      const { value, move } = await calculator.team(record, { depth, searchers: 256 });
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
  say({ part: 'team', game, checked: count, wrong });
  if (wrong > 0) process.exitCode = 1;
}
