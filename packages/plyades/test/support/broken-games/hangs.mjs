// A game that sooner or later does not return.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => ({ sum: 1, plies: 0 }),
  turn: ({ plies }) => plies % 2,
  moves: () => [1, 2, 3],
  play: ({ sum, plies }, step) => ({ sum: (sum * 7 + step) % 100_003, plies: plies + 1 }),
  winner: () => undefined,
  evaluate({ sum, plies }) {
    while (plies > 6);
    return sum % 31;
  },
});
