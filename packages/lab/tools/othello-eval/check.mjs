// Examines a weights file: that the evaluation is the same for the 16 views of a position, what it
// costs, and how its values and those of a shallow search agree with exact values. The records
// should be held-out games, played with a seed that no training used.
import { readFileSync } from 'node:fs';
import { options } from '../support/options.mjs';
import { engine, RECORD } from './engine.mjs';

const chosen = options({
  weights: 'weights.bin',
  games: 'games.bin',
  empties: 16,
  positions: 300,
  depth: 4,
});
const { kernel, bytes, take, weights } = await engine();
const record = take(RECORD);
const out = take(16);
const values = new Int32Array(bytes.buffer, out, 3);
const data = chosen.weights ? weights(readFileSync(chosen.weights)) : 0;
const games = readFileSync(chosen.games);
kernel.setPatternData(data);
const open = (game) => bytes.set(games.subarray(game * RECORD, (game + 1) * RECORD), record);

let wrong = 0;
for (let game = 0; game < 100; game++) {
  open(game);
  wrong += kernel.faults(record);
}
console.log(`${wrong} faults in 100 games`);

/** Nanoseconds per move of replaying one game, the best of five. */
function cost(pointer, evaluate) {
  kernel.setPatternData(pointer);
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 6; i++) {
    const begun = performance.now();
    kernel.replay(record, 10_000, evaluate);
    best = Math.min(best, performance.now() - begun);
  }
  return (best * 1e6) / 10_000 / bytes[record + 61];
}
const bare = cost(0, false);
const updated = cost(data, false);
const evaluated = cost(data, true);
console.log(
  `update ${(updated - bare).toFixed(1)} ns, evaluation ${(evaluated - updated).toFixed(1)} ns`,
);

function agreement(name, xs, ys) {
  const n = xs.length;
  const mean = (v) => v.reduce((sum, x) => sum + x, 0) / n;
  const [mx, my] = [mean(xs), mean(ys)];
  const sum = (f) => xs.reduce((total, x, i) => total + f(x, ys[i]), 0);
  const r =
    sum((x, y) => (x - mx) * (y - my)) /
    Math.sqrt(sum((x) => (x - mx) ** 2) * sum((_, y) => (y - my) ** 2));
  const rmse = Math.sqrt(sum((x, y) => (x - y) ** 2) / n) / 100;
  console.log(`${name}: correlation ${r.toFixed(4)}, rmse ${rmse.toFixed(2)} discs`);
}
const stat = [];
const deep = [];
const exact = [];
for (let game = 0; exact.length < chosen.positions && game * RECORD < games.length; game++) {
  open(game);
  const ply = 60 - chosen.empties;
  if (bytes[record + 62] > ply || bytes[record + 61] <= ply) continue;
  if (!kernel.solveRecord(record, ply, out, chosen.depth)) continue;
  stat.push(values[0]);
  deep.push(values[1]);
  exact.push(values[2]);
}
console.log(`${exact.length} positions with ${chosen.empties} empties against exact values`);
agreement('static', stat, exact);
agreement(`depth ${chosen.depth}`, deep, exact);
