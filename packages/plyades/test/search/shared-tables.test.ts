// What one search leaves in a table must be true for every search that comes after it.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Searcher, Table } from '#dist/kernel/index.js';
import { anyGame, type Bench, endOf, minimax, openBench } from '../support/kernels.js';

let bench: Bench;
let table: Table;
let searcher: Searcher;

beforeAll(async () => {
  bench = await openBench('synthetic', 'b=5,seed=21,spread=9');
  table = Table.create(bench.kernel, 1 << 18);
  searcher = new Searcher(bench.kernel, 32).attach(table);
});

const at = (game: readonly [number, number]) => endOf(bench, game);

test('exact mode takes nothing that play mode has stored', () => {
  fc.assert(
    fc.property(anyGame, fc.integer({ min: 2, max: 4 }), (where, depth) => {
      table.clear();
      const parent = at(where);
      // First deeper, then less deep: the children's entries of the second search have values that
      // rest on the first, which is what play mode wants and exact mode must not see.
      for (const move of bench.rules.moves(parent)) {
        const child = bench.rules.play(parent, move);
        for (const plies of [depth + 2, depth]) {
          searcher.start(child, { mode: 'play', minDepth: plies, maxDepth: plies });
          searcher.run(Number.POSITIVE_INFINITY);
        }
      }
      searcher.start(parent, { mode: 'exact', minDepth: depth + 1, maxDepth: depth + 1 });
      searcher.run(Number.POSITIVE_INFINITY);
      expect(searcher.found?.value).toBe(minimax(bench.rules, parent, depth + 1));
    }),
    { numRuns: 60 },
  );
});

test('a search that was given another window leaves true bounds behind', () => {
  fc.assert(
    fc.property(
      anyGame,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: -12, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      (where, nodes, offset, width) => {
        table.clear();
        const parent = at(where);
        const [move] = bench.rules.moves(parent);
        const child = bench.rules.play(parent, move!);
        const truth = minimax(bench.rules, child, 4);
        searcher.start(child, { minDepth: 4, maxDepth: 4 });
        fc.pre(searcher.run(nodes) === 'running');
        searcher.rewindow(truth + offset, truth + offset + width);
        searcher.run(Number.POSITIVE_INFINITY);
        // The parent's search meets the child's entry, which has exactly the depth it needs.
        searcher.start(parent, { minDepth: 5, maxDepth: 5 });
        searcher.run(Number.POSITIVE_INFINITY);
        expect(searcher.found?.value).toBe(minimax(bench.rules, parent, 5));
      },
    ),
    { numRuns: 150 },
  );
});
