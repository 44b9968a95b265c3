// Connect Four: the rules as pure functions. The page and the bot's worker both import this module, so it starts
// nothing by itself.
import { defineGame } from 'plyades';

export const COLUMNS = 7;
export const ROWS = 6;

/** `cells` has a character per cell, row by row from the top: `x`, `o`, or `.` for an empty one. */
export interface Board {
  readonly cells: string;
  readonly turn: 0 | 1;
}

/** Every row of four cells: the number of its first cell and the step to the next. */
const fours = Array.from({ length: ROWS * COLUMNS }, (_, cell) => {
  const [row, column] = [Math.floor(cell / COLUMNS), cell % COLUMNS];
  const right = column + 3 < COLUMNS;
  const down = row + 3 < ROWS;
  return [
    ...(right ? [1] : []),
    ...(down ? [COLUMNS] : []),
    ...(right && down ? [COLUMNS + 1] : []),
    ...(down && column >= 3 ? [COLUMNS - 1] : []),
  ].map((step) => [cell, cell + step, cell + 2 * step, cell + 3 * step]);
}).flat();

/** Middle columns first: the search cuts more when good moves come early. */
const order = [3, 2, 4, 1, 5, 0, 6];

const stoneOf = (turn: 0 | 1) => (turn === 0 ? 'x' : 'o');

/** The cells of a finished row of four, or undefined. */
export function fourInARow({ cells }: Board): readonly number[] | undefined {
  return fours.find(([a, b, c, d]) => {
    const stone = cells[a!];
    return stone !== '.' && stone === cells[b!] && stone === cells[c!] && stone === cells[d!];
  });
}

export default defineGame<Board, number>({
  url: import.meta.url,
  title: 'Connect Four',
  start: () => ({ cells: '.'.repeat(ROWS * COLUMNS), turn: 0 }),
  turn: (board) => board.turn,
  moves: ({ cells }) => order.filter((column) => cells[column] === '.'),
  play({ cells, turn }, column) {
    let cell = (ROWS - 1) * COLUMNS + column;
    while (cells[cell] !== '.') cell -= COLUMNS;
    return {
      cells: cells.slice(0, cell) + stoneOf(turn) + cells.slice(cell + 1),
      turn: turn === 0 ? 1 : 0,
    };
  },
  winner(board) {
    const row = fourInARow(board);
    if (row) return board.cells[row[0]!] === 'x' ? 0 : 1;
    return board.cells.includes('.') ? undefined : 'draw';
  },
  /** Rows that only one side can still fill count by their stones, from the side to move. */
  evaluate({ cells, turn }) {
    let sum = 0;
    for (const row of fours) {
      let [mine, theirs] = [0, 0];
      for (const cell of row) {
        if (cells[cell] === '.') continue;
        if (cells[cell] === stoneOf(turn)) mine++;
        else theirs++;
      }
      if (theirs === 0) sum += mine * mine;
      else if (mine === 0) sum -= theirs * theirs;
    }
    return sum;
  },
  key: ({ cells }) => cells,
});
