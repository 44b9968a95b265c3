// checkRules plays its games on a worker thread, and finds what the check on this thread finds.

import { bot, checkRules, checkRulesSync, closeAll, defineGame } from 'plyades';
import { afterAll, expect, test } from 'vitest';
import connectFour from '#dist/examples/connect-four.js';

afterAll(closeAll);

/** The longest time for which the event loop did not turn while a promise was pending. */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work;
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

test('a check leaves the thread of its caller free', async () => {
  expect(await checkRules(connectFour)).toEqual([]);
  const startedAt = performance.now();
  const longest = await longestBlock(checkRules(connectFour, { games: 500 }));
  expect(longest).toBeLessThan((performance.now() - startedAt) / 2);
});

test('a bot checks the rules of its game on a thread of its own', async () => {
  await using ai = await bot(connectFour, { level: 'easy' });
  expect(await ai.checkRules({ games: 5 })).toEqual([]);
  await using builtIn = await bot('tic-tac-toe', { hash: 1 });
  expect(await builtIn.checkRules()).toEqual([]);
});

test('a game that no thread can load is checked here, with the same findings', async () => {
  const broken = defineGame({
    url: new URL('./nowhere.js', import.meta.url).href,
    start: () => 3,
    turn: (left) => (left % 2 === 0 ? 0 : 1),
    moves: () => [1],
    play(left) {
      if (left === 1) throw new Error('no sticks');
      return left - 1;
    },
    winner: () => undefined,
  });
  const findings = await checkRules(broken);
  expect(findings).toEqual(checkRulesSync(broken));
  expect(findings).toMatchObject([{ mistake: 'throws', where: 'play', line: [1, 1] }]);
});

test('an exception in the rules comes back from the thread as an error', async () => {
  const url = new URL('../support/broken-games/throws.mjs', import.meta.url).href;
  const { default: game } = await import(url);
  const [found] = await checkRules(game, { games: 3 });
  const [here] = checkRulesSync<unknown, unknown>(game, { games: 3 });
  expect(found).toMatchObject({ mistake: here!.mistake, where: here!.where, line: here!.line });
  expect(found!.cause).toBeInstanceOf(Error);
  expect((found!.cause as Error).message).toBe((here!.cause as Error).message);
});
