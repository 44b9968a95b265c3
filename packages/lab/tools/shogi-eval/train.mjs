// Fits the weights to the results of games by logistic regression, and writes a weights file. Drawn games
// are left out, and so are openings, which were random, and positions in check. Every tenth game is held
// out: its positions only tell how well the weights do on games they have not seen.
//   node train.mjs --games games.txt --out weights.ts
import { createRandom } from 'plyades/internal/core/random.js';
import { inCheck } from 'plyades/internal/games/shogi/attacks.js';
import { options } from '../support/options.mjs';
import { linesOf, open, readWeights, WEIGHTS_FILE, writeWeights } from './engine.mjs';
import { countsOf, WEIGHTS } from './features.mjs';
import { replay, sideOf } from './games.mjs';
import { quiet } from './quiet.mjs';

const {
  games,
  out,
  rounds,
  weights: from,
  pull,
} = options({
  games: 'games.txt',
  out: 'weights.ts',
  rounds: 300,
  weights: WEIGHTS_FILE,
  /** How strongly weights are held at those of the file they start from. */
  pull: 1e-7,
});

/** Neighbouring positions tell the same: one of this many is taken. */
const SPACING = 3;

/** Rows of counts one behind the other: row k has the entries from starts[k] to starts[k + 1]. */
function createRows() {
  return { starts: [0], weights: [], times: [], targets: [] };
}

function addRow(rows, counts, target) {
  for (const [weight, times] of counts) {
    rows.weights.push(weight);
    rows.times.push(times);
  }
  rows.starts.push(rows.weights.length);
  rows.targets.push(target);
}

const pack = ({ starts, weights, times, targets }) => ({
  starts: Int32Array.from(starts),
  weights: Int16Array.from(weights),
  times: Int8Array.from(times),
  targets: Float32Array.from(targets),
});

async function readGames(rules, old) {
  const trained = createRows();
  const held = createRows();
  for (const line of await linesOf(games)) {
    const [game, result, begun, ...moves] = line.split(' ').map(Number);
    if (result === 0) continue;
    const random = createRandom(game);
    const rows = game % 10 === 9 ? held : trained;
    for (const record of replay(rules, moves).slice(begun)) {
      if (random.below(SPACING) > 0 || inCheck(record, sideOf(record))) continue;
      const rest = quiet(rules, record);
      if (rest === undefined) continue;
      const counts = countsOf(rest);
      check(rules, rest, counts, old);
      addRow(rows, counts, (1 + result) / 2);
    }
  }
  return { trained: pack(trained), held: pack(held) };
}

/** The counts must say what the kernel says. */
function check(rules, record, counts, old) {
  const sum = counts.reduce((total, [weight, times]) => total + times * old[weight], 0);
  const value = rules.evaluate(record) * (sideOf(record) === 0 ? 1 : -1);
  if (sum !== value) throw new Error(`counts give ${sum}, the kernel ${value}: ${record}`);
}

/** Black's chance by weights, row after row; a value of `scale` is a chance of 1 / (1 + 1/e). */
function* chances(rows, w, scale) {
  for (let k = 0; k < rows.targets.length; k++) {
    let value = 0;
    for (let j = rows.starts[k]; j < rows.starts[k + 1]; j++) {
      value += rows.times[j] * w[rows.weights[j]];
    }
    yield 1 / (1 + Math.exp(-value / scale));
  }
}

/** The mean logistic loss. */
function loss(rows, w, scale) {
  let sum = 0;
  let k = 0;
  for (const chance of chances(rows, w, scale)) {
    sum -= Math.log(Math.max(rows.targets[k++] === 1 ? chance : 1 - chance, 1e-9));
  }
  return sum / rows.targets.length;
}

/** The slope of the mean loss times the scale, plus the pull towards the first weights. */
function slope(rows, w, scale, first) {
  const sums = new Float64Array(WEIGHTS);
  let k = 0;
  for (const chance of chances(rows, w, scale)) {
    const miss = chance - rows.targets[k];
    for (let j = rows.starts[k]; j < rows.starts[k + 1]; j++) {
      sums[rows.weights[j]] += miss * rows.times[j];
    }
    k++;
  }
  return sums.map((sum, i) => sum / rows.targets.length + pull * scale * (w[i] - first[i]));
}

/** The scale that suits weights is found first and kept, so that values stay hundredths of a pawn. */
function fitScale(rows, w) {
  const scales = Array.from({ length: 24 }, (_, i) => Math.round(100 * 1.15 ** i));
  const losses = scales.map((scale) => loss(rows, w, scale));
  return scales[losses.indexOf(Math.min(...losses))];
}

const old = await readWeights(from);
if (old.length !== WEIGHTS) throw new Error(`${from}: ${old.length} weights, expected ${WEIGHTS}`);
const { rules } = await open(from);
const { trained, held } = await readGames(rules, old);
const scale = fitScale(trained, old);
const report = (round, w) =>
  console.log(
    JSON.stringify({ round, trained: loss(trained, w, scale), held: loss(held, w, scale) }),
  );
console.log(
  JSON.stringify({ trained: trained.targets.length, held: held.targets.length, scale, pull }),
);
report(0, old);

// Steps along the slope of the whole set, each weight at its own pace (Adam).
const w = Float64Array.from(old);
const m = new Float64Array(WEIGHTS);
const v = new Float64Array(WEIGHTS);
for (let round = 1; round <= rounds; round++) {
  const g = slope(trained, w, scale, old);
  const pace = 4 * (1 - round / (rounds + 1));
  for (let i = 0; i < WEIGHTS; i++) {
    m[i] = 0.9 * m[i] + 0.1 * g[i];
    v[i] = 0.99 * v[i] + 0.01 * g[i] * g[i];
    w[i] -= (pace * m[i]) / (1 - 0.9 ** round) / (Math.sqrt(v[i] / (1 - 0.99 ** round)) + 1e-9);
  }
  if (round % 50 === 0) report(round, w);
}
const rounded = Array.from(w, Math.round);
report('rounded', rounded);
await writeWeights(out, rounded);
