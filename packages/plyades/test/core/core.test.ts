import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inputError, MAX_QUOTED, PlyadesError, quote, quotePath } from '#dist/core/errors.js';
import { createRandom, randomFromState } from '#dist/core/random.js';
import { andThen, err, isErr, isOk, map, ok, type Result, unwrap } from '#dist/core/result.js';
import {
  FULL_DEPTH,
  INFINITE,
  isProvenLoss,
  isProvenWin,
  PROVEN,
  pliesToWin,
  WIN,
} from '#dist/core/score.js';

describe('a result', () => {
  const good = ok(2) as Result<number, string>;
  const bad = err('ERR') as Result<number, string>;

  test('is a value or an error, and steps run on values only', () => {
    expect([isOk(good), isErr(good), isOk(bad), isErr(bad)]).toEqual([true, false, false, true]);
    expect(map(good, (n) => n + 1)).toEqual(ok(3));
    expect(map(bad, (n) => n + 1)).toBe(bad);
    expect(andThen(good, (n) => (n > 2 ? ok(n) : err('small')))).toEqual(err('small'));
    expect(andThen(bad, () => ok(1))).toBe(bad);
  });

  test('that is unwrapped gives its value or throws', () => {
    expect(unwrap(good)).toBe(2);
    expect(() => unwrap(bad)).toThrow('unwrapped an error');
    const refused = err(inputError('ERR_MOVE', 'no such square', 'z9', 0));
    expect(() => unwrap(refused)).toThrow(
      expect.objectContaining({ name: 'PlyadesError', code: 'ERR_MOVE', refused: refused.error }),
    );
  });
});

describe('an error', () => {
  test('quotes a long input in part', () => {
    const error = inputError('ERR_LENGTH', 'too long', 'x'.repeat(1000));
    expect(error.input).toBe(`${'x'.repeat(MAX_QUOTED - 1)}…`);
    expect('at' in error).toBe(false);
  });

  test('shows control characters without sending them to the terminal', () => {
    expect(quote('a\u001b[2J\u007f')).toBe("'a\\u001b[2J\\u007f'");
  });

  test('quotes a path whole, and the end of a very long one', () => {
    const path = `/home/${'somebody/'.repeat(15)}engine`;
    expect(quotePath(path)).toBe(`'${path}'`);
    const long = quotePath(`/${'folder/'.repeat(100)}\u001bengine`);
    expect(long).toMatch(/^'….*\/folder\/\\u001bengine'$/);
    expect(long.length).toBeLessThan(220);
  });

  test('keeps its cause', () => {
    const cause = new Error('unreachable');
    const error = new PlyadesError('ERR_TRAP', 'the kernel trapped', { cause });
    expect(error).toMatchObject({ code: 'ERR_TRAP', cause, refused: undefined });
    expect(error).toBeInstanceOf(Error);
  });
});

describe('a value', () => {
  test('means the same to TypeScript as to the kernels', () => {
    const contract = readFileSync(new URL('../../assembly/contract.ts', import.meta.url), 'utf8');
    for (const [name, value] of Object.entries({ FULL_DEPTH, WIN, PROVEN, INFINITE })) {
      const declared = new RegExp(`export const ${name}: i32 = ([0-9_]+);`).exec(contract)?.[1];
      expect([name, Number(declared?.replaceAll('_', ''))]).toEqual([name, value]);
    }
  });

  test('of a win tells how many plies it takes', () => {
    expect([WIN, WIN + 3, PROVEN, 0].map(isProvenWin)).toEqual([true, true, false, false]);
    expect([-WIN, -WIN - 3, -PROVEN, 0].map(isProvenLoss)).toEqual([true, true, false, false]);
    // A search of depth 5 that finds the end of the game after 1 ply has 4 plies left.
    expect(pliesToWin(WIN + 4, 5)).toBe(1);
    expect(pliesToWin(WIN, 5)).toBe(5);
    expect(pliesToWin(WIN - 2, 5)).toBe(7);
    expect(pliesToWin(100, 5)).toBeUndefined();
    expect(pliesToWin(-WIN, 5)).toBeUndefined();
    expect(pliesToWin(WIN + FULL_DEPTH, FULL_DEPTH)).toBeUndefined();
  });
});

describe('chance', () => {
  test('is xoshiro128**: the state 1, 2, 3, 4 gives its reference numbers', () => {
    const random = randomFromState(1, 2, 3, 4);
    expect([random.next(), random.next(), random.next(), random.next()]).toEqual([
      11520, 0, 5927040, 70819200,
    ]);
  });

  test('repeats itself for a seed and differs for the next one', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 100 }, () => random.next());
    };
    // Recorded runs depend on these: another way to seed would replay none of them.
    expect(draw(0).slice(0, 3)).toEqual([1789933344, 44971166, 2521387044]);
    expect(draw(1).slice(0, 3)).toEqual([393288148, 2174103013, 3814759091]);
    const seen = new Set(Array.from({ length: 100 }, (_, seed) => draw(seed)).flat());
    expect(seen.size).toBe(10_000);
  });

  test('is fair below a number: 60,000 throws of a die', () => {
    const random = createRandom(7);
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 60_000; i++) counts[random.below(6)]! += 1;
    // Chi-square with 5 degrees of freedom exceeds 20.5 once in a thousand seeds; this one is fixed.
    expect(counts.reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0)).toBeLessThan(20.5);
    expect(createRandom(1).below(1)).toBe(0);
    expect(createRandom(1).below(2 ** 32)).toBe(createRandom(1).next());
    for (const n of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) {
      expect(() => random.below(n)).toThrow(RangeError);
    }
  });

  test('that is forked goes its own way, whatever the parent does next', () => {
    const [a, b] = [createRandom(5), createRandom(5)];
    const [forkA, forkB] = [a.fork(), b.fork()];
    b.next();
    expect(forkA.next()).toBe(forkB.next());
    expect(forkA.next()).not.toBe(a.next());
  });
});
