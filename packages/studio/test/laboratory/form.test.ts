import { isGameName, loadGame, unwrap } from 'plyades';
import { loadProfile, parseFaults } from 'plyades/sim';
import { expect, test } from 'vitest';
import { choiceOf, profileOf } from '../../src/laboratory/costs.js';
import { change, chosenAlgorithms, formOf, isForm, requestOf } from '../../src/laboratory/form.js';
import { namedPositions, usualDepth } from '../../src/laboratory/positions.js';
import { processorSteps, processorsAt, sliderOf, sweepSteps } from '../../src/laboratory/scales.js';
import { FIRST_REQUEST } from '../../src/runs/request.js';

test('the form of a request gives the request again', async () => {
  const paper = await loadProfile('paper');
  const first = formOf(FIRST_REQUEST);
  expect(isForm(first)).toBe(true);
  expect(requestOf(first, paper, 0)).toEqual(FIRST_REQUEST);
  const faulty = {
    ...FIRST_REQUEST,
    table: 'ring',
    horizon: 3,
    hash: 200,
    faults: 'lose:5%',
  } as const;
  expect(requestOf(formOf(faulty), paper, 0)).toEqual(faulty);
});

test('a preset travels as settings and is found again', async () => {
  const paper = await loadProfile('paper');
  const form = change(formOf(FIRST_REQUEST), { preset: 'paper' });
  const request = requestOf(form, paper, 0);
  expect(request.settings).toMatchObject({ negascout: false, textbook: true });
  expect(formOf(request)).toEqual(form);
});

test('moved sliders make a custom profile, whose name gives the sliders again', async () => {
  const paper = await loadProfile('paper');
  const choice = { profile: 'paper', latencyStep: 10, nodeStep: -5 } as const;
  const profile = profileOf(choice, paper, 'othello', 0);
  if (typeof profile === 'string') throw new Error('a slider was moved');
  expect(profile.other.latencyNs).toBe(10 * paper.games.othello!.latencyNs);
  expect(profile.epochNs).toBe(10 * paper.epochNs);
  expect(profile.other.nodeNs).toBeCloseTo(44_000 / 10 ** 0.5);
  expect(choiceOf(profile)).toEqual(choice);
  expect(profileOf({ ...choice, latencyStep: 0, nodeStep: 0 }, paper, 'othello', 0)).toBe('paper');
  expect(choiceOf('paper l99 n0')).toBeUndefined();
});

test('changes mend what no longer fits', () => {
  const form = { ...formOf(FIRST_REQUEST), faults: 'crash:12@0.01s+0.1s,lose:5%', horizon: 6 };
  expect(change(form, { processors: 8 }).faults).toBe('lose:5%');
  expect(change(form, { depth: 4 }).horizon).toBe(3);
  expect(change(form, { game: 'chess' }).position).toBe('');
  expect(change(form, { algorithm: 'young-brothers' })).toMatchObject({ horizon: 0, preset: '' });
});

test('a stored form of anything else is refused', () => {
  const form = formOf(FIRST_REQUEST);
  const wrong = [
    null,
    {},
    { ...form, game: 'go' },
    { ...form, processors: 1 },
    { ...form, processors: 1e9 },
    { ...form, costs: { profile: 'x', latencyStep: 0, nodeStep: 0 } },
    { ...form, algorithm: 'sequential' },
  ];
  for (const each of wrong) expect(isForm(each)).toBe(false);
});

test('the slider reaches the processors of the papers', () => {
  for (const processors of [2, 8, 16, 64, 512, 1536]) {
    expect(processorsAt(sliderOf(processors))).toBe(processors);
  }
  expect(processorSteps[0]).toBe(2);
  expect(sweepSteps(16)).toEqual([1, 2, 4, 8, 16]);
  expect(sweepSteps(24)).toEqual([1, 2, 4, 8, 16, 24]);
});

test.each(Object.keys(usualDepth))('named positions of %s can be read', async (game) => {
  expect(isGameName(game)).toBe(true);
  const { notation } = await loadGame(game);
  const named = namedPositions(notation);
  expect(named.length).toBeGreaterThan(1);
  for (const { text } of named.slice(1)) unwrap(notation.parsePosition(text));
});

test('there are algorithms to choose, and a plan of faults for them', () => {
  expect(chosenAlgorithms).toContain('aphid');
  expect(chosenAlgorithms).not.toContain('sequential');
  expect(parseFaults('none', 2).ok).toBe(true);
});
