// The largest of several pieces of work: a process that waits for all of them waits for it (thesis, section
// 4.4.2). The thesis takes its median, which is a quantile of one piece; the mean is not much more.
import { distribution, type Gamma, quantile } from './gamma.js';

/** Half of the time all of `count` pieces are smaller: cdf(x) = e^(ln(0.5) / m). */
export const medianOfLargest = (law: Gamma, count: number): number =>
  quantile(law, Math.exp(Math.log(0.5) / count));

/** The mean of the largest of `count` pieces: the integral of 1 - cdf(x)^m. */
export function meanOfLargest(law: Gamma, count: number): number {
  // By Simpson's rule in the logarithm of x; what lies outside is below 10^-9 of the mean.
  const mean = law.shape / law.rate;
  const low = Math.log(mean) - 21;
  const high = Math.log(quantile(law, 1 - 1e-12 / count));
  const steps = 4000;
  const width = (high - low) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step++) {
    const x = Math.exp(low + step * width);
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * x * (1 - distribution(law, x) ** count);
  }
  return Math.exp(low) + (sum * width) / 3;
}

/**
 * By how many times the mean the largest of `count` pieces is expected to exceed the mean, sizes being
 * gamma of this shape: the thesis's penalty for waiting. One processor does not wait.
 */
export function penalties(shape: number): (count: number) => number {
  // The same few counts are asked for at every depth.
  const known = new Map<number, number>();
  return (count) => {
    if (count < 2) return 0;
    const before = known.get(count);
    if (before !== undefined) return before;
    const penalty = Math.max(0, medianOfLargest({ shape, rate: shape }, count) - 1);
    known.set(count, penalty);
    return penalty;
  };
}
