// Worker threads that fail: a dead one takes its own job with it and nothing else, a trap and a lack of
// memory are reported as what they are, and the thread that reports them goes on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GameKernel, loadKernel, notationOf } from '#dist/games/load.js';
import { ThreadPool } from '#dist/hosts/threads/pool.js';
import type { SearchCommand, SearchReport } from '#dist/hosts/threads/protocol.js';
import { sharedNow } from '#dist/hosts/threads/shared-time.js';
import { compileKernel } from '#dist/kernel/index.js';
import { fakeKernel } from '../support/fake-kernel.js';
import { AT_ONCE_MS } from '../support/waiting.js';

const pool = new ThreadPool();
let ticTacToe: GameKernel;
let foreign: WebAssembly.Module;

beforeAll(async () => {
  ticTacToe = await loadKernel('tic-tac-toe');
  foreign = await compileKernel('foreign');
});

afterAll(() => pool.close());

/** A search of a small game that takes some milliseconds. */
const goodJob = (): SearchCommand => ({
  type: 'search',
  game: { kind: 'kernel', kernel: ticTacToe },
  position: notationOf('tic-tac-toe').start().record,
  before: [],
  request: { depth: 9, mode: 'exact', hash: 1 / 16 },
  keepTable: false,
});

const fakeJob = (module: WebAssembly.Module): SearchCommand => ({
  ...goodJob(),
  game: { kind: 'kernel', kernel: { id: 'fake', module, data: undefined } },
  position: new Uint8Array(16),
});

const brokenGame = (name: string): SearchCommand => ({
  ...goodJob(),
  game: {
    kind: 'plain',
    module: foreign,
    url: new URL(`../support/broken-games/${name}.mjs`, import.meta.url).href,
    exportName: 'default',
  },
  position: 0,
});

const solved = { value: 0, solved: true, status: 'solved' };

/** A search that runs until it is aborted. */
async function endlessJob(): Promise<SearchCommand> {
  const kernel = await loadKernel('synthetic');
  const { record } = notationOf('synthetic').start();
  return {
    ...goodJob(),
    game: { kind: 'kernel', kernel },
    position: record,
    request: { mode: 'exact', hash: 1 / 16 },
  };
}

describe('a thread that dies', () => {
  test('fails its own job with ERR_WORKER, and no other', async () => {
    const controller = new AbortController();
    const other = pool.run(await endlessJob(), { signal: controller.signal });
    await expect(pool.run(brokenGame('exits'))).rejects.toMatchObject({
      name: 'PlyadesError',
      code: 'ERR_WORKER',
      message: expect.stringContaining('code 7'),
    });
    expect(await pool.run(goodJob())).toMatchObject(solved);
    controller.abort();
    expect(await other).toMatchObject({ status: 'aborted' });
  });

  test('is not used again, and keeps what it died of', async () => {
    const thread = await pool.lease();
    await expect(thread.run(brokenGame('exits'))).rejects.toMatchObject({ code: 'ERR_WORKER' });
    expect(thread.alive).toBe(false);
    await expect(thread.run(goodJob())).rejects.toMatchObject({ code: 'ERR_WORKER' });
    pool.giveBack(thread);
    const next = await pool.lease();
    expect(next).not.toBe(thread);
    expect(await next.run(goodJob())).toMatchObject(solved);
    pool.giveBack(next);
  });

  test('while it is idle is replaced', async () => {
    const thread = await pool.lease();
    pool.giveBack(thread);
    await thread.end();
    expect(await pool.run(goodJob())).toMatchObject(solved);
  });
});

describe('a kernel that traps', () => {
  test('is reported as ERR_TRAP, and its thread takes the next job', async () => {
    const thread = await pool.lease();
    for (const where of ['searcherRun', 'searcherStart', 'searcherInit', 'heapBase'] as const) {
      const job = fakeJob(fakeKernel({ [where]: 'trap' }));
      await expect(thread.run(job)).rejects.toMatchObject({
        name: 'PlyadesError',
        code: 'ERR_TRAP',
        message: expect.stringContaining('unreachable'),
      });
      expect(thread.alive).toBe(true);
      expect(await thread.run(goodJob())).toMatchObject(solved);
    }
    pool.giveBack(thread);
  });

  test('while it counts is reported too', async () => {
    const kernel = { id: 'fake', module: fakeKernel({ perft: 'trap' }), data: undefined };
    const record = new Uint8Array(16);
    const thread = await pool.lease();
    const trapping = { kind: 'kernel', kernel } as const;
    const count = thread.run({ type: 'perft', game: trapping, position: record, depth: 3 });
    await expect(count).rejects.toMatchObject({ code: 'ERR_TRAP' });
    const start = notationOf('tic-tac-toe').start();
    const game = { kind: 'kernel', kernel: ticTacToe } as const;
    const job = { type: 'perft', game, position: start.record, depth: 3 } as const;
    expect(await thread.run(job)).toBe(504);
    pool.giveBack(thread);
  });

  test('does not trap for want of a hand-made module: one without a trap answers', async () => {
    const report = (await pool.run(fakeJob(fakeKernel({})))) as SearchReport;
    expect(report.status).toBe('solved');
  });
});

describe('more memory than there is', () => {
  test.each([5 * 2 ** 30, 2 ** 40])('%d bytes of table are ERR_MEMORY', async (tableBytes) => {
    const thread = await pool.lease();
    const request = { ...goodJob().request, hash: tableBytes / 2 ** 20 };
    const job = thread.run({ ...goodJob(), request });
    await expect(job).rejects.toMatchObject({ name: 'PlyadesError', code: 'ERR_MEMORY' });
    expect(await thread.run(goodJob())).toMatchObject(solved);
    pool.giveBack(thread);
  });

  test('a kernel that needs more than its arena holds is ERR_MEMORY', async () => {
    const module = fakeKernel({ tableBytes: 2 ** 30 });
    await expect(pool.run(fakeJob(module))).rejects.toMatchObject({ code: 'ERR_MEMORY' });
  });
});

test("an error in the user's own game keeps its name and message and gets no code of ours", async () => {
  const error = await pool.run(brokenGame('throws')).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ name: 'TypeError', message: 'pieces is undefined' });
  expect(error).not.toHaveProperty('code');
  expect(error?.stack).toContain('throws.mjs');
  expect(await pool.run(goodJob())).toMatchObject(solved);
});

test('a game that is not there, or is none, is ERR_GAME', async () => {
  await expect(pool.run(brokenGame('missing'))).rejects.toMatchObject({ code: 'ERR_GAME' });
  const { game } = brokenGame('throws');
  const job = { ...goodJob(), game: { ...game, exportName: 'other' } } as SearchCommand;
  await expect(pool.run(job)).rejects.toMatchObject({ code: 'ERR_GAME' });
});

test('a clock runs from when a job was asked for, though its thread had to be started', async () => {
  // Of 6000 s a player thinks for minutes, of the second that is left of them for a moment.
  const clock = { remainingMs: 6_000_000 };
  const askedAt = sharedNow() - clock.remainingMs + 1000;
  const request = { mode: 'play', hash: 1 / 16, clock } as const;
  const job = { ...(await endlessJob()), request, askedAt };
  const found = (await pool.run(job)) as SearchReport;
  expect(found.status).toBe('time');
  expect(found.seconds).toBeLessThan(AT_ONCE_MS / 1000);
});

test('a thread runs one command at a time', async () => {
  const thread = await pool.lease();
  const controller = new AbortController();
  const first = thread.run(await endlessJob(), { signal: controller.signal });
  await expect(thread.run(goodJob())).rejects.toThrow('one command at a time');
  controller.abort();
  expect(await first).toMatchObject({ status: 'aborted' });
  pool.giveBack(thread);
});

test('a closed pool ends its jobs with ERR_CLOSED and starts again when asked', async () => {
  const other = new ThreadPool();
  const jobs = [other.run(await endlessJob()), other.run(await endlessJob())];
  const outcomes = Promise.allSettled(jobs);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await other.close();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ERR_CLOSED' } });
  }
  expect(await other.run(goodJob())).toMatchObject(solved);
  await other.close();
  await other.close();
});
