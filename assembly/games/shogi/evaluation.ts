// What a position is worth, in hundredths of a pawn or so. Each piece counts by its kind, its square
// and its distances to both kings, pieces in hand by their kind: a sum that a move changes in three
// places at most, unless it is the king's, when the sum is made anew. The distances are the king
// safety: golds and silvers near their own king, anything strong near the other one.
import { any, firstOf } from './bitboard';
import { GOLD, inHand, KINDS, PAWN } from './pieces';
import { handOf, kindAt, kingOf, squaresOf } from './position';
import { distance, squareSet, TABLES_END } from './tables';
import { BY_FILE, BY_RANK, GUARD, IN_HAND, ON_BOARD, THREAT } from './weights';

/** Worth of a kind on a square, i16, for each side; made of the tables above. */
const ON_SQUARE: usize = TABLES_END;
/** GUARD and THREAT for distances 0 to 9, i16. */
const GUARDS: usize = ON_SQUARE + 2 * <usize>KINDS * 81 * 2;
const THREATS: usize = GUARDS + <usize>KINDS * 10 * 2;

/** One past the last table. */
export const EVALUATION_END: usize = THREATS + <usize>KINDS * 10 * 2;

function weight(table: usize, index: u32): i32 {
  return load<i16>(table + ((<usize>index) << 1));
}

/** What a kind counts wherever it stands. */
export function worth(kind: u32): i32 {
  return weight(ON_BOARD, kind);
}

/** What a captured piece of this kind counts in the hand. */
export function worthInHand(kind: u32): i32 {
  return weight(IN_HAND, kind & 7);
}

/** What a piece counts for its own side. */
export function worthOnSquare(
  side: u32,
  kind: u32,
  square: u32,
  ownKing: u32,
  otherKing: u32,
): i32 {
  const near = (<usize>(kind * 10 + distance(square, ownKing))) << 1;
  const far = (<usize>(kind * 10 + distance(square, otherKing))) << 1;
  return (
    <i32>load<i16>((<usize>((side * KINDS + kind) * 81 + square)) << 1, ON_SQUARE) +
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
  let left = own;
  while (any(left)) {
    const square = firstOf(left);
    left = v128.xor(left, squareSet(square));
    sum += worthOnSquare(side, kindAt(position, square), square, king, other);
  }
  const hand = handOf(position, side);
  for (let kind = PAWN; kind <= GOLD; kind++) sum += <i32>inHand(hand, kind) * worthInHand(kind);
  return sum;
}

function fill(): void {
  for (let kind: u32 = PAWN; kind < KINDS; kind++) {
    for (let square: u32 = 0; square < 81; square++) {
      const file = square / 9;
      const rank = square % 9;
      const byFile = weight(BY_FILE, kind * 5 + min(file, 8 - file));
      const black = weight(BY_RANK, kind * 9 + rank) + byFile + worth(kind);
      const white = weight(BY_RANK, kind * 9 + 8 - rank) + byFile + worth(kind);
      store<i16>((<usize>(kind * 81 + square)) << 1, <i16>black, ON_SQUARE);
      store<i16>((<usize>((KINDS + kind) * 81 + square)) << 1, <i16>white, ON_SQUARE);
    }
    for (let steps: u32 = 1; steps <= 4; steps++) {
      const entry = (<usize>(kind * 10 + steps)) << 1;
      store<i16>(entry, <i16>weight(GUARD, kind * 4 + steps - 1), GUARDS);
      store<i16>(entry, <i16>weight(THREAT, kind * 4 + steps - 1), THREATS);
    }
  }
}

fill();
