// The table of the matrix: a cell that cannot run keeps its name, a page that finds another value than the rest fails,
// and cells that measure time run alone.
import { describe, expect, test } from 'vitest';
import { type Cell, formatTable, runCells } from '../../matrix/table.mjs';
import { MissingTool, type Workspace } from '../../matrix/workspace.mjs';

const run = (cells: Cell[]) => runCells(cells, undefined as unknown as Workspace, () => {});

describe('the table of the matrix', () => {
  test('names what failed and what could not run, in the order of the cells', async () => {
    const rows = await run([
      { name: 'Vite', alone: true, run: async () => undefined },
      { name: 'Bun', run: async () => ({ notRun: 'Bun is not installed' }) },
      { name: 'webpack', run: () => Promise.reject(new Error('no such file\nmore')) },
    ]);
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['Vite', 'passed'],
      ['Bun', 'NOT RUN'],
      ['webpack', 'FAILED'],
    ]);
    const [, bun, webpack] = formatTable(rows).split('\n');
    expect(bun).toMatch(/^Bun +NOT RUN .*Bun is not installed$/);
    expect(webpack).toMatch(/^webpack +FAILED .*no such file$/);
  });

  test('fails a cell whose facts differ from those of the others', async () => {
    const cell = (name: string, value: number): Cell => ({
      name,
      alone: true,
      run: async () => ({ facts: { kernelGame: `othello ${value}` } }),
    });
    const rows = await run([cell('Node', 301), cell('Vite', 301), cell('Deno', 300)]);
    expect(rows.map(({ status }) => status)).toEqual(['passed', 'passed', 'FAILED']);
    expect(rows[2]!.note).toBe('kernelGame: othello 300, and elsewhere othello 301');
  });

  test('runs cells that measure time alone, after all others and their own preparation', async () => {
    const log: string[] = [];
    let running = 0;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    const step = (name: string) => async () => {
      running++;
      await pause();
      log.push(`${name} ${running}`);
      running--;
    };
    await run([
      { name: 'a', alone: true, prepare: step('prepare a'), run: step('a') },
      { name: 'b', run: step('b') },
      { name: 'c', alone: true, run: step('c') },
    ]);
    expect(log.slice(-2)).toEqual(['a 1', 'c 1']);
    expect(log).toHaveLength(4);
  });

  test('a tool that is not installed leaves its cell out, by name', async () => {
    const missing = () => Promise.reject(new MissingTool('webpack is not installed'));
    const rows = await run([
      { name: 'webpack', alone: true, prepare: missing, run: async () => undefined },
      { name: 'publint', run: missing },
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['NOT RUN', 'NOT RUN']);
  });

  test('a preparation that failed is the failure of its cell', async () => {
    const prepare = () => Promise.reject(new Error('does not build'));
    const [row] = await run([{ name: 'Rollup', alone: true, prepare, run: async () => undefined }]);
    expect(row).toMatchObject({ status: 'FAILED', note: 'does not build' });
  });
});
