// Boards on which two sides, X and O, have one kind of stone each. The text is one character per
// square, a space and the side to move; the record is the stones of the side to move, those of the
// other side, and the side. Each game checks its own boards.
import { hasBit, setBit } from '../core/bits.js';
import { type InputError, quote, tooLong } from '../core/errors.js';
import { type GameId, type GameNotation, recordOf } from '../core/game.js';
import { drawGrid, type Grid, makeSquare } from '../core/grid.js';
import { andThen, err, ok, type Result, refusal, unwrap } from '../core/result.js';

export interface StoneBoard {
  readonly grid: Grid;
  /** Bytes of one bitboard; a record is two of them and one byte for the side, 0 is X. */
  readonly bytes: number;
}

export type StoneSide = 'X' | 'O';

/** Rules of a game's positions beyond the board. */
export interface StonePositions {
  /** The text of the position at which the game begins. */
  readonly start: string;
  /** Longer texts are refused unread. */
  readonly maxText: number;
  /** Behind this character a text may have a comment. */
  readonly comment?: string;
  /** Why no game can reach a position that is well written, or undefined when one may. */
  impossible(text: string, record: Uint8Array): InputError | undefined;
}

/** The part of a notation that is the same for all boards of stones: positions as text. */
export function stonePositions(
  id: GameId,
  board: StoneBoard,
  game: StonePositions,
): Pick<GameNotation, 'id' | 'recordSize' | 'start' | 'parsePosition' | 'makePosition'> {
  const { start, maxText, comment, impossible } = game;
  const recordSize = 2 * board.bytes + 1;
  const parsePosition: GameNotation['parsePosition'] = (text) => {
    if (text.length > maxText) return err(tooLong(text, maxText));
    const written = comment === undefined ? text : text.split(comment, 1)[0]!;
    return andThen(parseStones(board, written), (record) => {
      const error = impossible(written, record);
      return error === undefined ? ok({ game: id, record }) : err(error);
    });
  };
  return {
    id,
    recordSize,
    start: () => unwrap(parsePosition(start)),
    parsePosition,
    makePosition(position) {
      const record = recordOf({ id, recordSize }, position);
      return `${stonesOf(board, record).join('')} ${sideOf(board, record)}`;
    },
  };
}

/** Reads left to right and stops at the first thing that is wrong; blanks at the end are free. */
function parseStones(board: StoneBoard, text: string): Result<Uint8Array, InputError> {
  const squares = board.grid.columns * board.grid.rows;

  for (let square = 0; square < squares; square++) {
    const character = text.charAt(square);
    if (isBlank(character)) {
      const message = `the board ends after ${square} of ${squares} squares`;
      return refusal('ERR_LENGTH', message, text, square);
    }
    if (!'XO-'.includes(character)) {
      const name = makeSquare(board.grid, square);
      const message = `the square ${name} is ${quote(character)}: expected X, O or -`;
      return refusal('ERR_CHARACTER', message, character, square);
    }
  }
  if (!isBlank(text.charAt(squares))) {
    const message = `the board goes on after its ${squares} squares`;
    return refusal('ERR_LENGTH', message, text.slice(squares), squares);
  }
  const place = squares + 1;
  const side = text.charAt(place);
  if (text.charAt(squares) !== ' ' || !isSide(side)) {
    const at = text.charAt(squares) === ' ' ? place : squares;
    const message = 'one space and the side to move, X or O, must follow the board';
    return refusal('ERR_SIDE', message, text.slice(at), at);
  }
  const rest = text.slice(place + 1).trimEnd();
  if (rest !== '') {
    const message = `${quote(rest)} follows the side to move: expected nothing more`;
    return refusal('ERR_SIDE', message, rest, place + 1);
  }

  const record = new Uint8Array(2 * board.bytes + 1);
  for (let square = 0; square < squares; square++) {
    const stone = text.charAt(square);
    if (stone !== '-') setBit(record, stone === side ? square : 8 * board.bytes + square);
  }
  record[2 * board.bytes] = side === 'X' ? 0 : 1;
  return ok(record);
}

export function sideOf(board: StoneBoard, record: Uint8Array): StoneSide {
  return record[2 * board.bytes] === 0 ? 'X' : 'O';
}

/** One character per square: X, O or -. */
export function stonesOf(board: StoneBoard, record: Uint8Array): (StoneSide | '-')[] {
  const side = sideOf(board, record);
  const other = side === 'X' ? 'O' : 'X';
  return Array.from({ length: board.grid.columns * board.grid.rows }, (_, square) => {
    if (hasBit(record, square)) return side;
    return hasBit(record, 8 * board.bytes + square) ? other : '-';
  });
}

/** The text of a turn without a move. */
export const isPass = (text: string): boolean => text.length === 4 && text.toLowerCase() === 'pass';

/** The board with its coordinates and the side to move; highlighted squares are shown as * if empty. */
export function drawStones(
  board: StoneBoard,
  record: Uint8Array,
  highlight: readonly number[],
): string {
  const stones = stonesOf(board, record);
  const picture = drawGrid(board.grid, (square) => {
    const stone = stones[square]!;
    return stone === '-' && highlight.includes(square) ? '*' : stone;
  });
  return `${picture}\n${sideOf(board, record)} to move`;
}

const isSide = (text: string): text is StoneSide => text === 'X' || text === 'O';

const isBlank = (character: string): boolean => character.trim() === '';
