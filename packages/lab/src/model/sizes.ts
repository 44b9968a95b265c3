// Samples of sizes of subtrees: moments, histogram, and how far a fitted gamma is from them. A sample is
// kept as [size, how often], sizes rising, since most sizes come many times.
import { distribution, fitByLikelihood, fitByMoments, type Gamma } from './gamma.js';

export type SizeSample = readonly (readonly [size: number, count: number])[];

export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
  readonly skewness: number;
}

export function pool(samples: readonly SizeSample[]): SizeSample {
  const counts = new Map<number, number>();
  for (const [size, count] of samples.flat()) counts.set(size, (counts.get(size) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b);
}

export function momentsOf(sizes: SizeSample): Moments {
  const count = total(sizes, () => 1);
  const mean = total(sizes, (size) => size) / count;
  const variance = total(sizes, (size) => (size - mean) ** 2) / count;
  const third = total(sizes, (size) => (size - mean) ** 3) / count;
  return { count, mean, variance, skewness: third / variance ** 1.5 };
}

/** The thesis's fit. At least two sizes that differ. */
export function momentFit(sizes: SizeSample): Gamma {
  const { mean, variance } = momentsOf(sizes);
  return fitByMoments(mean, variance);
}

/** The most likely gamma of the sizes above 0, at least two that differ: no gamma has a size of 0. */
export function likelihoodFit(sizes: SizeSample): Gamma {
  const own = positive(sizes);
  const count = total(own, () => 1);
  return fitByLikelihood(total(own, (size) => size) / count, total(own, Math.log) / count);
}

export const positive = (sizes: SizeSample): SizeSample => sizes.filter(([size]) => size > 0);

/** The share of sizes below `limit`. */
export const shareBelow = (sizes: SizeSample, limit: number): number =>
  total(sizes, (size) => (size < limit ? 1 : 0)) / total(sizes, () => 1);

/** Kolmogorov and Smirnov's distance: the largest difference between both distributions, 0 to 1. */
export function distance(sizes: SizeSample, law: Gamma): number {
  const count = total(sizes, () => 1);
  let below = 0;
  let largest = 0;
  for (const [size, times] of sizes) {
    const expected = distribution(law, size);
    const upTo = below + times / count;
    // At 0 a gamma has no probability, and there is nothing below.
    largest = Math.max(
      largest,
      Math.abs(upTo - expected),
      size > 0 ? Math.abs(below - expected) : 0,
    );
    below = upTo;
  }
  return largest;
}

export interface Bucket {
  /** Sizes from `from` to just below `to`. */
  readonly from: number;
  readonly to: number;
  /** Share of the sample for each unit of size. */
  readonly density: number;
}

/** Buckets that are `width` wide or, further out, `growth` times as far as they begin. */
export function histogram(sizes: SizeSample, width: number, growth: number): Bucket[] {
  const count = total(sizes, () => 1);
  const buckets: Bucket[] = [];
  let index = 0;
  for (let from = 0; index < sizes.length; ) {
    const to = Math.max(from + width, Math.round(from * growth));
    let inside = 0;
    for (; index < sizes.length && sizes[index]![0] < to; index++) inside += sizes[index]![1];
    buckets.push({ from, to, density: inside / count / (to - from) });
    from = to;
  }
  return buckets;
}

/** What a gamma expects in a bucket. */
export const expectedDensity = (law: Gamma, { from, to }: Bucket): number =>
  (distribution(law, to) - distribution(law, from)) / (to - from);

const total = (sizes: SizeSample, of: (size: number) => number): number =>
  sizes.reduce((sum, [size, count]) => sum + count * of(size), 0);
