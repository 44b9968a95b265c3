// The board in 32 bits: the square in row r (0 is Black's home row, squares 1 to 4) and column c is
// bit (4r - 3c) mod 32. All 32 dark squares get different bits, and a step in one of the four
// directions is a rotation by the same amount everywhere, which the numbering 1 to 32 does not
// offer. A step over the edge comes out at the opposite edge, so edges are masked off.

/** Directions are 0 to 3; 3 - d is opposite to d. Black's men go down, White's up. */
export const DOWN_RIGHT: u32 = 0;
export const DOWN_LEFT: u32 = 1;
export const UP_RIGHT: u32 = 2;
export const UP_LEFT: u32 = 3;

/** A step is rotl(board, BY_*). */
export const BY_DOWN_RIGHT: u32 = 1;
export const BY_DOWN_LEFT: u32 = 7;
export const BY_UP_RIGHT: u32 = 25;
export const BY_UP_LEFT: u32 = 31;

/** The four amounts as the bytes of a word, by direction. */
const AMOUNTS: u32 = 0x1f190701;

/** The amount of a direction that is not known at compile time. */
export function amountOf(direction: u32): u32 {
  return (AMOUNTS >> (direction << 3)) & 31;
}

/** The squares from which a step in that direction stays on the board. */
export const CAN_DOWN_RIGHT: u32 = 0xe7b6f3f7;
export const CAN_DOWN_LEFT: u32 = 0xefaeebef;
export const CAN_UP_RIGHT: u32 = 0xd775f7f7;
export const CAN_UP_LEFT: u32 = 0xcf6de7ef;

/**
 * The squares that are on no edge: only there can a piece be jumped. A step over the edge ends on
 * an edge, so jumps need no other mask than this one on the pieces that are jumped.
 */
export const INNER: u32 = 0xc724e3e7;

/** Squares 1 to 4, where White's men become kings, and 29 to 32, where Black's do. */
export const TOP_ROW: u32 = 0x20820800;
export const BOTTOM_ROW: u32 = 0x10410400;
