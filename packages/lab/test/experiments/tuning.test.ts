// Tuning: what training chooses, and that it never sees what it is tested on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireValue } from 'plyades/internal/core/schema.js';
import { settings } from 'plyades/internal/parallel/aphid/options.js';
import { afterAll, describe, expect, test } from 'vitest';
import { runExperiment } from '#dist/laboratory.js';
import { positionOf } from '#dist/positions.js';
import { experiments } from '#dist/registry.js';
import { moreTraining, trainingPositions } from '#dist/training.js';
import { chosen, type TuningRow } from '#dist/tuning/choice.js';
import { GRID, names, usualConstants } from '#dist/tuning/constants.js';

const out = mkdtempSync(join(tmpdir(), 'plyades-tuning-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const named = (name: string) => experiments.find((each) => each.name === name)!;
const { signal } = new AbortController();

/** A finished run of training. */
function trained(step: number, score: number, change: object = {}): TuningRow {
  const constants = { ...usualConstants(), ...change };
  return {
    id: `${step} ${JSON.stringify(change)}`,
    settings: { kind: 'training', scale: 'short', step },
    result: { kind: 'training', simulated: true, constants, score, searches: [] },
  };
}

describe('training', () => {
  test('keeps the best of each step, when it is better by more than the noise', () => {
    const rows = [
      trained(0, 10),
      trained(1, 10.05, { minPieces: 20 }),
      trained(1, 9, { minPieces: 45 }),
      trained(2, 11, { exemption: 4 }),
      trained(2, 12, { exemption: 16 }),
      trained(3, 11.9, { exemption: 16, width: 2 }),
    ];
    expect(chosen(rows, 'short')).toEqual({
      constants: { ...usualConstants(), exemption: 16 },
      score: 12,
    });
    expect(chosen(rows, 'short', 2).constants).toEqual(usualConstants());
    expect(chosen(rows, 'full').constants).toEqual(usualConstants());
  });

  test('tries settings that there are, the usual ones among them', () => {
    for (const name of names) {
      expect(GRID[name]).toContain(usualConstants()[name]);
      for (const value of GRID[name]) requireValue(settings, { [name]: value });
    }
  });

  test('has no position of the tests', async () => {
    const keyOf = async (place: Parameters<typeof positionOf>[0]) =>
      `${place.game} ${Buffer.from((await positionOf(place)).record).toString('hex')}`;
    const training = await Promise.all(
      [trainingPositions, moreTraining].flatMap((set) => Object.values(set).flat()).map(keyOf),
    );
    const searches = named('aphid/tuning')
      .runs('full')
      .flatMap(({ settings }) => (settings.kind === 'test' ? [settings.search] : []));
    const tested = await Promise.all(searches.map(({ place }) => keyOf(place)));
    expect(new Set(training).size).toBe(training.length);
    expect(tested.length).toBeGreaterThan(100);
    expect(tested.filter((key) => training.includes(key))).toEqual([]);
  });
});

test('tuning of one game goes through its steps, and goes on where it was', {
  tags: 'long',
}, async () => {
  const tuning = named('aphid/tuning-othello');
  const first = await runExperiment(tuning, { scale: 'smoke', out, signal });
  expect(first.made).toBe(first.total);
  const [choice, test] = first.tables;
  expect(choice!.rows.map(([option]) => option)).toEqual(['minPieces']);
  expect(test!.rows).toHaveLength(1);
  expect(test!.rows[0]!.at(-1)).toMatch(/^(better|worse|no difference shown)$/);
  const second = await runExperiment(tuning, { scale: 'smoke', out, signal });
  expect(second).toMatchObject({ made: 0, skipped: first.total, tables: first.tables });
});
