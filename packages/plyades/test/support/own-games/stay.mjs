// A way of forty nodes: at each the side to move may stay, and staying twice at a node loses. Values fall from node to
// node, so a search that overlooks the repetition stays.
import { defineGame } from 'plyades';

export default defineGame({
  url: import.meta.url,
  start: () => 0,
  turn: (node) => (node % 4 < 2 ? 0 : 1),
  moves: () => ['stay', 'go'],
  play: (node, move) => (move === 'stay' ? node : node + 1),
  winner: (node) => (node === 40 ? 'draw' : undefined),
  evaluate: (node) => (node % 4 < 2 ? 1 : -1) * (200 - 5 * node),
  key: (node) => node,
  repetition: { times: 2, result: 'loss' },
});
