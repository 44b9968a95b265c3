// Two piles of sticks with moves that are objects: taking two gives another turn, the last stick wins, and a game of
// four or eight moves is a draw. `blind` has neither evaluation nor key.
import { defineGame } from 'plyades';

const rules = {
  url: import.meta.url,
  start: () => ({ piles: [4, 3], side: 0, ply: 0 }),
  turn: ({ side }) => side,
  moves: ({ piles }) =>
    piles.flatMap((size, pile) =>
      [1, 2, 3].filter((take) => take <= size).map((take) => ({ pile, take })),
    ),
  play: ({ piles, side, ply }, { pile, take }) => ({
    piles: piles.map((size, i) => (i === pile ? size - take : size)),
    side: take === 2 ? side : 1 - side,
    ply: ply + 1,
    last: side,
  }),
  winner: ({ piles, ply, last }) => {
    if (piles.some((size) => size > 0)) return undefined;
    return ply % 4 === 0 ? 'draw' : last;
  },
};

const key = ({ piles, side, ply, last }) => `${piles} ${side} ${ply} ${last}`;
const evaluate = ({ piles: [a, b], ply }) => ((7 * a + 5 * b + 3 * ply) % 41) - 20;

export const blind = defineGame({ ...rules, exportName: 'blind', playouts: 4 });
export default defineGame({ ...rules, key, evaluate });
