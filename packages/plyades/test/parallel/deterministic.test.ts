// Deterministic parallel search: the same value, move, line and node count for a number of virtual
// workers, on any number of threads.
import { describe, expect, test } from 'vitest';
import type { SearchRequest } from '#dist/core/search-request.js';
import { loadKernel, notationOf } from '#dist/games/load.js';
import {
  type DeterministicOptions,
  searchDeterministic,
} from '#dist/hosts/epochs/deterministic.js';
import { DriverPool } from '#dist/hosts/epochs/pool.js';
import type { Algorithm } from '#dist/parallel/algorithm.js';
import { algorithms, algorithmsOn } from '#dist/parallel/algorithms.js';
import { requestWith } from '../support/request.js';

const kernel = await loadKernel('othello');
const game = { kind: 'kernel', kernel } as const;
const { record } = notationOf('othello').start();
const usual = { algorithm: 'root-split', workers: 3, depth: 8, table: 'local' } as const;

type Changes = Partial<SearchRequest> & Omit<DeterministicOptions, 'request'>;

/** A search of Othello unless another game is given. */
function repeat(
  { threads, pool, signal, onDepth, epochNodes, ...changes }: Changes,
  of = game,
  at = record,
) {
  const request = requestWith({ ...usual, ...changes });
  // The host refuses an unknown algorithm itself.
  const known: Readonly<Record<string, Algorithm>> = algorithms;
  const use = { ...request, host: 'deterministic' } as const;
  const settings = known[request.algorithm]?.defaultsFor?.(use) ?? {};
  return searchDeterministic(of, at, {
    request: { ...request, settings: { ...settings, ...request.settings } },
    ...(threads !== undefined && { threads }),
    ...(onDepth && { onDepth }),
    ...(epochNodes !== undefined && { epochNodes }),
    pool,
    signal,
  });
}

describe.each([...algorithmsOn('deterministic')])('%s', (algorithm) => {
  const isRepeated = async (table: 'local' | 'ring' | 'shared') => {
    const options = { algorithm, table, epochNodes: 1000 };
    const results = [];
    for (const threads of [1, 2, 3, 2]) {
      results.push(await repeat({ ...options, threads }));
    }
    const alone = await repeat({ ...options, workers: 1, threads: 1 });
    expect(results[0]!.end).toBe('done');
    expect(results[0]!.finding!.pv.length).toBeGreaterThan(0);
    for (const result of results) expect(result).toEqual(results[0]);
    expect(alone.finding!.value).toBe(results[0]!.finding!.value);
  };
  test('with a ring table is repeated', { tags: 'long' }, () => isRepeated('ring'));
  test.each(['local', 'shared'] as const)(
    'with a %s table is repeated',
    { tags: 'long' },
    isRepeated,
  );
});

test('threads and memory that are kept hold nothing of earlier searches', async () => {
  const chess = { kind: 'kernel', kernel: await loadKernel('chess') } as const;
  const start = notationOf('chess').start().record;
  const pool = new DriverPool();
  const run = (algorithm: string, from: DriverPool | undefined) =>
    repeat({ algorithm, threads: 2, pool: from });
  for (const algorithm of ['aphid', 'young-brothers']) {
    const fresh = await run(algorithm, undefined);
    expect(await run(algorithm, pool)).toEqual(fresh);
    expect(await run(algorithm, pool)).toEqual(fresh);
    await repeat({ depth: 4, threads: 2, pool }, chess, start);
    const signal = AbortSignal.timeout(100);
    await repeat({ depth: 60, threads: 2, pool, signal });
    expect(await run(algorithm, pool)).toEqual(fresh);
  }
  const endless = repeat({ depth: 60, pool });
  const closed = expect(endless).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await pool.close();
  await closed;
  expect((await run('aphid', pool)).end).toBe('done');
  await pool.close();
});

test('tells of every depth, and ends early when aborted', async () => {
  const depths: number[] = [];
  const controller = new AbortController();
  const result = await repeat({
    depth: 60,
    threads: 2,
    signal: controller.signal,
    onDepth: ({ depth }) => {
      if (depths.push(depth) > 2) controller.abort();
    },
  });
  expect(result.end).toBe('stopped');
  expect(depths.length).toBeGreaterThan(2);
  expect(depths).toEqual([...depths].sort((a, b) => a - b));
});

test.each([
  [{ ms: 1000 }, 'ERR_OPTION'],
  [{ workers: 0 }, 'ERR_OPTION'],
  [{ workers: -1 }, 'ERR_OPTION'],
  [{ workers: 1e6 }, 'ERR_OPTION'],
  [{ depth: 0 }, 'ERR_LIMIT'],
  [{ algorithm: 'magic' }, 'ERR_OPTION'],
  [{ threads: 0 }, 'ERR_OPTION'],
  [{ hash: Number.NaN }, 'ERR_OPTION'],
])('is refused with %j', async (wrong, code) => {
  const search = repeat(wrong);
  await expect(search).rejects.toMatchObject({ code });
});
