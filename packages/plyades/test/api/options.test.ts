// Options with a wrong name are refused by every function of the library, in JavaScript too: the message names the
// option, the known ones and the one that was probably meant.

import {
  analyst,
  type Bot,
  bot,
  checkRules,
  checkRulesSync,
  closeAll,
  defineGame,
  loadGame,
  perft,
  search,
  solve,
  verify,
} from 'plyades';
import { afterAll, expect, test } from 'vitest';
import connectFour from '#dist/examples/connect-four.js';

afterAll(closeAll);

const game = await loadGame('tic-tac-toe');
const position = game.notation.start();

async function withBot<T>(work: (ai: Bot<typeof position, number>) => Promise<T>): Promise<T> {
  await using ai = await bot('tic-tac-toe', { hash: 1 });
  return work(ai);
}

/** The options of each function: a known one, and what it is called with. */
const functions: [name: string, known: string, call: (options: never) => unknown][] = [
  ['bot', 'level', (options) => bot('tic-tac-toe', options)],
  ['bot of an own game', 'workers', (options) => bot(connectFour, options)],
  ['move', 'depth', (options) => withBot((ai) => ai.move(position, options))],
  ['analyse', 'nodes', (options) => withBot((ai) => ai.analyse(position, options).result)],
  ['rank', 'lines', (options) => withBot((ai) => ai.rank(position, options))],
  ['explain', 'mode', (options) => withBot((ai) => ai.explain(position, 0, options))],
  ['bot.checkRules', 'games', (options) => withBot((ai) => ai.checkRules(options))],
  ['search', 'position', (options) => search({ position, ...(options as object) })],
  ['search by name', 'algorithm', (options) => search({ game: 'loa', ...(options as object) })],
  ['solve', 'memory', (options) => solve(position, options)],
  ['analyst', 'workers', (options) => analyst('tic-tac-toe', options)],
  [
    'analyst.analyse',
    'lines',
    async (options) => {
      await using one = await analyst('tic-tac-toe', { hash: 1 });
      return await one.analyse(position, options);
    },
  ],
  ['perft', 'workers', (options) => perft(position, 1, options)],
  ['checkRules', 'games', (options) => checkRules(connectFour, options)],
  ['checkRulesSync', 'plies', (options) => checkRulesSync(connectFour, options)],
  ['verify', 'game', (options) => verify(new Uint8Array(), options)],
];

test.each(functions)('%s refuses an unknown option, and says which are known', async (...given) => {
  const [, known, call] = given;
  const slip = `${known.slice(0, -2)}${known.at(-1)}${known.at(-2)}`;
  const refusal = (name: string, message: RegExp) =>
    expect(async () => call({ [name]: 1 } as never)).rejects.toSatisfy((error: Error) => {
      expect(error).toMatchObject({ name: 'PlyadesError', code: 'ERR_OPTION' });
      expect(error.message).toMatch(message);
      return true;
    });
  await refusal('zzzzzz', new RegExp(`^zzzzzz: expected one of .*\\b${known}\\b[^?]*$`));
  await refusal(slip, new RegExp(`^${slip}: expected one of .* \\(did you mean ${known}\\?\\)$`));
  await refusal('\u001b[31m', /^\\u001b\[31m: expected one of/);
});

test('an option that is undefined counts as not given', async () => {
  const options = { depth: 1, level: undefined } as object;
  expect((await search({ position, ...options }).result).depth).toBe(1);
});

test('defineGame refuses a property that means nothing, and knows what was meant', () => {
  const { turn, ...rest } = connectFour;
  expect(() => defineGame({ ...rest, turn, evalaute: () => 0 } as never)).toThrow(
    expect.objectContaining({
      code: 'ERR_DEFINITION',
      message: expect.stringMatching(/'evalaute' .*\(did you mean evaluate\?\)/),
    }),
  );
});

test('the types know the names of games, and an own game keeps its states and moves', async () => {
  const name: string = 'tic-tac-toe';
  await using byName = await bot(name, { hash: 1 });
  const move: number | undefined = (await byName.move(position, { depth: 1 })).move;
  expect(move).toBeTypeOf('number');
  await using own = await bot(connectFour, { level: 'easy' });
  const column: number | undefined = (await own.move(connectFour.start())).move;
  expect(column).toBeTypeOf('number');
  // @ts-expect-error: no game of this name.
  await expect(bot('tictactoe')).rejects.toMatchObject({ code: 'ERR_GAME' });
  // @ts-expect-error: a state of another game.
  await expect(own.move(position)).rejects.toThrow();
  // @ts-expect-error: no algorithm of this name.
  await expect(bot('loa', { algorithm: 'lazysmp' })).rejects.toThrow(/expected one of/);
  // @ts-expect-error: no option of this name.
  await expect(bot('loa', { time: 3 })).rejects.toMatchObject({ code: 'ERR_OPTION' });
});

test('every function that has threads takes a number of workers or auto', async () => {
  await using one = await analyst('tic-tac-toe', { workers: 'auto', hash: 1 });
  expect((await one.analyse(position, { depth: 9 })).value).toBe(0);
  expect((await perft(position, 3, { workers: 'auto' })).nodes).toBe(9 * 8 * 7);
});
