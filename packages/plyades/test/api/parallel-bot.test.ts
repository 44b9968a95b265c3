// A bot on several threads: it plays by the same rules of time as one on a single thread, keeps what it
// has learnt, and leaves no thread behind.
import { type Bot, bot, closeAll, loadGame, type Move, type Position, unwrap } from 'plyades';
import { afterAll, expect, test } from 'vitest';
import { playRandomly } from '../support/positions.js';
import { AT_ONCE_MS, until } from '../support/waiting.js';

afterAll(closeAll);

/** Both sides of a game from the start; the number of plies. */
async function playOut(id: string, ai: Bot<Position, Move>, depth: number) {
  const game = await loadGame(id);
  let position = game.notation.start();
  let plies = 0;
  while (!game.over(position)) {
    const { move, value } = await ai.move(position, { depth });
    expect(game.legalMoves(position)).toContain(move);
    expect(Number.isFinite(value)).toBe(true);
    position = unwrap(game.play(position, move!));
    plies++;
  }
  return { result: game.result(position), plies };
}

test('plays tic-tac-toe to the draw that it is', async () => {
  const ai = await bot('tic-tac-toe', { hash: 1, workers: 2 });
  expect(await playOut('tic-tac-toe', ai, 9)).toEqual({ result: 0, plies: 9 });
  await ai.close();
});

test('plays Othello to its end on three threads', async () => {
  const ai = await bot('othello', { hash: 1, workers: 3 });
  expect((await playOut('othello', ai, 4)).plies).toBeGreaterThan(40);
  await ai.close();
});

test('remembers from move to move', async () => {
  const { notation } = await loadGame('chess');
  const ai = await bot('chess', { hash: 8, workers: 2 });
  const ask = async () => (await ai.move(notation.start(), { depth: 9 })).nodes;
  const first = await ask();
  // What the second thread searches until it is stopped depends on the machine: one quick answer is enough.
  await until(async () => (await ask()) < first / 2, 'it answers from its table');
  await ai.close();
});

test('answers in time, with milliseconds and with a clock', async () => {
  const { notation } = await loadGame('chess');
  const ai = await bot('chess', { hash: 1, workers: 2 });
  await ai.move(notation.start(), { depth: 1 });
  for (const limits of [{ ms: 1 }, { ms: 100 }, { clock: { remainingMs: 300 } }]) {
    const askedAt = performance.now();
    const { move } = await ai.move(notation.start(), limits);
    expect(move).toBeDefined();
    expect(performance.now() - askedAt).toBeLessThan(AT_ONCE_MS);
  }
  await ai.close();
});

test('with one legal move and a clock it does not think', async () => {
  const game = await loadGame('othello');
  let seed = 1;
  let forced = playRandomly(game, seed, 20);
  while (game.legalMoves(forced).length !== 1) forced = playRandomly(game, ++seed, 20);
  const ai = await bot('othello', { hash: 1, workers: 2 });
  const { depth, move } = await ai.move(forced, { clock: { remainingMs: 60_000 } });
  expect(game.legalMoves(forced)).toEqual([move]);
  expect(depth).toBeLessThan(10);
  await ai.close();
});

test('several questions at once are answered in turn', async () => {
  const { notation } = await loadGame('othello');
  const ai = await bot('othello', { hash: 1, workers: 2 });
  const thoughts = await Promise.all(
    [3, 4, 5].map((depth) => ai.move(notation.start(), { depth })),
  );
  expect(thoughts.map(({ depth }) => depth)).toEqual([3, 4, 5]);
  await ai.close();
});

test('closed while it thinks it says so, and starts nothing more', async () => {
  const { notation } = await loadGame('chess');
  const ai = await bot('chess', { hash: 1, workers: 2 });
  const thinking = ai.move(notation.start(), { ms: 60_000 });
  const outcome = thinking.then(
    () => 'moved',
    (error) => error.code,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ai.close();
  expect(await outcome).toBe('ERR_CLOSED');
  await expect(ai.move(notation.start())).rejects.toMatchObject({ code: 'ERR_CLOSED' });
});

test('workers that cannot be are refused', async () => {
  for (const workers of [0, -1, 1.5, 257, 'all']) {
    const made = bot('othello', { workers: workers as number });
    await expect(made).rejects.toMatchObject({ code: 'ERR_OPTION' });
  }
});
