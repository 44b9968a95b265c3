// Small random games without an evaluation, drawn from a seed in their state: to the end of a line (for a result, or for
// a margin), with moves of one side in a row, and on a ring that only repetition ends.
import { defineGame } from 'plyades';

function mix(...parts) {
  let hash = 0x9e3779b1;
  for (const part of parts) {
    hash ^= part + 0x7f4a7c15;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

const numbers = (count) => Array.from({ length: count }, (_, i) => i);

const line = {
  url: import.meta.url,
  start: () => ({ seed: 1, ply: 0, id: 7, turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ seed, id }) => numbers(1 + (mix(seed, id, 1) % 4)),
  play({ seed, ply, id, turn }, move) {
    const next = mix(seed, id, 2, move);
    return { seed, ply: ply + 1, id: next, turn: mix(seed, next, 3) % 4 === 0 ? turn : 1 - turn };
  },
};

const isOver = ({ seed, ply, id }) => ply >= 6 || (ply > 0 && mix(seed, id, 4) % 7 === 0);
const margin = ({ seed, id }) => (mix(seed, id, 5) % 9) - 4;
const winner = (state) => {
  if (!isOver(state)) return undefined;
  return margin(state) === 0 ? 'draw' : margin(state) > 0 ? 0 : 1;
};

export const decided = defineGame({ ...line, exportName: 'decided', winner });
export const scored = defineGame({ ...line, exportName: 'scored', winner, score: margin });

export const repeating = defineGame({
  url: import.meta.url,
  exportName: 'repeating',
  start: () => ({ seed: 1, node: 0, turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ seed, node }) => numbers(1 + (mix(seed, node, 1) % 3)),
  play: ({ seed, node, turn }, move) => ({
    seed,
    node: mix(seed, node, 2, move) % 5,
    turn: mix(seed, node, move, 3) % 5 === 0 ? turn : 1 - turn,
  }),
  winner: ({ seed, node, turn }) =>
    node === 0 || mix(seed, node, turn, 4) % 4 !== 0 ? undefined : mix(seed, node, 5) % 2,
  key: ({ seed, node, turn }) => `${seed} ${node} ${turn}`,
  repetition: { times: 2, result: 'loss' },
});
