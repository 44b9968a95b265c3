// The measured figures in the documents are those of the rows in results/.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { fill } from '../../tools/tables/documents.mjs';
import { plainFigure, plainTable } from '../../tools/tables/rows.mjs';

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/tables.mjs', ...args], { encoding: 'utf8' });

test('the documents have the figures that were measured', () => {
  const { status, stderr } = run('--check');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
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
