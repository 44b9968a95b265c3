// A game whose author made a mistake that shows only in play.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => 0,
  turn: () => 0,
  moves() {
    throw Object.assign(new TypeError('pieces is undefined'), { code: 'E_MINE' });
  },
  play: (state) => state,
  winner: () => undefined,
});
