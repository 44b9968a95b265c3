// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.ts --b old.ts --games 200 --nodes 5000

import { playMatch } from '../support/match.mjs';
import { options } from '../support/options.mjs';
import { open, WEIGHTS_FILE } from './engine.mjs';
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
const found = playMatch({
  one,
  two,
  games,
  seed,
  opening: (random) => opening(two.rules, random, 8 + random.below(9)),
  play: (begun, engines) => play(begun, engines, nodes).result,
});
console.log(JSON.stringify({ a, b, games, nodes, ...found }));
