// Nim without an address: take one to three of twenty-one stones; who takes the last wins.
import { defineGame } from 'plyades';

export default defineGame({
  title: 'nim',
  start: () => ({ left: 21, turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ left }) => [1, 2, 3].filter((stones) => stones <= left),
  play: ({ left, turn }, stones) => ({ left: left - stones, turn: 1 - turn }),
  winner: ({ left, turn }) => (left === 0 ? 1 - turn : undefined),
  evaluate: () => 0,
  key: ({ left, turn }) => 2 * left + turn,
});
