// Nim: take any number of stones from one heap; the last stone wins. Plyades' threads import this module, so it
// defines the game and does nothing else.
import { defineGame } from 'plyades';

/**
 * @typedef {{ readonly heaps: readonly number[], readonly turn: 0 | 1 }} State
 * @typedef {{ readonly heap: number, readonly stones: number }} Move
 */

/** @type {import('plyades').PlainGame<State, Move>} */
const nim = defineGame({
  url: import.meta.url,
  title: 'Nim',
  /** @returns {State} */
  start: () => ({ heaps: [3, 4, 5], turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ heaps }) =>
    heaps.flatMap((size, heap) =>
      Array.from({ length: size }, (_, taken) => ({ heap, stones: taken + 1 })),
    ),
  play: ({ heaps, turn }, { heap, stones }) => ({
    heaps: heaps.map((size, i) => (i === heap ? size - stones : size)),
    turn: turn === 0 ? 1 : 0,
  }),
  winner: ({ heaps, turn }) => (heaps.some((size) => size > 0) ? undefined : turn === 0 ? 1 : 0),
  evaluate: () => 0,
  key: ({ heaps, turn }) => `${turn} ${heaps.join(' ')}`,
});

export default nim;
