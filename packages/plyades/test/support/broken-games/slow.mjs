// A game without an end that takes a millisecond to evaluate a position.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => ({ sum: 0, side: 0 }),
  turn: ({ side }) => side,
  moves: () => [1, 2, 3, 4],
  play: ({ sum, side }, step) => ({ sum: (sum * 5 + step) % 1009, side: 1 - side }),
  winner: () => undefined,
  evaluate({ sum }) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return sum;
  },
});
