// A game whose author made a mistake that shows only after some moves.
import { defineGame } from 'plyades';

function evaluateBoard({ sum, plies }) {
  if (plies > 6 && sum % 97 === 13) throw new TypeError('board is undefined');
  return sum % 31;
}

export default defineGame({
  url: import.meta.url,
  start: () => ({ sum: 1, plies: 0 }),
  turn: ({ plies }) => plies % 2,
  moves: () => [1, 2, 3],
  play: ({ sum, plies }, step) => ({ sum: (sum * 7 + step) % 100_003, plies: plies + 1 }),
  winner: () => undefined,
  evaluate: evaluateBoard,
});
