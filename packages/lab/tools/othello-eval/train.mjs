// Fits the weights of each stage to game records and writes the weights file. Ridge regression: the
// squared error of the predicted disc difference plus `ridge` times the squared weights, so that
// contents seen rarely stay near zero. Solved by conjugate gradients, preconditioned with how often
// each content was seen. Every 20th game is held out and only measured.
//
// A stage also learns from positions up to `margin` empties outside it: twice the data for little
// bias, since weights change slowly from stage to stage.
import { readFileSync, writeFileSync } from 'node:fs';
import { options } from '../support/options.mjs';
import { engine, RECORD } from './engine.mjs';

const chosen = options({
  games: 'games.bin',
  out: 'weights.bin',
  ridge: 8,
  iterations: 30,
  margin: 2,
  trust: 210,
  limit: 5_000_000,
});

const MAGIC = 0x31504f50;
const HEADER = 160;
const STAGES = 13;
const FILE_WEIGHTS = 113_877;
const ROW = 48;
const PARTS = 46;
const CONTENTS = 167_265;
/** Squares, instances and exchanged pairs of each class of parts, as in patterns.ts. */
const SHAPES = [
  [4, 4, 2],
  [5, 4, 2],
  [6, 4, 3],
  [7, 4, 3],
  [8, 2, 4],
  [8, 4, 4],
  [8, 4, 4],
  [8, 4, 4],
  [10, 4, 5],
  [10, 8, 0],
  [9, 4, 3],
];

/** Where the weights of each of the 46 parts begin in the vector of unknowns. */
const offsets = new Int32Array(PARTS);
{
  let part = 0;
  let begin = 0;
  for (const [squares, instances] of SHAPES) {
    offsets.fill(begin, part, part + instances);
    part += instances;
    begin += 3 ** squares;
  }
}
/** The unknowns: one per content (mirror images use the smaller one's), then one bias per empties. */
const UNKNOWNS = CONTENTS + 61;

const { kernel, bytes, take, weights: prepare } = await engine();
// Part numbers are only kept when there is data, with any weights.
kernel.setPatternData(prepare(new Uint8Array(kernel.patternFileBytes())));
const record = take(RECORD);
const rowsAt = take(60 * ROW * 2);
const records = Buffer.concat(chosen.games.split(',').map((name) => readFileSync(name)));
const games = Math.min(chosen.limit, Math.floor(records.length / RECORD));

function stageRange(stage) {
  return [stage === 0 ? 0 : 4 * stage + 5, stage === STAGES - 1 ? 60 : 4 * stage + 8];
}

/** Rows of the games that `keep` accepts, as one Uint16Array and their number. */
function collect(minEmpties, maxEmpties, trust, keep) {
  let rows = new Uint16Array(ROW * 1_000_000);
  let count = 0;
  const found = new Uint16Array(bytes.buffer, rowsAt, 60 * ROW);
  for (let game = 0; game < games; game++) {
    if (!keep(game)) continue;
    bytes.set(records.subarray(game * RECORD, (game + 1) * RECORD), record);
    const n = kernel.rows(record, minEmpties, maxEmpties, trust, rowsAt);
    if ((count + n) * ROW > rows.length) {
      const larger = new Uint16Array(rows.length * 2);
      larger.set(rows);
      rows = larger;
    }
    rows.set(found.subarray(0, n * ROW), count * ROW);
    count += n;
  }
  const targets = new Float32Array(count);
  for (let i = 0; i < count; i++) targets[i] = ((rows[i * ROW + 47] << 16) >> 16) / 100;
  return { rows, count, targets };
}

/** out[i] = row i times the vector. */
function predict({ rows, count }, vector, out) {
  for (let i = 0, at = 0; i < count; i++, at += ROW) {
    let sum = vector[CONTENTS + rows[at + 46]];
    for (let part = 0; part < PARTS; part++) sum += vector[offsets[part] + rows[at + part]];
    out[i] = sum;
  }
}

/** out = transposed rows times the residuals. */
function perturb({ rows, count }, residuals, out) {
  out.fill(0);
  for (let i = 0, at = 0; i < count; i++, at += ROW) {
    const residual = residuals[i];
    out[CONTENTS + rows[at + 46]] += residual;
    for (let part = 0; part < PARTS; part++) out[offsets[part] + rows[at + part]] += residual;
  }
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Root mean square error in discs. */
function errors(set, vector) {
  const out = new Float32Array(set.count);
  predict(set, vector, out);
  let squares = 0;
  for (let i = 0; i < set.count; i++) {
    squares += (set.targets[i] - Math.max(-64, Math.min(64, out[i]))) ** 2;
  }
  return Math.sqrt(squares / set.count);
}

function regress(set) {
  const solution = new Float64Array(UNKNOWNS);
  const gradient = new Float64Array(UNKNOWNS);
  const scaled = new Float64Array(UNKNOWNS);
  const direction = new Float64Array(UNKNOWNS);
  const image = new Float64Array(UNKNOWNS);
  const seen = new Float64Array(UNKNOWNS);
  const along = new Float32Array(set.count);
  const ridge = new Float64Array(UNKNOWNS).fill(chosen.ridge);
  ridge.fill(0.01, CONTENTS);
  perturb(set, new Float32Array(set.count).fill(1), seen);
  perturb(set, set.targets, gradient);
  const precondition = () => {
    for (let i = 0; i < UNKNOWNS; i++) scaled[i] = gradient[i] / (seen[i] + ridge[i]);
  };
  precondition();
  direction.set(scaled);
  let product = dot(gradient, scaled);
  for (let iteration = 0; iteration < chosen.iterations; iteration++) {
    predict(set, direction, along);
    perturb(set, along, image);
    for (let i = 0; i < UNKNOWNS; i++) image[i] += ridge[i] * direction[i];
    const step = product / dot(direction, image);
    for (let i = 0; i < UNKNOWNS; i++) {
      solution[i] += step * direction[i];
      gradient[i] -= step * image[i];
    }
    precondition();
    const next = dot(gradient, scaled);
    const turn = next / product;
    for (let i = 0; i < UNKNOWNS; i++) direction[i] = scaled[i] + turn * direction[i];
    product = next;
  }
  return solution;
}

function mirrored(content, squares, pairs) {
  const digits = [];
  for (let i = 0, rest = content; i < squares; i++, rest = Math.floor(rest / 3))
    digits.push(rest % 3);
  for (let i = 0; i < pairs; i++) {
    const swap = digits[i];
    digits[i] = digits[squares - 1 - i];
    digits[squares - 1 - i] = swap;
  }
  return digits.reduceRight((sum, digit) => sum * 3 + digit, 0);
}

/** Unknowns that the file holds, in its order. */
function fileOrder() {
  const order = [];
  let begin = 0;
  for (const [squares, , pairs] of SHAPES) {
    for (let content = 0; content < 3 ** squares; content++) {
      if (mirrored(content, squares, pairs) >= content) order.push(begin + content);
    }
    begin += 3 ** squares;
  }
  if (order.length !== FILE_WEIGHTS) throw new Error('the shapes differ from patterns.ts');
  return order;
}

const order = fileOrder();
const file = Buffer.alloc(HEADER + STAGES * FILE_WEIGHTS);
file.writeUInt32LE(MAGIC, 0);
console.log(
  `${games} games; ridge ${chosen.ridge}, trust ${chosen.trust}, margin ${chosen.margin}`,
);
// Errors in discs: against the blended targets in training and held out, against final results.
console.log('  empties positions     train  held-out   results      unit');
for (let stage = 0; stage < STAGES; stage++) {
  const [low, high] = stageRange(stage);
  const held = collect(low, high, 256, (game) => game % 20 === 7);
  const blended = collect(low, high, chosen.trust, (game) => game % 20 === 7);
  const set = collect(
    low - chosen.margin,
    high + chosen.margin,
    chosen.trust,
    (game) => game % 20 !== 7,
  );
  const solution = regress(set);

  // The largest weight becomes +-127, but a unit is at most 1/8 disc; what lies beyond is clipped.
  let largest = 0;
  for (const unknown of order) largest = Math.max(largest, Math.abs(solution[unknown]));
  const scale = Math.ceil((Math.min(largest, 15.8) * 100 * 64) / 127);
  const unit = scale / 6400;
  const quantised = new Float64Array(solution);
  order.forEach((unknown, i) => {
    const weight = Math.max(-127, Math.min(127, Math.round(solution[unknown] / unit)));
    file.writeInt8(weight, HEADER + stage * FILE_WEIGHTS + i);
    quantised[unknown] = weight * unit;
  });
  file.writeUInt16LE(scale, 4 + 2 * stage);
  for (let empties = low; empties <= high; empties++) {
    file.writeInt16LE(Math.round(solution[CONTENTS + empties] * 100), 32 + 2 * empties);
  }

  const columns = [
    `${low}-${high}`,
    set.count,
    errors(set, solution).toFixed(3),
    errors(blended, quantised).toFixed(3),
    errors(held, quantised).toFixed(3),
    unit.toFixed(4),
  ];
  console.log(columns.map((column) => String(column).padStart(9)).join(' '));
}
writeFileSync(chosen.out, file);
console.log(`${chosen.out}: ${file.length} bytes`);
