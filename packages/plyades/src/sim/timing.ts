// How calibration takes times: the best of several counts, since other programs can only add to it.

/** Each time is taken this often. */
const REPEATS = 9;

/** Nanoseconds for each of the things that `work` says it did. */
export function timeNs(work: () => number): number {
  const from = performance.now();
  const done = work();
  return ((performance.now() - from) * 1e6) / done;
}

export const best = (take: () => number): number =>
  Math.min(...Array.from({ length: REPEATS }, take));

export function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** The measurement is not worth more than three digits. */
export const round = (value: number): number => Number(value.toPrecision(3));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
