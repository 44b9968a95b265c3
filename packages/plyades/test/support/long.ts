// A test over many seeds in two parts, so that each run of the tests has some of them: `npm test` runs the first few,
// `npm run test:long` all others. PLYADES_SEED_FACTOR=20 multiplies the number of seeds by 20, all in the second part.
import { test } from 'vitest';

const factor = Number(process.env.PLYADES_SEED_FACTOR ?? 1);
if (!Number.isInteger(factor) || factor < 1) {
  throw new Error('PLYADES_SEED_FACTOR must be a whole number of at least 1');
}
const EIGHT_HOURS = 8 * 3600_000;

/** Checks the seeds from 1 to `all`: the first `few` in one test, the rest in another with the tag `long`. */
export function testSeeds(
  name: string,
  few: number,
  all: number,
  check: (seeds: readonly number[]) => void | Promise<void>,
): void {
  const last = all * factor;
  const seeds = Array.from({ length: last }, (_, i) => i + 1);
  const timeout = factor > 1 ? { timeout: EIGHT_HOURS } : {};
  test(`${name}, seeds 1 to ${few}`, () => check(seeds.slice(0, few)));
  test(`${name}, seeds ${few + 1} to ${last}`, { tags: 'long', ...timeout }, () =>
    check(seeds.slice(few)),
  );
}
