// Plays games of the kernel against itself and writes one line per game: the result for Black and the
// positions in which nothing is decided at once, as records in hexadecimal.
//   node generate.mjs --out games.txt --games 4000 --seed 1 --depth 2
import { createWriteStream } from 'node:fs';
import { createRandom } from 'plyades/internal/core/random.js';
import { options } from '../support/options.mjs';
import { open, WEIGHTS_FILE } from './engine.mjs';
import { opening, play } from './games.mjs';

const { out, games, seed, depth, weights } = options({
  out: 'games.txt',
  games: 4000,
  seed: 1,
  depth: 2,
  weights: WEIGHTS_FILE,
});

/** Beyond it a side fills a six or cannot stop one, for any worths of the shapes. */
const DECIDED = 100_000;

const engine = await open(weights);
const file = createWriteStream(out);
const sums = { black: 0, drawn: 0, white: 0, positions: 0 };
for (let i = 0; i < games; i++) {
  const random = createRandom(seed * 1_000_003 + i);
  const record = opening(engine.rules, random, 3 + random.below(6));
  const { positions, result } = play(record, [engine, engine], depth);
  const quiet = positions.filter((each) => Math.abs(engine.rules.evaluate(each)) < DECIDED);
  const hex = quiet.map((position) => Buffer.from(position).toString('hex'));
  file.write(`${result} ${hex.join(' ')}\n`);
  sums[result > 0 ? 'black' : result < 0 ? 'white' : 'drawn']++;
  sums.positions += quiet.length;
}
file.end();
console.log(JSON.stringify({ games, depth, ...sums }));
