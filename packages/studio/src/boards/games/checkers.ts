// English checkers: positions as PDN writes them, squares 1 to 32 on the dark squares. A capture touches every square
// on which the piece lands.
import type { Side } from 'plyades';
import type { BoardGame, BoardPicture, Piece } from '../picture.js';

/** Square 1 is in the second column of the top row. */
function squareOf(number: number): number {
  const row = (number - 1) >> 2;
  return 8 * row + 2 * ((number - 1) & 3) + 1 - (row & 1);
}

const numberBySquare = new Map(Array.from({ length: 32 }, (_, i) => [squareOf(i + 1), i + 1]));

function pieceOf(side: Side, king: boolean): Piece {
  const colour = side === 0 ? 'black' : 'white';
  return { side, kind: king ? 'king' : 'man', name: `${colour} ${king ? 'king' : 'man'}` };
}

export const checkersBoard: BoardGame = {
  columns: 8,
  rows: 8,
  style: 'chequered',
  sides: ['Black', 'White'],
  columnNames: [],
  rowNames: [],
  numbersSquares: true,
  squareName: (square) => String(numberBySquare.get(square) ?? ''),

  readPosition(text): BoardPicture {
    const squares: (Piece | undefined)[] = Array.from({ length: 64 }, () => undefined);
    const [turn, ...lists] = text.split(':');
    for (const list of lists) {
      const side: Side = list.startsWith('B') ? 0 : 1;
      for (const [, king, number] of list.slice(1).matchAll(/(K?)(\d+)/g)) {
        squares[squareOf(Number(number))] = pieceOf(side, king === 'K');
      }
    }
    return { squares, turn: turn === 'B' ? 0 : 1 };
  },

  readMove: (text) => ({ path: text.split(/[-x]/).map((number) => squareOf(Number(number))) }),
};
