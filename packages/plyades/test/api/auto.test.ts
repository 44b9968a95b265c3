// `algorithm: 'auto'`, which is also no name: one thread without `workers`, else the algorithm that is best on threads for
// the mode. What an algorithm cannot do is refused with the names of those that can.
import { fileURLToPath } from 'node:url';
import {
  algorithms,
  analyst,
  bot,
  chooseAlgorithm,
  closeAll,
  descriptions,
  loadGame,
  resolveRequest,
  type SearchQuery,
  search,
} from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { measuredChoices } from '#dist/parallel/measured-choices.js';
import { playRandomly } from '../support/positions.js';

afterAll(() => closeAll());

const chosen = async (query: object): Promise<string> =>
  (await resolveRequest({ game: 'othello', depth: 4, ...query } as SearchQuery)).algorithm;

describe('auto', () => {
  test.each([
    [{}, 'sequential'],
    [{ algorithm: 'auto' }, 'sequential'],
    [{ workers: 1 }, 'sequential'],
    [{ workers: 2 }, 'abdada'],
    [{ workers: 'auto', mode: 'play' }, 'abdada'],
    [{ workers: 'auto', game: 'chess' }, 'lazy-smp'],
    [{ workers: 16, mode: 'exact', game: 'chess' }, 'abdada'],
    [{ workers: 3, mode: 'exact', game: 'shogi' }, 'abdada'],
    [{ workers: 3, mode: 'play', game: 'shogi' }, 'lazy-smp'],
    [{ workers: 2, mode: 'exact' }, 'abdada'],
    [{ algorithm: 'auto', workers: 'auto', mode: 'exact' }, 'abdada'],
    [{ workers: 2, mode: 'exact', hash: 0 }, 'aphid'],
  ])('of %o is %s', async (query, name) => {
    expect(await chosen(query)).toBe(name);
  });

  test('divides the work of a game without a key, which has no table', async () => {
    const keyless = fileURLToPath(new URL('../support/keyless.mjs', import.meta.url));
    const { default: game } = await import(keyless);
    const asked = { depth: 4, workers: 2 } as const;
    for (const mode of ['exact', 'play'] as const) {
      expect(chooseAlgorithm({ ...asked, mode, usesTable: false })).toBe('aphid');
      for (const query of [{ game: keyless }, { game, state: game.start() }]) {
        const request = await resolveRequest({ ...query, ...asked, mode } as SearchQuery);
        expect(request.algorithm).toBe('aphid');
      }
    }
  });

  test('is the sequential search where the same nodes are to be searched every time', () => {
    const asked = { game: 'othello', depth: 4, workers: 2, deterministic: true } as const;
    expect(chooseAlgorithm(asked)).toBe('sequential');
    expect(() => search(asked as never)).toThrow(/use .*young-brothers/);
  });

  test('is an algorithm that can do what is asked', () => {
    for (const mode of ['exact', 'play'] as const) {
      for (const onCluster of [true, false]) {
        for (const workers of [1, 2, 'auto'] as const) {
          const name = chooseAlgorithm({ mode, onCluster, workers });
          expect(algorithms).toContain(name);
          expect(descriptions[name].modes).toContain(mode);
          const host = onCluster ? 'cluster' : workers === 1 ? 'thread' : 'threads';
          expect(descriptions[name].runsOn).toContain(host);
        }
      }
    }
  });

  test.each(measuredChoices)('was measured to be $algorithm for $game, $mode, $workers', (row) => {
    const { game, mode, workers, algorithm } = row;
    expect(chooseAlgorithm({ game, mode, workers })).toBe(algorithm);
  });

  test('plays by an algorithm that plays the game', async () => {
    const request = await resolveRequest({ game: 'othello', depth: 4, workers: 2 });
    expect([request.algorithm, request.mode]).toEqual(['abdada', 'play']);
    const named = { depth: 4, algorithm: 'abdada' } as const;
    expect((await resolveRequest({ game: 'othello', ...named })).mode).toBe('play');
    expect((await resolveRequest({ game: 'chess', ...named })).mode).toBe('exact');
  });

  test('finds the value of one thread on several', async () => {
    const game = await loadGame('othello');
    for (let seed = 1; seed <= 6; seed++) {
      const query = { position: playRandomly(game, seed, 6 * seed), depth: 7, hash: 4 } as const;
      const { value } = await search({ ...query, mode: 'exact' }).result;
      const found = await search({ ...query, mode: 'exact', workers: 3 }).result;
      expect([seed, found.value, found.workers]).toEqual([seed, value, 3]);
    }
  });
});

test('an algorithm that divides the work by the table is refused without one', async () => {
  const asked = { depth: 4, algorithm: 'abdada', workers: 2 } as const;
  expect(() => search({ game: 'othello', ...asked, hash: 0 })).toThrow(
    expect.objectContaining({
      code: 'ERR_OPTION',
      message: expect.stringMatching(/^hash 0: .*give 1 MiB, or use aphid$/),
    }),
  );
  const keyless = fileURLToPath(new URL('../support/keyless.mjs', import.meta.url));
  await expect(search({ game: keyless as './keyless.mjs', ...asked }).result).rejects.toMatchObject(
    {
      code: 'ERR_OPTION',
      message: expect.stringMatching(/^algorithm abdada: .*`key`, or use aphid$/),
    },
  );
  await expect(analyst('othello', { algorithm: 'abdada', hash: 0 })).rejects.toMatchObject({
    code: 'ERR_OPTION',
  });
});

test('play mode of a game that an algorithm does not play is refused', async () => {
  const asked = { game: 'chess', depth: 4, algorithm: 'abdada', workers: 2, mode: 'play' } as const;
  expect(() => search(asked)).toThrow(
    expect.objectContaining({
      code: 'ERR_OPTION',
      message: expect.stringMatching(/^mode play: abdada plays othello, .* only: use .*lazy-smp/),
    }),
  );
  await expect(bot('chess', { algorithm: 'abdada', workers: 2 })).rejects.toMatchObject({
    code: 'ERR_OPTION',
  });
});

test('a bot takes auto by its name', async () => {
  const made = await bot('othello', { algorithm: 'auto', workers: 2 });
  const { notation } = await loadGame('othello');
  const { move } = await made.move(notation.start(), { ms: 50 });
  expect(notation.makeMove(move!)).toMatch(/^[a-h][1-8]$/);
  await made.close();
});

test('an algorithm that only threads can run names those that other hosts can', () => {
  const query = { game: 'othello', depth: 4, algorithm: 'abdada', workers: 2 } as const;
  const refusal = (more: object) =>
    expect(() => search({ ...query, ...more } as never)).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message: expect.stringMatching(/young-brothers/),
      }),
    );
  refusal({ deterministic: true });
  refusal({ cluster: {} });
});
