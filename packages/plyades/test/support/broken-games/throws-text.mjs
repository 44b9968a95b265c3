// A game whose author throws a text instead of an Error.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => 0,
  turn: () => 0,
  moves() {
    throw 'no pieces left';
  },
  play: (state) => state,
  winner: () => undefined,
});
