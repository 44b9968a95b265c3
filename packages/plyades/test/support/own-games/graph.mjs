// A stone on a graph full of cycles: a side may move twice in a row, moves are objects, and a position that comes for
// the second time is lost by the side that brings it about.
import { defineGame } from 'plyades';

const NODES = 12;
const draw = (node, what) => {
  let x = Math.imul(node * 31 + what * 1009 + 7, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  return ((x ^ (x >>> 13)) >>> 0) % 1_000_003;
};

const graph = {
  url: import.meta.url,
  start: () => ({ node: 0 }),
  turn: ({ node }) => draw(node, 1) % 2,
  moves: ({ node }) => {
    const targets = [2, 3, 4].map((what) => draw(node, what) % NODES);
    return [...new Set(targets)].map((to) => ({ to, from: [node] }));
  },
  play: (_, { to }) => ({ node: to }),
  winner: ({ node }) => (node === 5 ? 0 : node === 7 ? 1 : undefined),
  evaluate: ({ node }) => (draw(node, 9) % 41) - 20,
  key: ({ node }) => node,
};

/** With the rule of repetition. */
export default defineGame({ ...graph, repetition: { times: 2, result: 'loss' } });

/** Without: only double moves and cycles. */
export const endless = defineGame({ ...graph, exportName: 'endless' });
