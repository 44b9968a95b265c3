// Othello in writing. Positions are lines of the OBF files in which endgame suites are published:
// 64 squares from a1, b1 to h8, the side to move, and behind a semicolon a comment.
// Moves are squares, a1 top left; a side without a move must `pass`.
import { type InputError, inputError } from '../../core/errors.js';
import { type GameNotation, recordOf } from '../../core/game.js';
import { type Grid, makeSquare, parseSquare } from '../../core/grid.js';
import { ok } from '../../core/result.js';
import {
  drawStones,
  isPass,
  type StoneBoard,
  sideOf,
  stonePositions,
  stonesOf,
} from '../stones.js';

/** The code of a pass; other moves are the number of their square, 0 to 63. */
export const PASS = 64;

const GRID: Grid = { columns: 8, rows: 8 };
const BOARD: StoneBoard = { grid: GRID, bytes: 8 };
const START = '---------------------------OX------XO--------------------------- X';

/** Room for every OBF line: the longest of the FFO suite has 213 characters, comment included. */
const MAX_TEXT = 1000;

/** The squares d4, e4, d5, e5, on which every game begins and which never become empty. */
const CENTRE = [27, 28, 35, 36] as const;

/** A move is the number of its square, 0 to 63 row by row, or PASS. */
export const othello: GameNotation = {
  ...stonePositions('othello', BOARD, {
    start: START,
    maxText: MAX_TEXT,
    comment: ';',
    impossible: whyImpossible,
  }),
  title: 'Othello',
  positionFormat:
    '64 squares a1, b1, ..., h8 (X black, O white, - empty), a space, X or O to move; the rest after ; is ignored',
  moveFormat: 'the square: column a to h, row 1 to 8 from the top; or pass',
  positionExamples: [
    { text: START, about: 'the start' },
    {
      text: 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X',
      about: 'FFO endgame 40, won by 38 discs with a2',
    },
  ],
  moveExamples: [
    { text: 'f5', about: 'a disc on f5' },
    { text: 'pass', about: 'no legal move' },
  ],
  marginUnit: 100,
  marginName: 'discs',

  parseMove: (text) => (isPass(text) ? ok(PASS) : parseSquare(GRID, text)),

  makeMove: (move) => (move === PASS ? 'pass' : makeSquare(GRID, move)),

  reason: () => 'neither side can move',

  draw(position, highlight = []) {
    const record = recordOf(othello, position);
    const stones = stonesOf(BOARD, record);
    const count = (stone: string) => stones.filter((found) => found === stone).length;
    const pass = highlight.includes(PASS) ? `\n${sideOf(BOARD, record)} must pass` : '';
    return `${drawStones(BOARD, record, highlight)}\nX ${count('X')}, O ${count('O')}${pass}`;
  },
};

/**
 * Refuses boards that no sequence of moves can fill. A disc is placed next to a row of at least
 * one disc to turn over and one behind it, and no square becomes empty again: so from the centre
 * outwards, every disc must have two earlier ones in line with it. Colours and turns prove nothing,
 * since discs are turned and turns are passed; a side without any disc is possible.
 */
function whyImpossible(text: string): InputError | undefined {
  const impossible = (square: number, message: string) => {
    return inputError('ERR_IMPOSSIBLE', message, text.charAt(square), square);
  };
  const empty = CENTRE.find((square) => text[square] === '-');
  if (empty !== undefined) {
    const name = makeSquare(GRID, empty);
    return impossible(empty, `the centre square ${name} is empty, which it is in no game`);
  }
  const stray = findStray(text);
  if (stray !== undefined) {
    const name = makeSquare(GRID, stray);
    return impossible(stray, `no move can have placed the disc on ${name}: it is out of line`);
  }
  return undefined;
}

/** The first disc that could not have been placed after any of the others, if there is one. */
function findStray(text: string): number | undefined {
  const placed = new Set<number>(CENTRE);
  const waiting = new Set<number>();
  for (let square = 0; square < 64; square++) {
    if (text[square] !== '-' && !placed.has(square)) waiting.add(square);
  }
  let before: number;
  do {
    before = waiting.size;
    for (const square of waiting) {
      if (canFlank(placed, square)) {
        waiting.delete(square);
        placed.add(square);
      }
    }
  } while (waiting.size < before);
  const [stray] = waiting;
  return stray;
}

function canFlank(placed: ReadonlySet<number>, square: number): boolean {
  const column = square % 8;
  const row = square >> 3;
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) {
      const inside = isLine(column + 2 * dx) && isLine(row + 2 * dy);
      const step = dx + 8 * dy;
      if (step !== 0 && inside && placed.has(square + step) && placed.has(square + 2 * step)) {
        return true;
      }
    }
  }
  return false;
}

const isLine = (index: number): boolean => index >= 0 && index < 8;
