// The experiments on minimal trees: their sizes are the paper's at full scale, parallel searches follow
// the sequential ones that they are compared with, and a small one comes out whole.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGame } from 'plyades/internal/api/index.js';
import { afterAll, describe, expect, test } from 'vitest';
import { scales } from '#dist/experiment.js';
import { runExperiment } from '#dist/laboratory.js';
import { minimalTree } from '#dist/minimal-tree/index.js';
import { correlation } from '#dist/minimal-tree/model.js';
import { paperAlone, paperLines } from '#dist/minimal-tree/paper.js';
import type { TreeRunRow, TreeRunSettings } from '#dist/minimal-tree/searches.js';
import { sizesOf } from '#dist/minimal-tree/sizes.js';
import { shogiTrees, syntheticTrees } from '#dist/minimal-tree/trees.js';
import { selectRuns } from '#dist/selection.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-minimal-tree-'));
afterAll(() => rmSync(folder, { recursive: true }));

const find = (name: string) => minimalTree.find((each) => each.name === `minimal-tree/${name}`)!;
const settingsOf = (name: string, scale: (typeof scales)[number]) =>
  find(name)
    .runs(scale, ['paper'])
    .map(({ settings }) => settings as TreeRunSettings);

describe("the paper's figures", () => {
  test('agree with themselves: a speedup is sequential over parallel seconds', () => {
    expect(paperLines).toHaveLength(8 + 17 + 34 + 4 + 12);
    for (const line of paperLines) {
      const { seconds } = paperAlone.find(
        ({ game, width, depth }) =>
          game === line.game && width === line.width && depth === line.depth,
      )!;
      expect(Math.abs(seconds / line.seconds / line.speedup - 1)).toBeLessThan(0.003);
    }
  });

  test('have sizes at full scale that are theirs', () => {
    for (const { game, width, depth, horizon, processors } of paperLines) {
      const largest = sizesOf('full', { game, width, depth }).at(-1)!;
      expect(largest.depth).toBe(depth);
      expect(largest.horizon(horizon)).toBe(horizon);
      expect(largest.processors(processors)).toBe(processors);
    }
    const count = (game: 'synthetic' | 'shogi', width: 5 | 20, depth: number) =>
      sizesOf('full', { game, width, depth }).length;
    expect(count('synthetic', 5, 24)).toBeGreaterThanOrEqual(8);
    expect(count('synthetic', 20, 12)).toBeGreaterThanOrEqual(8);
    expect(count('shogi', 5, 24)).toBe(8 + 1);
    expect(count('shogi', 20, 12)).toBe(8 + 8);
  });
});

test('every tree can be read, and has its width', async () => {
  for (const width of [5, 20] as const) {
    const places = [...shogiTrees(width, 32), ...syntheticTrees(width, 2)];
    expect(new Set(places.map(({ position }) => position)).size).toBe(34);
    for (const { game: id, position } of places) {
      const game = await loadGame(id);
      const parsed = game.parsePosition(position!);
      expect(parsed.ok && game.legalMoves(parsed.value).length).toBe(width);
    }
  }
});

describe.each(scales)('at scale %s', (scale) => {
  test.each(minimalTree.map(({ name }) => name))('%s has runs with ids of their own', (name) => {
    const runs = minimalTree.find((each) => each.name === name)!.runs(scale);
    expect(runs.length).toBeGreaterThan(0);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  });

  test.each(['table-1', 'table-3', 'table-5', 'granularity'])(
    '%s searches alone before it searches together',
    (name) => {
      const alone = new Set<string>();
      for (const settings of settingsOf(name, scale)) {
        const key = `${settings.place.name} ${settings.depth} ${settings.hash}`;
        if (settings.kind === 'alone' && settings.method === 'best') alone.add(key);
        else if (settings.kind === 'parallel') {
          expect(alone).toContain(key);
          expect(settings.horizon).toBeLessThan(settings.depth);
        }
      }
    },
  );
});

test('what is reached on most processors is a part of the tables', () => {
  const ids = (name: string) =>
    find(name)
      .runs('full', ['paper'])
      .map(({ id }) => id);
  expect(ids('table-1')).toEqual(expect.arrayContaining(ids('reach-synthetic')));
  expect([...ids('table-2'), ...ids('table-3')]).toEqual(
    expect.arrayContaining(ids('reach-shogi')),
  );
});

test('a part of a table has the sequential searches that it is compared with', () => {
  const part = { depth: [12], processors: [1536], positions: 3 };
  const selection = { scale: 'full', profiles: ['paper'], part } as const;
  const runs = selectRuns(find('table-1') as never, selection) as readonly {
    settings: TreeRunSettings;
  }[];
  const settings = runs.map((run) => run.settings);
  expect(new Set(settings.map(({ place }) => place.name)).size).toBe(3);
  expect(settings.every(({ width, depth }) => width === 20 && depth === 12)).toBe(true);
  expect(settings.filter(({ kind }) => kind === 'alone')).toHaveLength(3 * 4);
  const together = settings.filter((one) => one.kind === 'parallel');
  expect(together).toHaveLength(3 * 4);
  expect(together.every(({ processors }) => processors === 1536)).toBe(true);
});

test('correlation is 1 along a line, and -1 down one', () => {
  expect(correlation([1, 2, 3], [10, 20, 30])).toBeCloseTo(1);
  expect(correlation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
});

test('a small table has the paper beside ours, with one value for each tree', {
  tags: 'long',
}, async () => {
  const signal = new AbortController().signal;
  const options = { scale: 'smoke', profiles: ['paper'], out: folder, signal } as const;
  const seen: TreeRunRow[] = [];
  const table = find('table-5');
  const watched = {
    ...table,
    summarize(rows: readonly TreeRunRow[]) {
      seen.push(...rows);
      return table.summarize(rows as never);
    },
  };
  const { tables, made, total } = await runExperiment(watched as never, options);
  expect(made).toBe(total);
  const values = new Map<string, number>();
  for (const { settings, result } of seen) {
    const tree = `${settings.place.name} ${settings.depth}`;
    expect(result.value).toBe(values.get(tree) ?? result.value);
    values.set(tree, result.value);
  }
  expect(values.size).toBe(4);
  const sources = tables[0]!.rows.map((row) => row[4]);
  expect(sources).toEqual(['paper', 'simulated, paper', 'paper', 'simulated, paper']);
  // Sharing less and knowing less never makes fewer leaves: all factors but that of tasks are at least 1.
  for (const row of tables[0]!.rows)
    for (const cell of row.slice(5, 7)) expect(+cell!).toBeGreaterThanOrEqual(1);
});
