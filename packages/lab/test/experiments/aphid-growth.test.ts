// The experiment on where nodes of APHID go: its runs, its summary, and the table of the document.
import { expect, test } from 'vitest';
import { aphidGrowth } from '#dist/aphid/growth.js';
import type { SimulatedResult } from '#dist/simulated.js';
import { growthTable } from '../../tools/tables/aphid-growth.mjs';

const overheads = {
  ...{ total: 1, master: 0.1, search: 0.2, speculative: 0, parallelization: 0.3 },
  ...{ startIdle: 0.1, otherIdle: 0.1 },
};
const counters = {
  ...{ speculativeNodes: 0, againForWindow: 100, againForOwner: 50, againForTable: 10 },
  ...{ catchUpNodes: 40, abandonedNodes: 30, aheadNodes: 500, usedAheadNodes: 200, helpNodes: 0 },
  ...{ masterNodes: 0, passes: 1, messages: 1, bytes: 1 },
};

function result(growth: number, choice: number): SimulatedResult {
  const last = { pieces: 5, nodes: 600, sequentialNodes: 500, growth: 1.2 };
  const sequentialNodes = 1000 * choice;
  const nodes = sequentialNodes * growth;
  return {
    ...{ simulated: true, value: 0, speedup: 8, virtualSeconds: 1, seconds: 1, jobs: 1 },
    ...{ nodes: nodes + 30, sequential: { value: 0, nodes: 1000 }, overheads, counters },
    ...{ granularity: 1 },
    growth: { pieces: 10, nodes, sequentialNodes, growth, choice, unfinishedNodes: 30, last },
  };
}

test('each position is searched on each number of processors, and its pieces again', () => {
  const runs = aphidGrowth.runs('short', ['paper']);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  expect(runs).toHaveLength(2 * 2 * 6);
  for (const { settings } of runs) {
    expect(settings).toMatchObject({ growth: true, table: 'shared', algorithm: 'aphid' });
    expect(aphidGrowth.needs!(settings)!.settings.algorithm).toBe('sequential');
  }
});

test('factors are geometric means, all else shares of the sequential search', () => {
  const runs = aphidGrowth.runs('short', ['paper']);
  const [first, second] = runs;
  const rows = [
    { ...first!, result: result(1, 1.5), build: 'aaa' },
    { ...second!, result: result(1.21, 1.5), build: 'aaa' },
    // The sequential search has no pieces.
    { ...aphidGrowth.needs!(first!.settings)!, result: { ...result(1, 1), growth: undefined } },
  ] as Parameters<typeof aphidGrowth.summarize>[0];
  const [line] = growthTable(rows)!
    .split('\n\n')[0]!
    .split('\n')
    .slice(2)
    .map((text) => text.slice(2, -2).split(' | '));
  const [, plies, processors, inside, , last, choice, , unfinished, all, repeats, ahead] = line!;
  expect([plies, processors]).toEqual(['12', '16']);
  expect([inside, last, choice]).toEqual(['1.100', '1.200', '1.500']);
  // (1530 + 1845) / 2000.
  expect([unfinished, all, repeats, ahead]).toEqual(['3 %', '1.69', '20 %', '30 %']);
  expect(line!.slice(-2)).toEqual(['0.00', '2']);
  expect(growthTable(rows.slice(2))).toBeUndefined();
  const { tables } = aphidGrowth.summarize(rows);
  expect(tables[0]!.rows).toHaveLength(1);
});
