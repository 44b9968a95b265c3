// Chapter 4's models: the critical tree, efficiencies and their limits, the thesis's figures, and times
// for which sizes are drawn.

import { createRandom } from 'plyades/internal/core/random.js';
import { describe, expect, test } from 'vitest';
import { processorsAt } from '#dist/model/asynchronous.js';
import {
  bottomPositions,
  type CriticalNodeType,
  granulesAbove,
} from '#dist/model/critical-tree.js';
import { drawFrom, drawnEfficiencies, span } from '#dist/model/drawn.js';
import { efficiencies, efficiencyAt, models, summedEfficiencies } from '#dist/model/efficiency.js';
import { leadOf } from '#dist/model/figures.js';
import { modelGames } from '#dist/model/games.js';
import { horizonOf, meetings } from '#dist/model/synchronous.js';

const branchings = modelGames.map(({ branching }) => branching);

/** The critical tree by its definition, node by node. */
function leaves(type: CriticalNodeType, branching: number, depth: number): number {
  if (depth === 0) return 1;
  if (type === 2) return leaves(3, branching, depth - 1);
  const cut = leaves(2, branching, depth - 1);
  return type === 3 ? branching * cut : leaves(1, branching, depth - 1) + (branching - 1) * cut;
}

describe('the critical tree', () => {
  test('has the bottom positions of its definition', () => {
    for (const branching of branchings) {
      for (let depth = 0; depth < 9; depth++) {
        for (const type of [1, 2, 3] as const) {
          const expected = leaves(type, branching, depth);
          expect(bottomPositions(type, branching, depth)).toBe(expected);
        }
      }
    }
  });

  test('has the pieces of table 4.1, which make up the whole tree', () => {
    const pieces = Array.from({ length: 7 }, (_, plies) => granulesAbove(10, plies));
    expect(pieces).toEqual([1, 9, 9, 90, 90, 900, 900]);
    for (const branching of branchings) {
      for (const depth of [horizonOf(branching), horizonOf(branching) + 5]) {
        const all = meetings(branching, depth);
        const total = all.reduce((sum, { pieces, size }) => sum + pieces * size, 0);
        expect(total).toBe(bottomPositions(1, branching, depth));
      }
    }
  });
});

describe('efficiency', () => {
  const most = { mostNodes: 1e12 };
  const cases = branchings.flatMap((branching) =>
    models.map((model) => ({ branching, model, label: `${model}, ${branching} moves` })),
  );

  test.each(branchings)('of one processor is whole, with %d moves', (branching) => {
    const search = { branching, processors: 1, ...most };
    const curves = [efficiencies('asynchronous', search), summedEfficiencies(search)];
    for (const { efficiency } of curves.flat()) expect(efficiency).toBeCloseTo(1, 9);
  });

  test.each(cases)('of $label tends to 1 on a perfect tree', ({ branching, model }) => {
    const points = efficiencies(model, { branching, processors: 256, ...most });
    expect(points[0]!.efficiency).toBeCloseTo(1 / 256, 9);
    expect(points.at(-1)!.efficiency).toBeGreaterThan(0.99);
    expect(Math.max(...points.map(({ efficiency }) => efficiency))).toBeLessThanOrEqual(1);
  });

  test.each(cases)(
    'of $label is less on a realistic tree, and the same if sizes are equal',
    ({ branching, model }) => {
      const search = { branching, processors: 256, ...most };
      const perfect = efficiencies(model, search);
      const realistic = efficiencies(model, { ...search, shape: 0.3 });
      const equal = efficiencies(model, { ...search, shape: 1e9 });
      expect(realistic.map(({ nodes }) => nodes)).toEqual(perfect.map(({ nodes }) => nodes));
      perfect.forEach(({ efficiency }, index) => {
        expect(realistic[index]!.efficiency).toBeLessThanOrEqual(efficiency);
        expect(equal[index]!.efficiency).toBeCloseTo(efficiency, 3);
      });
    },
  );

  test('of synchronous search overcomes waiting; that of asynchronous search saws below a limit', () => {
    const search = { branching: 3, processors: 256, ...most, shape: 0.3 };
    expect(efficiencies('synchronous', search).at(-1)!.efficiency).toBeGreaterThan(0.99);
    const end = efficiencies('asynchronous', search)
      .slice(-4)
      .map(({ efficiency }) => efficiency);
    expect(Math.max(...end)).toBeLessThan(0.9);
    expect(Math.sign(end[1]! - end[0]!)).toBe(-Math.sign(end[2]! - end[1]!));
    expect(end[2]).toBeCloseTo(end[0]!, 2);
    expect(end[3]).toBeCloseTo(end[1]!, 2);
  });

  test("is the thesis's on perfect trees: asynchronous exactly, synchronous within 5 %", () => {
    for (const { branching, quoted } of modelGames) {
      for (const { model, tree, nodes, speedup } of quoted) {
        if (tree === 'realistic') continue;
        const points = efficiencies(model, { branching, processors: 256, ...most });
        const ours = 256 * efficiencyAt(points, nodes)!;
        if (model === 'asynchronous') expect(Math.floor(ours)).toBe(speedup);
        else expect(Math.abs(ours / speedup - 1)).toBeLessThan(0.05);
      }
    }
  });

  test("is the thesis's on the realistic tree of chess, with its shape, within 8 %", () => {
    const { branching, shape, quoted } = modelGames.find(({ game }) => game === 'chess')!;
    for (const { model, nodes, speedup } of quoted.filter(({ tree }) => tree === 'realistic')) {
      const points = efficiencies(model, { branching, processors: 256, ...most, shape: shape! });
      expect(Math.abs((256 * efficiencyAt(points, nodes)!) / speedup - 1)).toBeLessThan(0.08);
    }
  });

  test('is read between two depths, and nowhere else', () => {
    const points = [
      { depth: 1, nodes: 10, efficiency: 0.2 },
      { depth: 2, nodes: 1000, efficiency: 0.6 },
    ];
    expect(efficiencyAt(points, 100)).toBeCloseTo(0.4, 12);
    expect(efficiencyAt(points, 1000)).toBeCloseTo(0.6, 12);
    expect(efficiencyAt(points, 5)).toBeUndefined();
    expect(efficiencyAt(points, 2000)).toBeUndefined();
  });

  test('of two models is compared by ranges', () => {
    const line = (...efficiency: number[]) =>
      efficiency.map((value, index) => ({
        depth: index,
        nodes: 1000 * 10 ** index,
        efficiency: value,
      }));
    expect(leadOf(line(0, 1, 0), line(0.5, 0.5, 0.5))).toBe('3.5e3 to 2.8e4');
    expect(leadOf(line(0, 1, 1), line(0.5, 0.5, 0.5))).toBe('from 3.5e3');
    expect(leadOf(line(0, 0, 0), line(0, 0, 0))).toBe('never');
  });
});

describe('asynchronous search', () => {
  test('takes in processors by sixteens, when the tree is large enough', () => {
    const atWork = (processors: number) =>
      Array.from({ length: 8 }, (_, index) => processorsAt(38, processors, index + 1));
    expect(atWork(256)).toEqual([1, 1, 1, 1, 1, 16, 256, 256]);
    expect(atWork(16)).toEqual([1, 1, 1, 1, 1, 16, 16, 16]);
    expect(atWork(64)).toEqual([1, 1, 1, 1, 1, 64, 64, 64]);
  });
});

describe('drawn sizes', () => {
  test('are done one after the other by one processor, all at once by many', () => {
    const sizes = [5, 1, 4, 2, 8, 3];
    const next = () => {
      let index = 0;
      return () => sizes[index++]!;
    };
    expect(span(6, 1, next())).toBe(23);
    expect(span(6, 6, next())).toBe(8);
    expect(span(6, 100, next())).toBe(8);
    // 5 | 1, then 4, then 2 at 5, 8 at 5, 3 at 7.
    expect(span(6, 2, next())).toBe(13);
  });

  test('that are all equal make the perfect tree', () => {
    const search = { branching: 10, processors: 16, mostNodes: 1e6 };
    const drawn = drawnEfficiencies('synchronous', search, () => 1, 1);
    const summed = summedEfficiencies(search);
    drawn.forEach((point, index) => {
      expect(point.nodes).toBe(summed[index]!.nodes);
      expect(point.efficiency).toBeCloseTo(summed[index]!.efficiency, 9);
    });
    const [last] = drawnEfficiencies('asynchronous', search, () => 1, 1).slice(-1);
    const [perfect] = efficiencies('asynchronous', search).slice(-1);
    expect(last!.efficiency).toBeGreaterThan(0.98 * perfect!.efficiency);
  });

  test('come from the sample, with a mean of 1, and cost efficiency', () => {
    const sizes = [
      [0, 50],
      [10, 40],
      [100, 10],
    ] as const;
    const drawSize = drawFrom(sizes, createRandom(1));
    const values = Array.from({ length: 20_000 }, drawSize);
    expect(new Set(values)).toEqual(new Set([0, 10 / 14, 100 / 14]));
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(1, 1);
    const search = { branching: 10, processors: 16, mostNodes: 1e6 };
    for (const model of models) {
      const drawn = drawnEfficiencies(model, search, drawSize, 4).at(-1)!.efficiency;
      const equal = drawnEfficiencies(model, search, () => 1, 1).at(-1)!.efficiency;
      expect(drawn).toBeLessThan(equal);
    }
  });
});
