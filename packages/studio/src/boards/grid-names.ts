// Names of squares made of a letter for the column and a number for the row.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The first `count` letters. */
export const letters = (count: number): string[] => [...LETTERS.slice(0, count)];

/** `1` to `count`, or the other way round. */
export function numbers(count: number, order: 'up' | 'down' = 'up'): string[] {
  const list = Array.from({ length: count }, (_, i) => String(i + 1));
  return order === 'up' ? list : list.reverse();
}

/** Squares of a board by their names, and back. */
export interface SquareNames {
  squareName(square: number): string;
  /** Throws on a name that is none: notations write no others. */
  squareOf(name: string): number;
}

export function squareNames(
  columnNames: readonly string[],
  rowNames: readonly string[],
): SquareNames {
  const names = rowNames.flatMap((row) => columnNames.map((column) => column + row));
  const squares = new Map(names.map((name, square) => [name, square]));
  return {
    squareName: (square) => names[square]!,
    squareOf(name) {
      const square = squares.get(name);
      if (square === undefined) throw new RangeError(`'${name}' is no square of this board`);
      return square;
    },
  };
}
