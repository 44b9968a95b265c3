// Connect6: stones on the points of a board of 19 by 19. The first move is one stone, every other two, in any order.
import { letters, numbers, squareNames } from '../grid-names.js';
import type { BoardGame, BoardPicture } from '../picture.js';
import { blackAndWhite } from './stones.js';

const columnNames = letters(19);
const rowNames = numbers(19, 'down');
const { squareName, squareOf } = squareNames(columnNames, rowNames);
const [black, white] = blackAndWhite('stone');

export const connect6Board: BoardGame = {
  columns: 19,
  rows: 19,
  style: 'points',
  sides: ['Black', 'White'],
  columnNames,
  rowNames,
  squareName,

  readPosition(text): BoardPicture {
    const [board = '', side] = text.split(' ');
    const squares = [...board.matchAll(/[xo]|\d+/g)].flatMap(([part]) => {
      if (part === 'x') return [black];
      if (part === 'o') return [white];
      return Array.from({ length: Number(part) }, () => undefined);
    });
    return { squares, turn: side === 'x' ? 0 : 1 };
  },

  readMove(text) {
    const path = [...text.matchAll(/[a-s]\d+/g)].map(([name]) => squareOf(name));
    return { path, stones: true };
  },

  placesStones: {
    count: ({ squares }) => (squares.every((piece) => piece === undefined) ? 1 : 2),
    stone: (side) => (side === 0 ? black : white),
  },
};
