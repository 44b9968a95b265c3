// Keys of every kind become 64 bits that tell positions apart.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyHalves } from '#dist/games/plain/key.js';

const { low, high } = createKeyHalves();
const halves = (key: string | number | bigint) => `${low(key)} ${high()}`;

test('both halves are unsigned 32-bit integers, and equal keys have equal halves', () => {
  const keys = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.bigInt());
  fc.assert(
    fc.property(keys, (key) => {
      const [a, b] = [low(key), high()];
      for (const half of [a, b]) expect(half === half >>> 0).toBe(true);
      expect(halves(key)).toBe(`${a} ${b}`);
    }),
  );
});

test('different numbers never collide, 0 and -0 are one', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      expect(halves(a) === halves(b)).toBe(a === b);
    }),
  );
  expect(halves(-0)).toBe(halves(0));
});

test('bigints of any size and sign have different keys', () => {
  const keys = [0n, 1n, -1n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 64n + 1n, -(2n ** 64n), 2n ** 200n];
  expect(new Set(keys.map(halves)).size).toBe(keys.length);
});

test('boards written as text do not collide, and each half alone hardly does', () => {
  const boards: string[] = [];
  for (let i = 0; i < 3 ** 10; i++)
    boards.push(i.toString(3).padStart(10, '0').replaceAll('0', '.'));
  expect(new Set(boards.map(halves)).size).toBe(boards.length);
  // 59,049 of 2^32: fewer than one collision is to be expected.
  expect(new Set(boards.map(low)).size).toBeGreaterThan(boards.length - 8);
  const highs = boards.map((board) => halves(board).split(' ')[1]);
  expect(new Set(highs).size).toBeGreaterThan(boards.length - 8);
});
