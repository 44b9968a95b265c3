// What tables of minimal trees say of finished runs, computed by hand from rows with simple numbers.
import { expect, test } from 'vitest';
import { cellsOf } from '#dist/minimal-tree/lines.js';
import { explain } from '#dist/minimal-tree/model.js';
import { searchRun, type TreeRunRow, type TreeRunSettings } from '#dist/minimal-tree/searches.js';

const row = (settings: TreeRunSettings, result: TreeRunRow['result']): TreeRunRow => ({
  ...searchRun(settings),
  result,
  build: 'test',
});

const searched = {
  place: { game: 'synthetic', name: 'b=5 seed 1', position: 'b=5,seed=1' },
  width: 5,
  depth: 10,
  hash: 16,
} as const;

const alone = (
  method: 'textbook' | 'best',
  nodes: number,
  leaves: number,
  more: { tasks?: number; sharing?: number | 'all'; openWindows?: boolean } = {},
): TreeRunRow => {
  const { tasks = 1, sharing, openWindows = false } = more;
  const cut = sharing === undefined ? {} : { cut: { horizon: 5, sharing, openWindows } };
  return row(
    { kind: 'alone', ...searched, method, ...cut },
    { kind: 'alone', value: 1, nodes, leaves, tasks, seconds: 1 },
  );
};

const parallel = row(
  {
    kind: 'parallel',
    ...searched,
    horizon: 5,
    processors: 64,
    way: 'with updates',
    paper: { depth: 24, horizon: 12, processors: 1536 },
    profile: 'paper',
  },
  {
    kind: 'parallel',
    simulated: true,
    value: 1,
    virtualSeconds: 0.5,
    nodeNs: 10_000,
    granularity: 2,
    nodes: 3_000_000,
    leaves: 1_200_000,
    abandonedNodes: 300_000,
    tasks: 90,
    openTasks: 30,
    passes: 7,
    messages: 11,
    bytes: 13,
    startIdle: 0.125,
    otherIdle: 0.25,
    masterBusy: 0.75,
    seconds: 1,
  },
);

test('a cell compares with both sequential searches and counts leaves by leaves', () => {
  const rows = [alone('textbook', 2_000_000, 800_000), alone('best', 1_000_000, 500_000), parallel];
  const [cell, ...others] = cellsOf(rows);
  expect(others).toEqual([]);
  expect(cell).toMatchObject({
    trees: 1,
    seconds: 0.5,
    leaves: 1.2,
    abandoned: 0.1,
    startIdle: 0.125,
    otherIdle: 0.25,
    masterBusy: 0.75,
    tasks: 90,
    openTasks: 30,
    passes: 7,
    messages: 11,
  });
  // 2 million nodes of 10 us are 20 seconds; our best search has half as many.
  expect(cell!.speedup.mean).toBeCloseTo(40);
  expect(cell!.speedupOverBest.mean).toBeCloseTo(20);
  expect(cell!.leavesRatio.mean).toBeCloseTo(1.5);
});

test('the model weighs its factors by the share of tasks with open windows', () => {
  const rows = [
    alone('textbook', 2_000_000, 800_000, { tasks: 60, sharing: 'all' }),
    alone('textbook', 1, 1_000_000, { sharing: 0 }),
    alone('textbook', 1, 1_600_000, { sharing: 'all', openWindows: true }),
    alone('textbook', 1, 2_400_000, { sharing: 0, openWindows: true }),
    parallel,
  ];
  const [explained] = explain(rows);
  // A third of the tasks had open windows.
  const table = (2 / 3) * 1.25 + (1 / 3) * 1.5;
  const windows = 2 / 3 + (1 / 3) * 2;
  expect(explained!.openShare).toBeCloseTo(1 / 3);
  expect(explained!.table).toBeCloseTo(table);
  expect(explained!.windows).toBeCloseTo(windows);
  expect(explained!.tasks).toBeCloseTo(1.5);
  expect(explained!.estimated).toBeCloseTo(table * windows * 1.5);
  expect(explained!.actual).toBeCloseTo(1.5);
});
