// Boards of X and O, one character per square: Othello, Lines of Action and tic-tac-toe write positions alike.
import type { Side } from 'plyades';
import type { BoardPicture, Piece } from '../picture.js';

/** The two stones, X first. */
export type StonePair = readonly [Piece, Piece];

export const blackAndWhite = (what: string): StonePair => [
  { side: 0, kind: 'x', name: `black ${what}` },
  { side: 1, kind: 'o', name: `white ${what}` },
];

/** Reads the squares, a space, and the side to move. */
export function readStones(text: string, squares: number, [x, o]: StonePair): BoardPicture {
  const turn: Side = text[squares + 1] === 'X' ? 0 : 1;
  const list = Array.from(text.slice(0, squares), (stone) =>
    stone === 'X' ? x : stone === 'O' ? o : undefined,
  );
  return { squares: list, turn };
}
