// What the evaluation of Lines of Action looks at, from a record and without the kernel: the same
// quantities as in assembly/games/loa/evaluation.ts, but as fractions. Each is the mover's less the
// other side's.
import { PASS } from 'plyades/internal/games/loa/index.js';

const SQUARES = [
  [0, 4, 6, 8],
  [4, 16, 20, 22],
  [6, 20, 32, 35],
  [8, 22, 35, 40],
];

const LEAST = [0, 0, 2, 3, 4, 8, 10, 12, 14, 16, 20, 24, 28];

export const names = [
  'turn',
  'distance',
  'worth',
  'connections',
  'quads',
  'groups',
  'centre',
  'stones',
  'mobility',
];

function squaresOf(record, from) {
  const found = [];
  for (let square = 0; square < 64; square++) {
    if ((record[from + (square >> 3)] >> (square & 7)) & 1) found.push(square);
  }
  return found;
}

function sideFeatures(squares) {
  const n = squares.length;
  const at = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8 && squares.includes(8 * y + x);
  const mean = (pick) => Math.round((2 * squares.reduce((sum, s) => sum + pick(s), 0)) / n);
  const [cx, cy] = [mean((s) => s & 7), mean((s) => s >> 3)];
  let distance = -LEAST[n];
  let worth = 0;
  let connections = 0;
  for (const s of squares) {
    const [x, y] = [s & 7, s >> 3];
    distance += Math.max(Math.abs(2 * x - cx), Math.abs(2 * y - cy));
    worth += SQUARES[Math.min(y, 7 - y)][Math.min(x, 7 - x)];
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
    ])
      if (at(x + dx, y + dy)) connections++;
  }
  let quads = 0;
  let euler = 0;
  for (let y = -1; y < 8; y++) {
    for (let x = -1; x < 8; x++) {
      const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
      const count = a + b + c + d;
      if (count >= 3) quads++;
      if (count === 1) euler++;
      if (count === 3) euler--;
      if (count === 2 && a === d) euler -= 2;
    }
  }
  const centre = Math.max(Math.abs(cx - 7), Math.abs(cy - 7)) / 2;
  return [distance / 2 / n, worth / n, connections / n, quads, euler / 4, centre, n];
}

/** A move counts 2, to the border 1, and a capture twice as much. */
function mobility(rules, record) {
  if (rules.over(record)) return 0;
  let total = 0;
  for (const move of rules.moves(record)) {
    if (move === PASS) continue;
    const to = move % 64;
    const [x, y] = [to & 7, to >> 3];
    const border = x === 0 || x === 7 || y === 0 || y === 7;
    const capture = (record[8 + y] >> x) & 1;
    total += (border ? 1 : 2) * (capture ? 2 : 1);
  }
  return total;
}

/** One number per name. */
export function features(rules, record) {
  const own = sideFeatures(squaresOf(record, 0));
  const other = sideFeatures(squaresOf(record, 8));
  const passed = Uint8Array.of(...record.slice(8, 16), ...record.slice(0, 8), 1 - record[16]);
  const moves = mobility(rules, record) - mobility(rules, passed);
  return [1, ...own.map((value, i) => value - other[i]), moves];
}
