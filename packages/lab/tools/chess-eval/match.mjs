// A match between two weights files: each random opening is played twice, with the sides exchanged.
//   node match.mjs --a new.mjs --b old.mjs --games 400 --nodes 5000

import { playMatch } from '../support/match.mjs';
import { options } from '../support/options.mjs';
import { open } from './engine.mjs';
import { opening, play } from './games.mjs';
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
const found = playMatch({
  one,
  two,
  games,
  seed,
  opening: (random) => opening(two, random),
  play: (begun, engines) => play(begun, engines, nodes).result,
});
console.log(JSON.stringify({ games, nodes, ...found }));
