// A game without an evaluation: three in a row on a board of five columns and four rows.
import { defineGame } from 'plyades';

const [COLUMNS, ROWS] = [5, 4];

/** Rows of three cells. */
const rows = Array.from({ length: COLUMNS * ROWS }, (_, cell) => {
  const [x, y] = [cell % COLUMNS, Math.floor(cell / COLUMNS)];
  const steps = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ];
  return steps
    .filter(([dx, dy]) => x + 2 * dx >= 0 && x + 2 * dx < COLUMNS && y + 2 * dy < ROWS)
    .map(([dx, dy]) => [0, 1, 2].map((i) => cell + i * (dx + dy * COLUMNS)));
}).flat();

export default defineGame({
  url: import.meta.url,
  start: () => ({ cells: '.'.repeat(COLUMNS * ROWS), turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ cells }) => [...cells].flatMap((each, cell) => (each === '.' ? [cell] : [])),
  play: ({ cells, turn }, cell) => ({
    cells: cells.slice(0, cell) + 'xo'[turn] + cells.slice(cell + 1),
    turn: 1 - turn,
  }),
  winner({ cells }) {
    const full = rows.find(
      ([a, b, c]) => cells[a] !== '.' && cells[a] === cells[b] && cells[b] === cells[c],
    );
    if (full) return cells[full[0]] === 'x' ? 0 : 1;
    return cells.includes('.') ? undefined : 'draw';
  },
});
