// The bitboards of the example say what a plain board says.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import connectFour from '#dist/examples/connect-four.js';
import { Rules } from '#dist/kernel/index.js';
import { openPlain } from '../support/plain-games.js';

/** Columns of stones from the bottom, the slow and obvious way. */
type Columns = readonly (readonly number[])[];

const directions = [
  [0, 1],
  [1, -1],
  [1, 0],
  [1, 1],
] as const;

/** Every row of four cells, as the stones in it. */
function rowsOfFour(columns: Columns): (number | undefined)[][] {
  const rows: (number | undefined)[][] = [];
  for (let column = 0; column < 7; column++) {
    for (let row = 0; row < 6; row++) {
      for (const [dx, dy] of directions) {
        const cells = [0, 1, 2, 3].map((i) => [column + i * dx, row + i * dy] as const);
        if (cells.some(([x, y]) => x > 6 || y > 5 || y < 0)) continue;
        rows.push(cells.map(([x, y]) => columns[x]![y]));
      }
    }
  }
  return rows;
}

const game = fc.array(fc.nat(6), { maxLength: 60 });

describe('Connect Four', () => {
  test('has the moves, winners and threats of a plain board', () => {
    fc.assert(
      fc.property(game, (choices) => {
        let state = connectFour.start();
        let columns: Columns = [[], [], [], [], [], [], []];
        for (const choice of choices) {
          const rows = rowsOfFour(columns);
          const won = [0, 1].find((side) => rows.some((row) => row.every((cell) => cell === side)));
          const open = [0, 1, 2, 3, 4, 5, 6].filter((column) => columns[column]!.length < 6);
          expect(connectFour.winner(state)).toBe(won ?? (open.length === 0 ? 'draw' : undefined));
          if (won !== undefined || open.length === 0) return;
          expect([...connectFour.moves(state)].sort()).toEqual(open);

          const side = connectFour.turn(state);
          const threats = (player: number) =>
            rows.filter(
              (row) =>
                row.filter((cell) => cell === player).length === 3 &&
                row.filter((cell) => cell === undefined).length === 1,
            ).length;
          const middle = (player: number) => columns[3]!.filter((cell) => cell === player).length;
          const worth = (player: number) => 10 * threats(player) + middle(player);
          expect(connectFour.evaluate!(state)).toBe(worth(side) - worth(1 - side));

          const column = open[choice % open.length]!;
          columns = columns.with(column, [...columns[column]!, side]);
          state = connectFour.play(state, column);
        }
      }),
      // A stone of the other side below three in the fifth column, where the two numbers meet.
      { numRuns: 300, examples: [[[4, 4, 0, 4, 0, 4, 0, 1]]] },
    );
  });

  test('has one key per position', () => {
    const seen = new Map<unknown, string>();
    const random = createRandom(1);
    for (let i = 0; i < 300; i++) {
      let state = connectFour.start();
      while (connectFour.winner(state) === undefined) {
        const text = JSON.stringify(state);
        const key = connectFour.key!(state);
        expect(seen.get(key) ?? text).toBe(text);
        seen.set(key, text);
        const moves = connectFour.moves(state);
        state = connectFour.play(state, moves[random.below(moves.length)]!);
      }
    }
  });

  test('has 823,536 games of seven moves: only seven in one column are impossible', async () => {
    const { kernel, binding } = await openPlain(connectFour);
    const record = binding.place(binding.reserve(8), connectFour.start());
    const rules = new Rules(kernel);
    expect([1, 2, 3, 4, 5, 6, 7].map((depth) => rules.perft(record, depth))).toEqual([
      7, 49, 343, 2401, 16_807, 117_649, 823_536,
    ]);
  });
});
