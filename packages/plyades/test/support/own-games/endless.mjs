// A walk on a circle of 4,000 places that random steps hardly ever end: only the place opposite wins.
import { defineGame } from 'plyades';

const SIZE = 4000;

export default defineGame({
  url: import.meta.url,
  start: () => ({ place: 0, side: 0 }),
  turn: ({ side }) => side,
  moves: () => [1, -1, 2, -2],
  play: ({ place, side }, step) => ({ place: (place + step + SIZE) % SIZE, side: 1 - side }),
  winner: ({ place, side }) => (place === SIZE / 2 ? 1 - side : undefined),
});
