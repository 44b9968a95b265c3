// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.ts --games 400 --depth 2

import { playMatch } from '../support/match.mjs';
import { options } from '../support/options.mjs';
import { open, WEIGHTS_FILE } from './engine.mjs';
import { opening, play } from './games.mjs';

const { a, b, games, depth, seed } = options({
  a: WEIGHTS_FILE,
  b: WEIGHTS_FILE,
  games: 400,
  depth: 2,
  seed: 9,
});
const one = await open(a);
const two = await open(b);
const found = playMatch({
  one,
  two,
  games,
  seed,
  opening: (random) => opening(two.rules, random, 3 + random.below(3)),
  play: (begun, engines) => play(begun, engines, depth).result,
});
console.log(JSON.stringify({ games, depth, ...found }));
