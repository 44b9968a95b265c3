// The static value of a position, after the evaluation of MIA (Winands, "Informed Search in Complex
// Games", 2004): concentration around the centre of mass, centralisation, quads and
// connections as signs of a solid formation, mobility, the turn. Per side, averages over its stones:
// a capture as such is neither good nor bad. All in integers.

import { NOT_A, NOT_H } from './connection';
import { LINES_END } from './lines';

/** The weights, roughly in hundredths of a logit; tools/loa-eval says where from. Per stone: */
const DISTANCE: i32 = 65;
const WORTH: i32 = 4;
const CONNECTION: i32 = 90;
/** In all: */
const QUAD: i32 = 3;
const MOBILITY: i32 = 2;
const TURN: i32 = 30;

/** What a square is worth, by the rings of the board from the corner inwards. */
const SQUARES: StaticArray<u8> = [
  0, 4, 6, 8, 8, 6, 4, 0, 4, 16, 20, 22, 22, 20, 16, 4, 6, 20, 32, 35, 35, 32, 20, 6, 8, 22, 35, 40,
  40, 35, 22, 8, 8, 22, 35, 40, 40, 35, 22, 8, 6, 20, 32, 35, 35, 32, 20, 6, 4, 16, 20, 22, 22, 20,
  16, 4, 0, 4, 6, 8, 8, 6, 4, 0,
];

/** The least sum of distances, in half squares, that this many stones can have from their centre. */
const LEAST: StaticArray<u8> = [0, 0, 2, 3, 4, 8, 10, 12, 14, 16, 20, 24, 28];

/**
 * For each centre of mass, in half squares row by row (15 x 15), the distance of every square from it
 * in half squares: the greater of the distances in columns and in rows.
 */
const distances: usize = LINES_END;

/** For each square u32: its column, its row in bits 8-15, its worth in bits 16-31. */
const weights: usize = distances + 15 * 15 * 64;

/** One past the last table. */
export const EVALUATION_END: usize = weights + 64 * 4;

/** What a stone on this square adds to the moment of its side. */
export function momentOf(square: u32): u32 {
  return load<u32>(weights + ((<usize>square) << 2));
}

/** Worth of the square, for move ordering. */
export function worthOf(square: u32): i32 {
  return <i32>load<u16>(weights + ((<usize>square) << 2), 2);
}

/** From the side to move; the moments and the mobility are kept by the position. */
export function evaluateStones(
  own: u64,
  opp: u64,
  ownMoment: u32,
  oppMoment: u32,
  mobility: i32,
): i32 {
  return formation(own, ownMoment) - formation(opp, oppMoment) + MOBILITY * mobility + TURN;
}

/**
 * The value of a side's stones by themselves. Per stone, rounded towards 0: the worths of their squares
 * and the connections, which are pairs of stones that touch, less the distances from the centre of mass,
 * as far as they are more than the least possible. In all: quads of three or four stones. Mobility is
 * counted as lines.ts says.
 */
function formation(stones: u64, moment: u32): i32 {
  const n = <i32>popcnt(stones);
  const column = nearestHalf(moment & 0xff, n);
  const row = nearestHalf((moment >> 8) & 0xff, n);
  const centre = distances + ((<usize>(row * 15 + column)) << 6);
  let distance = -(<i32>unchecked(LEAST[n]));
  for (let rest = stones; rest; rest &= rest - 1) {
    distance += <i32>load<u8>(centre + <usize>ctz(rest));
  }

  const right = (stones >> 1) & NOT_H;
  const above = stones >> 8;
  const rows = stones & right;
  const columns = stones & above;
  const rising = stones & ((stones >> 9) & NOT_H);
  const falling = stones & ((stones >> 7) & NOT_A);
  const connections = <i32>(popcnt(rows) + popcnt(columns) + popcnt(rising) + popcnt(falling));
  // Quads of three or four stones: two of them in a row, and one at least beside them.
  const upperRows = rows >> 8;
  const either = (stones | right) & NOT_H;
  const solid = (rows & (either >> 8)) | (upperRows & either);

  return (
    (WORTH * <i32>(moment >> 16) + CONNECTION * connections - DISTANCE * distance) / n +
    QUAD * <i32>popcnt(solid)
  );
}

/** Twice sum / n, to the nearest integer: 0 .. 14. */
function nearestHalf(sum: u32, n: i32): i32 {
  return (4 * <i32>sum + n) / (2 * n);
}

function prepare(): void {
  for (let row = 0; row < 15; row++) {
    for (let column = 0; column < 15; column++) {
      const at = distances + ((<usize>(row * 15 + column)) << 6);
      for (let square = 0; square < 64; square++) {
        const apart = max(abs(2 * (square & 7) - column), abs(2 * (square >> 3) - row));
        store<u8>(at + <usize>square, <u8>apart);
      }
    }
  }
  for (let square = 0; square < 64; square++) {
    const worth = <i32>unchecked(SQUARES[square]);
    const at = weights + ((<usize>square) << 2);
    store<u32>(at, (square & 7) | ((square >> 3) << 8) | (worth << 16));
  }
}

prepare();
