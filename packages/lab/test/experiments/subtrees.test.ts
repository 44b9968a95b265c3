// SizeSample of subtrees: samples and their fits, and the watch that takes them from a search.

import { createRandom } from 'plyades/internal/core/random.js';
import { Searcher, Table } from 'plyades/internal/kernel/index.js';
import { describe, expect, test } from 'vitest';
import { draw, gammaOfMean } from '#dist/model/gamma.js';
import {
  distance,
  expectedDensity,
  histogram,
  likelihoodFit,
  momentFit,
  momentsOf,
  pool,
  type SizeSample,
  shareBelow,
} from '#dist/model/sizes.js';
import { measureSubtrees } from '#dist/model/subtrees.js';
import { openBench } from '../../../plyades/test/support/kernels.js';

const total = (sizes: SizeSample) => sizes.reduce((sum, [size, count]) => sum + size * count, 0);

describe('a sample of sizes', () => {
  const sizes: SizeSample = [
    [0, 2],
    [4, 1],
    [10, 1],
  ];

  test('has its moments', () => {
    expect(momentsOf(sizes)).toMatchObject({ count: 4, mean: 3.5, variance: 16.75 });
    expect(momentsOf(sizes).skewness).toBeCloseTo(0.6893, 4);
    expect(shareBelow(sizes, 1)).toBe(0.5);
    expect(pool([sizes, [[4, 3]]])).toEqual([
      [0, 2],
      [4, 4],
      [10, 1],
    ]);
  });

  test('has a histogram with all of it', () => {
    const buckets = histogram([...sizes, [95, 4]], 10, 1.5);
    expect(buckets.map(({ from, to }) => [from, to])).toEqual(
      [0, 10, 20, 30, 45, 68].map((from, index, all) => [from, all[index + 1] ?? 102]),
    );
    const sum = buckets.reduce((all, { from, to, density }) => all + density * (to - from), 0);
    expect(sum).toBeCloseTo(1, 12);
    expect(buckets[0]!.density).toBeCloseTo(3 / 8 / 10, 12);
  });

  test('of a gamma is near to it, by both fits, and far from another', () => {
    const law = gammaOfMean(0.8, 1000);
    const random = createRandom(3);
    const drawn = pool(
      Array.from({ length: 5000 }, (): SizeSample => [[Math.ceil(draw(law, random)), 1]]),
    );
    expect(distance(drawn, momentFit(drawn))).toBeLessThan(0.03);
    expect(distance(drawn, likelihoodFit(drawn))).toBeLessThan(0.03);
    expect(distance(drawn, gammaOfMean(4, 1000))).toBeGreaterThan(0.2);
    const [first] = histogram(drawn, 50, 1.25);
    expect(first!.density / expectedDensity(law, first!)).toBeCloseTo(1, 0);
  });

  test('that has no 0 in it but is fitted without: sizes of 0 count only for the moments', () => {
    const without: SizeSample = sizes.slice(1);
    expect(likelihoodFit(sizes)).toEqual(likelihoodFit(without));
    expect(momentFit(sizes).shape).toBeLessThan(momentFit(without).shape);
    expect(
      distance(
        [
          [0, 1],
          [5, 1],
        ],
        gammaOfMean(1, 5),
      ),
    ).toBeCloseTo(0.5, 9);
  });
});

describe('the watch', () => {
  const signal = new AbortController().signal;

  test.each(['othello', 'checkers', 'chess'])(
    'of %s changes nothing and misses nothing',
    async (game) => {
      const hash = 4;
      const depth = 5;
      const { kernel, start } = await openBench(game);
      const plain = (maxDepth: number) => {
        const searcher = new Searcher(kernel, 64).attach(Table.create(kernel, hash << 20));
        searcher.start(start, { maxDepth });
        while (searcher.run(Number.POSITIVE_INFINITY) === 'running');
        return { nodes: searcher.nodes, leaves: searcher.leaves, value: searcher.found!.value };
      };
      const options = { game, record: start, depth, plies: depth - 1, hash, signal };
      const { sizes, ...whole } = await measureSubtrees(options);
      expect(whole).toEqual(plain(depth));
      // Subtrees of depth - 1 plies are only in the last iteration, and all its leaves are in them.
      expect(total(sizes)).toBe(whole.leaves - plain(depth - 1).leaves);
      expect(await measureSubtrees(options)).toEqual({ sizes, ...whole });
    },
  );

  test('refuses subtrees that are not entered node by node, and stops on abort', async () => {
    const { start } = await openBench('othello');
    const options = { game: 'othello', record: start, depth: 9, plies: 1, hash: 4, signal };
    await expect(measureSubtrees(options)).rejects.toThrow(RangeError);
    const late = { ...options, depth: 30, plies: 4, signal: AbortSignal.timeout(100) };
    await expect(measureSubtrees(late)).rejects.toThrow(/timeout|aborted/i);
  });
});
