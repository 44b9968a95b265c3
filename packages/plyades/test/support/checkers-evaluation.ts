// The evaluation of checkers once more, by the words of assembly/games/checkers/evaluation.ts alone: on a
// board of rows and columns, with loops over pieces. Shares its weights with the kernel and nothing else.
import type { CheckersGame } from './checkers-rules.js';
import { definitionOf } from './weights.js';

/** For each weight its value on a full board and on an empty one. */
const PAIRS = [
  ...definitionOf('checkers/weights.ts', 'PAIRS').matchAll(/\((-?\d+) << 32\) \+ (-?\d+)/g),
].map(([, ending, opening]) => ({ opening: Number(opening), ending: Number(ending) }));

/** What weights.ts lists, in its order. */
const MAN_BY_ROW = 0;
const KING = 7;
const MAN_AT_SIDE = 8;
const MAN_IN_MIDDLE = 9;
const KING_IN_CENTRE = 10;
const KING_AT_EDGE = 11;
const KING_IN_DOUBLE_CORNER = 12;
const SUPPORTED_MAN = 13;
const STEP = 14;
const KING_STEP = 15;
const COMING_KING = 16;
const ONLY_KINGS = 17;
const IN_DANGER = 18;
const TO_MOVE = 19;
const OPPOSITION = 20;
const HOME_ROW = 21;
const WEIGHTS = 37;

interface Piece {
  readonly side: 'b' | 'w';
  readonly isKing: boolean;
  /** From 0 at the top, Black's home row. */
  readonly row: number;
  readonly column: number;
}

/** The counts of one thing each, by weight. */
type Counts = number[];

/** From the side to move. */
export function evaluateCheckers({ squares, side }: CheckersGame): number {
  const pieces = squares.flatMap((letter, index): Piece[] => {
    const colour = letter.toLowerCase();
    if (colour !== 'b' && colour !== 'w') return [];
    const row = Math.floor(index / 4);
    // In rows 0, 2, ... the dark squares are those of odd columns.
    const column = 2 * (index % 4) + (row % 2 === 0 ? 1 : 0);
    return [{ side: colour, isKing: letter !== colour, row, column }];
  });
  const board = new Board(pieces);
  const other = side === 'b' ? 'w' : 'b';
  const own = countSide(board, side);
  const theirs = countSide(board, other);
  const counts = own.map((count, weight) => count - theirs[weight]!);
  if (board.has(side, true) !== board.has(other, true)) {
    counts[ONLY_KINGS] = board.has(side, true) ? 1 : -1;
  }
  counts[IN_DANGER] = board.of(other).filter((piece) => board.canJump(piece)).length;
  counts[TO_MOVE] = 1;
  if (board.of(side).length === board.of(other).length) {
    // Black's home row has its squares in odd columns, White's in even ones.
    const parity = side === 'b' ? 1 : 0;
    const there = pieces.filter(({ column }) => column % 2 === parity).length;
    counts[OPPOSITION] = there % 2 === 1 ? 1 : -1;
  }
  const total = (of: 'opening' | 'ending') =>
    counts.reduce((sum, count, weight) => sum + count * PAIRS[weight]![of], 0);
  const mixed = total('opening') * pieces.length + total('ending') * (24 - pieces.length);
  return Math.trunc(mixed / 24);
}

function countSide(board: Board, side: 'b' | 'w'): Counts {
  const counts: Counts = Array.from({ length: WEIGHTS }, () => 0);
  const add = (weight: number, count: number | boolean) => {
    counts[weight]! += Number(count);
  };
  let home = 0;
  for (const piece of board.of(side)) {
    const { row, column, isKing } = piece;
    const steps = board.stepsOf(piece);
    if (isKing) {
      add(KING, 1);
      add(KING_IN_CENTRE, row >= 2 && row <= 5 && column >= 2 && column <= 5);
      add(KING_AT_EDGE, row === 0 || row === 7 || column === 0 || column === 7);
      add(KING_IN_DOUBLE_CORNER, ['0 1', '1 0', '6 7', '7 6'].includes(`${row} ${column}`));
      add(KING_STEP, steps);
      continue;
    }
    const rowsFromHome = side === 'b' ? row : 7 - row;
    add(MAN_BY_ROW + rowsFromHome, 1);
    add(MAN_AT_SIDE, column === 0 || column === 7);
    add(MAN_IN_MIDDLE, column >= 2 && column <= 5);
    for (const beside of [-1, 1]) {
      add(SUPPORTED_MAN, board.at(row - forward(side), column + beside)?.side === side);
    }
    add(STEP, steps);
    if (rowsFromHome === 6) add(COMING_KING, steps);
    if (rowsFromHome === 0) {
      // The double corner is at the left of Black's home row and at the right of White's.
      const fromDoubleCorner = side === 'b' ? (column - 1) / 2 : (6 - column) / 2;
      home += [8, 4, 2, 1][fromDoubleCorner]!;
    }
  }
  add(HOME_ROW + home, 1);
  return counts;
}

/** The direction in which men move. */
const forward = (side: 'b' | 'w') => (side === 'b' ? 1 : -1);

class Board {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  of(side: 'b' | 'w'): Piece[] {
    return this.#pieces.filter((piece) => piece.side === side);
  }

  has(side: 'b' | 'w', isKing: boolean): boolean {
    return this.of(side).some((piece) => piece.isKing === isKing);
  }

  at(row: number, column: number): Piece | undefined {
    return this.#pieces.find((piece) => piece.row === row && piece.column === column);
  }

  #isEmpty(row: number, column: number): boolean {
    return Math.min(row, column) >= 0 && Math.max(row, column) <= 7 && !this.at(row, column);
  }

  stepsOf(piece: Piece): number {
    return waysOf(piece).filter(([dy, dx]) => this.#isEmpty(piece.row + dy, piece.column + dx))
      .length;
  }

  canJump(piece: Piece): boolean {
    return waysOf(piece).some(([dy, dx]) => {
      const over = this.at(piece.row + dy, piece.column + dx);
      if (over === undefined || over.side === piece.side) return false;
      return this.#isEmpty(piece.row + 2 * dy, piece.column + 2 * dx);
    });
  }
}

/** The diagonal steps that a piece may make, as rows and columns. */
function waysOf({ side, isKing }: Piece): [number, number][] {
  const rows = isKing ? [1, -1] : [forward(side)];
  return rows.flatMap((dy) => [-1, 1].map((dx): [number, number] => [dy, dx]));
}
