// The rules of Lines of Action on an array of characters, as slow and plain as possible: what the
// kernel and the notation are compared with. Shares nothing with either.
import { COMPASS } from './compass.js';

export interface LoaGame {
  /** X, O or - per square, a1, b1, ..., h8. */
  readonly squares: readonly string[];
  readonly side: 'X' | 'O';
}

export type LoaMove = readonly [from: number, to: number] | 'pass';

export const loaStart: LoaGame = {
  squares: [...'-XXXXXX-O------OO------OO------OO------OO------OO------O-XXXXXX-'],
  side: 'X',
};

export const loaText = ({ squares, side }: LoaGame): string => `${squares.join('')} ${side}`;

export function loaGame(text: string): LoaGame {
  return { squares: [...text.slice(0, 64)], side: text.charAt(65) === 'X' ? 'X' : 'O' };
}

export const moveText = (move: LoaMove): string =>
  move === 'pass'
    ? 'pass'
    : move.map((at) => 'abcdefgh'[at % 8]! + (Math.floor(at / 8) + 1)).join('');

/** The moves of the side to move; a pass when it has none, nothing when the game is over. */
export function loaMoves(game: LoaGame): LoaMove[] {
  if (isConnected(game, 'X') || isConnected(game, 'O')) return [];
  const moves: LoaMove[] = [];
  for (const [from, stone] of game.squares.entries()) {
    if (stone !== game.side) continue;
    for (const [dx, dy] of COMPASS) {
      const ahead = walk(from, dx, dy);
      const behind = walk(from, -dx, -dy);
      const isStone = (square: number) => game.squares[square] !== '-';
      const distance = 1 + ahead.filter(isStone).length + behind.filter(isStone).length;
      const to = ahead[distance - 1];
      if (to === undefined || game.squares[to] === game.side) continue;
      const jumped = ahead.slice(0, distance - 1).map((square) => game.squares[square]);
      if (jumped.every((each) => each === '-' || each === game.side)) moves.push([from, to]);
    }
  }
  return moves.length > 0 ? moves : ['pass'];
}

export function playLoa(game: LoaGame, move: LoaMove): LoaGame {
  const squares = [...game.squares];
  if (move !== 'pass') {
    squares[move[0]] = '-';
    squares[move[1]] = game.side;
  }
  return { squares, side: game.side === 'X' ? 'O' : 'X' };
}

/** True when every stone of the side can be reached from its first one. */
export function isConnected(game: LoaGame, side: 'X' | 'O'): boolean {
  const stones = game.squares.flatMap((stone, square) => (stone === side ? [square] : []));
  const reached = new Set(stones.slice(0, 1));
  for (const square of reached) {
    for (const other of stones) {
      const columns = Math.abs((square % 8) - (other % 8));
      const rows = Math.abs(Math.floor(square / 8) - Math.floor(other / 8));
      if (columns <= 1 && rows <= 1) reached.add(other);
    }
  }
  return reached.size === stones.length;
}

/** The squares after `from` in a direction, to the border. */
function walk(from: number, dx: number, dy: number): number[] {
  const squares: number[] = [];
  let [x, y] = [(from % 8) + dx, Math.floor(from / 8) + dy];
  while (x >= 0 && x < 8 && y >= 0 && y < 8) {
    squares.push(y * 8 + x);
    x += dx;
    y += dy;
  }
  return squares;
}
