// The 42 lines of the board and everything that can be known of a line by itself. How far a stone
// moves along a line, and whether it may, depends on that line alone; so a position carries, for each
// line, the number of its content (each square a digit to base 3), and tables answer at once which
// stones move, how many moves there are and what they are worth. A move changes eight lines at most.
//
// Lines: rows 0-7, columns 8-15, rising diagonals (a1 to h8) 16-28, falling ones (h1 to a8) 29-41; the
// places of a line count upwards with the square. Diagonals of one square are no lines: the corners
// have the idle line 42 instead, whose content stays empty.
import { COMPUTED } from '../../computed';

export const LINES: i32 = 42;
const IDLE_LINE: i32 = 42;

/** Places of a line, and contents of a line of this length. */
const POWERS: StaticArray<i32> = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/** First content of the lines of a kind: diagonals of 2 .. 7 squares, then these two. */
const INNER: i32 = 9 + 27 + 81 + 243 + 729 + 2187;
const BORDER: i32 = INNER + 6561;
const CONTENTS: i32 = BORDER + 6561;

// The tables, computed at instantiation, one behind the other.

/** For each content a sum, see `sumOf`, and its movers, see `moversOf`. */
const sums: usize = COMPUTED;
const movers: usize = sums + ((<usize>CONTENTS) << 2);
/** For each square its four lines: u16 line, u16 weight of its place there (0 in the idle line). */
const places: usize = movers + ((<usize>CONTENTS) << 2);
/** For each line: u16 empty content, u8 first square, u8 step from square to square. */
const shapes: usize = places + 64 * 16;

/** One past the last table, a multiple of 4. */
export const LINES_END: usize = shapes + <usize>(LINES + 1) * 4;

// --- answers -----------------------------------------------------------------------------------

/**
 * What a content adds to the totals of a position: from bit 0 moves of Black (7 bits) and of White
 * (7), then mobility of Black (9) and of White (9). Totals of 12 stones a side fit.
 */
export function sumOf(content: u32): u32 {
  return load<u32>(sums + ((<usize>content) << 2));
}

/**
 * From bit 0: places 0-6 whose black stone can move up, places 1-7 whose black stone can move down,
 * the same for White, and in bits 28-30 how far.
 */
export function moversOf(content: u32): u32 {
  return load<u32>(movers + ((<usize>content) << 2));
}

/** One of the four lines of a square, in the low half; the weight of a stone there in the upper. */
export function placeOf(square: u32, direction: u32): u32 {
  return load<u32>(places + (<usize>(square << 4) | (direction << 2)));
}

export function emptyContent(line: i32): u32 {
  return <u32>load<u16>(shapes + ((<usize>line) << 2));
}

export function firstSquare(line: i32): u32 {
  return <u32>load<u8>(shapes + ((<usize>line) << 2), 2);
}

export function stepOf(line: i32): u32 {
  return <u32>load<u8>(shapes + ((<usize>line) << 2), 3);
}

/** Moves of a side, 0 is Black, in the totals of a position. */
export function movesIn(totals: u32, side: u32): i32 {
  return <i32>((totals >> (side * 7)) & 0x7f);
}

/**
 * Mobility of a side in the totals of a position: a move counts 2, to the border 1, and a capture
 * twice as much.
 */
export function mobilityIn(totals: u32, side: u32): i32 {
  return <i32>((totals >> (14 + side * 9)) & 0x1ff);
}

// --- preparation -------------------------------------------------------------------------------

/** Own stones that can move up a line: not past its end, on an own stone, or over one of the others. */
function upwards(own: u32, other: u32, length: u32, distance: u32): u32 {
  let blocked: u32 = 0;
  for (let i: u32 = 1; i < distance; i++) blocked |= other >> i;
  const free = ~own & ((1 << length) - 1);
  return own & ~blocked & (free >> distance);
}

function downwards(own: u32, other: u32, length: u32, distance: u32): u32 {
  let blocked: u32 = 0;
  for (let i: u32 = 1; i < distance; i++) blocked |= other << i;
  const free = ~own & ((1 << length) - 1);
  return own & ~blocked & (free << distance);
}

function worth(targets: u32, other: u32, border: u32): u32 {
  const inside = targets & ~border;
  const outside = targets & border;
  return (
    2 * popcnt(inside) + popcnt(outside) + 2 * popcnt(inside & other) + popcnt(outside & other)
  );
}

function prepareContent(at: i32, black: u32, white: u32, length: u32, border: u32): void {
  const n = popcnt(black | white);
  const blackUp = upwards(black, white, length, n);
  const blackDown = downwards(black, white, length, n);
  const whiteUp = upwards(white, black, length, n);
  const whiteDown = downwards(white, black, length, n);
  const blackMoves = popcnt(blackUp) + popcnt(blackDown);
  const whiteMoves = popcnt(whiteUp) + popcnt(whiteDown);
  const blackWorth = worth(blackUp << n, white, border) + worth(blackDown >> n, white, border);
  const whiteWorth = worth(whiteUp << n, black, border) + worth(whiteDown >> n, black, border);
  const offset = (<usize>at) << 2;
  store<u32>(
    sums + offset,
    blackMoves | (whiteMoves << 7) | (blackWorth << 14) | (whiteWorth << 23),
  );
  store<u32>(
    movers + offset,
    // In a full line of eight no piece can move, so that three bits hold the distance.
    blackUp | (blackDown << 6) | (whiteUp << 14) | (whiteDown << 20) | ((n & 7) << 28),
  );
}

/** All contents of the lines of a kind; `border` are the places on the border of the board. */
function prepareKind(base: i32, length: i32, border: u32): void {
  const contents = unchecked(POWERS[length]);
  for (let content = 0; content < contents; content++) {
    let black: u32 = 0;
    let white: u32 = 0;
    let rest = content;
    for (let place = 0; place < length; place++) {
      const digit = rest % 3;
      rest /= 3;
      if (digit == 1) black |= 1 << place;
      if (digit == 2) white |= 1 << place;
    }
    prepareContent(base + content, black, white, length, border);
  }
}

/** First content of diagonals of this length, 2 .. 8. */
function diagonalBase(length: i32): i32 {
  if (length == 8) return INNER;
  let base = 0;
  for (let shorter = 2; shorter < length; shorter++) base += unchecked(POWERS[shorter]);
  return base;
}

function prepareShape(line: i32, base: i32, square: i32, step: i32): void {
  store<u32>(shapes + ((<usize>line) << 2), base | (square << 16) | (step << 24));
}

function prepareShapes(): void {
  for (let i = 0; i < 8; i++) {
    const base = i == 0 || i == 7 ? BORDER : INNER;
    prepareShape(i, base, i * 8, 1);
    prepareShape(8 + i, base, i, 8);
  }
  for (let i = 0; i < 13; i++) {
    // Rising: column less row is i - 6. Falling: column and row add up to i + 1.
    const base = diagonalBase(8 - abs(i - 6));
    prepareShape(16 + i, base, i < 6 ? (6 - i) * 8 : i - 6, 9);
    prepareShape(29 + i, base, i < 7 ? i + 1 : (i - 6) * 8 + 7, 7);
  }
  prepareShape(IDLE_LINE, 0, 0, 0);
}

function preparePlace(square: i32, direction: i32, line: i32, place: i32): void {
  const idle = line < 0;
  const word = idle ? IDLE_LINE : line | (unchecked(POWERS[place]) << 16);
  store<u32>(places + <usize>((square << 4) | (direction << 2)), word);
}

function preparePlaces(): void {
  for (let square = 0; square < 64; square++) {
    const column = square & 7;
    const row = square >> 3;
    const rising = column - row + 6;
    const falling = column + row - 1;
    preparePlace(square, 0, row, column);
    preparePlace(square, 1, 8 + column, row);
    preparePlace(square, 2, rising < 0 || rising > 12 ? -1 : 16 + rising, min(column, row));
    preparePlace(square, 3, falling < 0 || falling > 12 ? -1 : 29 + falling, min(7 - column, row));
  }
}

for (let length = 2; length < 8; length++) {
  prepareKind(diagonalBase(length), length, 1 | (1 << (length - 1)));
}
prepareKind(INNER, 8, 0x81);
prepareKind(BORDER, 8, 0xff);
prepareShapes();
preparePlaces();
