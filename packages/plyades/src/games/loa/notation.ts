// Lines of Action in writing. Positions are written like those of Othello: 64 squares from a1, b1 to
// h8 and the side to move. A move names the square it starts from and the one it leads to; a side
// without a move must `pass`.
import { type InputError, inputError, quote } from '../../core/errors.js';
import { type GameNotation, recordOf } from '../../core/game.js';
import { type Grid, makeSquare, parseSquare } from '../../core/grid.js';
import { andThen, err, ok } from '../../core/result.js';
import {
  drawStones,
  isPass,
  type StoneBoard,
  type StoneSide,
  sideOf,
  stonePositions,
  stonesOf,
} from '../stones.js';

/** The code of a pass; other moves are 64 times the square they start from plus their target. */
export const PASS = 4096;

const GRID: Grid = { columns: 8, rows: 8 };
const BOARD: StoneBoard = { grid: GRID, bytes: 8 };
const START = '-XXXXXX-O------OO------OO------OO------OO------OO------O-XXXXXX- X';

/** A position has 66 characters; the rest is room for blanks at the end. */
const MAX_TEXT = 1000;

/** Stones of a side at the start. */
const STONES = 12;

/** Lines of Action: positions as 64 squares and the side, moves such as `b1b3`. */
export const loa: GameNotation = {
  ...stonePositions('loa', BOARD, {
    start: START,
    maxText: MAX_TEXT,
    impossible: whyImpossible,
  }),
  title: 'Lines of Action',
  positionFormat: '64 squares a1, b1, ..., h8 (X black, O white, - empty), a space, X or O to move',
  moveFormat: 'from square and to square, such as b1b3 (column a to h, row 1 to 8); or pass',
  positionExamples: [
    { text: START, about: 'the start' },
    {
      text: '-------------------------XX--XO----XOXX---X----O-----O----X----- X',
      about: 'black connects in three plies with f5e4',
    },
  ],
  moveExamples: [
    { text: 'b1b3', about: 'the stone on b1 moves to b3, where it may capture' },
    { text: 'pass', about: 'no legal move' },
  ],

  parseMove(text) {
    if (isPass(text)) return ok(PASS);
    if (text.length !== 4) {
      const message = `${quote(text)} is no move: expected two squares such as b1b3, or pass`;
      return err(inputError('ERR_MOVE', message, text, 0));
    }
    return andThen(parseSquare(GRID, text.slice(0, 2)), (from) => {
      const target = parseSquare(GRID, text.slice(2));
      if (!target.ok) return err({ ...target.error, at: 2 + (target.error.at ?? 0) });
      if (onOneLine(from, target.value)) return ok(64 * from + target.value);
      const message = `${quote(text)} is no move: the squares do not lie on one line`;
      return err(inputError('ERR_MOVE', message, text, 2));
    });
  },

  makeMove(move) {
    if (move === PASS) return 'pass';
    const [from, target] = [Math.floor(move / 64), move % 64];
    const text = makeSquare(GRID, from) + makeSquare(GRID, target);
    if (!onOneLine(from, target)) throw new RangeError(`${move} is no move: ${text}`);
    return text;
  },

  reason: (_, result) => (result === 0 ? 'both sides are connected' : 'connection'),

  draw(position, highlight = []) {
    const record = recordOf(loa, position);
    const targets = highlight.filter((move) => move !== PASS).map((move) => move % 64);
    const pass = highlight.includes(PASS) ? `\n${sideOf(BOARD, record)} must pass` : '';
    return drawStones(BOARD, record, targets) + pass;
  },
};

/** Two squares of a row, a column or a diagonal, and not the same. */
function onOneLine(from: number, target: number): boolean {
  const columns = Math.abs((from % 8) - (target % 8));
  const rows = Math.abs(Math.floor(from / 8) - Math.floor(target / 8));
  return from !== target && (columns === 0 || rows === 0 || columns === rows);
}

/**
 * Refuses what no game can reach. A side has 12 stones at first and keeps one at least: a single
 * stone is connected, and the game over before it could be captured. For the same reason the side
 * that has just moved has two or more. And the side to move can only have become connected by losing
 * a stone.
 */
function whyImpossible(text: string, record: Uint8Array): InputError | undefined {
  const stones = stonesOf(BOARD, record);
  const turn = sideOf(BOARD, record);
  const impossible = (at: number, message: string) => {
    return inputError('ERR_IMPOSSIBLE', message, text.charAt(at), at);
  };
  for (const side of ['X', 'O'] as const) {
    const squares = squaresOf(stones, side);
    const [first] = squares;
    const surplus = squares[STONES];
    if (first === undefined) {
      return impossible(64, `${side} has no stones: the last one cannot be captured`);
    }
    if (surplus !== undefined) {
      const name = makeSquare(GRID, surplus);
      return impossible(surplus, `the stone on ${name} is one too many: ${side} has at most 12`);
    }
    if (side !== turn && squares.length === 1) {
      return impossible(first, `${side} has moved a single stone, which had already won`);
    }
    if (side === turn && squares.length === STONES && isOneGroup(squares)) {
      const message = `all 12 stones of ${side} are connected, but ${side} is still to move`;
      return impossible(65, message);
    }
  }
  return undefined;
}

function squaresOf(stones: readonly (StoneSide | '-')[], side: StoneSide): number[] {
  return stones.flatMap((stone, square) => (stone === side ? [square] : []));
}

function isOneGroup(squares: readonly number[]): boolean {
  const waiting = new Set(squares);
  const reached = squares.slice(0, 1);
  for (const square of reached) {
    waiting.delete(square);
    for (const other of waiting) {
      if (touch(square, other) && !reached.includes(other)) reached.push(other);
    }
  }
  return reached.length === squares.length;
}

function touch(one: number, other: number): boolean {
  const columns = Math.abs((one % 8) - (other % 8));
  const rows = Math.abs(Math.floor(one / 8) - Math.floor(other / 8));
  return Math.max(columns, rows) === 1;
}
