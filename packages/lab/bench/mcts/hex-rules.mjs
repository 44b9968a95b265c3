// Hex, as a game author would write it: cells in an array, a flood fill for the winner. Side 0 connects top and bottom,
// side 1 left and right. Every size is an export of its own.
import { defineGame } from 'plyades';

function neighbours(size) {
  return Array.from({ length: size * size }, (_, cell) => {
    const row = Math.floor(cell / size);
    const column = cell % size;
    const around = [
      [row - 1, column],
      [row - 1, column + 1],
      [row, column - 1],
      [row, column + 1],
      [row + 1, column - 1],
      [row + 1, column],
    ];
    return around
      .filter(([r, c]) => r >= 0 && r < size && c >= 0 && c < size)
      .map(([r, c]) => r * size + c);
  });
}

function hex(size, exportName) {
  const around = neighbours(size);

  /** Whether the side has joined its two edges. */
  function joined(cells, side) {
    const own = side + 1;
    const seen = new Uint8Array(size * size);
    const stack = [];
    for (let i = 0; i < size; i++) {
      const cell = side === 0 ? i : i * size;
      if (cells[cell] === own) {
        seen[cell] = 1;
        stack.push(cell);
      }
    }
    while (stack.length > 0) {
      const cell = stack.pop();
      const isFar = side === 0 ? cell >= size * (size - 1) : cell % size === size - 1;
      if (isFar) return true;
      for (const next of around[cell]) {
        if (cells[next] === own && seen[next] === 0) {
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    return false;
  }

  return defineGame({
    url: import.meta.url,
    exportName,
    title: `Hex ${size}x${size}`,
    start: () => ({ cells: new Uint8Array(size * size), turn: 0 }),
    turn: (state) => state.turn,
    moves(state) {
      const moves = [];
      for (let cell = 0; cell < size * size; cell++) if (state.cells[cell] === 0) moves.push(cell);
      return moves;
    },
    play(state, cell) {
      const cells = state.cells.slice();
      cells[cell] = state.turn + 1;
      return { cells, turn: 1 - state.turn };
    },
    // Only the side that has just moved can have joined its edges.
    winner(state) {
      const last = 1 - state.turn;
      return joined(state.cells, last) ? last : undefined;
    },
  });
}

export const hex3 = hex(3, 'hex3');
export const hex5 = hex(5, 'hex5');
export const hex7 = hex(7, 'hex7');
export const hex9 = hex(9, 'hex9');
export const hex11 = hex(11, 'hex11');

export const hexOf = { 3: hex3, 5: hex5, 7: hex7, 9: hex9, 11: hex11 };
