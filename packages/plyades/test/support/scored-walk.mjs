// The walk of seeded-walk.mjs, played for a margin.
import { defineGame } from 'plyades';
import walk from './seeded-walk.mjs';

const { url: _, ...rules } = walk;

export default defineGame({
  ...rules,
  url: import.meta.url,
  score(place) {
    const winner = walk.winner(place);
    const margin = 1 + ((place.x * 7 + place.y * 3 + place.seed) % 9);
    return winner === 'draw' ? 0 : winner === 0 ? margin : -margin;
  },
});
