// Compares the device with the processor, bit for bit, on positions of random games; then counts perft.
//
//   npm run bench -- gpu/check [--positions N] [--perft 7]
import { parseArgs } from 'node:util';
import { notationOf } from 'plyades/internal/games/load.js';
import { separateBatch } from 'plyades/internal/gpu/batch.js';
import { Calculator, openGpu } from 'plyades/internal/gpu/index.js';
import { below, randomPositions, rootOf } from './tree.mjs';

const { values: flags } = parseArgs({
  options: {
    positions: { type: 'string', default: '5000' },
    perft: { type: 'string', default: '5' },
  },
});
const say = (line) => console.log(JSON.stringify(line));
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const gpu = await openGpu();
say({ adapter: gpu.report });
let wrong = 0;
for (const game of ['connect6', 'chess']) {
  const began = performance.now();
  const calculator = await Calculator.make(gpu, game);
  await calculator.prepare();
  say({ game, compileSeconds: (performance.now() - began) / 1000 });
  const { reference, shaders } = calculator;
  const records = await randomPositions(game, Number(flags.positions));
  const limit = shaders.limitOf(records[0]);
  for (let from = 0; from < records.length; from += 8192) {
    const part = records.slice(from, from + 8192);
    const batch = separateBatch(part, shaders.toWords, { limit });
    const evaluated = await calculator.evaluate(batch);
    const branches = await calculator.branches(batch);
    const bad = { evaluate: 0, branches: 0 };
    part.forEach((record, i) => {
      if (evaluated[i] !== reference.evaluate(record)) bad.evaluate++;
      const branch = reference.branch(batch, i);
      const found =
        branches.counts[i] === 0
          ? branches.offsets[i]
          : branches.moves.subarray(branches.offsets[i], branches.offsets[i] + branches.counts[i]);
      if (String(branch) !== String(found)) bad.branches++;
    });
    for (const depth of [0, 1, 2]) {
      const few = separateBatch(part.slice(0, depth === 2 ? 300 : 2000), shaders.toWords, {
        limit,
        depth,
      });
      const values = await calculator.search(few);
      bad[`search${depth}`] = values.filter((value, i) => value !== reference.value(few, i)).length;
    }
    say({ game, positions: part.length, bad, unfit: calculator.usage.unfit });
    wrong += Object.values(bad).reduce((sum, n) => sum + n);
  }
  if (game === 'chess') await perft(calculator);
}
gpu.close();
process.exitCode = wrong === 0 ? 0 : 1;

async function perft(calculator) {
  const kiwipete = notationOf('chess').parsePosition(KIWIPETE).value.record;
  const start = await rootOf('chess');
  await count(calculator, 'kiwipete', kiwipete, 4, 1);
  await count(calculator, 'start', start, 5, 2);
  for (let depth = 6; depth <= Number(flags.perft); depth++) {
    await count(calculator, 'start', start, depth, Math.max(2, depth - 3));
  }
}

/** Perft with the first plies on the processor; the time is that of the device and its transfers. */
async function count(calculator, name, root, depth, above) {
  const all = await below('chess', root, above);
  const paths = all.map(calculator.shaders.toWords);
  let leaves = 0;
  let seconds = 0;
  const busy = calculator.usage.deviceSeconds;
  for (let from = 0; from < all.length; from += 16384) {
    const part = all.slice(from, from + 16384);
    const words = paths.slice(from, from + 16384);
    let next = 0;
    const batch = separateBatch(part, () => words[next++], { depth: depth - above });
    const began = performance.now();
    leaves += await calculator.perft(batch);
    seconds += (performance.now() - began) / 1000;
  }
  const known = {
    kiwipete: [0, 48, 2039, 97862, 4085603],
    start: [0, 20, 400, 8902, 197281, 4865609, 119060324, 3195901860],
  };
  if (known[name][depth] !== leaves) wrong++;
  const deviceSeconds = calculator.usage.deviceSeconds - busy;
  say({
    perft: name,
    depth,
    leaves,
    right: known[name][depth] === leaves,
    seconds,
    deviceSeconds,
    perSecond: leaves / seconds,
  });
}
