// The gamma distribution, with which section 4.3 of the thesis models the sizes of subtrees: its density
// and what follows from it, the two ways to fit it, and numbers drawn from it.
import type { Random } from 'plyades/internal/core/random.js';

/** Shape r and rate lambda, both above 0: the mean is r / lambda. */
export interface Gamma {
  readonly shape: number;
  readonly rate: number;
}

export const gammaOfMean = (shape: number, mean: number): Gamma => ({ shape, rate: shape / mean });

/** At x > 0. */
export function density({ shape, rate }: Gamma, x: number): number {
  return Math.exp(shape * Math.log(rate) + (shape - 1) * Math.log(x) - rate * x - logGamma(shape));
}

/** The probability of at most x. */
export const distribution = ({ shape, rate }: Gamma, x: number): number =>
  x <= 0 ? 0 : lowerGamma(shape, rate * x);

/** The x with this probability (0 to 1, both excluded) of at most x. */
export function quantile({ shape, rate }: Gamma, probability: number): number {
  // In the logarithm, since small shapes put half of the probability below 10^-3 of the mean and less.
  let low = -1000;
  let high = Math.log(shape + 1);
  while (lowerGamma(shape, Math.exp(high)) < probability) high += 1;
  while (high - low > 1e-13 * Math.max(1, Math.abs(high))) {
    const middle = (low + high) / 2;
    if (lowerGamma(shape, Math.exp(middle)) < probability) low = middle;
    else high = middle;
  }
  return Math.exp(high) / rate;
}

/** By the sample moments, the thesis's way: mean r / lambda, variance r / lambda^2. */
export const fitByMoments = (mean: number, variance: number): Gamma => ({
  shape: (mean * mean) / variance,
  rate: mean / variance,
});

/**
 * The most likely gamma for numbers above 0 with this mean and mean logarithm, which are not all equal:
 * log r - digamma(r) is the logarithm of the mean less the mean logarithm.
 */
export function fitByLikelihood(mean: number, meanLog: number): Gamma {
  const gap = Math.log(mean) - meanLog;
  // Minka's start is within 1.5 %; Newton's steps are taken in 1 / r, where they never overshoot.
  let shape = (3 - gap + Math.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap);
  for (let step = 0; step < 20; step++) {
    const error = Math.log(shape) - digamma(shape) - gap;
    const inverse = 1 / shape + error / (shape * shape * (1 / shape - trigamma(shape)));
    const next = 1 / inverse;
    if (Math.abs(next - shape) <= 1e-14 * shape) break;
    shape = next;
  }
  return gammaOfMean(shape, mean);
}

/** A number drawn from it (Marsaglia and Tsang, 2000). */
export function draw({ shape, rate }: Gamma, random: Random): number {
  // Below 1 the method does not work: a gamma of r + 1 times a power of a uniform number is one of r.
  const small = shape < 1 ? uniform(random) ** (1 / shape) : 1;
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  while (true) {
    const z = normal(random);
    const v = (1 + c * z) ** 3;
    if (v <= 0) continue;
    if (Math.log(uniform(random)) < 0.5 * z * z + d - d * v + d * Math.log(v)) {
      return (small * d * v) / rate;
    }
  }
}

/** Between 0 and 1, neither of them. */
const uniform = (random: Random): number => (random.next() + 0.5) / 2 ** 32;

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));

/** Lanczos's coefficients for g = 7, as computed by Godfrey: 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** The logarithm of the gamma function at x > 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const y = x - 1;
  const t = y + LANCZOS.length - 1.5;
  const sum = LANCZOS.reduce((total, c, index) => total + (index === 0 ? c : c / (y + index)));
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The derivative of logGamma at x > 0. */
export function digamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 8; y++) shift -= 1 / y;
  const s = 1 / (y * y);
  const tail = s * (1 / 12 - s * (1 / 120 - s * (1 / 252 - s * (1 / 240 - s / 132))));
  return shift + Math.log(y) - 1 / (2 * y) - tail;
}

/** The derivative of digamma at x > 0. */
export function trigamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 8; y++) shift += 1 / (y * y);
  const s = 1 / (y * y);
  const tail = (s / y) * (1 / 6 - s * (1 / 30 - s * (1 / 42 - s * (1 / 30 - (s * 5) / 66))));
  return shift + 1 / y + s / 2 + tail;
}

/** The regularised incomplete gamma function P(a, x), x > 0. */
function lowerGamma(a: number, x: number): number {
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = a + 1; term > sum * 1e-17; n++) {
      term *= x / n;
      sum += term;
    }
    return front * sum;
  }
  // Lentz's continued fraction of the other tail.
  let b = x + 1 - a;
  let c = Number.MAX_VALUE;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const numerator = n * (a - n);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return 1 - front * fraction;
}
