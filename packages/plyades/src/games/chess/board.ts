// A chess board outside the kernel: what stands where, and what sees what. It is slow and plain, and
// only notations ask it: whether a position can be, and whether a move gives check.
import { hasBit, setBit } from '../../core/bits.js';

/** Bytes of a record: five bitboards, the clock and the plies. */
export const RECORD_SIZE = 44;

/** Where things are in a record: numbers of bitboards, then byte offsets. */
const WHITE = 0;
const CODES = 1;
export const RIGHTS = 4;
const CLOCK = 40;
const PLIES = 42;

/** Letters by the kernel's codes: bit 0 moves like a bishop, bit 1 like a rook, bit 2 neither. */
const LETTERS = ['', 'b', 'r', 'q', 'p', 'n', 'k'] as const;

/** A piece as FEN writes it, upper case for White; empty squares are undefined. */
export type Squares = readonly (string | undefined)[];

export type ChessSide = 'w' | 'b';

export interface ChessBoard {
  readonly squares: Squares;
  readonly side: ChessSide;
  /** Squares of rooks that may castle, and the square of an en passant capture. */
  readonly rights: readonly number[];
  /** Plies since the last capture or move of a pawn. */
  readonly clock: number;
  /** The number of the move, from 1. */
  readonly number: number;
}

export const isWhite = (piece: string): boolean => piece < 'a';

export const fileOf = (square: number): number => square & 7;
export const rankOf = (square: number): number => square >> 3;

export function makeSquare(square: number): string {
  return String.fromCharCode(97 + fileOf(square)) + (rankOf(square) + 1);
}

export function toRecord(board: ChessBoard): Uint8Array {
  const record = new Uint8Array(RECORD_SIZE);
  for (const [square, piece] of board.squares.entries()) {
    if (piece === undefined) continue;
    const code = LETTERS.indexOf(piece.toLowerCase() as (typeof LETTERS)[number]);
    if (isWhite(piece)) setBit(record, 64 * WHITE + square);
    for (let bit = 0; bit < 3; bit++) {
      if ((code >> bit) & 1) setBit(record, 64 * (CODES + bit) + square);
    }
  }
  for (const square of board.rights) setBit(record, 64 * RIGHTS + square);
  const view = new DataView(record.buffer);
  view.setUint16(CLOCK, board.clock, true);
  view.setUint16(PLIES, 2 * (board.number - 1) + (board.side === 'w' ? 0 : 1), true);
  return record;
}

export function fromRecord(record: Uint8Array): ChessBoard {
  const at = (board: number, square: number) => hasBit(record, 64 * board + square);
  const squares = Array.from({ length: 64 }, (_, square) => {
    const bits = [0, 1, 2].map((bit) => Number(at(CODES + bit, square)) << bit);
    const letter = LETTERS[bits[0]! | bits[1]! | bits[2]!]!;
    if (letter === '') return undefined;
    return at(WHITE, square) ? letter.toUpperCase() : letter;
  });
  const rights = Array.from({ length: 64 }, (_, square) => square);
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const plies = view.getUint16(PLIES, true);
  return {
    squares,
    side: plies % 2 === 0 ? 'w' : 'b',
    rights: rights.filter((square) => at(RIGHTS, square)),
    clock: view.getUint16(CLOCK, true),
    number: (plies >> 1) + 1,
  };
}

const straight = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const diagonal = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;
const leaps = [
  [1, 2],
  [2, 1],
  [-1, 2],
  [-2, 1],
  [1, -2],
  [2, -1],
  [-1, -2],
  [-2, -1],
] as const;

/** The square of a king, or -1. */
export function kingOf(squares: Squares, side: ChessSide): number {
  return squares.indexOf(side === 'w' ? 'K' : 'k');
}

export const opponent = (side: ChessSide): ChessSide => (side === 'w' ? 'b' : 'w');

/** Squares from which pieces of `side` attack a square. */
export function attackers(squares: Squares, square: number, side: ChessSide): number[] {
  const found: number[] = [];
  const own = (letter: string) => (side === 'w' ? letter.toUpperCase() : letter);
  const look = (dx: number, dy: number, reach: number, letters: string) => {
    for (let step = 1; step <= reach; step++) {
      const x = fileOf(square) + step * dx;
      const y = rankOf(square) + step * dy;
      if (x < 0 || x > 7 || y < 0 || y > 7) return;
      const piece = squares[8 * y + x];
      if (piece === undefined) continue;
      if ([...letters].map(own).includes(piece)) found.push(8 * y + x);
      return;
    }
  };
  for (const [dx, dy] of straight) look(dx, dy, 7, 'rq');
  for (const [dx, dy] of diagonal) look(dx, dy, 7, 'bq');
  for (const [dx, dy] of leaps) look(dx, dy, 1, 'n');
  for (const [dx, dy] of [...straight, ...diagonal]) look(dx, dy, 1, 'k');
  const below = side === 'w' ? -1 : 1;
  for (const dx of [-1, 1]) look(dx, below, 1, 'p');
  return found;
}

/** True when the side to move is in check. */
export function isInCheck({ squares, side }: ChessBoard): boolean {
  return attackers(squares, kingOf(squares, side), opponent(side)).length > 0;
}
