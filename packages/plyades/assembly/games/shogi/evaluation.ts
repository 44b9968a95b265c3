// What a position is worth: the sum of its pieces and hands, in hundredths of a pawn or so. A move changes
// the sum in three places at most, which play.ts does, unless it is the king's, when it is made again.
import { any, firstOf } from './bitboard';
import { GOLD, inHand, PAWN } from './pieces';
import { handOf, kindAt, kingOf, squaresOf } from './position';
import { squareSet } from './tables';
import { VALUES, worthInHand, worthOnSquare } from './worth';

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
    sum += worthOnSquare(VALUES, side, kindAt(position, square), square, king, other);
  }
  const hand = handOf(position, side);
  for (let kind = PAWN; kind <= GOLD; kind++)
    sum += <i32>inHand(hand, kind) * worthInHand(VALUES, kind);
  return sum;
}
