// perft(): the same counts on any number of threads, and counts that can be called off.

import { closeAll, type LoadedGame, loadGame, MAX_PERFT_DEPTH, perft, unwrap } from 'plyades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataLines } from '../support/data.js';
import { AT_ONCE_MS } from '../support/waiting.js';

let othello: LoadedGame;
let ticTacToe: LoadedGame;

beforeAll(async () => {
  othello = await loadGame('othello');
  ticTacToe = await loadGame('tic-tac-toe');
});

afterAll(closeAll);

const counts = (path: string) =>
  dataLines(path).map((line) => line.split('|').map(Number) as [number, number]);

test.each([1, 2, 3])('of Othello to depth 9 is the known one on %i threads', async (workers) => {
  for (const [depth, leaves] of counts('othello/perft.txt')) {
    if (depth > 9) continue;
    const { nodes, seconds } = await perft(othello.notation.start(), depth, { workers });
    expect([depth, nodes]).toEqual([depth, leaves]);
    expect(seconds).toBeGreaterThan(0);
  }
});

test.each([1, 3])('of tic-tac-toe is the known one on %i threads', async (workers) => {
  for (const [depth, leaves] of counts('tic-tac-toe/perft.txt')) {
    const { nodes } = await perft(ticTacToe.notation.start(), depth, { workers });
    expect([depth, nodes]).toEqual([depth, leaves]);
  }
});

test('of depth 0 is the position itself, finished or not', async () => {
  const finished = unwrap(ticTacToe.parsePosition('XXX-OO--- O'));
  for (const position of [othello.notation.start(), finished]) {
    for (const workers of [1, 2]) expect((await perft(position, 0, { workers })).nodes).toBe(1);
  }
});

test('counts games that end within the first plies like any other', async () => {
  // Three squares are left; unless X takes a3, O can win there.
  const late = unwrap(ticTacToe.parsePosition('XXOOOX--- X'));
  const finished = unwrap(ticTacToe.parsePosition('XXX-OO--- O'));
  for (const workers of [1, 2]) {
    for (const depth of [1, 2, 3, 4]) {
      const { nodes } = await perft(late, depth, { workers });
      expect([workers, depth, nodes]).toEqual([workers, depth, [0, 3, 6, 4, 0][depth]]);
      expect((await perft(finished, depth, { workers })).nodes).toBe(0);
    }
    const wipedOut = unwrap(othello.parsePosition(`${'X'.repeat(60)}---- O`));
    expect((await perft(wipedOut, 5, { workers })).nodes).toBe(1);
  }
});

test.each([1, 3])('is called off by a signal, on %i threads', async (workers) => {
  const controller = new AbortController();
  const counting = perft(othello.notation.start(), 16, { workers, signal: controller.signal });
  const outcome = counting.then(
    () => 'counted',
    (error: Error) => error.name,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const abortedAt = performance.now();
  controller.abort();
  expect(await outcome).toBe('AbortError');
  expect(performance.now() - abortedAt).toBeLessThan(AT_ONCE_MS);
  // The threads that were ended are replaced.
  expect((await perft(othello.notation.start(), 5, { workers })).nodes).toBe(1396);
});

test('is called off before it begins', async () => {
  const signal = AbortSignal.abort();
  const counting = perft(othello.notation.start(), 16, { workers: 2, signal });
  await expect(counting).rejects.toMatchObject({ name: 'AbortError' });
  expect((await perft(othello.notation.start(), 3)).nodes).toBe(56);
});

test.each([
  [-1, {}],
  [1.5, {}],
  [MAX_PERFT_DEPTH + 1, {}],
  [3, { workers: 0 }],
  [3, { workers: 1000 }],
  [3, { workers: Number.NaN }],
])('depth %d with %o is refused', async (depth, options) => {
  await expect(perft(othello.notation.start(), depth, options)).rejects.toMatchObject({
    name: 'PlyadesError',
    code: 'ERR_LIMIT',
  });
});

test('refuses positions of unknown games and records of a wrong size', async () => {
  const { record } = ticTacToe.notation.start();
  await expect(perft({ game: 'go', record }, 3)).rejects.toMatchObject({ code: 'ERR_GAME' });
  await expect(perft({ game: 'othello', record }, 3)).rejects.toThrow(TypeError);
});
