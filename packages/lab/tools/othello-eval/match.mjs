// Plays a match between two weights files ('' is the evaluation without weights): every opening of
// ten random plies is played twice with colours exchanged.
import { readFileSync } from 'node:fs';
import { options } from '../support/options.mjs';
import { engine } from './engine.mjs';

const { a, b, games, seed, depth, solve } = options({
  a: '',
  b: '',
  games: 200,
  seed: 77,
  depth: 4,
  solve: 12,
});
const { kernel, weights } = await engine();
const first = a ? weights(readFileSync(a)) : 0;
const second = b ? weights(readFileSync(b)) : 0;
let wins = 0;
let draws = 0;
let discs = 0;
for (let game = 0; game < games; game++) {
  const opening = game >> 1;
  const score =
    game & 1
      ? -kernel.playMatch(second, first, seed, opening, depth, solve)
      : kernel.playMatch(first, second, seed, opening, depth, solve);
  if (score > 0) wins++;
  if (score === 0) draws++;
  discs += score;
}
console.log(
  `depth ${depth}: ${wins} wins, ${draws} draws, ${games - wins - draws} losses; ` +
    `${((100 * (wins + draws / 2)) / games).toFixed(1)} %, ${(discs / games).toFixed(2)} discs a game`,
);
