// The measured figures in the documents are those of the rows in results/.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tables } from '../../tools/tables/aphid.mjs';
import { fill } from '../../tools/tables/documents.mjs';
import { make } from '../../tools/tables/make.mjs';
import {
  buildsOf,
  plainFigure,
  plainTable,
  readFolder,
  readRows,
} from '../../tools/tables/rows.mjs';
import { PUBLISHED_SUMMARIES } from './published-summaries.js';

const root = new URL('../../../../', import.meta.url);

/** Paths of the pages that may have tables. */
const pages = ['', 'docs/', 'packages/'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: folder !== '', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|dist\/|^api\/|test\/data/.test(name))
    .map((name) => `${folder}${name}`),
);
const textOf = (page: string) => readFileSync(new URL(page, root), 'utf8');

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/tables.mjs', ...args], { encoding: 'utf8' });

test('the documents have the figures that were measured', () => {
  const { status, stderr } = run('--check');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('a changed figure is found', () => {
  const text = textOf('docs/aphid.md');
  expect(fill(text, make)).toBe(text);
  const changed = text.replace(
    /(?<=<!-- table: aphid\/table-6.3 -->[\s\S]*?\| )\d+\.\d\d(?= \|)/,
    '999.99',
  );
  expect(changed).not.toBe(text);
  expect(fill(changed, make)).toBe(text);
});

test('every page with marks is filled, wherever it is', () => {
  const marked = pages.filter(
    (page) =>
      page !== 'packages/lab/results/README.md' && /<!-- (?:table|figure): /.test(textOf(page)),
  );
  expect(marked).toEqual(
    expect.arrayContaining(['docs/simulation.md', 'packages/lab/data/validate/searches.md']),
  );
  for (const page of marked) expect(fill(textOf(page), make) === textOf(page), page).toBe(true);
});

test('a table of rows of several builds names them', () => {
  const MARK = /<!-- table: ([\w-]+)(?:\/([\w.-]+))? -->(.*?)<!-- end -->/gs;
  let mixed = 0;
  for (const page of pages) {
    for (const [, file, part, shown] of textOf(page).matchAll(MARK)) {
      const name = `${file}/${part}`;
      if (!PUBLISHED_SUMMARIES.includes(name)) continue;
      const builds = buildsOf(readRows(file!).filter(({ table }) => table === part));
      if (builds.length < 2) continue;
      mixed++;
      for (const build of builds) expect(shown, `${page}: ${name}`).toContain(build);
    }
  }
  expect(mixed).toBeGreaterThan(0);
});

test('a table that is computed of raw rows of APHID names their build', () => {
  const made = Object.entries(tables).filter(([name]) => name !== 'options');
  expect(made.length).toBeGreaterThan(8);
  for (const [name, make] of made)
    expect(make(), name).toMatch(/^No rows yet|\nBuild \w{12}\.|\nRows of \d+ builds: /);
});

test('a table of figures stands between marks', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/aphid.md',
      'packages/lab/tools/chess-eval/README.md',
    ]),
  );
  const marked = /<!-- table: [\s\S]*?<!-- end -->/g;
  const tables = /(?:^\|.*\|\n)+/gm;
  const found = pages
    .filter((page) => page !== 'packages/lab/results/README.md')
    .flatMap((page) =>
      Array.from(textOf(page).replace(marked, '').matchAll(tables), ([table]) => ({ page, table })),
    )
    .filter(({ table }) => {
      const cells = table
        .split('\n')
        .slice(2, -1)
        .flatMap((line) => line.split('|').slice(2, -1))
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '');
      return cells.filter((cell) => /^[*(]*[-+]?\d/.test(cell)).length > cells.length / 2;
    })
    .map(({ page, table }) => `${page}: ${table.split('\n', 1)[0]}`);
  expect(found).toEqual([]);
});

test('no summary is published but those that are listed; other files have raw rows', () => {
  const results = new URL('packages/lab/results/', root);
  const found = readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.replace('.jsonl', ''))
    .flatMap((file) =>
      readRows(file).flatMap(({ table, figure }) =>
        table === undefined && figure === undefined ? [] : `${file}/${table ?? figure}`,
      ),
    );
  expect([...new Set(found)].sort()).toEqual(PUBLISHED_SUMMARIES);
});

test('raw rows name what made them', () => {
  for (const { id, settings, result, build, machine, date } of readFolder('aphid')) {
    expect({ build, machine, date, hash: settings.hash }, id).toEqual({
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
      machine: expect.stringMatching(/ cores?, /),
      date: expect.stringMatching(/^\d{4}-/),
      hash: expect.any(Number),
    });
    if (settings.profile === undefined) continue;
    expect(result.command, id).toMatch(/^plyades (sim|search) /);
    expect(result.seed ?? 1, id).toBe(1);
    expect(result.times, id).toBeUndefined();
  }
});

test('a table is printed by its name', () => {
  expect(run('gpu/nodes').stdout).toMatch(/^\| {2}\| device \|/);
  expect(run('gpu/no-such-table').stderr).toContain("no table or figure 'gpu/no-such-table'");
});

describe('rows', () => {
  const rows = [
    { table: 'loss', command: 'npm run bench -- cluster/loss', workers: 2, 'time, s': 1234.5 },
    { table: 'loss', workers: 4, lost: 'one' },
    { table: 'other', workers: 8 },
    { figure: 'nodes', value: 1234567 },
    { workers: 16 },
  ];

  test('become a table with a column for each field, and no column for their origin', () => {
    expect(plainTable(rows, 'loss')).toBe(
      [
        '| workers | time, s | lost |',
        '| --- | --- | --- |',
        '| 2 | 1,234.5 |  |',
        '| 4 |  | one |',
      ].join('\n'),
    );
  });

  test('without a table belong to the table of the file', () => {
    expect(plainTable(rows, undefined)).toBe('| workers |\n| --- |\n| 16 |');
  });

  test('of several builds are named below their table', () => {
    const mixed = [
      { table: 'loss', build: 'b', workers: 2 },
      { table: 'loss', build: 'a', workers: 4 },
      { table: 'loss', workers: 8 },
    ];
    expect(plainTable(mixed, 'loss')).toMatch(/\| 8 \|\n\nRows of 3 builds: a, b, unknown\.$/);
    expect(plainTable(mixed.slice(0, 1), 'loss')).not.toContain('build');
  });

  test('that are missing make no table and no figure', () => {
    expect(plainTable(rows, 'lost')).toBeUndefined();
    expect(plainFigure(rows, 'depth')).toBeUndefined();
  });

  test('have figures for a line of text', () => {
    expect(plainFigure(rows, 'nodes')).toBe('1,234,567');
  });
});

describe('marks of a document', () => {
  const make = (kind: string, name: string) => (name === 'none' ? undefined : `${kind} ${name}`);

  test('hold what was made, and filling them again changes nothing', () => {
    const text =
      'a\n<!-- table: x/y -->\nold\n<!-- end -->\n<!-- figure: z -->1<!-- end --> s\n$& stays';
    const filled = fill(text, make);
    expect(filled).toBe(
      'a\n<!-- table: x/y -->\n\ntable x/y\n\n<!-- end -->\n<!-- figure: z -->figure z<!-- end --> s\n$& stays',
    );
    expect(fill(filled, make)).toBe(filled);
  });

  test('name a table that exists', () => {
    expect(() => fill('<!-- table: none --><!-- end -->', make)).toThrow("no table 'none'");
  });

  test('are closed', () => {
    expect(() => fill('<!-- table: x -->\n', make)).toThrow('no <!-- end -->');
    expect(() => fill('<!-- table: x -->\n<!-- table: y --><!-- end -->', make)).toThrow(
      'no <!-- end -->',
    );
  });
});
