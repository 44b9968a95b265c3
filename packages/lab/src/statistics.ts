// Means with their uncertainty. Intervals are bootstrapped over positions, with a seed, so that the same
// rows give the same interval.
import { createRandom } from 'plyades/internal/core/random.js';

const RESAMPLES = 2000;
const SEED = 1998;

export interface Estimate {
  readonly mean: number;
  /** Between these lies the mean with a probability of 95 %, as far as the values tell. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const geometricMean = (values: readonly number[]): number =>
  Math.exp(average(values.map(Math.log)));

/** The mean of some values (at least one) and its interval. */
export const estimate = (values: readonly number[], meanOf = average): Estimate =>
  bootstrap(values, meanOf);

/** What `figureOf` says of some items (at least one), and its interval. */
export function bootstrap<T>(
  items: readonly T[],
  figureOf: (items: readonly T[]) => number,
): Estimate {
  const random = createRandom(SEED);
  const figures = Array.from({ length: RESAMPLES }, () =>
    figureOf(items.map(() => items[random.below(items.length)]!)),
  ).sort((a, b) => a - b);
  const at = (share: number) => figures[Math.floor(share * RESAMPLES)]!;
  return { mean: figureOf(items), low: at(0.025), high: at(0.975), count: items.length };
}

/** Such as `12.31 (11.02 to 13.60)`. */
export function makeEstimate({ mean, low, high, count }: Estimate): string {
  const interval = count > 1 ? ` (${low.toFixed(2)} to ${high.toFixed(2)})` : '';
  return mean.toFixed(2) + interval;
}

/** Values by key, in the order in which keys first come. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The mean of some values over the mean of others (at least one each), and its interval: both are drawn again. */
export function estimateRatio(values: readonly number[], others: readonly number[]): Estimate {
  const random = createRandom(SEED);
  const drawn = (list: readonly number[]) => list.map(() => list[random.below(list.length)]!);
  const ratios = Array.from(
    { length: RESAMPLES },
    () => average(drawn(values)) / average(drawn(others)),
  ).sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * RESAMPLES)]!;
  const mean = average(values) / average(others);
  return { mean, low: at(0.025), high: at(0.975), count: values.length };
}
