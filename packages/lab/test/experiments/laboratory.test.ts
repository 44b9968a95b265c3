// Files of experiments: which build made a row, and what a damaged line is answered with.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Experiment } from '#dist/experiment.js';
import { runExperiment } from '#dist/laboratory.js';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'plyades-laboratory-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

/** Doubles the numbers up to `count`. */
function doubling(count: number): Experiment<number, number> {
  const axis = { title: '', scale: 'linear' } as const;
  const plot = { title: '', x: axis, y: axis, points: [] };
  return {
    name: 'doubling',
    about: 'numbers and their doubles',
    runs: () => Array.from({ length: count }, (_, i) => ({ id: `${i}`, settings: i })),
    perform: async (settings) => 2 * settings,
    summarize: (rows) => ({
      tables: [{ title: '', head: [], rows: rows.map(({ result }) => [`${result}`]) }],
      plot,
    }),
  };
}

const run = (count: number) =>
  runExperiment(doubling(count), { scale: 'smoke', out, signal: new AbortController().signal });
const file = () => join(out, 'doubling.jsonl');

test('a row names the build that made it, and rows of two builds differ', async () => {
  const { builds } = await run(2);
  expect(builds).toHaveLength(1);
  expect(builds[0]).toMatch(/^[0-9a-f]{12}$/);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(builds[0]!, 'another build'));
  const again = await run(3);
  expect(again).toMatchObject({ skipped: 2, made: 1 });
  expect(again.builds).toEqual([...builds, 'another build'].sort());
});

test('a damaged line is named; half a last line is made again', async () => {
  await run(3);
  const text = readFileSync(file(), 'utf8');
  writeFileSync(file(), text.slice(0, -5));
  expect(await run(3)).toMatchObject({ skipped: 2, made: 1 });
  writeFileSync(file(), text.replace('"id":"1"', '"id":'));
  await expect(run(3)).rejects.toThrow(/doubling\.jsonl:2: not a finished run/);
  writeFileSync(file(), text.replace('"id":"1"', '"name":"1"'));
  await expect(run(3)).rejects.toThrow(/doubling\.jsonl:2: not a finished run/);
});

test('a run that another experiment made is shown as this one asks for it', async () => {
  await run(2);
  const asked = {
    ...doubling(2),
    runs: () => [{ id: '1', settings: 10 }],
    summarize: (rows: readonly { settings: number; result: number }[]) => ({
      ...doubling(2).summarize([]),
      tables: [{ title: '', head: [], rows: rows.map((row) => [`${row.settings} ${row.result}`]) }],
    }),
  };
  const { tables } = await runExperiment(asked, {
    scale: 'smoke',
    out,
    signal: new AbortController().signal,
  });
  expect(tables[0]!.rows).toEqual([['10 2']]);
});
