// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.mjs --b old.mjs --games 400 --nodes 5000
import { createRandom } from '../../dist/core/random.js';
import { open } from './engine.mjs';
import { opening, play } from './games.mjs';
import { options } from './options.mjs';
import { readWeights, WEIGHTS_FILE } from './weights.mjs';

const { a, b, games, nodes, seed } = options({
  a: WEIGHTS_FILE,
  b: WEIGHTS_FILE,
  games: 400,
  nodes: 5000,
  seed: 9,
});
const one = await open(await readWeights(a));
const two = await open(await readWeights(b));
const sums = { won: 0, drawn: 0, lost: 0 };
const random = createRandom(seed);
for (let i = 0; i < games; i += 2) {
  const record = opening(two, random);
  for (const [engines, sign] of [
    [[one, two], 1],
    [[two, one], -1],
  ]) {
    const result = sign * play(record, engines, nodes).result;
    sums[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
  }
}
const score = (sums.won + sums.drawn / 2) / games;
// The spread of a game's result around the score, and with it of the mean of all games.
const spread = Math.sqrt(
  (sums.won * (1 - score) ** 2 + sums.drawn * (0.5 - score) ** 2 + sums.lost * score ** 2) /
    games ** 2,
);
console.log(JSON.stringify({ games, nodes, ...sums, score, standardError: spread }));
