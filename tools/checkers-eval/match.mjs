// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.ts --b old.ts --games 200 --depth 5
import { createRandom } from '../../dist/core/random.js';
import { open, options, readWeights, WEIGHTS_FILE } from './engine.mjs';
import { opening, play } from './games.mjs';

const { a, b, games, depth, seed } = options({
  a: WEIGHTS_FILE,
  b: WEIGHTS_FILE,
  games: 200,
  depth: 5,
  seed: 9,
});
const one = await open(await readWeights(a));
const two = await open(await readWeights(b));
const sums = { won: 0, drawn: 0, lost: 0 };
const random = createRandom(seed);
for (let i = 0; i < games; i += 2) {
  const record = opening(one.rules, random, 6 + random.below(6));
  for (const [engines, sign] of [
    [[one, two], 1],
    [[two, one], -1],
  ]) {
    const result = sign * play(record, engines, depth).result;
    sums[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
  }
}
const score = (sums.won + sums.drawn / 2) / games;
console.log(JSON.stringify({ a, b, games, depth, ...sums, score }));
