// The tables of the board, computed when the kernel is built: the build takes this text for
// `geometry.ts`. They must be static data, because memory that several instances share must not be
// filled by code that runs again in every instance. Square 0 is a1, 1 is b1, 63 is h8.
import { data } from '../../tables.mjs';

const squares = Array.from({ length: 64 }, (_, square) => square);
const inside = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8;
const bit = (x, y) => 1n << BigInt(8 * y + x);

/** Squares one step away, where the step does not leave the board. */
const leap = (steps) => (square) =>
  steps.reduce((set, [dx, dy]) => {
    const [x, y] = [(square % 8) + dx, (square >> 3) + dy];
    return inside(x, y) ? set | bit(x, y) : set;
  }, 0n);

/** Squares in one direction up to the edge. */
function ray(square, dx, dy) {
  let set = 0n;
  let [x, y] = [(square % 8) + dx, (square >> 3) + dy];
  for (; inside(x, y); x += dx, y += dy) set |= bit(x, y);
  return set;
}

const line = (dx, dy) => (square) => ray(square, dx, dy) | ray(square, -dx, -dy);
const diagonal = line(1, 1);
const antidiagonal = line(-1, 1);
const file = line(0, 1);
const rank = line(1, 0);

function between(from, to) {
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      if (dx === 0 && dy === 0) continue;
      const there = ray(from, dx, dy);
      if (there & (1n << BigInt(to))) return there & ray(to, -dx, -dy);
    }
  }
  return 0n;
}

/** What a rook on a line of eight squares sees, with the inner six squares taken as in `inner`. */
function seen(place, inner) {
  const taken = inner << 1;
  let set = 0;
  for (const step of [-1, 1]) {
    for (let at = place + step; at >= 0 && at < 8; at += step) {
      set |= 1 << at;
      if ((taken >> at) & 1) break;
    }
  }
  return set;
}

function reverse6(bits) {
  let reversed = 0;
  for (let i = 0; i < 6; i++) if ((bits >> i) & 1) reversed |= 32 >> i;
  return reversed;
}

const places = Array.from({ length: 8 * 64 }, (_, i) => seen(i >> 6, i & 63));

const knight = [1, 2, -1, -2].flatMap((dx) =>
  [3 - Math.abs(dx), Math.abs(dx) - 3].map((dy) => [dx, dy]),
);
const king = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]))
  .filter(([dx, dy]) => dx || dy);

export default [
  data('KNIGHT', 'u64', squares.map(leap(knight)), 'One per square: where a knight can go.'),
  data('KING', 'u64', squares.map(leap(king)), 'One per square: where a king can go.'),
  data(
    'DIAGONALS',
    'u64',
    squares.flatMap((square) => [diagonal(square), antidiagonal(square)]),
    'Two per square: the diagonal that rises to the right and the one that falls, without the square.',
  ),
  data(
    'STRAIGHTS',
    'u64',
    squares.flatMap((square) => [file(square), rank(square)]),
    'Two per square: file and rank, without the square.',
  ),
  data(
    'BETWEEN',
    'u64',
    squares.flatMap((from) => squares.map((to) => between(from, to))),
    '64 per square: the squares strictly between two that are in line, else none.',
  ),
  data(
    'ON_RANK',
    'u8',
    places,
    '64 per file: what a rook on this file sees of its rank, by the inner six squares of the rank.',
  ),
  data(
    'ON_A_FILE',
    'u64',
    places.map((_, i) => {
      const seenOnFile = seen(i >> 6, reverse6(i & 63));
      let set = 0n;
      for (let y = 0; y < 8; y++) if ((seenOnFile >> y) & 1) set |= bit(0, y);
      return set;
    }),
    '64 per rank: what a rook on this rank of the a-file sees of it, by the inner six squares from above.',
  ),
].join('\n');
