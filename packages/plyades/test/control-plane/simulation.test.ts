// The control plane together with the algorithms on a simulated network: whatever workers and masters do and the network
// loses, every job ends with the sequential value, leases are kept, and everything is freed. A faulty control plane is
// found by the same seeds.
import { beforeAll, describe, expect, test } from 'vitest';
import { runClusterSeed, TreePool } from '#dist/sim/cluster/index.js';
import { testSeeds } from '../support/long.js';
import { mutants } from './mutants.js';

/** Each planted fault is found within this number of seeds. */
const SEEDS = 300;
const REPLAY = 'node packages/lab/bench/cluster/control-plane.mjs --trace --seed';

let trees: TreePool;

beforeAll(async () => {
  trees = await TreePool.open();
});

testSeeds('faults change no value and leave nothing behind', 100, 1000, (seeds) => {
  const failed: string[] = [];
  for (const seed of seeds) {
    const { violations } = runClusterSeed(seed, trees);
    if (violations.length > 0) failed.push(`${violations.join('; ')}; replay: ${REPLAY} ${seed}`);
  }
  expect(failed).toEqual([]);
});

test('a seed determines the whole run, whatever ran before it', async () => {
  const seeds = [3, 1, 4, 15, 9, 26, 5, 35, 8, 97];
  const alone = seeds.map((seed) => runClusterSeed(seed, trees).digest);
  const others = await TreePool.open();
  const again = seeds.toReversed().map((seed) => runClusterSeed(seed, others).digest);
  expect(again.reverse()).toEqual(alone);
  expect(new Set(alone).size).toBe(seeds.length);
});

describe('the simulation finds it when', () => {
  test.each(Object.keys(mutants))('%s', (name) => {
    const { factories, undo } = mutants[name]!();
    try {
      let found = false;
      for (let seed = 1; seed <= SEEDS && !found; seed++) {
        found = runClusterSeed(seed, trees, { factories }).violations.length > 0;
      }
      expect(found).toBe(true);
    } finally {
      undo();
    }
  });
});
