// What a quiet position is worth, from the side to move, in hundredths of a man. Everything is counted
// with masks and popcnt, in absolute colours, so that no table of squares is read; each count has one
// weight for a full board and one for an empty one, and the number of pieces decides between them.
// tools/checkers-eval fits the weights to the results of games that the kernel plays against itself.
import { countSteps, jumpers } from './moves';
import {
  BY_DOWN_LEFT,
  BY_DOWN_RIGHT,
  BY_UP_LEFT,
  BY_UP_RIGHT,
  CAN_DOWN_LEFT,
  CAN_DOWN_RIGHT,
  CAN_UP_LEFT,
  CAN_UP_RIGHT,
  INNER,
} from './squares';
import { PAIRS } from './weights';

/** Rows from the top; Black's men come from row 0, White's from row 7. */
const ROW_0: u32 = 0x20820800;
const ROW_1: u32 = 0x41040010;
const ROW_2: u32 = 0x82080020;
const ROW_3: u32 = 0x04001041;
const ROW_4: u32 = 0x08002082;
const ROW_5: u32 = 0x00104104;
const ROW_6: u32 = 0x00208208;
const ROW_7: u32 = 0x10410400;

/** Columns 0 and 7, columns 2 to 5, and the eight squares in the middle of rows and columns. */
const SIDES: u32 = 0x18181818;
const MIDDLE: u32 = 0xc3c3c3c3;
const CENTRE: u32 = 0x820041c3;

/** Squares 1, 5, 28 and 32, where a lonely king is safe. */
const DOUBLE_CORNERS: u32 = 0x20000418;

/** Odd columns, where Black's home row has its squares. */
const BLACK_COLUMNS: u32 = 0xaaaaaaaa;

/** Pieces at the start. */
const FULL: i32 = 24;

/**
 * Weights, by place in weights.ts. What is counted is Black's less White's, turned around when White is
 * to move, up to ONLY_KINGS; the last ones are counted for the side to move.
 */
const MAN_BY_ROW: i32 = 0; // 7 of them: men by rows from home
const KING: i32 = 7;
const MAN_AT_SIDE: i32 = 8;
const MAN_IN_MIDDLE: i32 = 9;
const KING_IN_CENTRE: i32 = 10;
const KING_AT_EDGE: i32 = 11; // on any of the four edges
const KING_IN_DOUBLE_CORNER: i32 = 12;
const SUPPORTED_MAN: i32 = 13; // for each of the two squares behind a man that holds a piece of its side
const STEP: i32 = 14; // steps that men could make if no capture were compulsory
const KING_STEP: i32 = 15;
const COMING_KING: i32 = 16; // steps of men to the last row, beside being a STEP
const ONLY_KINGS: i32 = 17; // one side has kings, the other none
const IN_DANGER: i32 = 18; // pieces of the other side that could jump
const TO_MOVE: i32 = 19;
const OPPOSITION: i32 = 20; // 1 or -1 with as many pieces on both sides, else 0
const HOME_ROW: i32 = 21; // 16 of them: men on the home row by pattern

/** `count` times a weight: the value on a full board in the low half, on an empty one in the high. */
function times(count: i32, weight: i32): i64 {
  return <i64>count * load<i64>(PAIRS + ((<usize>weight) << 3));
}

/** popcnt(a) - popcnt(b) */
function balance(a: u32, b: u32): i32 {
  return <i32>popcnt(a) - <i32>popcnt(b);
}

/** The four squares of a home row as 4 bits, the one in the double corner highest. */
function homeOfBlack(men: u32): i32 {
  return <i32>(((men >> 26) & 8) | ((men >> 21) & 4) | ((men >> 16) & 2) | ((men >> 11) & 1));
}

function homeOfWhite(men: u32): i32 {
  return <i32>(((men >> 7) & 8) | ((men >> 14) & 4) | ((men >> 21) & 2) | ((men >> 28) & 1));
}

/**
 * The counts times their weights, mixed by the number of pieces and rounded towards 0: on a full board
 * of 24 the first weight of each counts alone, on an empty one the second.
 */
export function evaluatePieces(own: u32, opp: u32, kings: u32, side: u32): i32 {
  const black = side == 0 ? own : opp;
  const white = side == 0 ? opp : own;
  const blackKings = black & kings;
  const whiteKings = white & kings;
  const b = black ^ blackKings;
  const w = white ^ whiteKings;
  const empty = ~(own | opp);
  let sum: i64 = 0;

  sum += times(balance(b & ROW_0, w & ROW_7), MAN_BY_ROW);
  sum += times(balance(b & ROW_1, w & ROW_6), MAN_BY_ROW + 1);
  sum += times(balance(b & ROW_2, w & ROW_5), MAN_BY_ROW + 2);
  sum += times(balance(b & ROW_3, w & ROW_4), MAN_BY_ROW + 3);
  sum += times(balance(b & ROW_4, w & ROW_3), MAN_BY_ROW + 4);
  sum += times(balance(b & ROW_5, w & ROW_2), MAN_BY_ROW + 5);
  sum += times(balance(b & ROW_6, w & ROW_1), MAN_BY_ROW + 6);
  sum += times(balance(b & SIDES, w & SIDES), MAN_AT_SIDE);
  sum += times(balance(b & MIDDLE, w & MIDDLE), MAN_IN_MIDDLE);
  sum += times(
    balance(
      b & rotl(black & CAN_DOWN_RIGHT, BY_DOWN_RIGHT),
      w & rotl(white & CAN_UP_RIGHT, BY_UP_RIGHT),
    ) +
      balance(
        b & rotl(black & CAN_DOWN_LEFT, BY_DOWN_LEFT),
        w & rotl(white & CAN_UP_LEFT, BY_UP_LEFT),
      ),
    SUPPORTED_MAN,
  );
  sum += times(countSteps(b, 0, empty) - countSteps(0, w, empty), STEP);
  sum += times(countSteps(b & ROW_6, 0, empty) - countSteps(0, w & ROW_1, empty), COMING_KING);
  sum += times(1, HOME_ROW + homeOfBlack(b));
  sum += times(-1, HOME_ROW + homeOfWhite(w));

  if (kings) {
    sum += times(balance(blackKings, whiteKings), KING);
    sum += times(balance(blackKings & CENTRE, whiteKings & CENTRE), KING_IN_CENTRE);
    sum += times(balance(blackKings & ~INNER, whiteKings & ~INNER), KING_AT_EDGE);
    sum += times(
      balance(blackKings & DOUBLE_CORNERS, whiteKings & DOUBLE_CORNERS),
      KING_IN_DOUBLE_CORNER,
    );
    sum += times(
      countSteps(blackKings, blackKings, empty) - countSteps(whiteKings, whiteKings, empty),
      KING_STEP,
    );
    sum += times(<i32>(blackKings != 0) - <i32>(whiteKings != 0), ONLY_KINGS);
  }
  if (side != 0) sum = -sum;

  // From here on, counts are those of the side to move.
  const foeDown = side == 0 ? opp & kings : opp;
  const foeUp = side == 0 ? opp : opp & kings;
  sum += times(<i32>popcnt(jumpers(foeDown, foeUp, own, empty)), IN_DANGER);
  sum += times(1, TO_MOVE);
  // With as many pieces on both sides, an odd number of pieces in the columns of its home row means
  // that the side to move will have the last word where two pieces meet.
  const pieces = <i32>popcnt(own | opp);
  if (popcnt(own) == popcnt(opp)) {
    const columns = side == 0 ? BLACK_COLUMNS : ~BLACK_COLUMNS;
    sum += times(<i32>(popcnt((own | opp) & columns) & 1) * 2 - 1, OPPOSITION);
  }
  const opening = <i32>sum;
  const ending = <i32>((sum - <i64>opening) >> 32);
  return (opening * pieces + ending * (FULL - pieces)) / FULL;
}
