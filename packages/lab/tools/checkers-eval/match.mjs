// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.ts --b old.ts --games 200 --depth 5

import { playMatch } from '../support/match.mjs';
import { options } from '../support/options.mjs';
import { open, readWeights, WEIGHTS_FILE } from './engine.mjs';
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
const found = playMatch({
  one,
  two,
  games,
  seed,
  opening: (random) => opening(one.rules, random, 6 + random.below(6)),
  play: (begun, engines) => play(begun, engines, depth).result,
});
console.log(JSON.stringify({ a, b, games, depth, ...found }));
