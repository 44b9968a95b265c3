// What cannot be searched does not compile: each case names an impossible combination, and the compiler (this file is
// checked with the others) fails when it is accepted. At run time the same is refused with a code.
import {
  closeAll,
  loadGame,
  resolveRequest,
  type SearchQuery,
  type SolveOptions,
  search,
  solve,
} from 'plyades';
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest';

afterAll(closeAll);

const { notation } = await loadGame('tic-tac-toe');
const position = notation.start();
const cluster = { server: 'nats://127.0.0.1:1' };
const earlier = { depth: 2, value: 0, bound: 'exact', move: 4, line: [4] } as const;

const refusal = (query: SearchQuery): string | undefined => {
  try {
    search(query).result.catch(() => {});
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a search that cannot be', () => {
  test('is a deterministic one with a limit of time', () => {
    const settled = { position, algorithm: 'aphid', deterministic: true, workers: 2 } as const;
    // @ts-expect-error a time limit would end it at another node each time
    expect(refusal({ ...settled, depth: 4, ms: 100 })).toBe('ERR_OPTION');
    // @ts-expect-error it needs a depth
    refusal(settled);
    // @ts-expect-error a number of workers is part of what it finds
    expect(refusal({ ...settled, depth: 4, workers: 'auto' })).toBe('ERR_OPTION');
  });

  test('is one on a cluster with a shared table, or a deterministic one', () => {
    const remote = { position, depth: 4, algorithm: 'aphid', cluster } as const;
    // @ts-expect-error machines share no memory
    expect(refusal({ ...remote, table: 'shared' })).toBe('ERR_OPTION');
    // @ts-expect-error what comes first depends on the network
    expect(refusal({ ...remote, deterministic: true, workers: 2 })).toBe('ERR_OPTION');
    // @ts-expect-error one thread has no part in a cluster
    expect(refusal({ position, depth: 4, algorithm: 'sequential', cluster })).toBe('ERR_OPTION');
  });

  test('is one on a GPU without a depth, or with workers', () => {
    // @ts-expect-error it is of a fixed depth
    expect(refusal({ position, algorithm: 'gpu' })).toBe('ERR_OPTION');
    // @ts-expect-error the device has its own
    expect(refusal({ position, algorithm: 'gpu', depth: 3, workers: 2 })).toBe('ERR_OPTION');
  });

  test('is one on a GPU with options of other searches', () => {
    const fixed = { position, algorithm: 'gpu', depth: 3 } as const;
    // @ts-expect-error the device has tables of its own
    expect(refusal({ ...fixed, hash: 16 })).toBe('ERR_OPTION');
    // @ts-expect-error nothing is drawn by lot
    expect(refusal({ ...fixed, seed: 2 })).toBe('ERR_OPTION');
    // @ts-expect-error nothing is left out
    expect(refusal({ ...fixed, selective: false })).toBe('ERR_OPTION');
    // @ts-expect-error it ends with its depth
    expect(refusal({ ...fixed, nodes: 100 })).toBe('ERR_OPTION');
    // @ts-expect-error it cannot be resumed
    expect(refusal({ ...fixed, earlier })).toBe('ERR_OPTION');
    // @ts-expect-error and has no tree
    expect(refusal({ ...fixed, keep: true })).toBe('ERR_OPTION');
  });

  test('is one that keeps a tree, or resumes, where there is none', () => {
    const settled = { algorithm: 'aphid', deterministic: true, workers: 2, depth: 4 } as const;
    // @ts-expect-error every run is the same, from its beginning
    expect(refusal({ position, ...settled, earlier })).toBe('ERR_OPTION');
    // @ts-expect-error it has nothing for a later search
    expect(refusal({ position, ...settled, keep: true })).toBe('ERR_OPTION');
    // @ts-expect-error one thread has no master's tree
    expect(refusal({ position, depth: 4, keep: true })).toBe('ERR_OPTION');
    expect(refusal({ position, depth: 4, keep: false, earlier })).toBeUndefined();
  });

  test('is a sequential one with workers or kinds of tables', () => {
    // @ts-expect-error there is one thread
    expect(refusal({ position, depth: 3, algorithm: 'sequential', workers: 2 })).toBe('ERR_OPTION');
    // @ts-expect-error and one table
    expect(refusal({ position, depth: 3, table: 'ring' })).toBe('ERR_OPTION');
  });

  test('is one in a mode or with settings of another algorithm', () => {
    // @ts-expect-error it only searches exactly
    expect(refusal({ position, algorithm: 'young-brothers', mode: 'play' })).toBe('ERR_OPTION');
    const settings = { minSize: 1 };
    // @ts-expect-error the setting is aphid's
    expect(refusal({ position, algorithm: 'minimal-tree', settings })).toBe('ERR_OPTION');
    // @ts-expect-error there is no such algorithm
    expect(refusal({ position, algorithm: 'magic' })).toBe('ERR_OPTION');
  });
});

const solverRefusal = (options: SolveOptions): string | undefined => {
  try {
    solve(position, options).result.catch(() => {});
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a proof that cannot be', () => {
  test('is one on one thread with workers, a seed, a budget or a cluster', () => {
    // @ts-expect-error there is one thread
    expect(solverRefusal({ algorithm: 'dfpn', workers: 2 })).toBe('ERR_OPTION');
    // @ts-expect-error nothing is drawn by lot
    expect(solverRefusal({ algorithm: 'pns', seed: 2 })).toBe('ERR_OPTION');
    // @ts-expect-error no worker searches leaves
    expect(solverRefusal({ algorithm: 'dfpn', budget: 1000 })).toBe('ERR_OPTION');
    // @ts-expect-error it does not search there
    expect(solverRefusal({ algorithm: 'dfpn', cluster })).toBe('ERR_OPTION');
  });

  test('is a parallel one with a budget or a cluster', () => {
    // @ts-expect-error its threads search no leaves for another
    expect(solverRefusal({ algorithm: 'rp-pns', budget: 1000 })).toBe('ERR_OPTION');
    // @ts-expect-error its threads share memory
    expect(solverRefusal({ algorithm: 'parallel-dfpn', cluster })).toBe('ERR_OPTION');
  });

  test('is a distributed one without a cluster, or with a way to keep apart', () => {
    // @ts-expect-error it needs the workers of a cluster
    expect(solverRefusal({ algorithm: 'pns-dfpn' })).toBe('ERR_OPTION');
    // @ts-expect-error its workers search different leaves
    expect(solverRefusal({ cluster, selection: 'paper' })).toBe('ERR_OPTION');
  });
});

test('a search on a cluster has an algorithm of its own when none is named', async () => {
  const query = { game: 'tic-tac-toe', depth: 4, cluster } as const;
  expect((await resolveRequest(query)).algorithm).toBe('aphid');
  const playing = await resolveRequest({ ...query, mode: 'play' });
  expect(playing).toMatchObject({ algorithm: 'aphid', mode: 'play' });
});

test('a request has the settings that its algorithm has where it runs', async () => {
  const query = { game: 'tic-tac-toe', depth: 4, mode: 'exact' } as const;
  const settingsOf = async (more: object) =>
    (await resolveRequest({ ...query, ...more } as SearchQuery)).settings;
  expect(await settingsOf({ algorithm: 'aphid', workers: 2 })).toEqual({});
  expect(await settingsOf({ algorithm: 'aphid', cluster })).toEqual({ check: 0.02 });
  const settings = { check: 0.5 };
  expect(await settingsOf({ algorithm: 'aphid', cluster, settings })).toEqual(settings);
  const repeated = { algorithm: 'young-brothers', deterministic: true, workers: 2 };
  expect(await settingsOf(repeated)).toEqual({ patience: 1, rest: 1 });
});

test('names of games and algorithms are literal types', () => {
  type Game = NonNullable<SearchQuery['game']>;
  expectTypeOf<'othello'>().toExtend<Game>();
  type Name = NonNullable<SearchQuery['algorithm']>;
  expectTypeOf<'sequential' | 'aphid' | 'gpu'>().toExtend<Name>();
  expectTypeOf<string>().not.toExtend<Name>();
});

test('a game by name and a position as text are searched like a position', async () => {
  const text = 'XX-OO---- X';
  const options = { mode: 'exact', depth: 9, hash: 1 } as const;
  const parsed = notation.parsePosition(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const { value, line, nodes } = await search({ position: parsed.value, ...options }).result;
  const named = await search({ game: 'tic-tac-toe', position: text, ...options }).result;
  expect(named).toMatchObject({ game: 'tic-tac-toe', value, line, nodes });
  const start = await search({ game: 'tic-tac-toe', ...options }).result;
  expect(start).toMatchObject({ value: 0, status: 'solved' });
  await expect(search({ game: 'tic-tac-toe', position: 'X', depth: 1 }).result).rejects.toThrow();
  // @ts-expect-error: no game of the library, and no path.
  await expect(search({ game: 'go', depth: 1 }).result).rejects.toMatchObject({ code: 'ERR_GAME' });
});
