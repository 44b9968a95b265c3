// How a position lies in memory. The board is always seen by the side to move, with its own first rank
// at the bottom: a move turns the board around, which is one shuffle of bytes for two bitboards, and in
// return there is one kind of pawn and no question of colour in any loop.
//
// Pieces are three bitboards, whose bits at a square are the piece's code: DIAGONAL says that it moves
// like a bishop, STRAIGHT like a rook, and OTHER that it does neither but is one of the other three.

/** Offsets of the u64 bitboards: pieces of the side to move, of the other side, and the codes. */
export const OWN: usize = 0;
export const OPP: usize = 8;
export const DIAGONAL: usize = 16;
export const STRAIGHT: usize = 24;
export const OTHER: usize = 32;
/** Rooks that may still castle, and the square behind a pawn that can be taken en passant. */
export const RIGHTS: usize = 40;

/** Bytes of the board: all that legal moves depend on. */
export const BOARD_BYTES: usize = 48;

/** Piece codes; 0 is an empty square, 3 a queen and 5 a knight. */
export const BISHOP: i32 = 1;
export const ROOK: i32 = 2;
export const PAWN: i32 = 4;
export const KING_CODE: i32 = 6;

export const RANK_1: u64 = 0xff;
export const RANK_3: u64 = 0xff0000;
export const RANK_6: u64 = 0xff0000000000;
export const RANK_7: u64 = 0xff000000000000;
export const RANK_8: u64 = 0xff00000000000000;
export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;

/** The part of RIGHTS that is castling: the first and the last rank. */
export const CASTLING: u64 = 0x8100000000000081;

/**
 * A move: from square, to square << 6, promotion << 12 (1 knight, 2 bishop, 3 rook, 4 queen); castling
 * is the king's move. Squares are White's view for both sides, so that a text stands for one number.
 */
export const TO: u32 = 6;
export const PROMOTION: u32 = 12;

/** Turns both squares of a move around. */
export const TURNED: u32 = 56 | (56 << 6);

/** The code of the piece on a square. */
export function pieceOn(position: usize, square: i32): i32 {
  return (
    (<i32>(load<u64>(position, DIAGONAL) >> square) & 1) |
    ((<i32>(load<u64>(position, STRAIGHT) >> square) & 1) << 1) |
    ((<i32>(load<u64>(position, OTHER) >> square) & 1) << 2)
  );
}
