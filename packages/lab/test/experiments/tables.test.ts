// The thesis's tables as experiments: each is made at its smallest, and its figures are as printed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { rules } from '#dist/aphid/table.js';
import { thesisTables } from '#dist/aphid/tables.js';
import { runExperiment } from '#dist/laboratory.js';
import { positionOf } from '#dist/positions.js';
import { experiments } from '#dist/registry.js';
import { selectRuns } from '#dist/selection.js';
import { groupBy } from '#dist/statistics.js';

const out = mkdtempSync(join(tmpdir(), 'plyades-tables-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const TIMEOUT_MS = 600_000;
const { signal } = new AbortController();

/** All speedups that the thesis prints, in the order of our lines; where tables differ, as far as we have them. */
const PRINTED: Readonly<Record<string, readonly number[]>> = {
  'aphid/table-6.1': [5.74, 11.27, 21.99, 37.44],
  'aphid/table-6.2': [5.48, 9.4, 15.11, 23.05],
  'aphid/table-6.3': [
    ...[4.07, 6.93, 6.44, 4.23, 4.95, 9.12, 14, 11.92],
    ...[5.14, 9.91, 17.76, 22.51, 5.74, 11.27, 21.99, 37.44],
  ],
  'aphid/table-6.4': [6.24, 10.95, 18.35, 24.21, 5.74, 11.27, 21.99, 37.44],
  'aphid/table-6.5': [8.35, 10.82, 14.35],
  'aphid/table-6.6': [8.48, 12.96, 15.96],
  'aphid/table-6.7': [8.76, 16.56, 18],
  'aphid/table-6.8': [
    ...[11.19, 11.31, 11.27, 8.36, 8.52, 9.8, 4.68, 5.54, 8.35],
    ...[5.7, 5.65, 6.71, 6.59, 8.76, 8.48],
  ],
};

interface Line {
  readonly simulated: boolean;
  readonly speedup: number;
  readonly source: string;
  readonly sequentialNodes?: number;
  readonly estimate?: { readonly low: number; readonly high: number };
}

/** As of any run. */
const result = {
  simulated: true,
  speedup: 8,
  virtualSeconds: 1,
  nodes: 2000,
  sequential: { value: 0, nodes: 1000 },
  overheads: {
    ...{ total: 1, master: 0.1, search: 0.2, speculative: 0.2, parallelization: 0.3 },
    ...{ startIdle: 0.1, otherIdle: 0.1 },
  },
};

const named = (name: string) => experiments.find((each) => each.name === name)!;

/** Made in a second or two; table 6.8 takes half a minute. */
const SHORT = 'aphid/table-6.7';

describe('a table of the thesis', { timeout: TIMEOUT_MS }, () => {
  describe.each(thesisTables.map(({ name }) => name))('%s', (name) => {
    const tags = name === SHORT ? [] : ['long'];
    test('is made, beside its figures', { tags }, async () => {
      const report = await runExperiment(named(name), { scale: 'smoke', out, signal });
      expect(report.skipped + report.made).toBe(report.total);
      const lines = (report.figures ?? []) as readonly Line[];
      const thesis = lines.filter(({ simulated }) => !simulated);
      expect(thesis.length).toBeGreaterThan(0);
      const ours = lines.filter(({ simulated }) => simulated);
      for (const profile of ['paper', 'measured']) {
        expect(ours.some(({ source }) => source === `simulated, ${profile}`)).toBe(true);
      }
      for (const { speedup, sequentialNodes, estimate } of ours) {
        expect(speedup).toBeGreaterThan(0);
        expect(sequentialNodes).toBeGreaterThan(1000);
        expect(estimate!.low).toBeLessThanOrEqual(estimate!.high);
      }
      const [table] = report.tables;
      expect(table!.rows).toHaveLength(lines.length);
      for (const row of table!.rows) expect(row).toHaveLength(table!.head.length);
      expect(table!.head).toEqual(expect.arrayContaining(['plies', 'M nodes alone', 'speedup']));
      expect(readFileSync(report.picture!, 'utf8')).toMatch(/^<svg /);
    });
  });

  test.each(Object.keys(PRINTED))('%s has every speedup that is printed', (name) => {
    const { runs, summarize } = named(name);
    const rows = runs('full', ['paper']).map((run) => ({ ...run, result }));
    const lines = summarize(rows).figures as readonly Line[];
    const found = new Set(lines.flatMap((line) => (line.simulated ? [] : [line.speedup])));
    expect([...found]).toEqual(expect.arrayContaining([...new Set(PRINTED[name])]));
  });

  test('keeps to the protocol at full scale', async () => {
    for (const { name, runs } of thesisTables) {
      const all = runs('full');
      expect(new Set(all.map(({ id }) => id)).size, name).toBe(all.length);
      expect(new Set(all.map(({ settings }) => settings.hash))).toEqual(new Set([256]));
      const games = groupBy(all, ({ settings }) => settings.place.game);
      for (const [game, same] of games) {
        const places = new Set(same.map(({ settings }) => settings.place.name));
        expect(places.size, `${name}, ${game}`).toBe(game === 'chess' ? 21 : 20);
      }
      const trees = groupBy(all, ({ settings: { place, mode } }) => `${place.game} ${mode}`);
      const smallFirst = [...trees.values()].every((same) => {
        const bases = same.map(({ settings: { depth, place } }) => depth - (place.extra ?? 0));
        return bases.every((base, index) => index === 0 || base >= bases[index - 1]!);
      });
      expect(smallFirst, name).toBe(true);
    }
  });

  test('has the positions of Bratko and Kopec without 1, 6 and 8, all legal', async () => {
    const places = named('aphid/table-6.7')
      .runs('full')
      .map((run) => run.settings.place);
    const names = [...new Set(places.map(({ name }) => name))];
    const numbers = names.map((name) => Number(name.split(' ')[1]));
    expect(numbers).toEqual([2, 3, 4, 5, 7, ...Array.from({ length: 16 }, (_, n) => n + 9)]);
    const checkers = named('aphid/table-6.5')
      .runs('full')
      .map((run) => run.settings.place);
    for (const place of new Set([...places, ...checkers])) {
      expect((await positionOf(place)).game).toBe(place.game);
    }
  });
});

test('efficiency is given against granularity', { tags: 'long' }, async () => {
  const report = await runExperiment(named('aphid/granularity'), { scale: 'smoke', out, signal });
  const cells = report.figures as readonly { granularity: number; own: boolean }[];
  expect(cells.filter(({ own }) => own)).toHaveLength(4);
  expect(cells.some(({ granularity, own }) => !own && granularity === 0.1)).toBe(true);
  expect(existsSync(report.report)).toBe(true);
});

test('a part of a table has the same runs, spread over its positions', () => {
  const table = named('aphid/table-6.5');
  const whole = table.runs('full', ['paper']);
  const part = { depth: [18, 20], positions: 3, processors: [64] };
  const runs = selectRuns(table, { scale: 'full', profiles: ['paper'], part });
  expect(runs).toHaveLength(2 * 3 * rules.length);
  expect(runs.every(({ id }) => whole.some((run) => run.id === id))).toBe(true);
  const extra = runs.filter(({ settings }) => ![18, 20].includes(settings.depth));
  expect(extra.length).toBeGreaterThan(0);
  const places = [...new Set(whole.map(({ settings }) => settings.place.name))];
  const kept = new Set(runs.map(({ settings }) => settings.place.name));
  expect([...kept].map((name) => places.indexOf(name))).toEqual([0, 6, 13]);
  const choices = { way: 'ours' };
  const ours = selectRuns(table, { scale: 'full', profiles: ['paper'], part, choices });
  expect(ours).toHaveLength(2 * 3);
  expect(ours.every(({ settings }) => settings.preset === undefined)).toBe(true);
  const wrong = { scale: 'full', choices: { way: 'oars' } } as const;
  expect(() => selectRuns(table, wrong)).toThrow(
    /'oars' is refused: expected some of ours, thesis/,
  );
  expect(() => selectRuns(table, { scale: 'full', part: { depth: [19] } })).toThrow(
    /depth: 19 is refused/,
  );
});
