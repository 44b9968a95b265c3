// The searches of the device, with the processor in its place: whatever the sizes of batches, the thresholds
// and the plies below the horizon, with and without pruning, they find what the sequential search finds.

import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { TOO_LONG } from '#dist/gpu/batch.js';
import { type Calculates, HostCalculator, searchNodes, searchTrees } from '#dist/gpu/index.js';
import { Kernel, Rules, Searcher } from '#dist/kernel/index.js';

function chooser(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

describe.each([
  ['connect6', 40, 4],
  ['chess', 12, 3],
])('%s', (game, seeds, deepest) => {
  let calculator: Calculates;
  let rules: Rules;
  let searcher: Searcher;

  beforeAll(async () => {
    calculator = await HostCalculator.make(game);
    const kernel = new Kernel((await loadKernel(game)).module, { capacity: 1 << 24 });
    rules = new Rules(kernel);
    searcher = new Searcher(kernel, 96);
  });

  function position(draw: (count: number) => number): Uint8Array {
    let { record } = notationOf(game).start() as { record: Uint8Array };
    if (game === 'connect6') {
      record = record.slice();
      record[92] = 4 + draw(8);
    }
    for (let left = 1 + draw(14); left > 0; left--) {
      const moves = rules.moves(record);
      if (moves.length === 0) break;
      record = rules.play(record, moves[draw(moves.length)]!);
    }
    return record;
  }

  /** The processor in place of a device, some of its answers changed. */
  function changed(changes: Partial<Calculates>): Calculates {
    const { shaders, reference, usage } = calculator;
    return {
      shaders,
      reference,
      usage,
      leaves: (batch) => calculator.leaves(batch),
      evaluate: (batch) => calculator.evaluate(batch),
      branches: (batch) => calculator.branches(batch),
      open: (batch) => calculator.open(batch),
      search: (batch) => calculator.search(batch),
      ...changes,
    };
  }

  /** One that gives up every fifth subtree of more than a ply. */
  function fickle(draw: (count: number) => number): Calculates {
    return changed({
      search: async (batch) => {
        const values = await calculator.search(batch);
        if (batch.open) return values;
        return values.map((value) => (draw(5) === 0 ? TOO_LONG : value));
      },
    });
  }

  /** The value of a move, searched to its end. */
  function valueAfter(record: Uint8Array, move: number, depth: number): number {
    return 0 - calculator.reference.search(record, [move], { depth });
  }

  test('values are the sequential ones', async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const draw = chooser(seed);
      const record = position(draw);
      const depth = 1 + draw(deepest);
      searcher.start(record, { maxDepth: depth, minDepth: depth });
      searcher.run(Number.POSITIVE_INFINITY);
      const { value } = searcher.found!;
      for (const pruning of depth < deepest ? [true, false] : [true]) {
        const least = draw(2) === 0 ? 1 : 40;
        const [lmax, bmax] = [least + draw(200), least + draw(200)];
        const order = draw(2) === 0 ? ('depth-first' as const) : ('by-level' as const);
        const overlap = draw(2) === 0;
        const options = { depth, pruning, order, overlap, lmax, bmax, lmin: least, bmin: least };
        const found = await searchNodes(calculator, record, options);
        expect(found.value, `seed ${seed}, ${JSON.stringify(options)}`).toBe(value);
      }
      for (const plies of [1, 2]) {
        const order = draw(2) === 0 ? ('leaves' as const) : ('moves' as const);
        const pruning = depth === deepest || draw(3) > 0;
        const rounds = {
          ahead: draw(2) === 0,
          tries: 1 + draw(3),
          growth: draw(4),
          few: draw(9),
          careful: 2 + draw(4),
        };
        const options = { depth, plies, order, pruning, ...rounds };
        const found = await searchTrees(fickle(draw), record, options);
        expect(found.value, `seed ${seed}, ${JSON.stringify(options)}`).toBe(value);
        if (found.move === undefined) expect(rules.moves(record)).toEqual([]);
        else expect(valueAfter(record, found.move, depth - 1)).toBe(value);
      }
    }
  });

  test('without pruning every node is calculated, with pruning fewer', async () => {
    const record = position(chooser(5));
    let level = [record];
    let nodes = 1;
    for (let i = 0; i < 2; i++) {
      level = level.flatMap((each) => rules.moves(each).map((move) => rules.play(each, move)));
      nodes += level.length;
    }
    const full = await searchNodes(calculator, record, { depth: 2, pruning: false, bmin: 1 });
    expect(full.nodes).toBe(nodes);
    expect(full.leaves).toBe(level.length);
    expect(full.mostNodes).toBe(nodes);
    const pruned = await searchNodes(calculator, record, {
      depth: 2,
      lmax: 1,
      bmax: 1,
      lmin: 1,
      bmin: 1,
    });
    expect(pruned.nodes).toBeLessThan(nodes);
  });

  test.each([
    ['depth-first', { chess: [2, 2], connect6: [0, 1] }],
    ['by-level', { chess: [1, 2], connect6: [0, 1] }],
  ] as const)('the first batches of branches, %s', async (order, expected) => {
    // The moves before a branch, in the first two batches: chess has 20 branches at first, Connect6 has 48.
    const seen: number[] = [];
    const enough = new AbortController();
    const watched = changed({
      branches: (batch) => {
        seen.push(batch.pathLength);
        if (seen.length === 2) enough.abort();
        return calculator.branches(batch);
      },
    });
    const notation = notationOf(game);
    let { record } = notation.start() as { record: Uint8Array };
    if (game === 'connect6') record = rules.play(record, unwrap(notation.parseMove('j10')));
    const { signal } = enough;
    const search = searchNodes(watched, record, { depth: 4, order, lmax: 40, bmax: 40, signal });
    await expect(search).rejects.toThrow();
    expect(seen).toEqual(expected[game as 'chess']);
  });

  test.each([
    { lmax: 0 },
    { bmax: 2 ** 21 },
    { depth: 0 },
    { lmax: 39 },
    { bmax: 39 },
    { bmax: 99, bmin: 100 },
  ])('refuses %o', async (wrong) => {
    const record = position(chooser(5));
    const search = searchNodes(calculator, record, { depth: 2, ...wrong });
    await expect(search).rejects.toMatchObject({ code: 'ERR_LIMIT' });
  });
});
