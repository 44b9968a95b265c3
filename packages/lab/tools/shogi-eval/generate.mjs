// Plays games of the kernel against itself and writes one line per game: its number, the result for
// Black, the length of the random opening, and the moves. Game i depends on the seed, i, the nodes and the
// weights; a file that is there already is continued.
//   node generate.mjs --out games.txt --games 3000 --nodes 2000 --seed 1
import { appendFileSync } from 'node:fs';
import { createRandom } from 'plyades/internal/core/random.js';
import { options } from '../support/options.mjs';
import { linesOf, open, WEIGHTS_FILE } from './engine.mjs';
import { opening, play } from './games.mjs';

const { out, games, nodes, seed, seconds, weights } = options({
  out: 'games.txt',
  games: 3000,
  nodes: 2000,
  seed: 1,
  /** Begins no game after this time. */
  seconds: 3600,
  weights: WEIGHTS_FILE,
});
const engine = await open(weights);
const sums = { black: 0, drawn: 0, white: 0, plies: 0 };
const first = (await linesOf(out)).length;
const end = performance.now() + 1000 * seconds;
let i = first;
for (; i < games && performance.now() < end; i++) {
  const random = createRandom(seed * 1_000_003 + i);
  const begun = opening(engine.rules, random, 6 + random.below(19));
  const { moves, result } = play(begun, [engine, engine], nodes);
  appendFileSync(out, `${i} ${result} ${begun.length} ${moves.join(' ')}\n`);
  sums[result > 0 ? 'black' : result < 0 ? 'white' : 'drawn']++;
  sums.plies += moves.length;
}
console.log(JSON.stringify({ first, games: i, nodes, ...sums }));
