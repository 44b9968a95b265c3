// Kinds of pieces, hands and moves as numbers. A promoted piece is its plain kind plus PROMOTED, so
// that the lower three bits of a kind say what goes to the hand when the piece is captured.

export const PAWN: u32 = 1;
export const LANCE: u32 = 2;
export const KNIGHT: u32 = 3;
export const SILVER: u32 = 4;
export const BISHOP: u32 = 5;
export const ROOK: u32 = 6;
export const GOLD: u32 = 7;
export const KING: u32 = 8;
export const PROMOTED: u32 = 8;
export const HORSE: u32 = 13;
export const DRAGON: u32 = 14;

/** One more than the greatest kind. */
export const KINDS: u32 = 15;

/** Squares are file * 9 + rank: 0 is 1a, 1 is 1b, 80 is 9i. A king that is missing stands here. */
export const NOWHERE: u32 = 81;

/** Moves: the target in bits 0 to 6, the origin in bits 7 to 13, bit 14 for a promotion. */
export const PROMOTE: u32 = 1 << 14;

/** The origin of a drop is this plus the kind. */
export const DROP: u32 = 80;

/** A hand is one word, where the number of a kind begins at this bit: 5 bits for pawns, 2 for
 * bishops and rooks, 3 for the others. */
export function handShift(kind: u32): u32 {
  return <u32>(0x0e13110b080500 >> ((<u64>(kind - 1)) << 3)) & 31;
}

export function handMask(kind: u32): u32 {
  return kind == PAWN ? 31 : kind == BISHOP || kind == ROOK ? 3 : 7;
}

export function inHand(hand: u32, kind: u32): u32 {
  return (hand >> handShift(kind)) & handMask(kind);
}
