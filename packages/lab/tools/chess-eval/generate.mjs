// Plays games of the kernel against itself and appends one line per game to a file: the result for White,
// then the quiet positions, each as its record in hexadecimal and the value that the search found. Game i
// depends on the seed, on i, on the nodes and on the weights; a file that has games already is continued.
//   node generate.mjs --out games.txt --games 1000 --seed 1 --nodes 2500
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRandom } from 'plyades/internal/core/random.js';
import { PROVEN } from 'plyades/internal/core/score.js';
import { options } from '../support/options.mjs';
import { open } from './engine.mjs';
import { opening, play } from './games.mjs';
import { readWeights, WEIGHTS_FILE } from './weights.mjs';

const { out, games, seed, nodes, weights, minutes } = options({
  out: 'games.txt',
  games: 1000,
  seed: 1,
  nodes: 2500,
  weights: WEIGHTS_FILE,
  /** Stops after this long. */
  minutes: 1e6,
});

const engine = await open(await readWeights(weights));
const { rules } = engine;

/** Neither check nor a capture or promotion to come: the static value should be about right. */
function isQuiet({ record, value, move }) {
  if (Math.abs(value) >= PROVEN || !rules.standsPat(record)) return false;
  return !rules.tacticalMoves(record).includes(move);
}

const done = existsSync(out) ? readFileSync(out, 'utf8').split('\n').length - 1 : 0;
const sums = { white: 0, drawn: 0, black: 0, positions: 0 };
const until = performance.now() + 60_000 * minutes;
let game = done;
for (; game < games && performance.now() < until; game++) {
  const random = createRandom(seed * 1_000_003 + game);
  const { steps, result } = play(opening(engine, random), [engine, engine], nodes);
  const quiet = steps.filter(isQuiet);
  const texts = quiet.map(({ record, value }) => `${Buffer.from(record).toString('hex')}:${value}`);
  appendFileSync(out, `${[result, ...texts].join(' ')}\n`);
  sums[result > 0 ? 'white' : result < 0 ? 'black' : 'drawn']++;
  sums.positions += quiet.length;
}
console.log(JSON.stringify({ out, before: done, games: game, nodes, ...sums }));
