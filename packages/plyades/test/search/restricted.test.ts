// Searches of some moves of the root: the value is the best of theirs, whatever else the position has, and
// nothing of it is left in the table as if it were true of the position. Several lines are the best values of
// all moves, in order.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Searcher, Table } from '#dist/kernel/index.js';
import { RankedSearcher } from '#dist/search/ranked.js';
import {
  type Bench,
  createRandom,
  isSmall,
  minimax,
  openBench,
  randomPosition,
} from '../support/kernels.js';

const cases = [
  { id: 'tic-tac-toe', plies: 5, depths: [1, 5] },
  { id: 'othello', plies: 30, depths: [1, 3] },
  { id: 'checkers', plies: 40, depths: [1, 3] },
  { id: 'chess', plies: 60, depths: [1, 2] },
  { id: 'shogi', plies: 10, depths: [1, 2] },
  { id: 'synthetic', plies: 3, depths: [1, 3] },
] as const;

describe.each(cases)('$id', ({ id, plies, depths: [least, most] }) => {
  let bench: Bench;
  let searcher: Searcher;
  let table: Table;

  beforeAll(async () => {
    bench = await openBench(id);
    table = Table.create(bench.kernel, 1 << 20);
    searcher = new Searcher(bench.kernel, 48).attach(table);
  });

  const arbitrary = fc.tuple(
    fc.nat(),
    fc.nat(plies),
    fc.integer({ min: least, max: most }),
    fc.integer({ min: 1, max: 500 }),
  );

  /** A position with some moves, and the values of all of them. */
  function choose(seed: number, length: number, depth: number) {
    const { rules } = bench;
    const parent = randomPosition(bench, length, createRandom(seed));
    const before = rules.moves(parent);
    fc.pre(before.length > 0);
    const last = before[seed % before.length]!;
    const record = rules.play(parent, last);
    fc.pre(isSmall(rules, record, depth));
    const moves = rules.moves(record).slice(0, 12);
    const complete = rules.completes(record, depth);
    const values = moves.map((move) => {
      const next = rules.play(record, move);
      const value = minimax(rules, next, complete ? 255 : depth - 1);
      return rules.turn(next) === rules.turn(record) ? value : 0 - value;
    });
    return { parent, last, record, moves, values };
  }

  function run(slice: number, search: Searcher | RankedSearcher): void {
    while (search.run(slice) === 'running');
  }

  test('some moves of the root have the best of their values, and the table does not know', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(2 ** 12 - 1), ([seed, length, depth, slice], mask) => {
        const { parent, last, record, moves, values } = choose(seed, length, depth);
        const chosen = moves.flatMap((move, i) =>
          ((mask >> i) & 1) === 1 ? [{ move, value: values[i]! }] : [],
        );
        if (chosen.length === 0) return;
        table.clear();
        searcher.start(record, { maxDepth: depth, only: chosen.map(({ move }) => move) });
        run(slice, searcher);
        const best = Math.max(...chosen.map(({ value }) => value));
        const found = searcher.found!;
        expect(found.value).toBe(best);
        expect(chosen.filter(({ value }) => value === best).map(({ move }) => move)).toContain(
          found.move,
        );
        expect(found.pv[0]).toBe(found.move);
        // A search of the parent would take the entry for the truth.
        expect(bench.rules.look(table, parent, last)).toBeUndefined();
        searcher.start(record, { maxDepth: depth });
        run(slice, searcher);
        expect(searcher.found!.value).toBe(minimax(bench.rules, record, depth));
      }),
      { numRuns: 20 },
    );
  });

  test('several lines are the best values in order', () => {
    fc.assert(
      fc.property(
        arbitrary,
        fc.integer({ min: 2, max: 4 }),
        ([seed, length, depth, slice], lines) => {
          const { record, moves, values } = choose(seed, length, depth);
          if (moves.length === 0) return;
          table.clear();
          const ranked = new RankedSearcher(searcher);
          const ranking = {
            moves,
            lines,
            deepen: (from: number) => bench.rules.deepen(record, from),
          };
          ranked.start(record, { maxDepth: depth }, ranking);
          run(slice, ranked);
          const found = ranked.found!;
          const all = [found, ...found.others];
          const best = values.toSorted((a, b) => b - a).slice(0, lines);
          expect(all.map(({ value }) => value)).toEqual(best);
          expect(new Set(all.map(({ move }) => move)).size).toBe(all.length);
          for (const { move, value } of all) expect(values[moves.indexOf(move!)]).toBe(value);
        },
      ),
      { numRuns: 20 },
    );
  });
});

test('a list of moves must have one, and cannot be saved', async () => {
  const { kernel, start, rules } = await openBench('chess');
  const searcher = new Searcher(kernel, 16);
  expect(() => searcher.start(start, { maxDepth: 3, only: [] })).toThrow(RangeError);
  const only = rules.moves(start).slice(0, 1);
  expect(() => searcher.start(start, { maxDepth: 3, only, method: 'textbook' })).toThrow(
    RangeError,
  );
  searcher.start(start, { maxDepth: 3, only });
  expect(() => searcher.save()).toThrow(TypeError);
  searcher.start(start, { maxDepth: 3 });
  expect(searcher.save().length).toBeGreaterThan(0);
});
