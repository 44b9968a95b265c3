// Hex on five by five cells: red (side 0) connects the upper edge with the lower one, blue the left with the right.
// The page and the bot's worker both import this module. There is no `evaluate`: the bot plays games to their end.
import { defineGame } from 'plyades';

export const SIZE = 5;

/** `cells` has a character per cell, row by row: `r`, `b`, or `.` for an empty one. */
export interface Hex {
  readonly cells: string;
  readonly turn: 0 | 1;
}

/** Steps of row and column to the six neighbours of a cell. */
const STEPS = [
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 0],
] as const;

/** Whether stones of one colour connect the two edges of that colour. */
function connects(cells: string, stone: 'r' | 'b'): boolean {
  const at = (along: number, across: number) =>
    stone === 'r' ? along * SIZE + across : across * SIZE + along;
  const waiting = Array.from({ length: SIZE }, (_, i) => at(0, i)).filter(
    (i) => cells[i] === stone,
  );
  const seen = new Set(waiting);
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const [row, column] = [Math.floor(cell / SIZE), cell % SIZE];
    if ((stone === 'r' ? row : column) === SIZE - 1) return true;
    for (const [down, right] of STEPS) {
      const [y, x] = [row + down, column + right];
      const next = y * SIZE + x;
      if (x < 0 || y < 0 || x >= SIZE || y >= SIZE || cells[next] !== stone || seen.has(next))
        continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return false;
}

export default defineGame<Hex, number>({
  url: import.meta.url,
  title: 'Hex',
  start: () => ({ cells: '.'.repeat(SIZE * SIZE), turn: 0 }),
  turn: (hex) => hex.turn,
  moves: ({ cells }) => [...cells].flatMap((cell, i) => (cell === '.' ? [i] : [])),
  play: ({ cells, turn }, cell) => ({
    cells: cells.slice(0, cell) + (turn === 0 ? 'r' : 'b') + cells.slice(cell + 1),
    turn: turn === 0 ? 1 : 0,
  }),
  // Only the side that has just moved can have connected its edges; Hex has no draw.
  winner: ({ cells, turn }) =>
    turn === 0 ? (connects(cells, 'b') ? 1 : undefined) : connects(cells, 'r') ? 0 : undefined,
  key: ({ cells }) => cells,
});
