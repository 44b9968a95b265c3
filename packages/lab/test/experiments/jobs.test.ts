// Several runs of an experiment at a time, each in a process of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Experiment } from '#dist/experiment.js';
import { type LaboratoryOptions, runExperiment } from '#dist/laboratory.js';
import { experiments } from '#dist/registry.js';
import { squares } from './support/squares.mjs';

const registry = new URL('./support/squares.mjs', import.meta.url).href;
const TIMEOUT_MS = 60_000;

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'plyades-jobs-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

interface Row {
  readonly id: string;
  readonly result: object;
  readonly machine: string;
  readonly date: string;
}

const rowsOf = (name = 'squares'): Row[] =>
  readFileSync(join(out, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const run = (count: number, options: Partial<LaboratoryOptions> = {}, faults: object = {}) =>
  runExperiment(squares(count, faults) as unknown as Experiment<object, object>, {
    ...{ scale: 'smoke', out, registry, signal: new AbortController().signal },
    ...options,
  });

const resultsOf = (rows: readonly Row[]) =>
  rows.map(({ id, result }) => JSON.stringify([id, result])).sort();

describe('several runs at a time', { timeout: TIMEOUT_MS }, () => {
  test('have the results of one at a time, and a run that others need is made once', async () => {
    await run(12);
    const alone = rowsOf();
    rmSync(join(out, 'squares.jsonl'));
    const log = join(out, 'log');
    const report = await run(12, { jobs: 3 }, { log });
    expect(report).toMatchObject({ made: 12, skipped: 0, total: 12, failures: [], late: false });
    expect(resultsOf(rowsOf())).toEqual(resultsOf(alone));
    const started = readFileSync(log, 'utf8').trim().split('\n');
    expect(started.slice(0, 2).sort()).toEqual(['base 0', 'base 1']);
    expect(started).toHaveLength(14);
    for (const { machine, date } of rowsOf()) {
      expect(machine).toMatch(/^\d+ cores?, .+, Node \d+$/);
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
    expect(await run(13, { jobs: 3 })).toMatchObject({ made: 1, skipped: 12 });
  });

  test('go on when one fails, which is named', async () => {
    const report = await run(9, { jobs: 2 }, { broken: 7 });
    expect(report).toMatchObject({ made: 8, total: 9 });
    expect(report.failures).toEqual([
      { id: '7', message: expect.stringContaining('to see it again: square 7') },
    ]);
    expect(rowsOf()).toHaveLength(9);
  });

  test('that are interrupted leave finished runs, and their processes end', async () => {
    const controller = new AbortController();
    const report = await run(
      4,
      {
        ...{ jobs: 2, signal: controller.signal },
        onProgress: ({ done }) => {
          if (done >= 2) controller.abort();
        },
      },
      { slow: 3 },
    );
    expect(report.failures).toEqual([]);
    expect(report.made).toBeLessThan(4);
    expect(rowsOf().length).toBeGreaterThan(1);
    expect(await run(4, { jobs: 2 })).toMatchObject({ total: 4 });
    expect(rowsOf()).toHaveLength(5);
  });

  test('stop to start when the time is over', async () => {
    expect(await run(4, { jobs: 2, minutes: 0 })).toMatchObject({ made: 0, late: true });
    expect(await run(4, { jobs: 2, minutes: 5 })).toMatchObject({ made: 4, late: false });
  });

  test('are refused where runs take results of earlier ones', async () => {
    const tuning = experiments.find(({ name }) => name === 'aphid/tuning')!;
    const options = { scale: 'smoke', out, jobs: 2, signal: new AbortController().signal } as const;
    await expect(runExperiment(tuning, options)).rejects.toThrow(/jobs: aphid\/tuning makes one/);
  });

  test('are the same simulations as one at a time', async () => {
    const table = experiments.find(({ name }) => name === 'aphid/table-6.7')!;
    const made: string[][] = [];
    for (const jobs of [1, 2]) {
      const signal = new AbortController().signal;
      const folder = join(out, String(jobs));
      await runExperiment(table, {
        ...{ scale: 'smoke', profiles: ['paper'], out: folder, jobs, signal },
      });
      const rows = rowsOf(`${jobs}/aphid/tables`).map(({ id, result }) => ({
        ...{ id, result: { ...result, seconds: 0 } },
      }));
      made.push(rows.map((row) => JSON.stringify(row)).sort());
    }
    expect(made[0]).toHaveLength(3);
    expect(made[1]).toEqual(made[0]);
  });
});
