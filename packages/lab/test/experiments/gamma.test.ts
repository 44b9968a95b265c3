// The gamma distribution against known values, and the largest of several pieces.

import { createRandom } from 'plyades/internal/core/random.js';
import { describe, expect, test } from 'vitest';
import {
  density,
  digamma,
  distribution,
  draw,
  fitByLikelihood,
  fitByMoments,
  type Gamma,
  gammaOfMean,
  logGamma,
  quantile,
  trigamma,
} from '#dist/model/gamma.js';
import { meanOfLargest, medianOfLargest, penalties } from '#dist/model/largest.js';

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const sample = (law: Gamma, count: number, seed = 7) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => draw(law, random));
};

describe('the gamma function', () => {
  test('and its derivatives have their known values', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 13);
    expect(logGamma(0.1)).toBeCloseTo(2.252712651734206, 12);
    expect(logGamma(10)).toBeCloseTo(Math.log(362_880), 12);
    expect(digamma(1)).toBeCloseTo(-0.5772156649015329, 12);
    expect(digamma(0.5)).toBeCloseTo(-1.9635100260214235, 12);
    expect(trigamma(1)).toBeCloseTo(Math.PI ** 2 / 6, 12);
    expect(trigamma(0.5)).toBeCloseTo(Math.PI ** 2 / 2, 12);
  });
});

describe('a gamma distribution', () => {
  test('of shape 1 is exponential', () => {
    const law = { shape: 1, rate: 2 };
    for (const x of [0.01, 0.5, 1, 3, 10]) {
      expect(density(law, x)).toBeCloseTo(2 * Math.exp(-2 * x), 12);
      expect(distribution(law, x)).toBeCloseTo(1 - Math.exp(-2 * x), 13);
    }
    expect(distribution(law, 0)).toBe(0);
  });

  test('of shape 3 and of shape 1/2 has its closed forms', () => {
    for (const x of [0.1, 2, 4, 9]) {
      const expected = 1 - Math.exp(-x) * (1 + x + x ** 2 / 2);
      expect(distribution({ shape: 3, rate: 1 }, x)).toBeCloseTo(expected, 13);
    }
    // erf(1)
    expect(distribution({ shape: 0.5, rate: 1 }, 1)).toBeCloseTo(0.8427007929497149, 13);
  });

  test('has the quantiles of chi-square tables', () => {
    // 10 degrees of freedom at 95 %, 1 at 99 %.
    expect(quantile({ shape: 5, rate: 0.5 }, 0.95)).toBeCloseTo(18.307038053275146, 9);
    expect(quantile({ shape: 0.5, rate: 0.5 }, 0.99)).toBeCloseTo(6.6348966010212145, 9);
    for (const shape of [0.05, 0.2, 1, 30]) {
      for (const probability of [0.001, 0.5, 0.99729]) {
        const law = gammaOfMean(shape, 100);
        expect(distribution(law, quantile(law, probability))).toBeCloseTo(probability, 10);
      }
    }
  });

  test.each([0.2, 0.7, 1, 4])('of shape %f is recovered from draws, by both fits', (shape) => {
    const values = sample(gammaOfMean(shape, 50), 40_000);
    const mean = average(values);
    const variance = average(values.map((value) => (value - mean) ** 2));
    const moments = fitByMoments(mean, variance);
    const likely = fitByLikelihood(mean, average(values.map(Math.log)));
    expect(mean / 50).toBeCloseTo(1, 1);
    expect(moments.shape / shape).toBeGreaterThan(0.93);
    expect(moments.shape / shape).toBeLessThan(1.07);
    expect(likely.shape / shape).toBeGreaterThan(0.98);
    expect(likely.shape / shape).toBeLessThan(1.02);
    expect(likely.shape / likely.rate).toBeCloseTo(mean, 9);
  });

  test('gives the same draws for the same seed', () => {
    const law = gammaOfMean(0.3, 10);
    expect(sample(law, 20)).toEqual(sample(law, 20));
    expect(sample(law, 20)).not.toEqual(sample(law, 20, 8));
  });
});

describe('the largest of several pieces', () => {
  test('is known for exponential sizes', () => {
    const law = { shape: 1, rate: 3 };
    const harmonic = average(Array.from({ length: 20 }, (_, index) => 20 / (index + 1)));
    expect(meanOfLargest(law, 20)).toBeCloseTo(harmonic / 3, 8);
    expect(meanOfLargest(law, 1)).toBeCloseTo(1 / 3, 8);
    expect(medianOfLargest(law, 20)).toBeCloseTo(-Math.log(1 - 0.5 ** (1 / 20)) / 3, 9);
  });

  test('agrees with draws', () => {
    const law = gammaOfMean(0.4, 100);
    const values = sample(law, 4000 * 16);
    const largest = Array.from({ length: 4000 }, (_, index) =>
      Math.max(...values.slice(16 * index, 16 * index + 16)),
    ).sort((a, b) => a - b);
    expect(average(largest) / meanOfLargest(law, 16)).toBeCloseTo(1, 1);
    expect(largest[2000]! / medianOfLargest(law, 16)).toBeCloseTo(1, 1);
  });

  test("is the thesis's example within 0.3 %", () => {
    const median = medianOfLargest({ shape: 0.2186, rate: 7.5718e-5 }, 256);
    expect(Math.abs(median / 44_295 - 1)).toBeLessThan(0.003);
  });

  test('costs nothing for one processor or for equal sizes, and more for each that waits', () => {
    expect(penalties(0.2)(1)).toBe(0);
    expect(penalties(1e6)(256)).toBeLessThan(0.01);
    expect(penalties(0.2)(256)).toBeGreaterThan(penalties(0.2)(16));
    expect(penalties(0.2)(256)).toBeGreaterThan(penalties(0.4)(256));
  });
});
