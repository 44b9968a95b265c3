// Lines of Action: a stone moves from square to square; a side that cannot move passes.
import { letters, numbers, squareNames } from '../grid-names.js';
import type { BoardGame } from '../picture.js';
import { blackAndWhite, readStones } from './stones.js';

const columnNames = letters(8);
const rowNames = numbers(8);
const { squareName, squareOf } = squareNames(columnNames, rowNames);
const stones = blackAndWhite('stone');

export const loaBoard: BoardGame = {
  columns: 8,
  rows: 8,
  style: 'chequered',
  sides: ['Black', 'White'],
  columnNames,
  rowNames,
  squareName,
  readPosition: (text) => readStones(text, 64, stones),
  readMove: (text) => ({
    path: text === 'pass' ? [] : [squareOf(text.slice(0, 2)), squareOf(text.slice(2))],
  }),
};
