// Fits the weights to the results of games by logistic regression and writes a weights file. An input is
// the number of windows that one side alone has k stones in, the mover's less the other side's, for k from
// one to five, and the stones of the mover that need not stop a threat. Every tenth game is held out.
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
  rounds: 25,
  weights: WEIGHTS_FILE,
  /** How strongly weights are held at those of the file they start from, in positions. */
  pull: 200,
});

const SIZE = 19;
const BITS = 46;
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];

/** Every six points in a row. */
const windows = Array.from({ length: SIZE * SIZE }, (_, point) =>
  STEPS.flatMap(([dx, dy]) => {
    const [x, y] = [(point % SIZE) + 5 * dx, Math.floor(point / SIZE) + 5 * dy];
    if (x < 0 || x >= SIZE || y >= SIZE) return [];
    return [Array.from({ length: 6 }, (_, i) => point + i * (dx + SIZE * dy))];
  }),
).flat();

const old = (await readWeights(from)).map(({ value }) => value);
const names = (await readWeights(from)).map(({ name }) => name);
const [W1, W2, W3, W4, W5, FREE] = old;
const worth = [0, W1, W2, W3, W4, W5];
const engine = await open(from);

/** The inputs of a position that is not decided. What the windows leave of its evaluation is the turn's. */
function inputsOf(record) {
  const mover = engine.rules.turn(record);
  const stone = (side, point) => (record[side * BITS + (point >> 3)] >> (point & 7)) & 1;
  const counts = [0, 0, 0, 0, 0, 0];
  for (const window of windows) {
    let own = 0;
    let other = 0;
    for (const point of window) {
      own += stone(mover, point);
      other += stone(1 - mover, point);
    }
    if (other === 0) counts[own]++;
    if (own === 0) counts[other]--;
  }
  const shapes = counts.reduce((sum, count, i) => sum + count * worth[i], 0);
  return [...counts.slice(1), (engine.rules.evaluate(record) - shapes) / FREE];
}

const rows = [];
for (const [game, line] of readFileSync(games, 'utf8').trim().split('\n').entries()) {
  const [result, ...texts] = line.trim().split(' ');
  for (const text of texts) {
    const record = new Uint8Array(Buffer.from(text, 'hex'));
    const own = engine.rules.turn(record) === 0 ? Number(result) : -Number(result);
    rows.push({ inputs: inputsOf(record), target: (1 + own) / 2, held: game % 10 === 9 });
  }
}

const dot = (w, inputs) => inputs.reduce((sum, value, i) => sum + value * w[i], 0);
const chance = (value) => 1 / (1 + Math.exp(-value));

/** Mean logistic loss of the held-out positions or of the others. */
function loss(w, held) {
  const some = rows.filter((row) => row.held === held);
  const sum = some.reduce((total, { inputs, target }) => {
    const p = Math.min(Math.max(chance(dot(w, inputs)), 1e-9), 1 - 1e-9);
    return total - target * Math.log(p) - (1 - target) * Math.log(1 - p);
  }, 0);
  return sum / some.length;
}

const train = rows.filter((row) => !row.held);

/** Newton's method from `first`, on the loss and on `pull` times the squares of relative changes. */
function fitted(some, first, pull) {
  let w = [...first];
  for (let round = 0; round < rounds; round++) {
    const system = w.map((_, i) => w.map((_, j) => (i === j ? pull / first[i] ** 2 : 0)));
    const slope = w.map((value, i) => (pull / first[i] ** 2) * (first[i] - value));
    for (const { inputs, target } of some) {
      const p = chance(dot(w, inputs));
      for (let i = 0; i < w.length; i++) {
        slope[i] += (target - p) * inputs[i];
        for (let j = 0; j < w.length; j++) system[i][j] += p * (1 - p) * inputs[i] * inputs[j];
      }
    }
    const step = solve(system, slope);
    w = w.map((value, i) => value + step[i]);
  }
  return w;
}

// First the shapes as they are and the turn: that says what a point of the old weights means in terms of
// winning, and the new ones keep that scale. Then every weight for itself.
const shapes = (inputs) => dot(old.slice(0, 5), inputs.slice(0, 5));
const coarse = train.map(({ inputs, target }) => ({ inputs: [shapes(inputs), inputs[5]], target }));
const [unit, turn] = fitted(coarse, [1 / 600, FREE / 600], 1e-6);
const scale = 1 / unit;
const before = old.map((value) => value / scale);
const first = [...before.slice(0, 5), turn];
const w = fitted(train, first, pull);

/** Solves a positive definite system by elimination. */
function solve(system, right) {
  const lines = system.map((row, i) => [...row, right[i]]);
  for (const [i, pivot] of lines.entries()) {
    for (const [j, row] of lines.entries()) {
      if (i === j) continue;
      const factor = row[i] / pivot[i];
      for (let k = i; k < row.length; k++) row[k] -= factor * pivot[k];
    }
  }
  return lines.map((row, i) => row.at(-1) / row[i]);
}

/** Integers that the kernel can take: none below the one before it, none above 127. */
const rounded = [];
for (const [i, value] of w.entries()) {
  const integer = Math.max(Math.round(value * scale), 0);
  const least = i > 0 && i < 5 ? rounded[i - 1] : 0;
  rounded.push(i < 5 ? Math.min(Math.max(integer, least), 127) : integer);
}
console.log(
  JSON.stringify({
    positions: rows.length,
    scale: Math.round(scale),
    before: { trained: loss(before, false), held: loss(before, true) },
    turn: { weight: Math.round(turn * scale), held: loss(first, true) },
    after: { trained: loss(w, false), held: loss(w, true) },
    rounded: loss(
      rounded.map((value) => value / scale),
      true,
    ),
    weights: Object.fromEntries(names.map((name, i) => [name, rounded[i]])),
  }),
);
await writeWeights(out, rounded);
