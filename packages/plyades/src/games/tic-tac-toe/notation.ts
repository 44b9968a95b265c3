// Tic-tac-toe in writing: the folder to copy for a new game. Positions are nine characters row by
// row from the top left and the side to move; a move is its square, a1 top left, c3 bottom right.
import { type InputError, inputError } from '../../core/errors.js';
import { type GameNotation, recordOf } from '../../core/game.js';
import { type Grid, makeSquare, parseSquare } from '../../core/grid.js';
import { drawStones, type StoneBoard, stonePositions } from '../stones.js';

const GRID: Grid = { columns: 3, rows: 3 };
const BOARD: StoneBoard = { grid: GRID, bytes: 2 };
const START = '--------- X';
const MAX_TEXT = 100;

/** Index of the side to move in the text of a position. */
const SIDE = 10;

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

/** A move is the number of its square, 0 to 8 row by row. */
export const ticTacToe: GameNotation = {
  ...stonePositions('tic-tac-toe', BOARD, {
    start: START,
    maxText: MAX_TEXT,
    impossible: whyImpossible,
  }),
  title: 'Tic-tac-toe',
  positionFormat: 'nine squares row by row from the top left (X, O or -), a space, X or O to move',
  moveFormat: 'the square: column a to c, row 1 to 3 from the top',
  positionExamples: [
    { text: START, about: 'the start' },
    { text: 'X---O---- X', about: 'X in a corner, O in the centre' },
    { text: 'XXX-OO--- O', about: 'X has won' },
  ],
  moveExamples: [{ text: 'b2', about: 'the centre' }],

  parseMove: (text) => parseSquare(GRID, text),

  makeMove: (move) => makeSquare(GRID, move),

  reason: (_, result) => (result === 0 ? 'the board is full' : 'three in a row'),

  draw: (position, highlight = []) => drawStones(BOARD, recordOf(ticTacToe, position), highlight),
};

/** Accepts exactly the 5,478 positions of the game: X begins, turns alternate, a line ends it. */
function whyImpossible(text: string): InputError | undefined {
  const impossible = (message: string) => {
    return inputError('ERR_IMPOSSIBLE', message, text.slice(0, SIDE + 1), SIDE);
  };
  const count = (stone: string) => text.slice(0, 9).split(stone).length - 1;
  const hasLine = (stone: string) => {
    return LINES.some((line) => line.every((square) => text[square] === stone));
  };
  const side = text[SIDE]!;
  const ahead = count('X') - count('O');
  if (ahead !== (side === 'X' ? 0 : 1)) {
    return impossible(`${side} cannot be to move with ${count('X')} X and ${count('O')} O`);
  }
  if (hasLine(side)) {
    return impossible(`${side} cannot be to move with a line of its own on the board`);
  }
  return undefined;
}
