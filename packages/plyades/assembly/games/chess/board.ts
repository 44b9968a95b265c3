// Plays a move on the board. Bitboards are handled in pairs: the moving piece's code is shifted from
// square to square in both lanes at once, and the last step turns the board around for the other side.
import {
  CASTLING,
  DIAGONAL,
  FILE_A,
  FILE_H,
  OPP,
  OTHER,
  RANK_1,
  RANK_6,
  RIGHTS,
  STRAIGHT,
} from './position';

/** Piece codes by what a pawn is promoted to: none, knight, bishop, rook, queen. */
const PROMOTED: usize = memory.data<u8>([4, 5, 1, 2, 3]);

/**
 * Writes the board after the move of a piece, squares and board seen by the side to move. Castling is
 * a king's move by two squares; `promotion` is 0 to 4 as in a move.
 */
export function playBoard(position: usize, from: i32, to: i32, promotion: i32, next: usize): void {
  const start = (<u64>1) << from;
  const end = (<u64>1) << to;
  const keep = i64x2.splat(~(start | end));
  let sides = v128.or(v128.and(v128.load(position), keep), pair(end, 0));
  let codes = v128.load(position, DIAGONAL);
  let rest = v128.load(position, OTHER);
  const moved = i64x2.shl(v128.and(i64x2.shr_u(codes, from), i64x2.splat(1)), to);
  codes = v128.or(v128.and(codes, keep), moved);
  rest = v128.and(rest, v128.and(keep, pair(~(<u64>0), CASTLING)));

  const other = load<u64>(position, OTHER);
  if (other & start) {
    rest = v128.or(rest, pair(end, 0));
    if (load<u64>(position, STRAIGHT) & start) {
      rest = v128.and(rest, pair(~(<u64>0), ~RANK_1));
      if (to - from == 2) {
        sides = v128.xor(sides, pair(0xa0, 0));
        codes = v128.xor(codes, pair(0, 0xa0));
      } else if (from - to == 2) {
        sides = v128.xor(sides, pair(0x09, 0));
        codes = v128.xor(codes, pair(0, 0x09));
      }
    } else if (!(load<u64>(position, DIAGONAL) & start)) {
      if (to - from == 16) {
        const beside = ((end & ~FILE_A) >> 1) | ((end & ~FILE_H) << 1);
        const takers =
          beside &
          load<u64>(position, OPP) &
          other &
          ~(load<u64>(position, DIAGONAL) | load<u64>(position, STRAIGHT));
        if (takers) rest = v128.or(rest, pair(0, start << 8));
      } else if (promotion) {
        const code = <u64>load<u8>(PROMOTED + <usize>promotion);
        codes = v128.or(codes, pair((code & 1) << to, ((code >> 1) & 1) << to));
        if (!(code & 4)) rest = v128.xor(rest, pair(end, 0));
      } else if (load<u64>(position, RIGHTS) & RANK_6 & end) {
        sides = v128.xor(sides, pair(0, end >> 8));
        rest = v128.xor(rest, pair(end >> 8, 0));
      }
    }
  }
  v128.store(
    next,
    i8x16.shuffle(sides, sides, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
  );
  v128.store(next, turnPair(codes), DIAGONAL);
  v128.store(next, turnPair(rest), OTHER);
}

/** The code of the piece that stands on the square a move has reached. */
export function codeAfter(code: i32, promotion: i32): i32 {
  return promotion ? <i32>load<u8>(PROMOTED + <usize>promotion) : code;
}

function pair(first: u64, second: u64): v128 {
  return i64x2.replace_lane(i64x2.splat(first), 1, second);
}

/** Both boards upside down. */
function turnPair(boards: v128): v128 {
  return i8x16.shuffle(boards, boards, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}
