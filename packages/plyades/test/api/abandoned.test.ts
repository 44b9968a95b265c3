// Leaving an iteration early ends the work behind it; a caller who wants the result keeps it.

import { analyst, bot, closeAll, loadGame, PlyadesError, search } from 'plyades';
import { afterAll, expect, test } from 'vitest';

const othello = await loadGame('othello');
const start = othello.notation.start();

afterAll(closeAll);

test('a bot whose analysis was left answers the next question', async () => {
  const ai = await bot('othello');
  for await (const thought of ai.analyse(start)) if (thought.depth > 3) break;
  const { move } = await ai.move(start, { ms: 50 });
  expect(othello.legalMoves(start)).toContain(move);
  await ai.close();
});

test('a search that was left ends, and later calls report it', async () => {
  const handle = search({ position: start });
  for await (const progress of handle) if (progress.depth > 2) break;
  expect((await handle.result).status).toBe('aborted');
});

test('whether its result was looked at makes no difference to a search that is left', async () => {
  const handle = search({ position: start });
  const { result } = handle;
  for await (const progress of handle) if (progress.depth > 2) break;
  expect((await result).status).toBe('aborted');
});

test('a search, a bot and an analyst end with the block that uses them', async () => {
  let result: Promise<{ readonly status: string }>;
  let ai: Awaited<ReturnType<typeof bot>>;
  let board: Awaited<ReturnType<typeof analyst>>;
  {
    await using handle = search({ position: start });
    await using opponent = await bot('othello', { hash: 1, workers: 1 });
    await using analysing = await analyst('othello', { hash: 1 });
    ({ result } = handle);
    [ai, board] = [opponent, analysing];
    expect((await ai.move(start, { depth: 1 })).depth).toBe(1);
  }
  expect((await result).status).toBe('aborted');
  await expect(ai.move(start, { depth: 1 })).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  await expect(board.analyse(start, { depth: 1 })).rejects.toMatchObject({ code: 'ERR_CLOSED' });
});

test('one of two iterations may be left', async () => {
  const handle = search({ position: start, depth: 8, mode: 'exact' });
  const whole = (async () => {
    let last = 0;
    for await (const { depth } of handle) last = depth;
    return last;
  })();
  for await (const _ of handle) break;
  await whole;
  expect((await handle.result).status).toBe('depth');
});

test('what is no position is refused before anything starts', () => {
  const none = undefined as unknown as typeof start;
  expect(() => search({ position: none })).toThrow(/expected a position/);
  expect(() => search({ position: { game: 'othello', record: new Uint8Array(17) } })).toThrow(
    /centre|d4|empty/i,
  );
  const both = new Uint8Array(17).fill(255, 0, 16);
  expect(() => search({ position: { game: 'othello', record: both } })).toThrow(
    /no position of Othello/,
  );
  const rubbish = { game: 'chess', record: new Uint8Array(44).fill(1) };
  expect(() => search({ position: rubbish })).toThrow(
    expect.objectContaining({ code: 'ERR_IMPOSSIBLE' }),
  );
  expect(() => search({ position: start, hash: '7' as unknown as number })).toThrow(/hash/);
});

test('a bot refuses by rejecting, never by throwing past a catch', async () => {
  const ai = await bot('synthetic');
  const bytes = { game: 'synthetic', record: new Uint8Array(40).fill(1) };
  await expect(ai.move(bytes, { depth: 2 })).rejects.toThrow(PlyadesError);
  await expect(ai.move(start, { ms: -1 })).rejects.toMatchObject({ code: 'ERR_LIMIT' });
  await ai.close();
});
