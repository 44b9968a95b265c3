// What is known of a value from one or two searches of it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bound, INFINITE } from '#dist/core/score.js';
import {
  boundsOf,
  combine,
  decidedValue,
  decides,
  type KnownValue,
} from '#dist/parallel/value-bounds.js';

const known = (lower: number, upper: number, complete = false): KnownValue => ({
  ...{ lower, upper, complete, pv: [] },
});

const small = fc.integer({ min: -20, max: 20 });
const window = fc.record({ alpha: small, width: fc.integer({ min: 1, max: 9 }) });
/** A window and by how much a search in it says less than it could. */
const way = fc.record({ window, slack: fc.nat(9) });
type Way = typeof way extends fc.Arbitrary<infer W> ? W : never;

/** What alpha-beta finds of a value, fail-soft. */
function searched(value: number, { window: { alpha, width }, slack }: Way): KnownValue {
  const beta = alpha + width;
  const bound: Bound = value <= alpha ? 'upper' : value >= beta ? 'lower' : 'exact';
  const claimed = {
    upper: Math.min(value + slack, alpha),
    lower: Math.max(value - slack, beta),
    exact: value,
  };
  return { ...boundsOf({ value: claimed[bound], bound }), complete: false, pv: [] };
}

test('two searches of one value say of a window what the value says, if they say all', () => {
  let decided = 0;
  const property = fc.property(small, way, way, window, (value, a, b, { alpha, width }) => {
    const [one, two] = [searched(value, a), searched(value, b)];
    const both = combine(one, two);
    expect(both.lower).toBeLessThanOrEqual(value);
    expect(both.upper).toBeGreaterThanOrEqual(value);
    const beta = alpha + width;
    const each = decides(one, alpha, beta) || decides(two, alpha, beta);
    if (each) expect(decides(both, alpha, beta)).toBe(true);
    if (!decides(both, alpha, beta)) return;
    decided++;
    const clamp = (x: number) => Math.min(beta, Math.max(alpha, x));
    expect(clamp(decidedValue(both, alpha))).toBe(clamp(value));
  });
  fc.assert(property, { numRuns: 2000 });
  expect(decided).toBeGreaterThan(200);
});

test('two bounds rest on no evaluation when neither does', () => {
  const [low, high] = [known(5, INFINITE, true), known(-INFINITE, 5, true)];
  expect(combine(low, high)).toMatchObject({ lower: 5, upper: 5, complete: true });
  expect(combine({ ...low, complete: false }, high).complete).toBe(false);
  expect(combine(low, { ...high, complete: false }).complete).toBe(false);
});

test('the line is that of the last exact value', () => {
  const exact = (pv: number[]): KnownValue => ({ ...known(3, 3), pv });
  expect(combine(exact([1, 2]), known(-INFINITE, 4)).pv).toEqual([1, 2]);
  expect(combine(exact([1, 2]), exact([7])).pv).toEqual([7]);
});

test('what contradicts leaves the newer value, which decides every window', () => {
  const contradictions: [KnownValue, KnownValue, number][] = [
    [known(5, INFINITE), known(-INFINITE, 3), 3],
    [known(-INFINITE, 3), known(7, INFINITE), 7],
    [known(3, 3), known(9, 9), 9],
    // A smaller infinity, of a program with scores of its own.
    [known(5, 101), known(-101, 3), 3],
  ];
  for (const [older, newer, value] of contradictions) {
    expect(combine(older, newer)).toMatchObject({ lower: value, upper: value });
  }
});
