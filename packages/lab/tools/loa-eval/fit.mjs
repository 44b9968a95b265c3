// Fits weights of the evaluation to the results of games of Lines of Action against itself: logistic
// regression by Newton's method. Prints the weights in hundredths of a logit, and how much worse the
// fit is without each of them.
//   node tools/loa-eval/fit.mjs --games 2500 --depth 3 --seed 7
import { parseArgs } from 'node:util';
import { createRandom } from 'plyades/internal/core/random.js';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { features, names } from './features.mjs';

const { values: options } = parseArgs({
  options: {
    games: { type: 'string', default: '2500' },
    depth: { type: 'string', default: '3' },
    seed: { type: 'string', default: '7' },
  },
});

const OPENING_PLIES = 8;
const LONGEST_GAME = 150;
/** Percent of moves that are drawn at random, so that games differ. */
const STRAY_MOVES = 5;

const { module } = await loadKernel('loa');
const kernel = new Kernel(module, { capacity: 32 << 20 });
const rules = new Rules(kernel);
const table = Table.create(kernel, 8 << 20);
const searcher = new Searcher(kernel, 100).attach(table);
const random = createRandom(Number(options.seed));

function choose(record) {
  searcher.start(record, { maxDepth: Number(options.depth), mode: 'play' });
  while (searcher.run(100_000) === 'running');
  return searcher.found.move;
}

/** The positions of a game in which a move was searched for, and Black's result: 1, 0.5 or 0. */
function playGame() {
  const positions = [];
  let record = notationOf('loa').start().record;
  table.clear();
  for (let ply = 0; ply < LONGEST_GAME; ply++) {
    if (rules.over(record)) {
      const result = Math.sign(rules.result(record)) * (record[16] === 0 ? 1 : -1);
      return { positions, black: (1 + result) / 2 };
    }
    const moves = rules.moves(record);
    if (ply < OPENING_PLIES || random.below(100) < STRAY_MOVES) {
      record = rules.play(record, moves[random.below(moves.length)]);
    } else {
      positions.push(record);
      record = rules.play(record, choose(record));
    }
  }
  return { positions, black: 0.5 };
}

const rows = [];
for (let game = 0; game < Number(options.games); game++) {
  const { positions, black } = playGame();
  for (const record of positions) {
    if (random.below(2) === 0) continue;
    rows.push({ inputs: features(rules, record), result: record[16] === 0 ? black : 1 - black });
  }
}

const chance = (weights, inputs) =>
  1 / (1 + Math.exp(-inputs.reduce((sum, value, i) => sum + value * weights[i], 0)));

/** Weights of the features in use, zeros for the others, and the loss per position. */
function fitted(used) {
  let weights = names.map(() => 0);
  for (let round = 0; round < 12; round++) {
    const system = names.map((_, i) => names.map((_, j) => (i === j ? (used[i] ? 1e-3 : 1) : 0)));
    const slope = names.map(() => 0);
    for (const { inputs, result } of rows) {
      const p = chance(weights, inputs);
      for (let i = 0; i < names.length; i++) {
        if (!used[i]) continue;
        slope[i] += (result - p) * inputs[i];
        for (let j = 0; j < names.length; j++) {
          if (used[j]) system[i][j] += p * (1 - p) * inputs[i] * inputs[j];
        }
      }
    }
    const step = solve(system, slope);
    weights = weights.map((weight, i) => weight + step[i]);
  }
  let loss = 0;
  for (const { inputs, result } of rows) {
    const p = chance(weights, inputs);
    loss -= result * Math.log(p) + (1 - result) * Math.log(1 - p);
  }
  return { weights, loss: loss / rows.length };
}

/** Solves a positive definite system by elimination. */
function solve(system, right) {
  const rows = system.map((row, i) => [...row, right[i]]);
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue;
      const factor = row[i] / pivot[i];
      for (let k = i; k < row.length; k++) row[k] -= factor * pivot[k];
    }
  }
  return rows.map((row, i) => row.at(-1) / row[i]);
}

const best = fitted(names.map(() => true));
console.log(`${rows.length} positions, loss ${best.loss.toFixed(4)}`);
for (const [i, name] of names.entries()) {
  const without = fitted(names.map((_, j) => i !== j)).loss - best.loss;
  const weight = (100 * best.weights[i]).toFixed(1).padStart(8);
  console.log(`${name.padEnd(12)}${weight}   without it +${without.toFixed(4)}`);
}
