// The plan of lab/validate is what its seed draws, predictions come before measurements, and errors are told as they are.

import { existsSync } from 'node:fs';
import { loadGame } from 'plyades/internal/api/games.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { expect, test } from 'vitest';
import { othelloFinal } from '#dist/positions.js';
import { comparisons, isDisturbed, type ValidateRow } from '#dist/validate/compare.js';
import { drawMoves } from '#dist/validate/draw.js';
import { sequentialOf, validation } from '#dist/validate/index.js';
import { type Measurement, measure, measurementOf } from '#dist/validate/measure.js';
import { predict } from '#dist/validate/predict.js';
import { runsOf } from '#dist/validate/runs.js';
import { frozenProfile, profilePath, validationPlan } from '#dist/validate/settings.js';
import { readRows } from '../../tools/tables/rows.mjs';

const plan = validationPlan();
const drawings = plan.rounds.flatMap(({ round, seed, positions }) =>
  Object.entries(positions).map(([id, drawn]) => ({ round, seed, id, drawn })),
);
const published = readRows('lab/validate') as ValidateRow[];

test.each(drawings)(
  'the openings of $id in round $round are drawn by lot',
  async ({ id, seed, drawn }) => {
    const game = await loadGame(id);
    const random = createRandom(seed);
    const wanted = drawn.map(({ moves }) => moves);
    expect(wanted).toHaveLength(4);
    // Others were drawn in between, whose searches were too small or too large.
    for (let draw = 0; draw < 200 && wanted.length > 0; draw++)
      if (drawMoves(game, plan.plies, random) === wanted[0]) wanted.shift();
    expect(wanted).toEqual([]);
  },
);

test('each round has positions of all games and a seed of its own', () => {
  expect(plan.rounds.map(({ round }) => round)).toEqual([1, 2, 3]);
  expect(new Set(plan.rounds.map(({ seed }) => seed)).size).toBe(plan.rounds.length);
  for (const { positions } of plan.rounds)
    expect(Object.keys(positions)).toEqual(Object.keys(plan.nodes));
});

test('predictions come first, and all runs have names of their own', () => {
  const runs = runsOf('full');
  const kinds = runs.map(({ settings }) => settings.kind);
  expect(kinds.lastIndexOf('predict')).toBeLessThan(kinds.indexOf('measure'));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
});

test('ways choose kinds, hosts, machines and rounds', () => {
  const runs = runsOf('short', { way: 'measure,nats,round-3' });
  expect(runs.length).toBeGreaterThan(0);
  for (const { settings } of runs)
    expect([settings.kind, settings.host, settings.round]).toEqual(['measure', 'nats', 3]);
  const machines = (way: string) =>
    new Set(runsOf('short', { way }).map(({ settings }) => settings.machine));
  expect(machines('round-1')).toEqual(new Set(['two-cores']));
  expect(machines('round-2')).toEqual(new Set(['sixteen-cores']));
  expect(machines('round-3')).toEqual(new Set(['two-cores', 'sixteen-cores']));
  expect(() => runsOf('short', { way: 'guess' })).toThrow(/--way.*round-2/);
});

test('ways choose games and algorithms, and a part of a measurement has a name of its own', () => {
  const way = 'measure,round-2,checkers,aphid,lazy-smp';
  const runs = runsOf('short', { way });
  expect(runs.length).toBeGreaterThan(0);
  for (const { id, settings } of runs) {
    expect(settings.place.game).toBe('checkers');
    const searched = settings.kind === 'measure' ? Object.keys(settings.algorithms) : [];
    expect(searched).toEqual(['aphid', 'lazy-smp']);
    expect(id).toMatch(/ of aphid, lazy-smp$/);
  }
  const whole = runsOf('short', { way: 'measure,round-2,checkers' }).map(({ id }) => id);
  expect(runs.filter(({ id }) => whole.includes(id))).toEqual([]);
});

test('searches are repeated as often as the scale says, or the caller', () => {
  const repeats = (chosen?: number) =>
    new Set(
      runsOf('full', { way: 'measure', repeats: chosen }).map(({ settings }) =>
        settings.kind === 'measure' ? settings.repeats : 0,
      ),
    );
  expect([repeats(), repeats(7)]).toEqual([new Set([3]), new Set([7])]);
});

test('published rows are runs of the plan, those of round 1 under their first ids', () => {
  const repeats = new Set(
    published.flatMap(({ result }) => {
      if (result.kind !== 'measure') return [];
      return 'rounds' in result ? result.rounds.length : result.sequential.repeats.length;
    }),
  );
  const known = new Map(
    [...repeats].flatMap((each) =>
      runsOf('full', { repeats: each }).map(({ id, settings }) => [id, settings] as const),
    ),
  );
  expect(published.filter(({ settings }) => settings.round === undefined)).toHaveLength(120);
  for (const { id, settings } of published) {
    const { round = 1, place, depth } = settings;
    // Measurements of some of the algorithms have the name of the whole one, and theirs.
    expect(known.get(id.replace(/ of [\w, -]+$/, '')), id).toMatchObject({ round, place, depth });
  }
});

test('published predictions are older than their measurements', () => {
  const dates = (kind: string, host: string, machine: string, round: number) =>
    published.flatMap(({ settings, date }) =>
      settings.kind === kind &&
      settings.host === host &&
      settings.machine === machine &&
      (settings.round ?? 1) === round
        ? (date ?? [])
        : [],
    );
  for (const { round, machines } of plan.rounds)
    for (const { name, hosts } of plan.machines)
      for (const { host } of hosts) {
        if (!machines.includes(name)) continue;
        const measured = dates('measure', host, name, round).sort();
        const last = dates('predict', host, name, round).sort().at(-1);
        if (measured.length > 0)
          expect(last! < measured[0]!, `${round} ${name} ${host}`).toBe(true);
      }
});

test('profiles stay as they were when their predictions were made', () => {
  expect(existsSync(new URL(`../../../../${profilePath(1, 'two-cores')}`, import.meta.url))).toBe(
    true,
  );
  expect(() => frozenProfile(1, 'sixteen-cores')).toThrow(/validate\/1\/sixteen-cores\.json/);
  for (const { id, settings, result } of published) {
    if (result.kind !== 'predict' || settings.round === undefined) continue;
    const { digest } = frozenProfile(settings.round, settings.machine);
    expect(result.profile, id).toBe(digest);
  }
});

test('a prediction names the profile of its round and machine', async () => {
  const predicted = await predict(
    {
      ...{ kind: 'predict', round: 1, machine: 'two-cores', host: 'threads', table: 'shared' },
      ...{ place: othelloFinal[0]!, depth: 6, workers: 2, hash: 4 },
      ...{ algorithm: 'aphid', settings: {} },
    },
    undefined,
    new AbortController().signal,
  );
  expect(predicted.profile).toBe(frozenProfile(1, 'two-cores').digest);
  expect(predicted.profile).toMatch(/^[0-9a-f]{12}$/);
  expect(predicted.speedup).toBeGreaterThan(0);
});

test('a prediction takes the sequential search of its own round', () => {
  const [first] = runsOf('full', { way: 'predict,threads,two-cores,round-1' });
  const second = runsOf('full', { way: 'predict,threads,two-cores,round-3' }).find(
    ({ settings }) =>
      settings.place.name === first!.settings.place.name &&
      settings.depth === first!.settings.depth,
  )!;
  const { round: _, ...settings } = first!.settings;
  const sequential = { value: 1, nodes: 2, seconds: 3 };
  const rows = [{ id: first!.id, settings, result: { kind: 'predict', sequential } }];
  const of = (wanted: typeof second) => sequentialOf(wanted.settings, rows as never);
  expect([of(first!), of(second)]).toEqual([sequential, undefined]);
});

test('a speedup is the median over repeats, each over the sequential search beside it', () => {
  const run = (seconds: number, nodes = 100) => ({
    ...{ value: 7, seconds, nodes, messages: 10, idle: 0.5 },
  });
  const alone = [run(1), run(3), run(1.2)];
  const { sequential, algorithms } = measurementOf(
    alone,
    new Map([['aphid', [run(0.5, 90), run(1.5, 110), run(1, 100)]]]),
  );
  expect(sequential).toEqual({ value: 7, nodes: 100, seconds: 1.2, repeats: [1, 3, 1.2] });
  // The medians of the times would make it 1.2.
  const { speedup, seconds, nodes, repeats } = algorithms.aphid!;
  expect({ speedup, seconds, nodes }).toEqual({ speedup: 2, seconds: 1, nodes: 100 });
  expect(repeats.map((each) => each.speedup)).toEqual([2, 2, 1.2]);
  const wrong = new Map([['aphid', [{ ...run(1), value: 8 }]]]);
  expect(() => measurementOf(alone, wrong)).toThrow('aphid: the values differ');
});

test('a real search is repeated as often as its settings say', async () => {
  const measured: Measurement = await measure(
    {
      ...{ kind: 'measure', round: 2, machine: 'two-cores', host: 'threads', table: 'shared' },
      ...{ place: othelloFinal[0]!, depth: 6, workers: 2, hash: 4 },
      ...{ algorithms: { aphid: {}, 'lazy-smp': {} }, repeats: 2 },
    },
    new AbortController().signal,
  );
  expect(measured.sequential.repeats).toHaveLength(2);
  for (const name of ['aphid', 'lazy-smp']) {
    const { repeats, nodes, speedup } = measured.algorithms[name]!;
    expect(repeats).toHaveLength(2);
    expect(nodes).toBeGreaterThan(100);
    const [one, other] = repeats.map((each) => each.speedup);
    expect(speedup).toBeCloseTo((one! + other!) / 2);
  }
});

/** Both sides of a search, its measurement as round 1 wrote it: the times of each repeat. */
function firstRows(sequential: number[], parallel: number[], predicted = 3): ValidateRow[] {
  const chosen = 'threads,two-cores,round-1';
  const [prediction] = runsOf('short', { way: `predict,${chosen}` });
  const measured = runsOf('short', { way: `measure,${chosen}` }).find(
    ({ settings }) => settings.place.name === prediction!.settings.place.name,
  )!;
  const one = { value: 0, nodes: 100, seconds: sequential[0]! };
  const figures = { seconds: 1, nodes: 100, messages: 10, idle: 0 };
  const search = { ...figures, speedup: 99, rounds: parallel };
  const { round: _, ...settings } = prediction!.settings;
  return [
    {
      ...{ id: prediction!.id, settings },
      result: { kind: 'predict', sequential: one, ...figures, speedup: predicted },
    },
    {
      ...measured,
      result: {
        ...{ kind: 'measure', sequential: one, rounds: sequential },
        algorithms: { 'young-brothers': search },
      },
    },
  ] as ValidateRow[];
}

test('rows of round 1 give the median over repeats, too', () => {
  const [only, ...others] = comparisons(firstRows([1, 3, 1.2], [0.5, 1.5, 1]));
  expect(others).toEqual([]);
  expect(only).toMatchObject({ round: 1, speedups: [2, 2, 1.2] });
  expect([only!.predicted.speedup, only!.real.speedup]).toEqual([3, 2]);
});

test('a search is disturbed when its sequential search is not steady', () => {
  const [steady] = comparisons(firstRows([1, 1.49, 1.2], [1, 1, 1]));
  const [disturbed] = comparisons(firstRows([1, 1.51, 1.2], [1, 1, 1]));
  expect([isDisturbed(steady!), isDisturbed(disturbed!)]).toEqual([false, true]);
});

test('of two measurements that of more repeats counts', () => {
  const rows = firstRows([1, 1, 1], [0.5, 0.5, 0.5]);
  const fewer = firstRows([1], [0.1])[1]!;
  expect(comparisons([...rows, fewer])[0]!.real.speedup).toBe(2);
  expect(comparisons([fewer, ...rows])[0]!.real.speedup).toBe(2);
});

test('a search is disturbed, too, when all repeats were slow beside another host', () => {
  const rows = firstRows([2, 2, 2], [1, 1, 1]);
  const measured = rows[1]!;
  const quick = firstRows([1, 1, 1], [1, 1, 1])[1]!;
  const elsewhere = (more: object) => ({
    ...quick,
    settings: { ...quick.settings, host: 'nats', ...more } as typeof quick.settings,
  });
  const spreadBeside = (other: ValidateRow) => comparisons([...rows, other])[0]!.sequentialSpread;
  expect(comparisons(rows)[0]!.sequentialSpread).toBe(1);
  expect(spreadBeside(elsewhere({}))).toBe(2);
  expect(spreadBeside(elsewhere({ machine: 'sixteen-cores' }))).toBe(1);
  expect(spreadBeside(elsewhere({ round: 2 }))).toBe(1);
  expect(measured.settings.host).toBe('threads');
});

test('predictions alone are shown with their round', () => {
  const [prediction] = runsOf('short', { way: 'predict,threads,sixteen-cores,round-2' });
  const result = { kind: 'predict', speedup: 1.5, nodes: 1000, messages: 10 };
  const { tables } = validation.summarize([{ ...prediction!, result } as never]);
  expect(tables.map(({ rows }) => rows)).toEqual([
    [
      [
        ...['2', 'sixteen-cores', 'threads', '2', 'young-brothers', 'othello', 'drawn 1'],
        ...['1.50', '1,000', '10'],
      ],
    ],
  ]);
});

test('the report shows targets, means and each search, with errors as they are', () => {
  const rows = firstRows([1, 1, 1], [0.5, 0.5, 0.5]);
  const [targets, means, searches] = validation.summarize(rows as never).tables;
  expect(targets!.rows).toEqual([
    [
      ...['1', 'two-cores', 'threads', '2', '1', '0 of 1, missed', '50.0 %, missed'],
      ...['0.0 %, met', '0 of 0'],
    ],
  ]);
  expect(means!.rows[0]).toContain('+50.0 %');
  expect(searches!.rows[0]).toContain('+50.0 %');
  // Openings of two rounds have the same names.
  const again = rows.map((row) => ({ ...row, settings: { ...row.settings, round: 2 } }));
  const { points } = validation.summarize([...rows, ...again] as never).plot;
  expect(new Set(points.map(({ facet }) => facet)).size).toBe(2);
});
