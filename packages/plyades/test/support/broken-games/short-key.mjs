// Tic-tac-toe whose key leaves out the last two cells: it takes positions for each other.
import { defineGame } from 'plyades';

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

export default defineGame({
  url: import.meta.url,
  start: () => ({ cells: '.........', turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ cells }) => [...cells].flatMap((cell, i) => (cell === '.' ? [i] : [])),
  play: ({ cells, turn }, i) => ({
    cells: cells.slice(0, i) + 'XO'[turn] + cells.slice(i + 1),
    turn: 1 - turn,
  }),
  winner({ cells }) {
    const line = lines.find(
      ([a, b, c]) => cells[a] !== '.' && cells[a] === cells[b] && cells[a] === cells[c],
    );
    return line ? 'XO'.indexOf(cells[line[0]]) : cells.includes('.') ? undefined : 'draw';
  },
  key: ({ cells, turn }) => cells.slice(0, 7) + turn,
});
