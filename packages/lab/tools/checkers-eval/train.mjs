// Fits the weights to the results of games by logistic regression, and writes a weights file. The counts
// of a position come from the kernel itself: an evaluation is linear in the weights, so the evaluation
// with one weight set and the others 0 is a count. Drawn games are left out: shallow searches draw most
// endings that they should win, and would learn that a man more is worth little on an empty board.
//   node train.mjs --games games.txt --out weights.ts
import { readFileSync } from 'node:fs';
import { options } from '../support/options.mjs';
import { open, readWeights, WEIGHTS_FILE, writeWeights } from './engine.mjs';

const {
  games,
  out,
  rounds,
  weights: from,
  pull,
} = options({
  games: 'games.txt',
  out: 'weights.ts',
  rounds: 400,
  weights: WEIGHTS_FILE,
  /** How strongly weights are held at those of the file they start from. */
  pull: 3e-5,
});

/** A weight as large as this gives counts free of rounding: it is a multiple of 24, the pieces. */
const UNIT = 24 * 16;

const old = await readWeights(from);
const engine = await open();
const size = 2 * old.length;

/** The counts of a position, for a full and for an empty board in turn. */
function countsOf(records) {
  const rows = records.map(() => new Float32Array(size));
  for (let i = 0; i < size; i++) {
    const unit = old.map((_, j) => [2 * j === i ? UNIT : 0, 2 * j + 1 === i ? UNIT : 0]);
    engine.use(unit);
    for (const [k, record] of records.entries()) rows[k][i] = engine.rules.evaluate(record) / UNIT;
  }
  return rows;
}

const rows = [];
const targets = [];
const held = [];
for (const [game, line] of readFileSync(games, 'utf8').trim().split('\n').entries()) {
  const [result, ...texts] = line.split(' ');
  if (Number(result) === 0) continue;
  const records = texts.map((text) => new Uint8Array(Buffer.from(text, 'hex')));
  for (const [k, row] of countsOf(records).entries()) {
    rows.push(row);
    targets.push((1 + (records[k][12] === 0 ? 1 : -1) * Number(result)) / 2);
    held.push(game % 10 === 9);
  }
}

const dot = (row, w) => {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += row[i] * w[i];
  return sum;
};
/** A value of `scale` is won with a probability of 1 / (1 + 1/e). */
let scale = 100;
const chance = (value) => 1 / (1 + Math.exp(-value / scale));

function error(w, which) {
  let sum = 0;
  let n = 0;
  for (const [k, row] of rows.entries()) {
    if (held[k] !== which) continue;
    sum += (chance(dot(row, w)) - targets[k]) ** 2;
    n++;
  }
  return sum / n;
}

// Steps along the gradient of the whole set, each weight at its own pace (Adam).
const first = old.flatMap((pair) => pair.slice(0, 2));
const w = [...first];
const m = new Float64Array(size);
const v = new Float64Array(size);
// The scale that suits the old weights is kept, so that the new ones are hundredths of a man too.
const scales = Array.from({ length: 20 }, (_, i) => Math.round(20 * 1.15 ** i));
const errors = scales.map((each) => {
  scale = each;
  return error(w, false);
});
scale = scales[errors.indexOf(Math.min(...errors))];
const trained = held.filter((each) => !each).length;
console.log(JSON.stringify({ positions: rows.length, scale, before: error(w, true) }));
for (let round = 1; round <= rounds; round++) {
  const gradient = new Float64Array(size);
  for (const [k, row] of rows.entries()) {
    if (held[k]) continue;
    const miss = chance(dot(row, w)) - targets[k];
    for (let i = 0; i < size; i++) gradient[i] += miss * row[i];
  }
  const pace = round < rounds / 2 ? 2 : 0.5;
  for (let i = 0; i < size; i++) {
    const g = gradient[i] / trained + pull * (w[i] - first[i]);
    m[i] = 0.9 * m[i] + 0.1 * g;
    v[i] = 0.99 * v[i] + 0.01 * g * g;
    w[i] -= (pace * m[i]) / (1 - 0.9 ** round) / (Math.sqrt(v[i] / (1 - 0.99 ** round)) + 1e-9);
  }
  if (round % 50 === 0) {
    console.log(JSON.stringify({ round, trained: error(w, false), held: error(w, true) }));
  }
}
const rounded = old.map(([, , name], i) => [Math.round(w[2 * i]), Math.round(w[2 * i + 1]), name]);
await writeWeights(out, rounded);
