// What results say: figures worked out by hand, and intervals that hold what they promise.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import {
  adjudicate,
  eloOf,
  matchScoreOf,
  type PairPoints,
  scoreOfElo,
  sprtOf,
  usualRules,
} from '#dist/match/index.js';

const pairs = (count: number, pair: PairPoints): PairPoints[] => new Array(count).fill(pair);

describe('a match score', () => {
  test('counts games and pairs', () => {
    const result = matchScoreOf([
      ...pairs(10, [1, 0]),
      ...pairs(20, [0.5, 0.5]),
      ...pairs(6, [1, 0.5]),
      ...pairs(2, [1, 1]),
      ...pairs(2, [0, 0.5]),
    ]);
    expect(result).toMatchObject({ pairs: 40, wins: 20, draws: 48, losses: 12 });
    expect(result.pentanomial).toEqual([0, 2, 30, 6, 2]);
    expect(result.score).toBeCloseTo(44 / 80, 12);
    // Variance of a pair: (2 x 0.3^2 + 30 x 0.05^2 + 6 x 0.2^2 + 2 x 0.45^2) / 40 = 0.0225; 1.96 sqrt(0.0225 / 40).
    expect(result.high - result.score).toBeCloseTo(0.0465, 2);
    expect(result.elo).toBeCloseTo(34.86, 1);
  });

  test('of pairs that repeat each other is narrower than that of single games', () => {
    // A win and a loss in every pair: the opening decides, and the players are equal.
    const result = matchScoreOf(pairs(100, [1, 0]));
    const games = 1.96 * Math.sqrt(0.25 / 200);
    expect(result.high - result.low).toBeLessThan(games / 2);
  });

  test('of nothing and of one-sided matches says how little it knows', () => {
    expect(matchScoreOf([])).toMatchObject({ pairs: 0, score: 0.5, low: 0, high: 1 });
    const won = matchScoreOf(pairs(5, [1, 1]));
    expect([won.score, won.elo]).toEqual([1, Infinity]);
    expect(won.low).toBeLessThan(0.95);
  });

  test('has an interval that holds the truth in about 95 of 100 matches', () => {
    const random = createRandom(5);
    const weights = [5, 20, 40, 25, 10];
    const truth = weights.reduce((sum, weight, i) => sum + (weight * i) / 400, 0);
    const results: PairPoints[] = [
      [0, 0],
      [0, 0.5],
      [0.5, 0.5],
      [1, 0.5],
      [1, 1],
    ];
    let held = 0;
    for (let match = 0; match < 1000; match++) {
      const played = Array.from({ length: 150 }, () => {
        let at = random.below(100);
        let i = 0;
        while (at >= weights[i]!) at -= weights[i++]!;
        return results[i]!;
      });
      const { low, high } = matchScoreOf(played);
      if (low <= truth && truth <= high) held++;
    }
    expect(held).toBeGreaterThan(930);
    expect(held).toBeLessThan(970);
  });
});

describe('Elo', () => {
  test('and scores lead to each other', () => {
    expect(eloOf(0.5)).toBeCloseTo(0, 12);
    expect(eloOf(0.75)).toBeCloseTo(190.85, 2);
    for (const elo of [-300, -12.5, 0, 88.7]) expect(eloOf(scoreOfElo(elo))).toBeCloseTo(elo, 9);
    expect([eloOf(0), eloOf(1)]).toEqual([-Infinity, Infinity]);
  });
});

describe('a sequential test', () => {
  const sprt = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05 };
  const mixed = (better: number): PairPoints[] => [
    ...pairs(1000, [0.5, 0.5]),
    ...pairs(600, [0, 0.5]),
    ...pairs(600 + better, [1, 0.5]),
  ];

  test('accepts the stronger hypothesis, the weaker one, or goes on', () => {
    expect(sprtOf(sprt, matchScoreOf(mixed(300))).decision).toBe('H1');
    expect(sprtOf(sprt, matchScoreOf(mixed(-300))).decision).toBe('H0');
    expect(sprtOf(sprt, matchScoreOf(mixed(30))).decision).toBeUndefined();
    expect(sprtOf(sprt, matchScoreOf([])).llr).toBeCloseTo(0, 4);
  });

  test('leans to neither of two hypotheses that are equally far, and to both alike', () => {
    const even = { ...sprt, elo0: -5 };
    expect(sprtOf(even, matchScoreOf(mixed(0))).llr).toBeCloseTo(0, 9);
    const turned = mixed(100).map(([a, b]): PairPoints => [(1 - a) as 0, (1 - b) as 0]);
    const { llr } = sprtOf(even, matchScoreOf(mixed(100)));
    expect(llr).toBeGreaterThan(1);
    expect(sprtOf(even, matchScoreOf(turned)).llr).toBeCloseTo(-llr, 9);
  });

  test('says what two distributions would make of results, by hand', () => {
    // Ten pairs of one and a half points: with a mean of 1/2 at most 2/3 of them can be such, else 0; with that
    // of elo1 a little more.
    const llr = 10 * Math.log((scoreOfElo(5) * 4) / 3 / ((0.5 * 4) / 3));
    expect(sprtOf(sprt, matchScoreOf(pairs(10, [1, 0.5]))).llr).toBeCloseTo(llr, 1);
    expect(sprtOf(sprt, matchScoreOf(pairs(10, [1, 0.5]))).decision).toBeUndefined();
  });

  test('errs no more often than it promises', () => {
    const random = createRandom(3);
    const wide = { ...sprt, elo1: 30 };
    for (const weights of [
      [5, 20, 50, 20, 5],
      [15, 20, 30, 20, 15],
      [1, 10, 78, 10, 1],
    ]) {
      let wrong = 0;
      for (let match = 0; match < 300; match++) {
        const pentanomial: [number, number, number, number, number] = [0, 0, 0, 0, 0];
        let decision: 'H0' | 'H1' | undefined;
        while (decision === undefined) {
          let at = random.below(100);
          let i = 0;
          while (at >= weights[i]!) at -= weights[i++]!;
          pentanomial[i]!++;
          decision = sprtOf(wide, { pentanomial }).decision;
        }
        if (decision === 'H1') wrong++;
      }
      // 5 % and nearly three standard deviations.
      expect(wrong / 300).toBeLessThan(0.087);
    }
  });

  test('has the bounds of Wald', () => {
    const { lower, upper } = sprtOf(sprt, matchScoreOf(mixed(0)));
    expect(upper).toBeCloseTo(2.944, 3);
    expect(lower).toBeCloseTo(-2.944, 3);
  });
});

describe('adjudication', () => {
  const even = (count: number, value: number) => new Array(count).fill(value);
  const alternate = (count: number, value: number) =>
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? value : -value));

  test('ends a game when both sides see the same side far ahead', () => {
    expect(adjudicate(usualRules, alternate(6, 1200))?.winner).toBe(0);
    expect(adjudicate(usualRules, alternate(6, -1200))?.winner).toBe(1);
    expect(adjudicate(usualRules, alternate(7, 1200))?.winner).toBe(0);
    expect(adjudicate(usualRules, alternate(6, 1200), 1)?.winner).toBe(1);
    expect(adjudicate(usualRules, alternate(5, 1200))).toBeUndefined();
    expect(adjudicate(usualRules, even(6, 1200))).toBeUndefined();
    expect(adjudicate(usualRules, [...alternate(5, 1200), undefined])).toBeUndefined();
  });

  test('ends a dead game, but not early on', () => {
    expect(adjudicate(usualRules, even(80, 3))).toMatchObject({ winner: undefined });
    expect(adjudicate(usualRules, even(79, 3))).toBeUndefined();
    expect(adjudicate(usualRules, [...even(79, 3), 20])).toBeUndefined();
  });

  test('ends a game that never ends', () => {
    expect(adjudicate({ maxPlies: 10 }, even(10, 300))?.reason).toBe('adjudicated: 10 plies');
    expect(adjudicate({ maxPlies: 10 }, even(9, 300))).toBeUndefined();
  });
});
