// The plan of lab/validate is what its seed draws, predictions come before measurements, and errors are told as they are.

import { loadGame } from 'plyades/internal/api/games.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { expect, test } from 'vitest';
import { drawMoves } from '#dist/validate/draw.js';
import { comparisons, validation } from '#dist/validate/index.js';
import { runsOf } from '#dist/validate/runs.js';
import { validationPlan } from '#dist/validate/settings.js';

const plan = validationPlan();

test.each(Object.entries(plan.positions))(
  'the openings of %s are drawn by lot',
  async (id, drawn) => {
    const game = await loadGame(id);
    const random = createRandom(plan.seed);
    const wanted = drawn.map(({ moves }) => moves);
    // Others were drawn in between, whose searches were too small or too large.
    for (let draw = 0; draw < 200 && wanted.length > 0; draw++)
      if (drawMoves(game, plan.plies, random) === wanted[0]) wanted.shift();
    expect(wanted).toEqual([]);
  },
);

test('predictions come first, and all runs have names of their own', () => {
  const runs = runsOf('full', undefined);
  const kinds = runs.map(({ settings }) => settings.kind);
  expect(kinds.lastIndexOf('predict')).toBeLessThan(kinds.indexOf('measure'));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
});

test('ways choose kinds, hosts and machines', () => {
  const runs = runsOf('short', 'measure,nats');
  expect(runs.length).toBeGreaterThan(0);
  for (const { settings } of runs)
    expect([settings.kind, settings.host]).toEqual(['measure', 'nats']);
  expect(() => runsOf('short', 'guess')).toThrow(/--way/);
});

test('a prediction is compared with the measurement of the same search', () => {
  const [predicted] = runsOf('short', 'predict,threads,two-cores');
  const measured = runsOf('short', 'measure,threads,two-cores').find(
    ({ settings }) => settings.place.name === predicted!.settings.place.name,
  )!;
  const sequential = { value: 0, nodes: 100, seconds: 1 };
  const figures = { seconds: 1, nodes: 100, messages: 10, idle: 0 };
  const rows = [
    { ...predicted!, result: { kind: 'predict', sequential, ...figures, speedup: 3 } },
    {
      ...measured,
      result: {
        ...{ kind: 'measure', sequential, rounds: [1] },
        algorithms: { 'young-brothers': { ...figures, speedup: 2, rounds: [1] } },
      },
    },
  ] as Parameters<typeof comparisons>[0];
  const [only, ...others] = comparisons(rows);
  expect(others).toEqual([]);
  expect([only!.predicted.speedup, only!.real.speedup]).toEqual([3, 2]);
  const [means] = validation.summarize(rows).tables;
  expect(means!.rows[0]).toContain('miss');
  expect(means!.rows[0]).toContain('+50.0 %');
});
