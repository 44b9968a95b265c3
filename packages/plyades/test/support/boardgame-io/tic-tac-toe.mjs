// Tic-tac-toe as boardgame.io's tutorial describes it: cells, a move that clicks one, and the end of the game.

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line]);

/** How often this thread has played a move. */
export const played = { moves: 0 };

export const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, id) {
      played.moves++;
      if (G.cells[id] !== null) return 'INVALID_MOVE';
      G.cells[id] = playerID;
    },
  },
  endIf({ G: { cells } }) {
    const line = LINES.find(
      ([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c],
    );
    if (line) return { winner: cells[line[0]] };
    return cells.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate: (G) =>
      G.cells.flatMap((cell, id) => (cell === null ? [{ move: 'clickCell', args: [id] }] : [])),
  },
};
