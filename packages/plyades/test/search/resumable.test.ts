// A search is a value: it can be sliced, saved, restored, copied, given another window and abandoned,
// and none of that changes what it finds.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { POLL_NODES, Searcher, Table } from '#dist/kernel/index.js';
import {
  anyGame,
  type Bench,
  createRandom,
  endOf,
  minimax,
  openBench,
  randomPosition,
} from '../support/kernels.js';

let bench: Bench;
let table: Table;
let one: Searcher;
let two: Searcher;

beforeAll(async () => {
  bench = await openBench('synthetic', 'b=6,seed=11,spread=20');
  table = Table.create(bench.kernel, 1 << 16);
  one = new Searcher(bench.kernel, 32);
  two = new Searcher(bench.kernel, 32);
});

const at = (game: readonly [number, number]) => endOf(bench, game);

test('slices of any size visit the same nodes as one run', () => {
  fc.assert(
    fc.property(anyGame, fc.integer({ min: 1, max: 500 }), (where, slice) => {
      table.clear();
      one.attach(table).start(at(where), { maxDepth: 6 });
      one.run(1_000_000_000);
      table.clear();
      two.attach(table).start(at(where), { maxDepth: 6 });
      while (two.run(slice) === 'running');
      expect(two.found).toEqual(one.found);
      expect(two.nodes).toBe(one.nodes);
      expect(two.leaves).toBe(one.leaves);
    }),
    { numRuns: 50 },
  );
});

test('a run does not go over its budget by more than a node with its leaves', () => {
  one.attach(table).start(at([1, 0]), { maxDepth: 9 });
  let before = 0;
  while (one.run(1000) === 'running') {
    expect(one.nodes - before).toBeGreaterThanOrEqual(1000);
    expect(one.nodes - before).toBeLessThan(1000 + 8);
    before = one.nodes;
  }
});

test('a search saved half way and restored elsewhere goes on as if nothing had happened', () => {
  fc.assert(
    fc.property(anyGame, fc.integer({ min: 1, max: 3000 }), (where, nodes) => {
      one.attach(undefined).start(at(where), { maxDepth: 6 });
      one.run(nodes);
      const saved = one.save();
      one.run(1_000_000_000);
      two.attach(undefined).restore(saved);
      two.run(1_000_000_000);
      expect(two.found).toEqual(one.found);
      expect(two.nodes).toBe(one.nodes);
    }),
    { numRuns: 50 },
  );
});

test('a copy and its original end alike, in either order', () => {
  one.attach(undefined).start(at([5, 2]), { maxDepth: 7 });
  one.run(1234);
  two.attach(undefined).copyFrom(one);
  while (two.run(77) === 'running');
  one.run(1_000_000_000);
  expect(two.found).toEqual(one.found);
});

test('another window in the middle of a search gives the value or a true bound', () => {
  fc.assert(
    fc.property(
      anyGame,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('negascout', 'alphabeta', 'mtdf'),
      fc.boolean(),
      (where, nodes, offset, width, method, useTable) => {
        const truth = minimax(bench.rules, at(where), 4);
        one.attach(useTable ? table : undefined);
        one.start(at(where), { method, minDepth: 4, maxDepth: 4 });
        fc.pre(one.run(nodes) === 'running');
        const alpha = truth + offset;
        one.rewindow(alpha, alpha + width);
        one.run(1_000_000_000);
        const { value, bound } = one.found!;
        if (bound === 'exact') expect(value).toBe(truth);
        else if (bound === 'lower') expect(value).toBeGreaterThanOrEqual(alpha + width);
        else expect(value).toBeLessThanOrEqual(alpha);
        if (bound === 'lower') expect(value).toBeLessThanOrEqual(truth);
        if (bound === 'upper') expect(value).toBeGreaterThanOrEqual(truth);
      },
    ),
    { numRuns: 400 },
  );
});

test('an abort flag in memory stops a run at the next poll', () => {
  const flag = bench.kernel.allocate(4);
  one.attach(table, flag).start(at([1, 0]), { maxDepth: 20 });
  expect(one.run(10_000)).toBe('running');
  Atomics.store(bench.kernel.i32, flag >>> 2, 1);
  const before = one.nodes;
  expect(one.run(1_000_000_000)).toBe('aborted');
  expect(one.nodes - before).toBeLessThan(POLL_NODES + 8);
  expect(one.status).toBe('aborted');
});

test.each(['negascout', 'textbook'] as const)(
  'a yield flag in memory ends a run of %s at the next poll, and the search goes on',
  (method) => {
    const options = { method, minDepth: 7, maxDepth: 7 };
    // Earlier searches have taught each another move ordering.
    for (const searcher of [one, two]) searcher.reset();
    two.attach(undefined).start(at([1, 0]), options);
    expect(two.run(1_000_000_000)).toBe('done');
    const flag = bench.kernel.allocate(4);
    one.attach(undefined, 0, flag).start(at([1, 0]), options);
    Atomics.store(bench.kernel.i32, flag >>> 2, 1);
    for (let runs = 0; runs < 5; runs++) {
      const before = one.nodes;
      expect(one.run(1_000_000_000)).toBe('running');
      expect(one.nodes - before).toBeGreaterThanOrEqual(POLL_NODES);
      expect(one.nodes - before).toBeLessThan(POLL_NODES + 8);
    }
    Atomics.store(bench.kernel.i32, flag >>> 2, 0);
    expect(one.run(1_000_000_000)).toBe('done');
    expect(one.found).toEqual(two.found);
    expect(one.nodes).toBe(two.nodes);
  },
);

test('a searcher that is reset or restored keeps its yield flag', () => {
  const flag = bench.kernel.allocate(4);
  Atomics.store(bench.kernel.i32, flag >>> 2, 1);
  one.attach(undefined, 0, flag).reset();
  one.start(at([1, 0]), { minDepth: 7, maxDepth: 7 });
  expect(one.run(1_000_000_000)).toBe('running');
  one.restore(one.save());
  expect(one.run(1_000_000_000)).toBe('running');
  one.attach(undefined);
  expect(one.run(1_000_000_000)).toBe('done');
});

test('many searchers live in one instance and do not disturb each other', async () => {
  const crowd = await openBench('synthetic', 'b=5,seed=4', 128 << 20);
  const searchers = Array.from({ length: 1536 }, () => new Searcher(crowd.kernel, 12));
  const roots = searchers.map((_, i) => randomPosition(crowd, 5, createRandom(i)));
  for (const [i, searcher] of searchers.entries()) searcher.start(roots[i]!, { maxDepth: 4 });
  let running = true;
  while (running) {
    running = false;
    for (const searcher of searchers) if (searcher.run(50) === 'running') running = true;
  }
  for (const i of [0, 1, 17, 700, 1535]) {
    expect(searchers[i]!.found?.value).toBe(minimax(crowd.rules, roots[i]!, 4));
  }
});
