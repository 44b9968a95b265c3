// Searches end when they are stopped: after short searches, in slow games, while a line is completed. How
// exactly they keep to their time is tested in test/search/on-time.test.ts, where no machine can be late.

import { bot, closeAll, loadGame, search } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import slow from '../support/broken-games/slow.mjs';
import { AT_ONCE_MS } from '../support/waiting.js';

afterAll(closeAll);

test('a search is on time after many that were over in no time', async () => {
  const { notation } = await loadGame('synthetic');
  const start = notation.start();
  for (let i = 0; i < 30; i++) await search({ position: start, depth: 2, hash: 1 }).result;
  const startedAt = performance.now();
  const { status: stopped } = await search({ position: start, ms: 50, hash: 1 }).result;
  expect(stopped).toBe('time');
  expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
});

test('a bot with a clock answers in time', async () => {
  const { notation } = await loadGame('chess');
  const ai = await bot('chess', { hash: 1 });
  for (const remainingMs of [400, 200]) {
    const askedAt = performance.now();
    const clock = { remainingMs, incrementMs: 100 };
    const { move } = await ai.move(notation.start(), { clock });
    expect(performance.now() - askedAt).toBeLessThan(AT_ONCE_MS);
    expect(move).toBeDefined();
  }
  await ai.close();
});

test('a clock that cannot be is refused', async () => {
  const { notation } = await loadGame('chess');
  const clock = { remainingMs: 0 };
  expect(() => search({ position: notation.start(), clock })).toThrow(
    expect.objectContaining({ code: 'ERR_LIMIT' }),
  );
});

describe('a game that takes a millisecond for a position', () => {
  test('is searched no longer than asked for', async () => {
    const ai = await bot(slow, { hash: 1 });
    await ai.move(slow.start(), { nodes: 5 });
    const startedAt = performance.now();
    const { move } = await ai.move(slow.start(), { ms: 100 });
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
    expect([1, 2, 3, 4]).toContain(move);
    await ai.close();
  });

  test('can be aborted', async () => {
    const ai = await bot(slow, { hash: 1 });
    const controller = new AbortController();
    const thinking = ai.analyse(slow.start(), { signal: controller.signal });
    for await (const { depth } of thinking) if (depth >= 2) break;
    const abortedAt = performance.now();
    controller.abort();
    await thinking.result;
    expect(performance.now() - abortedAt).toBeLessThan(AT_ONCE_MS);
    await ai.close();
  });
});
