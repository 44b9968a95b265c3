// Fits the weights to the results of games by logistic regression (Texel's method), and writes a weights
// file. Every tenth game is held out. Small data is enough because weights are pulled towards those they
// start from: what the games say nothing about stays as it was.
//   node train.mjs --games games.txt --out weights.mjs
import { readFileSync } from 'node:fs';
import { options } from '../support/options.mjs';
import { open } from './engine.mjs';
import { addGradient, rowsOf, rowValue } from './features.mjs';
import { readWeights, SLOTS, WEIGHTS_FILE, writeWeights } from './weights.mjs';

const {
  games,
  out,
  rounds,
  weights: from,
  pull,
  trust,
} = options({
  games: 'games.txt',
  out: 'weights.mjs',
  rounds: 300,
  weights: WEIGHTS_FILE,
  /** How strongly weights are held at those of the file they start from. */
  pull: 1e-7,
  /** How much of a target is the result of the game; the rest is what the search thought. */
  trust: 0.7,
});

const first = await readWeights(from);
const engine = await open(first);

const records = [];
const results = [];
const searched = [];
const held = [];
for (const [game, line] of readFileSync(games, 'utf8').trim().split('\n').entries()) {
  const [result, ...texts] = line.split(' ');
  for (const text of texts) {
    const [hex, value] = text.split(':');
    const record = new Uint8Array(Buffer.from(hex, 'hex'));
    records.push(record);
    results.push((1 + (record[42] % 2 === 0 ? 1 : -1) * Number(result)) / 2);
    searched.push(Number(value));
    held.push(game % 10 === 9);
  }
}

const rows = rowsOf(engine, records);
checkRows();

/** The rows must say what the kernel says, but for its rounding: three divisions. */
function checkRows() {
  engine.use(first);
  for (const [k, record] of records.entries()) {
    const [ours, theirs] = [rowValue(rows, k, first), engine.rules.evaluate(record)];
    if (Math.abs(ours - theirs) > 3) throw new Error(`position ${k}: ${ours}, kernel ${theirs}`);
  }
}

/** A value of `scale` is won with a probability of 1 / (1 + 1/e). */
let scale = 100;
const chance = (value) => 1 / (1 + Math.exp(-value / scale));

/** Mean logistic loss against the results alone. */
function loss(w, isHeld) {
  let sum = 0;
  let n = 0;
  for (let k = 0; k < rows.length; k++) {
    if (held[k] !== isHeld) continue;
    const p = Math.min(1 - 1e-9, Math.max(1e-9, chance(rowValue(rows, k, w))));
    sum -= results[k] * Math.log(p) + (1 - results[k]) * Math.log(1 - p);
    n++;
  }
  return sum / n;
}

// The scale that suits the old weights is kept, so that the new ones are centipawns too.
const scales = Array.from({ length: 16 }, (_, i) => Math.round(80 * 1.15 ** i));
const losses = scales.map((each) => {
  scale = each;
  return loss(first, false);
});
scale = scales[losses.indexOf(Math.min(...losses))];
const trained = held.filter((each) => !each).length;
const report = (about, w) =>
  console.log(JSON.stringify({ ...about, trained: loss(w, false), held: loss(w, true) }));
report({ games, positions: rows.length, scale }, first);

/** Pieces other than pawns and kings are worth the same on both wings. */
function mirror(gradient) {
  for (let piece = 1; piece <= 4; piece++) {
    for (let square = 0; square < 64; square++) {
      const other = square ^ 7;
      if (square > other) continue;
      for (const half of [0, 1]) {
        const [a, b] = [square, other].map((each) => 2 * (SLOTS.places + 64 * piece + each) + half);
        gradient[a] = gradient[b] = (gradient[a] + gradient[b]) / 2;
      }
    }
  }
}

// Steps along the gradient of the whole set, each weight at its own pace (Adam).
const w = [...first];
const m = new Float64Array(w.length);
const v = new Float64Array(w.length);
const targets = results.map((result, k) => trust * result + (1 - trust) * chance(searched[k]));
for (let round = 1; round <= rounds; round++) {
  const gradient = new Float64Array(w.length);
  for (let k = 0; k < rows.length; k++) {
    if (held[k]) continue;
    const miss = chance(rowValue(rows, k, w)) - targets[k];
    addGradient(rows, k, w, miss / scale / trained, gradient);
  }
  mirror(gradient);
  const pace = round < rounds / 2 ? 1 : 0.3;
  for (let i = 0; i < w.length; i++) {
    const g = gradient[i] + pull * (w[i] - first[i]);
    m[i] = 0.9 * m[i] + 0.1 * g;
    v[i] = 0.99 * v[i] + 0.01 * g * g;
    w[i] -= (pace * m[i]) / (1 - 0.9 ** round) / (Math.sqrt(v[i] / (1 - 0.99 ** round)) + 1e-9);
  }
  if (round % 50 === 0) report({ round }, w);
}
const rounded = w.map(Math.round);
report({ rounded: true }, rounded);
await writeWeights(out, rounded);
