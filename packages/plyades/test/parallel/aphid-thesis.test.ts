// Whole searches by the rules of the thesis, where ours differ.
import { describe, expect, test } from 'vitest';
import { loadGame } from '#dist/api/games.js';
import { completeOptions, settings, sizeTripsOf, THESIS } from '#dist/parallel/aphid/options.js';
import { simulate } from '#dist/sim/index.js';
import { playRandomly } from '../support/positions.js';

const othello = playRandomly(await loadGame('othello'), 5, 20);
const usual = {
  algorithm: 'aphid',
  processors: 8,
  threads: 0,
  profile: 'paper',
  hash: 16,
} as const;
const exact = { ...usual, depth: 8, table: 'shared' } as const;

test('few workers get larger pieces, and the option switches it off', async () => {
  const shareOf = (workers: number, fewTrips: number) =>
    sizeTripsOf({ sizeTrips: 0.08, fewTrips }, workers);
  expect([1, 2, 4, 8].map((workers) => shareOf(workers, 4))).toEqual([4, 1, 0.25, 0.08]);
  expect([1, 2, 4, 8].map((workers) => shareOf(workers, 0))).toEqual([0.08, 0.08, 0.08, 0.08]);
  const start = (await loadGame('othello')).notation.start();
  const plan = { ...exact, processors: 3, depth: 10 };
  const large = await simulate(start, plan);
  const small = await simulate(start, { ...plan, settings: { fewTrips: 0 } });
  expect(large.counters.jobs).toBeLessThan(small.counters.jobs);
  expect(large.value).toBe(small.value);
});

describe('as in the thesis', () => {
  test('each result starts a pass, also where no pass can use it', async () => {
    const ours = await simulate(othello, exact);
    const thesis = await simulate(othello, { ...exact, settings: { skipPasses: false } });
    expect(thesis.counters.passes).toBeGreaterThan(ours.counters.passes);
    expect(thesis.value).toBe(ours.value);
  });

  test('work ahead goes beyond the last iteration', async () => {
    const ours = await simulate(othello, exact);
    const thesis = await simulate(othello, { ...exact, settings: { beyond: 8 } });
    expect(ours.counters.speculativeNodes).toBe(0);
    expect(thesis.counters.speculativeNodes).toBeGreaterThan(0);
    expect(thesis.value).toBe(ours.value);
  });

  test('the search goes parallel an iteration later', async () => {
    const plan = { ...exact, settings: { minSize: 60, minPieces: 10 } };
    const ours = await simulate(othello, plan);
    const thesis = await simulate(othello, {
      ...plan,
      settings: { ...plan.settings, foresee: false },
    });
    expect(thesis.times[0]!.busy).toBeGreaterThan(ours.times[0]!.busy);
    expect(thesis.horizon).toBe(ours.horizon);
  });

  test('the leaf of the principal variation is searched whole, as with few workers and in play mode', async () => {
    const settings = { principalPlies: 0 };
    const jobs = async (options: Parameters<typeof simulate>[1]) =>
      (await simulate(othello, options)).counters.jobs;
    expect(await jobs(exact)).toBeGreaterThan(await jobs({ ...exact, settings }));
    for (const alike of [
      { ...exact, processors: 4 },
      { ...exact, mode: 'play' as const, depth: 11 },
    ])
      expect(await jobs(alike)).toBe(await jobs({ ...alike, settings }));
  });

  test('the master of play mode goes as deep as statistics say', async () => {
    const play = { ...usual, mode: 'play', depth: 40, limitMs: 2000 } as const;
    // With ProbCut of its own the master needs no limit.
    const sizes = { minSize: 1, minPieces: 100, probCut: false };
    const few = await simulate(othello, { ...play, settings: { ...sizes, playHorizon: 2 } });
    const many = await simulate(othello, { ...play, settings: { ...sizes, playHorizon: 256 } });
    expect(few.horizon).toBe(2);
    expect(many.horizon).toBeGreaterThan(2);
  });

  test('the preset names every option that switches a rule, and values that ours are not', () => {
    const ours = completeOptions({});
    const same = Object.keys(THESIS).filter(
      (name) => THESIS[name as keyof typeof THESIS] === ours[name as keyof typeof ours],
    );
    // Ours is another one on a cluster; 10 pieces a worker are best in ours, too.
    expect(same).toEqual(['minPieces', 'check']);
    const rules = Object.entries(settings.optional).filter(([, { kind }]) =>
      ['boolean', 'choice'].includes(kind),
    );
    // The thesis's program had ProbCut above the horizon, too.
    const missing = rules.map(([name]) => name).filter((name) => !(name in THESIS));
    expect(missing).toEqual(['probCut']);
  });
});
