// What a position is worth, in hundredths of a pawn or so. Each piece counts by its kind, its square
// and its distances to both kings, pieces in hand by their kind: a sum that a move changes in three
// places at most, unless it is the king's, when the sum is made anew. The distances are the king
// safety: golds and silvers near their own king, anything strong near the other one.
import { high, low } from './bitboard';
import { GOLD, inHand, KINDS, PAWN } from './pieces';
import { handOf, kindAt, kingOf, squaresOf } from './position';
import { afterTables, distance } from './tables';

/** Worth of a kind on the board and in hand, by kind; on the board the king counts nothing. */
const ON_BOARD: usize = memory.data<i16>([
  0, 100, 300, 350, 510, 800, 950, 580, 0, 500, 500, 510, 560, 1050, 1280,
]);
const IN_HAND: usize = memory.data<i16>([0, 115, 310, 370, 540, 880, 1040, 620]);

/** By rank as the piece's own side sees it, the far one first; kinds 1 to 14, nine ranks each. */
// biome-ignore format: a row per kind
const BY_RANK: usize = memory.data<i8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, // none
  0, 0, 5, 16, 14, 8, 0, 0, 0, // pawn
  0, -20, -20, -16, -12, -8, -4, 4, 8, // lance
  0, 0, 0, 6, 4, 8, -4, -6, 0, // knight
  -20, -12, 0, 8, 14, 14, 8, 2, -6, // silver
  20, 20, 20, 6, 4, 2, 0, 0, -4, // bishop
  40, 44, 40, 10, 6, 4, 2, 6, 0, // rook
  -16, -8, -4, -6, -6, -4, 4, 10, 2, // gold
  40, 30, 20, -70, -90, -80, -50, -8, 6, // king
  -10, 0, 6, 6, 4, 0, -8, -14, -20, // promoted pawn
  -10, 0, 6, 4, 2, 0, -8, -14, -20, // promoted lance
  -10, 0, 6, 4, 2, 0, -8, -14, -20, // promoted knight
  -10, 0, 6, 4, 2, 0, -8, -14, -20, // promoted silver
  16, 20, 20, 14, 12, 10, 8, 6, 4, // horse
  36, 40, 36, 16, 8, 4, 0, -4, -8, // dragon
]);

/** By file, the edge first: a king wants to be away from the centre, other pieces near it. */
// biome-ignore format: a row per kind
const BY_FILE: usize = memory.data<i8>([
  0, 0, 0, 0, 0, // none
  0, 0, 2, 3, 4, // pawn
  0, 0, 0, 0, 0, // lance
  -10, 0, 2, 2, 0, // knight
  -14, -4, 2, 4, 4, // silver
  -12, -4, 0, 4, 8, // bishop
  -6, 4, 2, 2, 2, // rook
  -14, -4, 2, 4, 2, // gold
  4, 20, 12, -8, -24, // king
  -8, -2, 0, 2, 2, // promoted pawn
  -8, -2, 0, 2, 2, // promoted lance
  -8, -2, 0, 2, 2, // promoted knight
  -8, -2, 0, 2, 2, // promoted silver
  -12, -4, 0, 4, 8, // horse
  -6, 0, 2, 4, 4, // dragon
]);

/** At distances 1 to 4 from the own king. */
// biome-ignore format: a row per kind
const GUARD: usize = memory.data<i8>([
  0, 0, 0, 0, // none
  14, 6, 0, 0, // pawn
  6, 3, 0, 0, // lance
  10, 6, 0, 0, // knight
  40, 24, 8, 0, // silver
  0, 0, 0, 0, // bishop
  -40, -24, -8, 0, // rook
  52, 32, 10, 0, // gold
  0, 0, 0, 0, // king
  24, 14, 4, 0, // promoted pawn
  24, 14, 4, 0, // promoted lance
  24, 14, 4, 0, // promoted knight
  28, 16, 4, 0, // promoted silver
  50, 36, 18, 8, // horse
  10, 6, 2, 0, // dragon
]);

/** At distances 1 to 4 from the other king. */
// biome-ignore format: a row per kind
const THREAT: usize = memory.data<i8>([
  0, 0, 0, 0, // none
  30, 18, 6, 0, // pawn
  10, 6, 4, 0, // lance
  8, 34, 14, 0, // knight
  60, 44, 20, 6, // silver
  16, 16, 12, 6, // bishop
  24, 20, 14, 8, // rook
  76, 52, 22, 6, // gold
  0, 0, 0, 0, // king
  80, 54, 24, 8, // promoted pawn
  76, 52, 22, 8, // promoted lance
  76, 52, 22, 8, // promoted knight
  76, 52, 22, 8, // promoted silver
  90, 66, 36, 16, // horse
  100, 76, 44, 20, // dragon
]);

/** Worth of a kind on a square, i16, for each side; made of the tables above. */
const ON_SQUARE: usize = 0;
/** GUARD and THREAT for distances 0 to 9, i16. */
const GUARDS: usize = ON_SQUARE + 2 * <usize>KINDS * 81 * 2;
const THREATS: usize = GUARDS + <usize>KINDS * 10 * 2;

/** What a kind counts wherever it stands. */
export function worth(kind: u32): i32 {
  return load<i16>(ON_BOARD + ((<usize>kind) << 1));
}

/** What a captured piece of this kind counts in the hand. */
export function worthInHand(kind: u32): i32 {
  return load<i16>(IN_HAND + ((<usize>(kind & 7)) << 1));
}

/** What a piece counts for its own side. */
export function worthOnSquare(
  side: u32,
  kind: u32,
  square: u32,
  ownKing: u32,
  otherKing: u32,
): i32 {
  const tables = afterTables();
  const near = tables + ((<usize>(kind * 10 + distance(square, ownKing))) << 1);
  const far = tables + ((<usize>(kind * 10 + distance(square, otherKing))) << 1);
  return (
    <i32>load<i16>(tables + ((<usize>((side * KINDS + kind) * 81 + square)) << 1), ON_SQUARE) +
    <i32>load<i16>(near, GUARDS) +
    <i32>load<i16>(far, THREATS)
  );
}

/** The sum over all pieces and hands, from Black's side. */
export function balanceOf(position: usize): i32 {
  return worthOfSide(position, 0) - worthOfSide(position, 1);
}

function worthOfSide(position: usize, side: u32): i32 {
  const king = kingOf(position, side);
  const other = kingOf(position, side ^ 1);
  const own = squaresOf(position, side);
  let sum: i32 = 0;
  let lo = low(own);
  let hi = high(own);
  while ((lo | hi) != 0) {
    const square = lo != 0 ? <u32>ctz(lo) : 63 + <u32>ctz(hi);
    if (lo != 0) lo &= lo - 1;
    else hi &= hi - 1;
    sum += worthOnSquare(side, kindAt(position, square), square, king, other);
  }
  const hand = handOf(position, side);
  for (let kind = PAWN; kind <= GOLD; kind++) sum += <i32>inHand(hand, kind) * worthInHand(kind);
  return sum;
}

function fill(): void {
  const tables = afterTables();
  for (let kind: u32 = PAWN; kind < KINDS; kind++) {
    for (let square: u32 = 0; square < 81; square++) {
      const file = square / 9;
      const rank = square % 9;
      const byFile = <i32>load<i8>(BY_FILE + <usize>(kind * 5 + min(file, 8 - file)));
      const black = <i32>load<i8>(BY_RANK + <usize>(kind * 9 + rank)) + byFile + worth(kind);
      const white = <i32>load<i8>(BY_RANK + <usize>(kind * 9 + 8 - rank)) + byFile + worth(kind);
      store<i16>(tables + ((<usize>(kind * 81 + square)) << 1), <i16>black, ON_SQUARE);
      store<i16>(tables + ((<usize>((KINDS + kind) * 81 + square)) << 1), <i16>white, ON_SQUARE);
    }
    for (let steps: u32 = 1; steps <= 4; steps++) {
      const entry = tables + ((<usize>(kind * 10 + steps)) << 1);
      store<i16>(entry, <i16>load<i8>(GUARD + <usize>(kind * 4 + steps - 1)), GUARDS);
      store<i16>(entry, <i16>load<i8>(THREAT + <usize>(kind * 4 + steps - 1)), THREATS);
    }
  }
}

fill();
