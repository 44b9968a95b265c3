import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { connect6, SINGLE, withBranching } from '#dist/games/connect6/index.js';
import { crowdedPosition, puzzles } from '../support/connect6-positions.js';
import {
  type Connect6Game,
  connect6Start,
  connect6Text,
  playConnect6,
} from '../support/connect6-rules.js';
import { createRandom } from '../support/kernels.js';
import { obeysTheLaws, refusal } from '../support/notation-laws.js';

const read = (text: string) => unwrap(connect6.parsePosition(text));
const refused = (text: string) => refusal(connect6.parsePosition(text));
const start = connect6Text(connect6Start);

/** A board with stones on the named points and nowhere else. */
function board(black: string, white: string, side: 'x' | 'o'): string {
  const stones = [...connect6Start.stones];
  for (const [stone, names] of [
    ['x', black],
    ['o', white],
  ] as const) {
    for (const [, column, row] of names.matchAll(/([a-s])([0-9]+)/g)) {
      stones['abcdefghijklmnopqrs'.indexOf(column!) + 19 * (Number(row) - 1)] = stone;
    }
  }
  return connect6Text({ stones, side });
}

const games: Connect6Game[] = [
  connect6Start,
  playConnect6(connect6Start, [0]),
  ...puzzles()
    .slice(0, 30)
    .map(({ game }) => game),
  ...Array.from({ length: 30 }, (_, seed) => crowdedPosition(createRandom(seed))),
];

const moves = Array.from({ length: 361 }, (_, one) => [
  512 * one + SINGLE,
  ...Array.from({ length: 360 - one }, (_, i) => 512 * one + one + 1 + i),
]).flat();

/** Both points in order of rows, then columns. */
function canonical(text: string): string {
  const points = text.toLowerCase().match(/[a-s][0-9]+/g) ?? [];
  const place = (point: string) => 19 * Number(point.slice(1)) + point.charCodeAt(0);
  return points.toSorted((a, b) => place(a) - place(b)).join('');
}

obeysTheLaws(
  connect6,
  fc
    .tuple(fc.constantFrom(...games), fc.constantFrom('', ' w=1', ' w=255'))
    .map(([game, option]) => read(connect6Text(game) + option)),
  moves,
  canonical,
);

describe('a position of Connect6', () => {
  test('starts empty, black places one stone', () => {
    expect(connect6.makePosition(connect6.start())).toBe(`${'19/'.repeat(18)}19 x 1`);
    expect([...connect6.start().record]).toEqual([...new Array(92).fill(0), 48]);
  });

  test('is recorded as the stones of both sides, from a1 along the rows', () => {
    const { record } = read(`${board('a1s19j10', 'b1i1', 'o')} w=7`);
    expect(record[0]).toBe(1);
    expect(record[46]).toBe(2);
    expect(record[47]).toBe(1);
    expect(record[45]).toBe(1);
    expect(record[180 >> 3]).toBe(1 << (180 & 7));
    expect(record[92]).toBe(7);
  });

  test('has ranks from 19 down to 1', () => {
    expect(board('a19', '', 'o').startsWith('x18/19/')).toBe(true);
    expect(connect6.makePosition(read(board('a19', '', 'o')))).toBe(board('a19', '', 'o'));
  });

  test('of 48 moves is written without saying so', () => {
    expect(connect6.makePosition(read(`${start} w=48`))).toBe(start);
    expect(connect6.makePosition(read(`${start} w=49  `))).toBe(`${start} w=49`);
  });

  test('needs 19 ranks of 19 points', () => {
    expect(refused('')).toMatchObject({ code: 'ERR_LENGTH', at: 0 });
    expect(refused(start.slice(3))).toMatchObject({ code: 'ERR_LENGTH', at: 53 });
    expect(refused(`19/${start}`)).toMatchObject({ code: 'ERR_LENGTH', at: 56 });
    expect(refused(start.replace('19', '18'))).toMatchObject({ code: 'ERR_LENGTH', at: 2 });
    expect(refused(start.replace('19', '9x10'))).toMatchObject({ code: 'ERR_LENGTH', at: 2 });
    expect(refused(start.replace('19', '9X9'))).toMatchObject({ code: 'ERR_CHARACTER', at: 1 });
    expect(refused(start.replace('19', '019'))).toMatchObject({ code: 'ERR_CHARACTER', at: 0 });
    expect(refused(start.replace('19', '9/10'))).toMatchObject({ code: 'ERR_LENGTH', at: 1 });
    expect(refused(start.padEnd(1001))).toMatchObject({ code: 'ERR_TOO_LONG', at: 1000 });
  });

  test('names the side, the stones to place, and nothing unknown', () => {
    const empty = start.slice(0, 56);
    expect(refused(empty)).toMatchObject({ code: 'ERR_SIDE', at: 56 });
    expect(refused(`${empty} b 1`)).toMatchObject({ code: 'ERR_SIDE', input: 'b', at: 57 });
    expect(refused(`${empty} x`)).toMatchObject({ code: 'ERR_MISSING', at: 58 });
    expect(refused(`${empty} x 3`)).toMatchObject({ code: 'ERR_VALUE', input: '3', at: 59 });
    expect(refused(`${start} w`)).toMatchObject({ code: 'ERR_KEY', input: 'w', at: 61 });
    for (const value of ['0', '256', '', '07', '1e2', '-1']) {
      expect(refused(`${start} w=${value}`)).toMatchObject({ code: 'ERR_VALUE', at: 63 });
    }
    expect(refused(`${start} w=9 x`)).toMatchObject({ code: 'ERR_CHARACTER', input: 'x', at: 65 });
  });

  test('has numbers of stones that a game can reach', () => {
    const impossible = { code: 'ERR_IMPOSSIBLE' };
    expect(refused(board('a1b1', '', 'o'))).toMatchObject({ ...impossible, input: 'x' });
    expect(refused(board('a1', 'b1', 'x'))).toMatchObject({ ...impossible, input: 'o' });
    expect(refused(board('', 'a1b1', 'x'))).toMatchObject({ ...impossible, input: '' });
    expect(refused(board('a1b1c1', '', 'o'))).toEqual({
      code: 'ERR_IMPOSSIBLE',
      message: '3 black and 0 white stones: after a move its side has one more than the other',
      input: 'x',
      at: 56,
    });
    expect(refused(board('a1', '', 'x'))).toMatchObject({ ...impossible, input: 'x', at: 58 });
    expect(refused(start.replace('x 1', 'o 1'))).toMatchObject({ ...impossible, at: 57 });
    expect(refused(start.replace('x 1', 'x 2'))).toMatchObject({ ...impossible, at: 59 });
    expect(refused(board('a1', '', 'o').replace('o 2', 'o 1'))).toMatchObject({
      ...impossible,
      input: '1',
      at: 60,
    });
  });

  test('has six in a row only by the last move', () => {
    const white = 'a9c9e9g9i9k9';
    const six = 'a1b1c1d1e1f1';
    expect(connect6.parsePosition(board(`${six}s1`, white, 'o')).ok).toBe(true);
    expect(refused(board('a9c9e9g9i9', six, 'o'))).toMatchObject({ code: 'ERR_IMPOSSIBLE' });
    expect(refused(board(`${six}s1`, `${white}m9o9`, 'x'))).toMatchObject({
      code: 'ERR_IMPOSSIBLE',
      message: 'Black has six in a row and is still to move',
    });
    // Three rows of six cannot have been made at once, two can.
    const rows = `${six}a3b3c3d3e3f3`;
    const whites = (n: number) =>
      Array.from({ length: n }, (_, i) => `${'acegikmoq'[i % 9]}${9 + 2 * Math.floor(i / 9)}`).join(
        '',
      );
    expect(connect6.parsePosition(board(`${rows}s1`, whites(12), 'o')).ok).toBe(true);
    expect(refused(board(`${rows}a5b5c5d5e5f5s1`, whites(18), 'o'))).toMatchObject({
      code: 'ERR_IMPOSSIBLE',
      message: 'the rows of six of Black cannot have been made with one move',
    });
    // Eleven in a row by one stone, but not twelve and more by two at one end.
    expect(connect6.parsePosition(board('a1b1c1d1e1f1g1h1i1j1k1', whites(10), 'o')).ok).toBe(true);
    const long = 'a1b1c1d1e1f1g1h1i1j1k1l1m1n1o1p1q1r1s1';
    expect(refused(board(long, whites(18), 'o'))).toMatchObject({ code: 'ERR_IMPOSSIBLE' });
  });
});

describe('a move of Connect6', () => {
  test('is two points in either order and case, or one', () => {
    expect(unwrap(connect6.parseMove('j10k11'))).toBe(512 * 180 + 200);
    expect(unwrap(connect6.parseMove('K11J10'))).toBe(512 * 180 + 200);
    expect(unwrap(connect6.parseMove('a1'))).toBe(SINGLE);
    expect(connect6.makeMove(512 * 180 + 200)).toBe('j10k11');
    expect(connect6.makeMove(512 * 180 + SINGLE)).toBe('j10');
  });

  test('is refused with the place of the mistake', () => {
    for (const [text, at] of [
      ['', 0],
      ['j', 0],
      ['j10 k11', 0],
      ['j10k11l12', 0],
      ['pass', 0],
      ['t10k11', 0],
      ['j20k11', 1],
      ['j0', 1],
      ['j10t11', 3],
      ['j1k20', 3],
      ['j10j10', 3],
      ['j01', 1],
    ] as const) {
      const error = refusal(connect6.parseMove(text));
      expect([text, error]).toMatchObject([text, { code: 'ERR_MOVE', at }]);
    }
    expect(() => connect6.makeMove(512 * 5 + 5)).toThrow(RangeError);
    expect(() => connect6.makeMove(512 * 5 + 4)).toThrow(RangeError);
    expect(() => connect6.makeMove(512 * 5 + 400)).toThrow(RangeError);
  });
});

test('a board of Connect6 is drawn with rank 19 at the top, points of moves and the turn', () => {
  const lines = connect6.draw(read(board('j10', 'a19b19', 'x')), [512 * 0 + 18]).split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe('   a b c d e f g h i j k l m n o p q r s');
  expect(lines[1]).toBe('19 o o . . . . . . . . . . . . . . . . .');
  expect(lines[10]).toBe('10 . . . . . . . . . x . . . . . . . . .');
  expect(lines[19]).toBe(' 1 * . . . . . . . . . . . . . . . . . *');
  expect(lines[20]).toBe('x places two stones');
  expect(connect6.draw(connect6.start()).split('\n')[20]).toBe('x places one stone');
});

test('a Connect6 position says how many moves a search looks at', () => {
  const few = withBranching(read(start), 20);
  expect(connect6.makePosition(few)).toBe(`${start} w=20`);
  expect(connect6.branching?.of(few)).toBe(20);
  expect(connect6.branching?.of(connect6.start())).toBe(48);
  expect(withBranching(few, 0)).toEqual(connect6.start());
  for (const wrong of [-1, 1.5, 256]) expect(() => withBranching(few, wrong)).toThrow(RangeError);
});
