// A stone on a ring of six places, which both sides move by one: the first side wins when its own move brings the
// stone opposite to where it began. Nothing else ends the game.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => ({ at: 0, turn: 0 }),
  turn: (state) => state.turn,
  moves: () => [0, 1],
  play: ({ at, turn }, move) => ({ at: (at + (move === 1 ? 1 : 5)) % 6, turn: 1 - turn }),
  winner: ({ at, turn }) => (at === 3 && turn === 1 ? 0 : undefined),
  key: ({ at, turn }) => `${at}${turn}`,
});
