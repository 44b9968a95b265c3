// Squares of English checkers. In writing they are numbered 1 to 32 from Black's home row; a record
// has them as bits, in the order that assembly/games/checkers/squares.ts explains.

/** A dark square: row 0 is Black's home row, with squares 1 to 4 in columns 1, 3, 5 and 7. */
export interface CheckersSquare {
  readonly row: number;
  readonly column: number;
}

/** Row and column steps by direction: down right, down left, up right, up left. */
export const directions = [
  { row: 1, column: 1 },
  { row: 1, column: -1 },
  { row: -1, column: 1 },
  { row: -1, column: -1 },
] as const;

/** The place of square 1 to 32. */
export function placeOf(square: number): CheckersSquare {
  const row = (square - 1) >> 2;
  return { row, column: 2 * ((square - 1) & 3) + 1 - (row & 1) };
}

/** The number of the dark square at a place, or undefined beside the board. */
export function squareAt({ row, column }: CheckersSquare): number | undefined {
  if (row < 0 || row > 7 || column < 0 || column > 7) return undefined;
  return 4 * row + (column >> 1) + 1;
}

/** The square `steps` away in a direction, or undefined beside the board. */
export function squareFrom(square: number, direction: number, steps: number): number | undefined {
  const { row, column } = placeOf(square);
  const by = directions[direction]!;
  return squareAt({ row: row + steps * by.row, column: column + steps * by.column });
}

/** The bit of a square, 0 to 31. */
export function bitOf(square: number): number {
  const { row, column } = placeOf(square);
  return (4 * row - 3 * column) & 31;
}

const squaresByBit = Array.from({ length: 32 }, (_, i) => i + 1).sort(
  (a, b) => bitOf(a) - bitOf(b),
);

/** The square of a bit, 1 to 32. */
export function squareOf(bit: number): number {
  return squaresByBit[bit]!;
}
