// Two rows of heaps, played for a margin: a side takes one of its heaps and moves again when the heap was odd.
import { defineGame } from 'plyades';

const HEAPS = [
  [3, 2, 5, 4],
  [1, 6, 2, 3],
];

export default defineGame({
  url: import.meta.url,
  title: 'Harvest',
  start: () => ({ heaps: HEAPS, points: [0, 0], turn: 0 }),
  turn: (s) => s.turn,
  moves: (s) => s.heaps[s.turn].flatMap((heap, at) => (heap > 0 ? [at] : [])),
  play: (s, at) => {
    const heap = s.heaps[s.turn][at];
    // What is taken grows into the other side's heap opposite.
    const heaps = s.heaps.map((row, side) =>
      row.map((each, i) => (i !== at ? each : side === s.turn ? 0 : each > 0 ? each + 1 : 0)),
    );
    const points = s.points.map((each, side) => each + (side === s.turn ? heap : 0));
    const other = 1 - s.turn;
    const stays = heap % 2 === 1 || heaps[other].every((each) => each === 0);
    const canStay = heaps[s.turn].some((each) => each > 0);
    return { heaps, points, turn: stays && canStay ? s.turn : other };
  },
  winner: (s) => {
    if (s.heaps[s.turn].some((heap) => heap > 0)) return undefined;
    const margin = s.points[0] - s.points[1];
    return margin > 0 ? 0 : margin < 0 ? 1 : 'draw';
  },
  score: (s) => s.points[0] - s.points[1],
  evaluate: (s) => (s.turn === 0 ? 1 : -1) * (s.points[0] - s.points[1]),
  key: (s) => JSON.stringify(s),
});
