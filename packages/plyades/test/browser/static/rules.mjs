// The rules of tic-tac-toe in plain JavaScript.
const lines = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) =>
  [...line].map(Number),
);

export const rules = {
  title: 'tic-tac-toe',
  start: () => Array(9).fill(0),
  turn: (state) => state.filter(Boolean).length % 2,
  moves: (state) => state.flatMap((mark, square) => (mark ? [] : [square])),
  play: (state, move) => state.with(move, 1 + (state.filter(Boolean).length % 2)),
  winner(state) {
    const line = lines.find(
      ([a, b, c]) => state[a] && state[a] === state[b] && state[a] === state[c],
    );
    if (line) return state[line[0]] - 1;
    return state.every(Boolean) ? 'draw' : undefined;
  },
  evaluate: () => 0,
  key: (state) => state.join(''),
};
