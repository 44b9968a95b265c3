import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '#dist/core/game.js';
import { unwrap } from '#dist/core/result.js';
import { synthetic } from '#dist/games/synthetic/index.js';
import { obeysTheLaws, refusal } from '../support/notation-laws.js';

const read = (text: string) => unwrap(synthetic.parsePosition(text));
const refused = (text: string) => refusal(synthetic.parsePosition(text));

const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const place = fc.record({
  ply: fc.integer({ min: 1, max: 10_000 }),
  low: u32,
  high: u32,
  /** As a share of the largest score at that ply. */
  score: fc.integer({ min: -100, max: 100 }),
});

/** Records as the kernel would store them, made without the notation. */
const positions: fc.Arbitrary<Position> = fc
  .record({
    branching: fc.integer({ min: 2, max: 64 }),
    distribution: fc.integer({ min: 0, max: 1 }),
    seed: u32,
    spread: fc.integer({ min: 1, max: 10_000 }),
    order: fc.integer({ min: 0, max: 1000 }),
    place: fc.option(place),
  })
  .map((tree) => {
    const record = new Uint8Array(40);
    const view = new DataView(record.buffer);
    view.setUint16(0, tree.branching, true);
    view.setUint16(2, tree.distribution, true);
    view.setUint32(4, tree.seed, true);
    view.setInt32(8, tree.spread, true);
    view.setUint32(12, tree.order, true);
    view.setUint32(16, tree.place?.ply ?? 0, true);
    view.setUint32(24, tree.place?.low ?? 0, true);
    view.setUint32(28, tree.place?.high ?? 0, true);
    const { ply, score } = tree.place ?? { ply: 0, score: 0 };
    view.setInt32(32, Math.trunc((2 * tree.spread * ply * score) / 100), true);
    return { game: 'synthetic', record };
  });

obeysTheLaws(
  synthetic,
  positions,
  Array.from({ length: 64 }, (_, child) => child),
);

describe('a synthetic tree', () => {
  test('is named by branching and seed; the other parameters have defaults', () => {
    const root = read('b=5,seed=1');
    expect(synthetic.makePosition(root)).toBe('b=5,seed=1,spread=100,order=0,dist=uniform');
    const view = new DataView(root.record.buffer);
    expect([view.getUint16(0, true), view.getUint16(2, true)]).toEqual([5, 0]);
    expect([4, 8, 12, 16, 20, 24, 28, 32, 36].map((at) => view.getUint32(at, true))).toEqual([
      1, 100, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  test('takes its parameters in any order', () => {
    const text = 'dist=normal,order=1000,seed=4294967295,spread=10000,b=64';
    expect(synthetic.makePosition(read(text))).toBe(
      'b=64,seed=4294967295,spread=10000,order=1000,dist=normal',
    );
  });

  test('below the root says where: path, ply and score', () => {
    const text = 'b=2,seed=3 score=-7 path=0123456789ABCDEF ply=2';
    const { record } = read(text);
    const view = new DataView(record.buffer);
    expect(view.getBigUint64(24, true)).toBe(0x0123456789abcdefn);
    expect(view.getUint32(16, true)).toBe(2);
    expect(view.getInt32(32, true)).toBe(-7);
    expect(synthetic.makePosition(read(text))).toMatch(/ path=0123456789abcdef ply=2 score=-7$/);
  });

  test('written with the place of the root is the root', () => {
    expect(read('b=5,seed=1 path=0000000000000000 ply=0 score=0')).toEqual(read('b=5,seed=1'));
    expect(refused('b=5,seed=1 path=0000000000000001 ply=0 score=0')).toMatchObject({
      code: 'ERR_IMPOSSIBLE',
      at: 11,
    });
    expect(refused('b=5,seed=1 path=0000000000000000 ply=0 score=3').code).toBe('ERR_IMPOSSIBLE');
    read('b=5,seed=1,spread=10 path=0000000000000001 ply=2 score=-40');
    const beyond = refused('b=5,seed=1,spread=10 path=0000000000000001 ply=2 score=-41');
    expect(beyond).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 21 });
  });

  test('has no unknown and no repeated parameters', () => {
    expect(refused('b=5,sede=1')).toMatchObject({ code: 'ERR_KEY', input: 'sede=1', at: 4 });
    expect(refused('b=5,b=6,seed=1')).toMatchObject({ code: 'ERR_KEY', input: 'b=6', at: 4 });
    expect(refused('b=5,,seed=1')).toMatchObject({ code: 'ERR_KEY', input: '', at: 4 });
    expect(refused('b=5,seed')).toMatchObject({ code: 'ERR_KEY', input: 'seed', at: 4 });
    expect(refused('')).toMatchObject({ code: 'ERR_KEY', at: 0 });
    expect(refused('b=5,seed=1 ply=1 ply=2')).toMatchObject({ code: 'ERR_KEY', at: 17 });
    expect(refused('b=5,seed=1 order=1')).toMatchObject({ code: 'ERR_KEY', at: 11 });
    expect(refused('b=5,seed=1,ply=1')).toMatchObject({ code: 'ERR_KEY', at: 11 });
  });

  test('has all its required parts', () => {
    expect(refused('b=5')).toMatchObject({ code: 'ERR_MISSING', at: 3 });
    expect(refused('seed=5')).toMatchObject({ code: 'ERR_MISSING', at: 6 });
    expect(refused('b=5,seed=1 ply=1')).toMatchObject({ code: 'ERR_MISSING', at: 16 });
  });

  test('has values in range, one way to write each', () => {
    for (const [value, at] of [
      ['b=1,seed=1', 2],
      ['b=65,seed=1', 2],
      ['b=05,seed=1', 2],
      ['b=5,seed=-1', 9],
      ['b=5,seed=4294967296', 9],
      ['b=5,seed=1e3', 9],
      ['b=5,seed=', 9],
      ['b=5,seed=1=2', 9],
      ['b=5,seed=1,spread=0', 18],
      ['b=5,seed=1,spread=10001', 18],
      ['b=5,seed=1,order=1001', 17],
      ['b=5,seed=1,order=-0', 17],
      ['b=5,seed=1,dist=pareto', 16],
      ['b=5,seed=1 path=123 ply=1 score=0', 16],
      ['b=5,seed=1 path=0123456789abcdef ply=-1 score=0', 37],
      ['b=5,seed=1 path=0123456789abcdef ply=1 score=2147483648', 45],
    ] as const) {
      expect([value, refused(value)]).toMatchObject([value, { code: 'ERR_VALUE', at }]);
    }
    expect(refused('b=5,seed=1,dist=pareto').message).toContain('uniform, normal');
    expect(refused('b=5,seed=1'.padEnd(301))).toMatchObject({ code: 'ERR_TOO_LONG', at: 300 });
  });

  test('is drawn as its parameters, its place and its moves', () => {
    expect(synthetic.draw(read('b=2,seed=3'), [0, 1])).toBe(
      [
        'tree   b=2  seed=3  spread=100  order=0  dist=uniform',
        'place  the root',
        'moves  0 1',
      ].join('\n'),
    );
    const below = read('b=2,seed=3 path=0000000000000001 ply=1 score=-4');
    expect(synthetic.draw(below)).toContain('place  path=0000000000000001  ply=1  score=-4');
  });
});

test('a synthetic move is the number of a child', () => {
  expect(unwrap(synthetic.parseMove('0'))).toBe(0);
  expect(unwrap(synthetic.parseMove('63'))).toBe(63);
  for (const text of ['', '64', '-1', '-0', '00', '1.0', ' 1', 'a']) {
    expect(refusal(synthetic.parseMove(text))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
  }
});
