// Fits deep = slope * shallow + intercept and its deviation to the values that generate.mjs wrote, for each
// pair of depths and each stage of the game, and writes them as AssemblyScript. Every fifth position is
// held out; how often their deep values lie where the fit says is printed.
import { readFileSync, writeFileSync } from 'node:fs';
import { options } from '../support/options.mjs';

const { values, out, deepest, wild } = options({
  values: 'values.jsonl',
  out: '',
  /** Depths up to this have predictions; greater ones use those of the last. */
  deepest: 24,
  /** Positions worth more than this, in 1/100 disc, at any depth are left out. */
  wild: 4000,
});

const STAGE_EMPTIES = 8;
const STAGES = 7;
const LEAST_DEPTH = 3;
const CHECKS = 2;
/** Pairs with fewer positions than this are taken from the general formula. */
const ENOUGH = 40;
const CONFIDENCE = 1.5;

/** The shallow searches that are tried for a search of `depth` plies: of the same parity, cheap ones first. */
function shallows(depth) {
  if (depth < 5) return [depth - 2];
  const least = 2 - (depth % 2);
  const even = (plies) => Math.max(least, plies - ((depth - plies) % 2));
  const half = even(Math.floor(depth / 2));
  const quarter = even(Math.floor(depth / 4));
  return quarter < half ? [quarter, half] : [half];
}

const rows = values
  .split(',')
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line))
  .map((row, i) => ({ ...row, heldOut: i % 5 === 0 }))
  .filter((row) => row.values.every((value) => Math.abs(value) <= wild));

const stageOf = (empties) => Math.min(STAGES - 1, Math.floor(empties / STAGE_EMPTIES));

const pairsOf = (stage, deep, shallow, heldOut) =>
  rows
    .filter((row) => stageOf(row.empties) === stage && row.heldOut === heldOut)
    .filter((row) => row.values.length > deep)
    .map((row) => [row.values[shallow], row.values[deep]]);

function regress(pairs) {
  const n = pairs.length;
  const mean = (pick) => pairs.reduce((sum, pair) => sum + pick(pair), 0) / n;
  const x = mean(([shallow]) => shallow);
  const y = mean(([, deep]) => deep);
  const slope = mean(([s, d]) => (s - x) * (d - y)) / mean(([s]) => (s - x) ** 2);
  const intercept = y - slope * x;
  const square = pairs.reduce((sum, [s, d]) => sum + (d - slope * s - intercept) ** 2, 0);
  return { slope, intercept, deviation: Math.sqrt(square / (n - 2)), n };
}

/** Deviations of all measured pairs of a stage as a plane over the logarithms of both depths. */
function plane(stage) {
  const points = [];
  for (let deep = 5; deep <= 16; deep++) {
    for (let shallow = 2; shallow <= deep - 2; shallow++) {
      if ((deep - shallow) % 2 !== 0) continue;
      const pairs = pairsOf(stage, deep, shallow, false);
      if (pairs.length < ENOUGH) continue;
      const { deviation } = regress(pairs);
      points.push([[1, Math.log(deep), Math.log(shallow)], Math.log(deviation), pairs.length]);
    }
  }
  return points.length < 6 ? undefined : solve(points);
}

/** Weighted least squares in three unknowns, by elimination. */
function solve(points) {
  const matrix = [0, 1, 2].map((i) =>
    [0, 1, 2, 3].map((j) =>
      points.reduce((sum, [x, y, weight]) => sum + weight * x[i] * (j < 3 ? x[j] : y), 0),
    ),
  );
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      const factor = matrix[k][i] / matrix[i][i];
      for (let j = i; j < 4; j++) matrix[k][j] -= factor * matrix[i][j];
    }
  }
  return matrix.map((row, i) => row[3] / row[i]);
}

const planes = Array.from({ length: STAGES }, (_, stage) => plane(stage));
const planeOf = (stage) => {
  // Stages without enough positions are like the nearest that have.
  const near = [...planes.keys()].filter((one) => planes[one] !== undefined);
  return planes[near.sort((a, b) => Math.abs(a - stage) - Math.abs(b - stage))[0]];
};

const numbers = [];
const report = [];
let inside = 0;
let all = 0;
for (let stage = 0; stage < STAGES; stage++) {
  for (let deep = LEAST_DEPTH; deep <= deepest; deep++) {
    const tried = shallows(deep);
    for (let check = 0; check < CHECKS; check++) {
      const shallow = tried[check];
      if (shallow === undefined) {
        numbers.push([0, 1, 0, 0]);
        continue;
      }
      const pairs = pairsOf(stage, deep, shallow, false);
      if (pairs.length < ENOUGH) {
        const [c, d, s] = planeOf(stage);
        const deviation = Math.exp(c + d * Math.log(deep) + s * Math.log(shallow));
        numbers.push([shallow, 1, 0, deviation]);
        continue;
      }
      const { slope, intercept, deviation, n } = regress(pairs);
      numbers.push([shallow, slope, intercept, deviation]);
      const test = pairsOf(stage, deep, shallow, true);
      const good = test.filter(
        ([s, d]) => Math.abs(d - slope * s - intercept) <= CONFIDENCE * deviation,
      ).length;
      inside += good;
      all += test.length;
      report.push(
        `${stage * STAGE_EMPTIES}+ empties, ${deep} from ${shallow}: slope ${slope.toFixed(3)}, ` +
          `intercept ${intercept.toFixed(0)}, deviation ${deviation.toFixed(0)} (${n} positions); ` +
          `held out ${good} of ${test.length} inside`,
      );
    }
  }
}
console.log(report.join('\n'));
console.log(
  `${((100 * inside) / all).toFixed(1)} % of the held-out values inside ${CONFIDENCE} deviations ` +
    '(86.6 % if they were normal)',
);

if (out !== '') {
  const lines = numbers.map((four) => {
    const text = four.map((number) => Number(number.toPrecision(4))).join(', ');
    return `  ${text},`;
  });
  writeFileSync(
    out,
    `// Made by tools/othello-probcut/fit.mjs: what shallow searches say about deeper ones. By stage, depth and
// check: depth of the shallow search (0 for none), slope, intercept and deviation in 1/100 disc.

/** Empty squares of a stage, and how many stages there are. */
export const STAGE_EMPTIES: i32 = ${STAGE_EMPTIES};
export const STAGES: i32 = ${STAGES};
/** The least depth that is predicted, and the last that has predictions of its own. */
export const LEAST_DEPTH: i32 = ${LEAST_DEPTH};
export const DEEPEST: i32 = ${deepest};
/** Shallow searches for a deeper one, at most. */
export const CHECKS: i32 = ${CHECKS};

// biome-ignore format: a table
export const PREDICTIONS: usize = memory.data<f32>([
${lines.join('\n')}
], 16);
`,
  );
}
