// Small games without an evaluation: walks over a grid that a seed in the state makes, in which a side may move twice in
// a row, games end anywhere with any result, and most places are reached on many ways. Moves are objects.
import { defineGame } from 'plyades';

/** A number that looks random and depends on seed and place alone. */
function draw({ seed, x, y }, what) {
  let hash = Math.imul(seed * 65537 + x * 8009 + y * 97 + what * 31337 + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const LONGEST = 6;
const results = [0, 1, 'draw'];

export default defineGame({
  url: import.meta.url,
  start: () => ({ seed: 1, x: 0, y: 0 }),
  turn: (place) => draw(place, 1) % 2,
  moves: (place) =>
    [
      { dx: 1, dy: 0 },
      { dx: 0, dy: 1 },
      { dx: 1, dy: 2 },
    ].slice(0, 1 + (draw(place, 2) % 3)),
  play: ({ seed, x, y }, { dx, dy }) => {
    if (seed === 666 && x + y > 2) throw new Error('the rules are broken here');
    return { seed, x: x + dx, y: y + dy };
  },
  winner: (place) => results[draw(place, 4) % (place.x + place.y >= LONGEST ? 3 : 24)],
});
