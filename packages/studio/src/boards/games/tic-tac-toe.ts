// Tic-tac-toe: a move is one square.
import { letters, numbers, squareNames } from '../grid-names.js';
import type { BoardGame } from '../picture.js';
import { readStones, type StonePair } from './stones.js';

const columnNames = letters(3);
const rowNames = numbers(3);
const { squareName, squareOf } = squareNames(columnNames, rowNames);
const signs: StonePair = [
  { side: 0, kind: 'cross', name: 'cross' },
  { side: 1, kind: 'nought', name: 'nought' },
];

export const ticTacToeBoard: BoardGame = {
  columns: 3,
  rows: 3,
  style: 'cells',
  sides: ['Crosses', 'Noughts'],
  columnNames,
  rowNames,
  squareName,
  readPosition: (text) => readStones(text, 9, signs),
  readMove: (text) => ({ path: [squareOf(text)] }),
};
