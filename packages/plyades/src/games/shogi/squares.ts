// Squares of the shogi board: file 1 to 9 from Black's right, rank a to i from White's side. The number
// of a square is file * 9 + rank, both from 0.

export const squareAt = (file: number, rank: number): number => file * 9 + rank;
export const fileOf = (square: number): number => Math.floor(square / 9);
export const rankOf = (square: number): number => square % 9;

export function makeSquare(square: number): string {
  return `${fileOf(square) + 1}${'abcdefghi'.charAt(rankOf(square))}`;
}

/** The square that two characters name, or undefined. */
export function parseSquare(text: string): number | undefined {
  const file = '123456789'.indexOf(text.charAt(0));
  const rank = 'abcdefghi'.indexOf(text.charAt(1));
  return text.length === 2 && file >= 0 && rank >= 0 ? squareAt(file, rank) : undefined;
}
