// Othello: a move is one square; a side that cannot move passes.
import { letters, numbers, squareNames } from '../grid-names.js';
import type { BoardGame } from '../picture.js';
import { blackAndWhite, readStones } from './stones.js';

const columnNames = letters(8);
const rowNames = numbers(8);
const { squareName, squareOf } = squareNames(columnNames, rowNames);
const discs = blackAndWhite('disc');

export const othelloBoard: BoardGame = {
  columns: 8,
  rows: 8,
  style: 'felt',
  sides: ['Black', 'White'],
  columnNames,
  rowNames,
  squareName,
  marksFirst: true,
  readPosition: (text) => readStones(text, 64, discs),
  readMove: (text) => ({ path: text === 'pass' ? [] : [squareOf(text)] }),
};
