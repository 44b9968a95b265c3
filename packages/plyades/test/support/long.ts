// Tests over many seeds or random cases in two parts, so that each run of the tests has some of them: `npm test` runs
// the first few, `npm run test:long` all others. PLYADES_SEED_FACTOR=20 multiplies the number of seeds and cases by 20,
// all in the second part.
import { test } from 'vitest';

const factor = Number(process.env.PLYADES_SEED_FACTOR ?? 1);
if (!Number.isInteger(factor) || factor < 1) {
  throw new Error('PLYADES_SEED_FACTOR must be a whole number of at least 1');
}
const EIGHT_HOURS = 8 * 3600_000;
const LONG = { tags: 'long', ...(factor > 1 && { timeout: EIGHT_HOURS }) };

/** Checks the seeds from 1 to `all`: the first `few` in one test, the rest in another with the tag `long`. */
export function testSeeds(
  name: string,
  few: number,
  all: number,
  check: (seeds: readonly number[]) => void | Promise<void>,
): void {
  const last = all * factor;
  const seeds = Array.from({ length: last }, (_, i) => i + 1);
  test(`${name}, seeds 1 to ${few}`, () => check(seeds.slice(0, few)));
  test(`${name}, seeds ${few + 1} to ${last}`, LONG, () => check(seeds.slice(few)));
}

/** Checks `all` random cases of a property: `few` in one test, the rest in another with the tag `long`. */
export function testCases(
  name: string,
  few: number,
  all: number,
  check: (cases: number) => void | Promise<void>,
): void {
  const rest = all * factor - few;
  test(`${name}, ${few} cases`, () => check(few));
  test(`${name}, ${rest} more cases`, LONG, () => check(rest));
}
