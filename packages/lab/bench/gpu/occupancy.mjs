// How long a workgroup takes, and how many of them the device has at work at a time: the same work, several times at
// once. As long as all find room the time stays what one takes; then it grows in steps. One JSON line each.
//
//   npm run bench -- gpu/occupancy [--game chess]
import { parseArgs } from 'node:util';
import { separateBatch } from 'plyades/internal/gpu/batch.js';
import { Calculator, openGpu } from 'plyades/internal/gpu/index.js';
import { rootOf } from './tree.mjs';
import { warmUp } from './warm.mjs';

const { values: flags } = parseArgs({ options: { game: { type: 'string' } } });
const say = (line) => console.log(JSON.stringify({ part: 'occupancy', ...line }));
const counts = [1, 66, 132, 264, 528, 660, 792, 1056, 1320, 1584, 2112, 3168, 4224, 8448];

const gpu = await openGpu({ timed: true });
for (const game of ['connect6', 'chess'].filter((each) => (flags.game ?? each) === each)) {
  const calculator = await Calculator.make(gpu, game, { spread: 32 });
  await calculator.prepare();
  const { shaders } = calculator;
  const root = await rootOf(game, game === 'connect6' ? { moves: ['j10', 'k9k11'] } : {});
  const limit = shaders.limitOf(root);
  await warmUp(calculator, root, 1000);
  for (const [what, depth] of [
    ['branches', 0],
    ['open', 0],
    ['search', 1],
  ]) {
    for (const count of counts) {
      const records = Array.from({ length: count }, () => root);
      const batch = separateBatch(records, shaders.toWords, { limit, depth });
      await calculator[what](batch);
      const seconds = await shortest(calculator, () => calculator[what](batch));
      say({ game, what, count, microseconds: 1e6 * seconds });
    }
  }
  await warmUp(calculator, root, 500);
  // Searchers that each enter a number of nodes of a tree that is too large to end.
  for (const count of counts.slice(0, -1)) {
    const asked = { depth: game === 'chess' ? 20 : 10, searchers: count, mostRuns: 1 };
    const options = { ...asked, nodesInRun: game === 'chess' ? 500 : 100 * (1 + limit) };
    let nodes = 0;
    const seconds = await shortest(calculator, async () => {
      nodes = (await calculator.sharedTree(root, options)).nodes;
    });
    const each = nodes / count / (game === 'chess' ? 1 : 1 + limit);
    say({
      game,
      what: 'shared-tree',
      count,
      microseconds: 1e6 * seconds,
      perNode: (1e6 * seconds) / each,
    });
  }
}
gpu.close();

/** Seconds that the device was at work, of the quickest of three. */
async function shortest(calculator, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const before = calculator.usage.deviceSeconds;
    await work();
    best = Math.min(best, calculator.usage.deviceSeconds - before);
  }
  return best;
}
