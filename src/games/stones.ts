// Boards on which two sides, X and O, have one kind of stone each. The text is one character per
// square, a space and the side to move; the record is the stones of the side to move, those of the
// other side, and the side. What such a board may look like is left to the game.
import { hasBit, setBit } from '../core/bits.js';
import { type InputError, inputError, quote } from '../core/errors.js';
import { drawGrid, type Grid, makeSquare } from '../core/grid.js';
import { err, ok, type Result } from '../core/result.js';

export interface StoneBoard {
  readonly grid: Grid;
  /** Bytes of one bitboard; a record is two of them and one byte for the side, 0 is X. */
  readonly bytes: number;
}

export type Side = 'X' | 'O';

export const recordSize = (board: StoneBoard): number => 2 * board.bytes + 1;

/** Reads left to right and stops at the first thing that is wrong; blanks at the end are free. */
export function parseStones(board: StoneBoard, text: string): Result<Uint8Array, InputError> {
  const squares = board.grid.columns * board.grid.rows;
  const refuse = (...error: Parameters<typeof inputError>) => err(inputError(...error));

  for (let square = 0; square < squares; square++) {
    const character = text.charAt(square);
    if (isBlank(character)) {
      const message = `the board ends after ${square} of ${squares} squares`;
      return refuse('ERR_LENGTH', message, text, square);
    }
    if (!'XO-'.includes(character)) {
      const name = makeSquare(board.grid, square);
      const message = `the square ${name} is ${quote(character)}: expected X, O or -`;
      return refuse('ERR_CHARACTER', message, character, square);
    }
  }
  if (!isBlank(text.charAt(squares))) {
    const message = `the board goes on after its ${squares} squares`;
    return refuse('ERR_LENGTH', message, text.slice(squares), squares);
  }
  const place = squares + 1;
  const side = text.charAt(place);
  if (text.charAt(squares) !== ' ' || !isSide(side)) {
    const at = text.charAt(squares) === ' ' ? place : squares;
    const message = 'one space and the side to move, X or O, must follow the board';
    return refuse('ERR_SIDE', message, text.slice(at), at);
  }
  const rest = text.slice(place + 1).trimEnd();
  if (rest !== '') {
    const message = `${quote(rest)} follows the side to move: expected nothing more`;
    return refuse('ERR_SIDE', message, rest, place + 1);
  }

  const record = new Uint8Array(recordSize(board));
  for (let square = 0; square < squares; square++) {
    const stone = text.charAt(square);
    if (stone !== '-') setBit(record, stone === side ? square : 8 * board.bytes + square);
  }
  record[2 * board.bytes] = side === 'X' ? 0 : 1;
  return ok(record);
}

export function makeStones(board: StoneBoard, record: Uint8Array): string {
  return `${stonesOf(board, record).join('')} ${sideOf(board, record)}`;
}

export function sideOf(board: StoneBoard, record: Uint8Array): Side {
  return record[2 * board.bytes] === 0 ? 'X' : 'O';
}

/** One character per square: X, O or -. */
export function stonesOf(board: StoneBoard, record: Uint8Array): (Side | '-')[] {
  const side = sideOf(board, record);
  const other = side === 'X' ? 'O' : 'X';
  return Array.from({ length: board.grid.columns * board.grid.rows }, (_, square) => {
    if (hasBit(record, square)) return side;
    return hasBit(record, 8 * board.bytes + square) ? other : '-';
  });
}

/** The board with its coordinates and the side to move; highlighted squares are shown as *. */
export function drawStones(
  board: StoneBoard,
  record: Uint8Array,
  highlight: readonly number[],
): string {
  const stones = stonesOf(board, record);
  const picture = drawGrid(board.grid, (square) => {
    return highlight.includes(square) ? '*' : stones[square]!;
  });
  return `${picture}\n${sideOf(board, record)} to move`;
}

const isSide = (text: string): text is Side => text === 'X' || text === 'O';

const isBlank = (character: string): boolean => character.trim() === '';
