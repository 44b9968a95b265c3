// Where squares lie: a pointer finds the square that is drawn there, and arrow keys go where they point.
import { loadGame } from 'plyades';
import { describe, expect, test } from 'vitest';
import { boardGameOf } from '../../src/boards/games/index.js';
import { layoutOf, moveCursor } from '../../src/boards/layout.js';
import { arrowPoints } from '../../src/boards/marks.js';
import { pictureOf } from '../../src/boards/picture.js';

const names = ['othello', 'chess', 'checkers', 'shogi', 'loa', 'connect6', 'tic-tac-toe'] as const;
const options = [false, true].flatMap((flipped) =>
  [false, true].map((small) => ({ flipped, small })),
);

describe.each(names)('the board of %s', (name) => {
  test.each(options)('is found by the pointer (flipped $flipped, small $small)', async (option) => {
    const { notation } = await loadGame(name as 'chess');
    const board = boardGameOf(name)!;
    const picture = pictureOf(board, notation, notation.start());
    const layout = layoutOf(board, picture, option);
    const targets = [
      ...picture.squares.keys(),
      ...(picture.hands ?? []).flat().map(({ target }) => target),
    ];
    expect(new Set(targets).size).toBe(targets.length);
    for (const target of targets) {
      const { x, y } = layout.centre(target);
      // Anywhere on the square, not only in its middle.
      for (const [dx, dy] of [
        [0, 0],
        [45, 45],
        [-45, 45],
        [45, -45],
        [-45, -45],
      ] as const) {
        expect(layout.targetAt({ x: x + dx, y: y + dy })).toBe(target);
      }
      expect(x - 50).toBeGreaterThanOrEqual(0);
      expect(x + 50).toBeLessThanOrEqual(layout.width);
      expect(y - 50).toBeGreaterThanOrEqual(0);
      expect(y + 50).toBeLessThanOrEqual(layout.height);
    }
    expect(layout.targetAt({ x: -1, y: -1 })).toBeUndefined();
  });

  test.each([false, true])('is walked by arrow keys (flipped %s)', async (flipped) => {
    const { notation } = await loadGame(name as 'chess');
    const board = boardGameOf(name)!;
    const layout = layoutOf(board, pictureOf(board, notation, notation.start()), {
      flipped,
      small: false,
    });
    const steps = {
      ArrowLeft: [-100, 0],
      ArrowRight: [100, 0],
      ArrowUp: [0, -100],
      ArrowDown: [0, 100],
    } as const;
    for (let square = 0; square < board.columns * board.rows; square++) {
      for (const [key, [dx, dy]] of Object.entries(steps)) {
        const { x, y } = layout.centre(square);
        const beside = layout.targetAt({ x: x + dx, y: y + dy });
        const inside = beside !== undefined && beside < board.columns * board.rows;
        expect(moveCursor(board, flipped, square, key)).toBe(inside ? beside : square);
      }
    }
    expect(moveCursor(board, flipped, 0, 'a')).toBeUndefined();
    expect(moveCursor(board, flipped, 0, 'constructor')).toBeUndefined();
  });
});

test('an arrow ends short of the middle of its square, and one without length is none', () => {
  expect(arrowPoints({ x: 50, y: 50 }, { x: 250, y: 50 }, 20)).toContain('238.0,50.0');
  expect(arrowPoints({ x: 50, y: 50 }, { x: 50, y: 50 }, 20)).toBe('');
});
