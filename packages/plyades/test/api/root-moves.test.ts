// ABDADA on threads in exact mode, asked for some moves of the root or for several lines: values are those of the moves, whatever the
// table knows of the position.
import { afterAll, expect, test } from 'vitest';
import {
  analyst,
  closeAll,
  type LoadedGame,
  loadGame,
  type Move,
  type Position,
  search,
} from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { playRandomly } from '../support/positions.js';

const DEPTH = 6;

afterAll(closeAll);

/** The minimax value of a move of a side that does not move again. */
async function valueAfter(game: LoadedGame, position: Position, move: Move): Promise<number> {
  const child = unwrap(game.play(position, move));
  const found = await search({ position: child, depth: DEPTH - 1, mode: 'exact', hash: 1 }).result;
  return 0 - found.value;
}

test.each([2, 3])(
  'some moves and several lines have their values on %i threads',
  async (workers) => {
    const game = await loadGame('checkers');
    await using one = await analyst('checkers', { algorithm: 'abdada', workers, hash: 4 });
    for (const seed of [1, 2, 3]) {
      const position = playRandomly(game, seed, 8 * seed);
      const moves = game.legalMoves(position);
      const values = await Promise.all(moves.map((move) => valueAfter(game, position, move)));
      const sorted = values.toSorted((a, b) => b - a);
      const whole = await one.analyse(position, { depth: DEPTH });
      expect(whole.value).toBe(sorted[0]);
      const lines = await one.analyse(position, { depth: DEPTH, lines: moves.length });
      expect([lines, ...lines.others].map(({ value }) => value)).toEqual(sorted);
      for (const { move, value } of [lines, ...lines.others]) {
        expect(values[moves.indexOf(move!)]).toBe(value);
      }
      const only = moves.filter((move) => move !== whole.move);
      const some = await one.analyse(position, { depth: DEPTH, only });
      expect(some.value).toBe(Math.max(...only.map((move) => values[moves.indexOf(move)]!)));
      expect(only).toContain(some.move);
    }
  },
);
