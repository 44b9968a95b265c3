import { loadGame, unwrap } from 'plyades';
import { parseFaults, simulate } from 'plyades/sim';
import type { PieceOutcome, PieceRecord } from 'plyades/trace';
import { expect, test } from 'vitest';
import { withCrash, withoutFault, withShare } from '../../src/laboratory/faults.js';
import { crashRequest, killTime, lostPieces, whyNot } from '../../src/laboratory/kill.js';
import { crashWords, outcomeOf } from '../../src/laboratory/result.js';
import { FIRST_REQUEST } from '../../src/runs/request.js';

test('the moment of a crash survives as text to the last digit', () => {
  for (const nanos of [1, 27_300, 12_345_678, 1_173_456_789, 999_999_999_999]) {
    const { faults } = crashRequest(FIRST_REQUEST, 7, nanos, 2 * nanos);
    const [crash] = unwrap(parseFaults(faults, 16)).processes;
    expect(crash).toMatchObject({ type: 'crash', process: 7, at: nanos / 1e9 });
    expect(Math.round(crash!.at * 1e9)).toBe(nanos);
  }
});

test('a second crash is added to the first', () => {
  const once = crashRequest(FIRST_REQUEST, 7, 5e6, 1e9);
  const twice = crashRequest(once, 3, 9e6, 1e9);
  expect(twice.faults).toBe('crash:7@0.005s+0.25s,crash:3@0.009s+0.25s');
  expect(twice.seed).toBe(FIRST_REQUEST.seed);
});

test('controls change one thing of a plan', () => {
  expect(withShare('crash:7@0.005s+0.25s', 16, 'lose', 5)).toBe('crash:7@0.005s+0.25s,lose:5%');
  expect(withShare('lose:5%', 16, 'lose', 0)).toBe('none');
  expect(withCrash('random', 16, 2, 0.5, 1)).toBe('crash:2@0.5s+1s');
  expect(withoutFault('crash:7@0.005s+0.25s,lose:5%', 16, 0)).toBe('lose:5%');
});

test('the first process cannot be killed, and others can', () => {
  expect(whyNot(0, 16)).toContain('answers for it');
  expect(whyNot(15, 16)).toBeUndefined();
  expect(whyNot(16, 16)).toContain('no processor 16');
});

test('at the end of a finished run the crash is put into its middle', () => {
  expect(killTime(100, 100, true)).toBe(50);
  expect(killTime(100, 100, false)).toBe(100);
  expect(killTime(30, 100, true)).toBe(30);
});

const piece = (
  process: number,
  from: number,
  to: number,
  path: number[],
  outcome: PieceOutcome | undefined = 'done',
): PieceRecord => ({
  ...{ process, piece: from, from, to, path, depth: 3, alpha: -1, beta: 1, ahead: false, nodes: 9 },
  ...{ kind: 'own', outcome, value: 0, bound: 'exact' },
});

test('pieces under way at the crash are found with those who searched them again', () => {
  const pieces = [
    piece(7, 0, 40, [1]),
    piece(7, 50, Number.NaN, [2], 'unfinished'),
    piece(7, 55, 66, [3, 4], 'left'),
    piece(7, 56, 66, [9]),
    piece(3, 100, 120, [2]),
    piece(5, 10, 20, [3, 4]),
  ];
  const faults = [{ process: 7, at: 65, until: 200, type: 'crash' }] as const;
  expect(lostPieces({ pieces, faults }, 7, 70)).toEqual({ lost: 2, again: 1, by: [3] });
  expect(lostPieces({ pieces, faults: [] }, 7, 45)).toEqual({ lost: 0, again: 0, by: [] });
});

test('a killed processor does not change the value, and the words say so', async () => {
  const { notation } = await loadGame('othello');
  const { game: _, position, ...request } = crashRequest(FIRST_REQUEST, 7, 300e6, 1200e6);
  const simulation = await simulate(unwrap(notation.parsePosition(position)), {
    ...request,
    depth: 7,
    settings: {},
    threads: 0,
  });
  expect(simulation.value).toBe(simulation.sequential.value);
  const words = crashWords(7, 300e6, { lost: 2, again: 2, by: [3] }, outcomeOf(simulation));
  expect(words).toBe(
    `Processor 7 crashed at 300.00 ms with 2 pieces under way, searched again by processor 3; the value is still +${simulation.value}.`,
  );
});
