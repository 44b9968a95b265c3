// The figures of the thesis's chapter 4 on the command line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { lastJson } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runFigure = async (number: string) => {
  const name = `aphid/figure-${number}`;
  const words = ['experiment', name, '--scale', 'smoke', '--out', folder, '--json'];
  const ended = await plyadesHere(words);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return lastJson(ended) as {
    total: number;
    skipped: number;
    made: number;
    data: string;
    picture: string;
    tables: { title: string; head: string[]; rows: string[][] }[];
    figures: Figure[];
  };
};

/** What all figures of efficiency have. */
interface Figure {
  readonly branching: number;
  readonly processors: number;
  readonly speedups: readonly { nodes: number; speedup: number; thesis?: number }[];
  readonly points: readonly { depth: number; nodes: number; efficiency: number }[];
}

const rowsOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('chapter 4', () => {
  test('figure 4.1 has sizes, shapes and a diagram for each game', { tags: 'long' }, async () => {
    const found = await runFigure('4.1');
    expect(found).toMatchObject({ total: 3, skipped: 0, made: 3 });
    for (const { settings, result } of rowsOf(found.data)) {
      expect(settings).toMatchObject({ kind: 'subtrees', plies: expect.any(Number) });
      expect(Object.keys(result)).toEqual(['sizes', 'value', 'nodes', 'leaves']);
      expect(result.sizes.length).toBeGreaterThan(100);
    }
    const [table] = found.tables;
    expect(table!.rows.map(([game]) => game)).toEqual(['chess', 'othello', 'checkers']);
    for (const row of table!.rows) {
      expect(Number(row[table!.head.indexOf('subtrees')])).toBeGreaterThan(1000);
      expect(Number(row[table!.head.indexOf('shape r')])).toBeGreaterThan(0.05);
    }
    expect(found.figures).toMatchObject(
      table!.rows.map(([game, plies]) => ({
        game,
        plies: Number(plies),
        mean: expect.any(Number),
      })),
    );
    expect(readFileSync(found.picture, 'utf8')).toMatch(
      /^<svg [\s\S]*chess, 4 plies[\s\S]*gamma by moments[\s\S]*<\/svg>\s*$/,
    );
  });

  const compare = async (number: string, total: number, tree: string) => {
    const found = await runFigure(number);
    expect(found).toMatchObject({ total, skipped: 0, made: total });
    const [table] = found.tables;
    expect(table!.title).toMatch(new RegExp(tree, 'i'));
    const thesis = table!.head.indexOf('thesis');
    expect(table!.rows.filter((row) => row[thesis] !== '-').length).toBeGreaterThanOrEqual(3);
    expect(readFileSync(found.picture, 'utf8')).toMatch(/^<svg [\s\S]*diamonds[\s\S]*<\/svg>\s*$/);
    // The curves as numbers: what the table shows is among them.
    expect(found.figures).toHaveLength(6);
    for (const { points, processors, speedups, branching } of found.figures) {
      expect(points.length).toBeGreaterThan(3);
      expect(points.every(({ nodes, efficiency }) => nodes > 0 && efficiency > 0)).toBe(true);
      const { speedup, thesis } = speedups.at(-1)!;
      const cells = table!.rows.filter(([moves]) => moves === String(branching)).flat();
      expect(cells).toContain(speedup.toFixed(1));
      if (processors === 256) expect(cells).toContain(String(thesis));
    }
  };

  test.each([['4.2', 6, 'perfect']])('figure %s has the thesis beside ours', compare);

  test.each([
    ['4.7', 3, 'realistic'],
    ['4.3', 9, 'realistic'],
    ['4.4', 6, 'perfect'],
    ['4.5', 9, 'realistic'],
    ['4.6', 6, 'perfect'],
  ])('figure %s has the thesis beside ours', { tags: 'long' }, compare);

  test('figures go on where they were', async () => {
    const first = await runFigure('4.2');
    expect(first).toMatchObject({ skipped: 6, made: 0 });
    const lines = readFileSync(first.data, 'utf8').split('\n');
    writeFileSync(first.data, `${lines.slice(0, 4).join('\n')}\n${lines[4]!.slice(0, 30)}`);
    expect(await runFigure('4.2')).toMatchObject({ skipped: 4, made: 2, tables: first.tables });
  });
});
