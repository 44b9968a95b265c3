// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.ts --b old.ts --games 200 --nodes 5000
import { createRandom } from '../../dist/core/random.js';
import { open, options, WEIGHTS_FILE } from './engine.mjs';
import { opening, play } from './games.mjs';

const { a, b, games, nodes, seed } = options({
  a: WEIGHTS_FILE,
  b: WEIGHTS_FILE,
  games: 200,
  nodes: 5000,
  seed: 9,
});
const one = await open(a);
const two = await open(b);
const sums = { won: 0, drawn: 0, lost: 0 };
const random = createRandom(seed);
for (let i = 0; i < games; i += 2) {
  const begun = opening(two.rules, random, 8 + random.below(9));
  for (const [engines, sign] of [
    [[one, two], 1],
    [[two, one], -1],
  ]) {
    const result = sign * play(begun, engines, nodes).result;
    sums[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
  }
}
const score = (sums.won + sums.drawn / 2) / games;
console.log(JSON.stringify({ a, b, games, nodes, ...sums, score }));
