// Squares of a rectangular board, numbered row by row from the top left: 0 is a1, 1 is b1. Columns
// are letters from the left, rows are numbers from the top.
import { type InputError, inputError, quote } from './errors.js';
import { err, ok, type Result } from './result.js';

export interface Grid {
  /** 1 .. 26 */
  readonly columns: number;
  /** 1 .. 99 */
  readonly rows: number;
}

const CODE_A = 'a'.charCodeAt(0);

export function makeSquare(grid: Grid, square: number): string {
  if (!(Number.isInteger(square) && square >= 0 && square < grid.columns * grid.rows)) {
    throw new RangeError(`${square} is no square of a board of ${grid.columns} x ${grid.rows}`);
  }
  return columnName(square % grid.columns) + (Math.floor(square / grid.columns) + 1);
}

/** Reads `f5` or `F5`. The error says whether the column or the row is wrong. */
export function parseSquare(grid: Grid, text: string): Result<number, InputError> {
  const last = makeSquare(grid, grid.columns * grid.rows - 1);
  const expected = `expected a square from a1 to ${last}`;
  if (text.length > 3) {
    return err(inputError('ERR_MOVE', `${quote(text)} is no square: ${expected}`, text, 0));
  }
  const column = text.toLowerCase().charCodeAt(0) - CODE_A;
  if (!(column >= 0 && column < grid.columns)) {
    return err(inputError('ERR_MOVE', `${quote(text)} has no such column: ${expected}`, text, 0));
  }
  const row = /^[1-9][0-9]?$/.test(text.slice(1)) ? Number(text.slice(1)) - 1 : grid.rows;
  if (row >= grid.rows) {
    return err(inputError('ERR_MOVE', `${quote(text)} has no such row: ${expected}`, text, 1));
  }
  return ok(row * grid.columns + column);
}

/** The board as lines of text with its coordinates; `cell` gives one character per square. */
export function drawGrid(grid: Grid, cell: (square: number) => string): string {
  const margin = String(grid.rows).length;
  const columns = Array.from({ length: grid.columns }, (_, column) => column);
  const lines = [`${' '.repeat(margin)} ${columns.map(columnName).join(' ')}`];
  for (let row = 0; row < grid.rows; row++) {
    const cells = columns.map((column) => cell(row * grid.columns + column));
    lines.push(`${String(row + 1).padStart(margin)} ${cells.join(' ')}`);
  }
  return lines.join('\n');
}

function columnName(column: number): string {
  return String.fromCharCode(CODE_A + column);
}
