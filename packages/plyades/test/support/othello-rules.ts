// The rules of Othello on an array of characters, as slow and plain as possible: what the tests of
// the notation compare with. Shares nothing with the kernel.
import { COMPASS } from './compass.js';

export interface OthelloGame {
  /** X, O or - per square, a1, b1, ..., h8. */
  readonly squares: readonly string[];
  readonly side: 'X' | 'O';
}

export const othelloStart: OthelloGame = {
  squares: [...'---------------------------OX------XO---------------------------'],
  side: 'X',
};

export const othelloText = ({ squares, side }: OthelloGame): string =>
  `${squares.join('')} ${side}`;

/** Squares on which the side to move may place a disc; none when it must pass. */
export function placements(game: OthelloGame): number[] {
  return game.squares.flatMap((_, square) => (turned(game, square).length > 0 ? [square] : []));
}

/** The game after a disc on `square`, or after a pass. */
export function playOthello(game: OthelloGame, square: number | 'pass'): OthelloGame {
  const squares = [...game.squares];
  if (square !== 'pass') {
    for (const disc of [square, ...turned(game, square)]) squares[disc] = game.side;
  }
  return { squares, side: game.side === 'X' ? 'O' : 'X' };
}

/** The discs that a disc on `square` would turn over. */
function turned({ squares, side }: OthelloGame, square: number): number[] {
  if (squares[square] !== '-') return [];
  const found: number[] = [];
  for (const [dx, dy] of COMPASS) {
    const row: number[] = [];
    let x = (square % 8) + dx;
    let y = Math.floor(square / 8) + dy;
    while (x >= 0 && x < 8 && y >= 0 && y < 8 && !['-', side].includes(squares[y * 8 + x]!)) {
      row.push(y * 8 + x);
      x += dx;
      y += dy;
    }
    if (x >= 0 && x < 8 && y >= 0 && y < 8 && squares[y * 8 + x] === side) found.push(...row);
  }
  return found;
}
