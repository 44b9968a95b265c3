// Results that are searched again: who is asked, who is believed, and how soon a liar is found.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { INFINITE } from '#dist/core/score.js';
import {
  probabilityOfFinding,
  ResultChecks,
  type ResultClaim,
  windowOf,
} from '#dist/parallel/checks.js';

const MASTER_SAYS = { lower: 5, upper: 5, complete: false };

/** A claim about a leaf that is worth 5. */
function claim(
  checks: ResultChecks<string>,
  by: number,
  lower: number,
  upper = lower,
): ResultClaim<string> {
  const source = checks.sourceOf(by);
  return {
    subject: 'leaf',
    source,
    path: [1],
    depth: 3,
    iteration: 4,
    lower,
    upper,
    complete: false,
  };
}

const checksOf = (rate: number, seed = 1) => new ResultChecks<string>(rate, createRandom(seed));

describe('a result that is searched again', () => {
  test('is true when another worker says so', () => {
    const checks = checksOf(1);
    checks.consider(claim(checks, 1, 5), false, 0);
    const [offer] = checks.offer([1, 2], 0);
    expect(offer).toMatchObject({ to: 2, check: { alpha: 4, beta: 6 } });
    expect(checks.holds(3)).toBe(false);
    expect(checks.holds(4)).toBe(true);
    const said = { lower: 5, upper: 5, complete: false };
    expect(checks.answer(2, offer!.number, said)).toMatchObject({ liars: [] });
    expect(checks.holds(4)).toBe(false);
  });

  test.each([
    ['the first', 7, 5, [1]],
    ['the second', 5, 7, [2]],
    ['both', 6, 7, [1, 2]],
  ])(
    'is the master’s to decide when two contradict each other: %s lies',
    (_, first, second, liars) => {
      const checks = checksOf(1);
      checks.consider(claim(checks, 1, first), false, 0);
      const [offer] = checks.offer([1, 2], 0);
      const said = { lower: second, upper: second, complete: false };
      expect(checks.answer(2, offer!.number, said)).toBeUndefined();
      const { number } = checks.forMaster([1, 2], 0)!;
      const verdict = checks.judge(number, MASTER_SAYS)!;
      expect(verdict.liars.map(({ source }) => source.process)).toEqual(liars);
    },
  );

  test('goes to another worker when one declines, is lost, says nothing, or says nothing of use', () => {
    const checks = checksOf(1);
    checks.consider(claim(checks, 1, 5), false, 0);
    const ask = (now: number) => checks.offer([1, 2, 3], now)[0]!;
    let { to, number } = ask(0);
    checks.decline(to, number);
    ({ to, number } = ask(1));
    checks.lost(to);
    ({ to, number } = ask(2));
    // A bound that leaves everything open.
    const nothing = { lower: -INFINITE, upper: INFINITE, complete: false };
    expect(checks.answer(to, number, nothing)).toBeUndefined();
    const last = ask(3);
    expect(last.to).toBe(5 - to);
    expect(checks.forMaster([1, 2, 3], 3)).toBeUndefined();
    expect(checks.offer([1, 2, 3], 1e9)).toEqual([]);
    // No worker is left: the master does it.
    expect(checks.forMaster([1, 2, 3], 1e9)).toMatchObject({ number: last.number });
  });

  test('is confirmed only by the worker that was asked', () => {
    const checks = checksOf(1);
    checks.consider(claim(checks, 1, 7), false, 0);
    const [offer] = checks.offer([1, 2, 3], 0);
    const said = { lower: 7, upper: 7, complete: false };
    // Neither by the liar itself nor by a friend of his.
    for (const other of [1, 5 - offer!.to]) {
      expect(checks.answer(other, offer!.number, said)).toBeUndefined();
      expect(checks.holds(4)).toBe(true);
    }
    expect(checks.answer(offer!.to, offer!.number, said)).toMatchObject({ liars: [] });
  });

  test('is the master’s when no worker was free for a second', () => {
    const checks = checksOf(1);
    checks.consider(claim(checks, 1, 5), false, 0);
    expect(checks.offer([], 0)).toEqual([]);
    expect(checks.forMaster([1, 2], 999_999)).toBeUndefined();
    expect(checks.forMaster([1, 2], 1_000_000)).toBeDefined();
  });

  test('of a worker that has left is not blamed on the worker that has its seat now', () => {
    const checks = checksOf(1);
    checks.consider(claim(checks, 1, 9), false, 0);
    checks.lost(1);
    const { number } = checks.forMaster([1], 0)!;
    const [liar] = checks.judge(number, MASTER_SAYS)!.liars;
    expect(liar!.source).toMatchObject({ process: 1, present: false });
    expect(checks.sourceOf(1)).not.toBe(liar!.source);
  });

  test.each([
    [5, 5, [4, 6]],
    [5, INFINITE, [4, 5]],
    [-INFINITE, 5, [5, 6]],
    [2, 5, [1, 6]],
  ])('between %i and %i is searched in a window that decides it', (lower, upper, window) => {
    expect(windowOf({ lower, upper })).toEqual(window);
  });
});

describe('a liar', () => {
  test.each([
    [0.02, 35, 1],
    [0.02, 100, 1],
    [0.1, 20, 0.5],
    [0.5, 3, 1],
  ])(
    'at rate %f is found after %i results, of which %f are false, as often as the formula says',
    (rate, results, lies) => {
      const runs = 4000;
      let found = 0;
      for (let seed = 1; seed <= runs; seed++) {
        const checks = checksOf(rate, seed);
        const random = createRandom(seed + 1e6);
        for (let n = 0; n < results; n++) {
          const lie = random.below(1000) < 1000 * lies;
          checks.consider(claim(checks, 1, lie ? 6 : 5), false, 0);
        }
        for (let check = checks.forMaster([1], 0); check; check = checks.forMaster([1], 0)) {
          if (checks.judge(check.number, MASTER_SAYS)!.liars.length === 0) continue;
          found++;
          break;
        }
      }
      const expected = probabilityOfFinding(rate, results, lies);
      const deviation = Math.sqrt((expected * (1 - expected)) / runs);
      expect(Math.abs(found / runs - expected)).toBeLessThan(4 * deviation);
    },
  );
});
