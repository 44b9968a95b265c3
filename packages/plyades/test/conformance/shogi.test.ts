import { WIN } from '#dist/core/score.js';
import { conforms } from '../support/conformance.js';
import { dataLines } from '../support/data.js';

/** name | SFEN | depth:leaves ... */
const suite = dataLines('shogi/perft.txt').map((line) => {
  const [name, position, counts] = line.split('|').map((part) => part.trim());
  return { name: name!, position: position!, counts: counts!.split(' ') };
});

/** The last depths that take about a second or less. */
const MAX_LEAVES = 120e6;

const counts = suite.flatMap(({ position, counts }) =>
  counts
    .map((count) => count.split(':').map(Number))
    .map(([depth, leaves]) => ({ position, depth: depth!, leaves: leaves! }))
    .filter(({ leaves }) => leaves <= MAX_LEAVES),
);

const [startpos, matsuri, , , middleGame] = suite.map(({ position }) => position);

conforms({
  id: 'shogi',
  starts: [
    startpos!,
    matsuri!,
    middleGame!,
    // Trees of bounded width, and a mate problem without a black king.
    `${startpos} b=5`,
    `${matsuri} b=20`,
    '5k3/9/9/6N2/9/9/9/9/9 b G2r2b3g4s3n4l18p 1',
  ],
  perft: counts,
  finishedLeaves: 0,
  games: 2,
  plies: 40,
  alternates: true,
  transposes: true,
  /** A side that cannot move has lost. */
  result: () => -WIN,
  searchDepth: 2,
});
