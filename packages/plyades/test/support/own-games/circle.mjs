// A walk around a circle of eight places without end: the side that comes to a place for the second time loses.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => 0,
  turn: (place) => place % 2,
  moves: () => [1, 3],
  play: (place, step) => (place + step) % 8,
  winner: () => undefined,
  evaluate: (place) => place,
  key: (place) => place,
  repetition: { times: 2, result: 'loss' },
});
