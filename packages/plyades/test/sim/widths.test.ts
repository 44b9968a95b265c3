// Trees of bounded width in the simulation: costs of their own, and a sequential search that
// deepens by two.
import { expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { synthetic } from '#dist/games/synthetic/index.js';
import { costsOf, loadProfile, simulate } from '#dist/sim/index.js';

test("a profile may name the costs of a game's trees of one width", async () => {
  const profile = await loadProfile('paper');
  expect(costsOf(profile, 'synthetic', 5).nodeNs).toBe(13_000);
  expect(costsOf(profile, 'shogi', 20).nodeNs).toBe(61_200);
  expect(costsOf(profile, 'shogi', 7)).toEqual(profile.other);
  expect(costsOf(profile, 'chess', 0)).toEqual(profile.games.chess);
});

test('the sequential search of a tree of bounded width skips every other depth', async () => {
  const tree = unwrap(synthetic.parsePosition('b=5,seed=1'));
  const sequential = async (depth: number) => {
    const options = { algorithm: 'sequential', processors: 1, depth, threads: 0, hash: 16 };
    return (await simulate(tree, options)).sequential;
  };
  const [even, odd] = [await sequential(10), await sequential(9)];
  expect(even.value).not.toBe(odd.value);
  // With all depths, that of 10 plies would have the nodes of the one of 9 among its own.
  expect(even.nodes).toBeLessThan(2.5 * odd.nodes);
});
