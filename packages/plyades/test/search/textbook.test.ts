// The textbook's search as it simulates a parallel one on one processor: whatever is cut, kept apart or
// opened at the horizon, the value is the same, and only the work grows.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Cut, Searcher, Table } from '#dist/kernel/index.js';
import { type Bench, openBench } from '../support/kernels.js';

const SHOGI = 'ln5nl/1r3bgk1/p2p1g1pp/4p1ps1/2sP1p1NP/2S1P1PP1/PP1G1PS2/2GB2R2/LNK5L b 2Pp 61 b=5';

const shared: Cut = { horizon: 4, sharing: Number.POSITIVE_INFINITY, openWindows: false };
const cuts: Readonly<Record<string, Cut>> = {
  shared,
  partly: { ...shared, sharing: 2 },
  apart: { ...shared, sharing: 0 },
  open: { ...shared, openWindows: true },
};

describe.each([
  { id: 'shogi', text: SHOGI, depth: 8 },
  { id: 'synthetic', text: 'b=5,seed=3', depth: 10 },
])('a tree of $id that is cut', ({ id, text, depth }) => {
  let bench: Bench;
  let searcher: Searcher;
  let table: Table;
  beforeAll(async () => {
    bench = await openBench(id, text);
    table = Table.create(bench.kernel, 32 << 20);
    searcher = new Searcher(bench.kernel, 64).attach(table);
  });

  function search(cut?: Cut) {
    table.clear();
    searcher.start(bench.start, { method: 'textbook', maxDepth: depth, ...(cut && { cut }) });
    while (searcher.run(1000) === 'running');
    const { leaves, tasks } = searcher;
    return { value: searcher.found?.value, leaves, tasks };
  }

  test('has one value, and more leaves the less is shared and known', () => {
    const whole = search();
    const found = Object.fromEntries(
      Object.entries(cuts).map(([name, cut]) => [name, search(cut)]),
    );
    for (const { value } of Object.values(found)) expect(value).toBe(whole.value);
    const leaves = (name: string) => found[name]!.leaves;
    expect(leaves('partly')).toBeLessThanOrEqual(leaves('apart'));
    expect(leaves('shared')).toBeLessThanOrEqual(leaves('partly'));
    expect(leaves('shared')).toBeLessThan(leaves('open'));
    if (id === 'shogi') expect(leaves('shared')).toBeLessThan(leaves('apart'));
    // Every path is a node of its own in a synthetic tree: there is nothing to share.
    else expect(leaves('apart')).toBe(whole.leaves);
    expect(whole.tasks).toBe(1);
    expect(found.shared!.tasks).toBeGreaterThan(20);
  });

  test('is searched alike in slices of any size', () => {
    const once = search();
    table.clear();
    searcher.start(bench.start, { method: 'textbook', maxDepth: depth });
    while (searcher.run(7) === 'running');
    expect(searcher.leaves).toBe(once.leaves);
  });
});

test('play mode is refused', async () => {
  const bench = await openBench('synthetic', 'b=5,seed=3');
  const searcher = new Searcher(bench.kernel, 16);
  const start = () =>
    searcher.start(bench.start, { method: 'textbook', mode: 'play', maxDepth: 4 });
  expect(start).toThrow(RangeError);
});
