// A chess board as an array of letters and what its pieces attack, square by square: what the second
// evaluation and the second static exchange are made of. Shares nothing with the kernel.
import { COMPASS } from './compass.js';

export interface ChessBoard {
  /** FEN letters or '' by square, a1, b1, ..., h8. */
  readonly squares: readonly string[];
  readonly side: 'w' | 'b';
}

export function chessBoard(fen: string): ChessBoard {
  const [ranks = '', side] = fen.split(' ');
  const squares = ranks
    .split('/')
    .toReversed()
    .flatMap((rank) => [...rank.replace(/\d/g, (run) => '-'.repeat(Number(run)))])
    .map((letter) => (letter === '-' ? '' : letter));
  return { squares, side: side === 'w' ? 'w' : 'b' };
}

export const otherColour = (side: 'w' | 'b') => (side === 'w' ? 'b' : 'w');

export const colourOf = (letter: string): 'w' | 'b' | undefined =>
  letter === '' ? undefined : letter === letter.toUpperCase() ? 'w' : 'b';

export const fileOf = (square: number) => square % 8;
export const rankOf = (square: number) => Math.floor(square / 8);

const KNIGHT_STEPS = [-2, -1, 1, 2].flatMap((dx) =>
  [-2, -1, 1, 2].filter((dy) => Math.abs(dx) !== Math.abs(dy)).map((dy) => [dx, dy] as const),
);

/** The squares that a piece on `from` attacks, occupied ones included, whosever they are. */
export function attacksOf(squares: readonly string[], from: number): number[] {
  const letter = squares[from]!;
  const up = colourOf(letter) === 'w' ? 1 : -1;
  switch (letter.toLowerCase()) {
    case 'p':
      return walk(squares, from, [[-1, up] as const, [1, up] as const], 1);
    case 'n':
      return walk(squares, from, KNIGHT_STEPS, 1);
    case 'b':
      return walk(squares, from, diagonals, 7);
    case 'r':
      return walk(squares, from, straights, 7);
    case 'q':
      return walk(squares, from, COMPASS, 7);
    default:
      return walk(squares, from, COMPASS, 1);
  }
}

const diagonals = COMPASS.filter(([dx, dy]) => dx !== 0 && dy !== 0);
const straights = COMPASS.filter(([dx, dy]) => dx === 0 || dy === 0);

/** Up to `most` steps in each direction, to the first piece or to the border. */
function walk(
  squares: readonly string[],
  from: number,
  directions: readonly (readonly [number, number])[],
  most: number,
): number[] {
  const seen: number[] = [];
  for (const [dx, dy] of directions) {
    for (let steps = 1; steps <= most; steps++) {
      const [x, y] = [fileOf(from) + steps * dx, rankOf(from) + steps * dy];
      if (x < 0 || x > 7 || y < 0 || y > 7) break;
      seen.push(8 * y + x);
      if (squares[8 * y + x] !== '') break;
    }
  }
  return seen;
}
