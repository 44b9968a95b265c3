// Tests over many seeds in two shares, so that each run of the tests has some of them: `npm test` the first few,
// `npm run test:long` all others.

export interface SeedShare {
  /** For the name of the test. */
  readonly label: string;
  readonly seeds: readonly number[];
  /** For the options of the test. */
  readonly tags: string[];
}

/** The seeds from 1 to `all`: the first `few`, and the rest with the tag `long`. */
export function seedShares(few: number, all: number): readonly SeedShare[] {
  const from = (first: number, last: number, tags: string[]): SeedShare => ({
    label: `seeds ${first} to ${last}`,
    seeds: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    tags,
  });
  return [from(1, few, []), from(few + 1, all, ['long'])];
}
