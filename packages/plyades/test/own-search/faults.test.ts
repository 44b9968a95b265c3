// What a program's parallel search does when something goes wrong: in the program, in a thread, or because
// the caller stops it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { defineSearch, type ParallelSearch, parallelize } from '#dist/own-search/index.js';
import randomTree, { create } from '../support/own-search/random-tree.mjs';

const position = {
  ...{ seed: 12345, branching: 6, spread: 50, keyed: true },
  ...{ doubles: false, extensions: false, byPly: false },
};
const quick = { minSize: 2, minPieces: 4 };
const open = (options = {}) =>
  parallelize(randomTree as never, { workers: 2, aphid: quick, ...options }) as Promise<
    ParallelSearch<unknown, unknown>
  >;

async function toDepth(search: ParallelSearch<unknown, unknown>, depth: number) {
  for (let d = 1; d < depth; d++) await search.rootSearch(0, d, -2000, 2000);
  return search.rootSearch(0, depth, -2000, 2000);
}

function truth(depth: number): number {
  const program = create(undefined);
  program.setRoot(position);
  return program.search(0, depth, -2000, 2000) + 0;
}

describe('a worker', () => {
  test('that dies is replaced', async () => {
    const search = await open({ shared: new SharedArrayBuffer(4) });
    const trouble = { where: 'isWorker', what: 'exit', times: 1, after: 500 };
    search.begin({ ...position, trouble });
    expect(await toDepth(search, 8)).toMatchObject({ value: truth(8), certain: true });
    expect(search.replaced).toBe(1);
    await search.close();
  });

  test('that dies is forgiven when the next search begins', async () => {
    const shared = new SharedArrayBuffer(4);
    const search = await open({ shared });
    const trouble = { where: 'isWorker', what: 'exit', times: 5 };
    for (const replaced of [5, 10]) {
      Atomics.store(new Int32Array(shared), 0, 0);
      search.begin({ ...position, trouble });
      expect(await toDepth(search, 8)).toMatchObject({ value: truth(8), certain: true });
      expect(search.replaced).toBe(replaced);
      search.end();
    }
    await search.close();
  });

  test('whose successors die too ends the search', async () => {
    const search = await open();
    search.begin({ ...position, trouble: { where: 'isWorker', what: 'exit' } });
    await expect(toDepth(search, 8)).rejects.toMatchObject({ code: 'ERR_WORKER' });
    await expect(search.rootSearch(0, 1, -1, 1)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });

  test('whose program throws ends the search with that error', async () => {
    const search = await open();
    search.begin({ ...position, trouble: { where: 'isWorker', what: 'throw', after: 100 } });
    const error = await toDepth(search, 8).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/^a mistake at ply \d+$/);
    expect((error as Error).stack).toMatch(/random-tree\.mjs:\d+/);
    expect(() => search.begin(position)).toThrow(/closed/);
  });

  test('that returns no integer is named', async () => {
    const wrong = await open();
    wrong.begin({ ...position, fraction: 5 });
    await expect(toDepth(wrong, 9)).rejects.toThrow(RangeError);
  });

  test.each([
    [{ deepen: () => Number.NaN }, /^deepen returned NaN: /],
    [{ deepen: (_ply: number, last: number) => last + 1.5 }, /^deepen returned \d+\.5: /],
    [{ chooseWindow: () => [3, 3] }, /^chooseWindow returned \(3, 3\): /],
    [{ chooseWindow: () => [0, 0.5] }, /^chooseWindow returned \(0, 0\.5\): /],
  ])('whose call-back returns nonsense gets its name: %o', async (callBack, message) => {
    const wrong = defineSearch({
      ...randomTree,
      create: (aphid: never) => ({ ...create(aphid), ...callBack }),
    } as never);
    const search = await parallelize(wrong, { workers: 2, aphid: quick, simulate: { seed: 1 } });
    search.begin(position as never);
    await expect(toDepth(search as never, 8)).rejects.toThrow(message);
  });
});

describe('the master', () => {
  test('whose program throws passes it on and ends the workers', async () => {
    const search = await open();
    search.begin({ ...position, trouble: { where: 'isMaster', what: 'throw', after: 300 } });
    await expect(toDepth(search, 8)).rejects.toThrow(/^a mistake at ply \d+$/);
    expect(() => search.end()).toThrow(/closed/);
  });

  test.each([
    ['nodeMove', /nodeMove: no node is open at ply 0; nodeStart\(0\)/],
    ['nodeUpdate', /nodeUpdate: no node is open/],
    ['nodeEnd', /nodeEnd: no node is open/],
  ] as const)('tells of a %s without its node', async (call, message) => {
    const careless = defineSearch<number, number>({
      url: import.meta.url,
      maxScore: 100,
      create: (aphid) => ({
        setRoot() {},
        moveDownPath() {},
        moveUpPath() {},
        search() {
          (aphid[call] as (ply: number, ...rest: number[]) => void)(0, 1, 1);
          return 0;
        },
      }),
    });
    const search = await parallelize(careless, { workers: 1, simulate: { seed: 1 } });
    search.begin(0);
    await expect(search.rootSearch(0, 1, -1, 1)).rejects.toThrow(message);
  });
});

describe('a search', () => {
  test('that is aborted answers with what it has, and the next one goes on', async () => {
    const search = await open();
    const controller = new AbortController();
    search.begin(position, { maxDepth: 60, signal: controller.signal });
    await toDepth(search, 6);
    setTimeout(() => controller.abort(), 100);
    const found = await search.rootSearch(0, 40, -2000, 2000);
    expect(found.certain).toBe(false);
    expect(found.line.length).toBeGreaterThan(0);
    expect((await search.rootSearch(0, 41, -2000, 2000)).certain).toBe(false);
    search.end();
    search.begin(position);
    expect(await toDepth(search, 7)).toMatchObject({ value: truth(7), certain: true });
    await search.close();
  });

  test('that was aborted before it began does nothing', async () => {
    const search = await open();
    search.begin(position, { signal: AbortSignal.abort() });
    expect(await search.rootSearch(0, 30, -2000, 2000)).toMatchObject({
      certain: false,
      passes: 0,
    });
    await search.close();
  });

  test.each([0, 2])('stops by a clock of the program with %i workers', async (workers) => {
    const search = await open({ workers });
    const until = performance.now() + 300;
    search.begin(position, { stop: () => performance.now() > until });
    const found = await search.rootSearch(0, 60, -2000, 2000);
    expect(found.certain).toBe(false);
    await search.close();
  });

  test('that is closed is over', async () => {
    const search = await open();
    search.begin(position);
    await toDepth(search, 6);
    const pending = search.rootSearch(0, 40, -2000, 2000);
    setTimeout(() => void search[Symbol.asyncDispose](), 50);
    await expect(pending).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });

  test('is asked for in the right order', async () => {
    const search = await open({ simulate: { seed: 1 } });
    expect(() => search.premove(0, 1)).toThrow(/call begin first/);
    await expect(search.rootSearch(0, 1, -1, 1)).rejects.toThrow(/call begin first/);
    search.begin(position, { maxDepth: 5 });
    await expect(search.rootSearch(1, 1, -1, 1)).rejects.toThrow(/needs 1 premoves/);
    await expect(search.rootSearch(0, 6, -1, 1)).rejects.toThrow(/a depth from 1 to 5/);
    expect(() => search.premove(1, 1)).toThrow(/no move was given for ply 0/);
    expect((await search.rootSearch(0, 5, -2000, 2000)).value).toBe(truth(5));
  });

  test.each([
    [-1, 1, -1, 1],
    [0.5, 1, -1, 1],
    [1, 1, -1, 1],
    [0, 6, -1, 1],
    [0, Number.NaN, -1, 1],
    [0, 1, 1, 1],
    [0, 1, -0.5, 0.5],
    [0, 1, Number.NaN, 1],
  ])('is refused at ply %d and depth %d in (%d, %d), and goes on', async (...order) => {
    const search = await open({ simulate: { seed: 1 } });
    search.begin(position, { maxDepth: 5 });
    await expect(search.rootSearch(...order)).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    for (const ply of [-1, 1, 0.5, Number.NaN]) {
      expect(() => search.premove(ply, 1)).toThrow(
        expect.objectContaining({ code: 'ERR_LIMIT', message: expect.stringMatching(/^premove/) }),
      );
    }
    // Nor is anything lost of it where the window lies outside of all scores.
    expect((await search.rootSearch(0, 5, 5000, 6000)).value).toBeLessThanOrEqual(2000);
    expect((await search.rootSearch(0, 5, -6000, -5000)).value).toBeGreaterThanOrEqual(-2000);
    expect((await search.rootSearch(0, 5, -2000, 2000)).value).toBe(truth(5));
  });

  test.each([
    [{ maxDepth: 0 }, 'ERR_LIMIT', /^maxDepth: /],
    [{ maxdepth: 5 }, 'ERR_OPTION', /^maxdepth: expected one of maxDepth, signal, stop/],
    [{ signal: {} }, 'ERR_OPTION', /^signal: /],
    [{ stop: 3 }, 'ERR_OPTION', /^stop: /],
    [null, 'ERR_OPTION', /^options null: /],
  ])('does not begin with %j, and does with what is right', async (options, code, message) => {
    const search = await open({ simulate: { seed: 1 } });
    expect(() => search.begin(position, options as never)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
    search.begin(position);
    expect((await search.rootSearch(0, 3, -2000, 2000)).value).toBe(truth(3));
    await search.close();
  });
});

describe('a definition', () => {
  test.each([
    [{ url: 'nowhere' }, /import\.meta\.url/],
    [{ maxScore: 0.5 }, /maxScore/],
    [{ create: 1 }, /create/],
    [{ exportName: 1 }, /exportName/],
    [{ accepts: 1 }, /accepts: expected functions/],
    [{ accepts: { move: 1 } }, /accepts\.move: expected a function/],
    [{ accepts: { moves: () => true } }, /accepts\.moves: expected one of position, move, entry/],
  ])('is checked: %j', (change, message) => {
    expect(() => defineSearch({ ...randomTree, ...change } as never)).toThrow(message);
  });

  test('without its functions is refused', async () => {
    const empty = defineSearch({ ...randomTree, create: () => ({}) } as never);
    await expect(parallelize(empty, { workers: 0 })).rejects.toThrow(/no function setRoot/);
  });

  test('that its module does not export is refused by the workers', async () => {
    const lost = defineSearch({ ...randomTree, exportName: 'other' } as never);
    await expect(parallelize(lost, { workers: 1 })).rejects.toMatchObject({
      message: expect.stringMatching(/its export 'other' was not made by defineSearch/),
    });
  });

  test.each([undefined, null, 5, { url: import.meta.url, maxScore: 3, create }])(
    'is made by defineSearch, not %j',
    async (definition) => {
      const wrong = parallelize(definition as never, { workers: 1 });
      await expect(wrong).rejects.toMatchObject({
        code: 'ERR_DEFINITION',
        message: expect.stringMatching(/expected what defineSearch returns/),
      });
    },
  );

  test.each([
    [{ workers: -1 }, /^workers -1: /],
    [{ worker: 2 }, /^worker: expected one of workers, shared/],
    [{ aphid: { minSize: 0 } }, /^aphid\.minSize 0: /],
    [{ aphid: { speed: 3 } }, /^aphid\.speed: /],
    [{ aphid: { help: true } }, /^aphid\.help: expected one of minSize, minPieces/],
    [{ aphid: 3 }, /^aphid 3: /],
    [{ shared: 5 }, /^shared 5: /],
    [{ shared: new ArrayBuffer(8) }, /^shared \[object ArrayBuffer\]: /],
    [null, /^options null: /],
    [{ simulate: 7 }, /^simulate 7: /],
    [{ simulate: {} }, /^simulate\.seed undefined: /],
    [{ simulate: { seed: 1, lost: 0.1 } }, /^simulate\.lost: expected one of seed, loss, deaths/],
    [{ simulate: { seed: 1, loss: 1 } }, /^simulate\.loss 1: /],
    [{ simulate: { seed: 1, deaths: 0.5 } }, /^simulate\.deaths 0\.5: /],
    [{ simulate: { seed: 1, sites: [] } }, /^simulate\.sites : /],
    [{ simulate: { seed: 1, sites: [2, -1] } }, /^simulate\.sites 2,-1: /],
    [{ cluster: 5 }, /^cluster 5: /],
    [{ cluster: { serve: 'nats://x' } }, /^cluster\.serve: expected one of server, creds/],
    [{ cluster: {} }, /^cluster\.server undefined: /],
    [{ cluster: { server: 'nats://x', job: 'a b' } }, /^cluster\.job a b: /],
    [{ cluster: { server: 'nats://x' }, workers: 0 }, /^workers 0: /],
    [{ cluster: { server: 'nats://x' }, simulate: { seed: 1 } }, /^simulate: /],
    [{ cluster: { server: 'nats://x' }, shared: new SharedArrayBuffer(8) }, /^shared: /],
  ])('is not run with %j', async (options, message) => {
    const wrong = parallelize(randomTree, options as never);
    await expect(wrong).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(wrong).rejects.toThrow(message);
  });
});

describe('the example', () => {
  const source = (name: string) =>
    readFileSync(new URL(`../../examples/own-search/${name}.ts`, import.meta.url), 'utf8');
  const body = (text: string) =>
    text
      .slice(text.indexOf('  function negaScout'), text.indexOf('\n  }\n'))
      .split('\n')
      .map((line) => line.trim());

  test('is the sequential search with lines added, and these are marked', () => {
    const parallel = body(source('parallel'));
    const kept = parallel.filter((line) => !line.endsWith('// +'));
    expect(kept).toEqual(body(source('sequential')));
    expect(parallel.length - kept.length).toBe(8);
  });

  test('runs, and ends without being closed', async () => {
    const main = fileURLToPath(new URL('../../dist/examples/own-search/main.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [main, '2', '9', '33']);
    const [, alone, parallel] = /^sequential: (-?\d+) in[\s\S]*^2 workers: +(-?\d+) in/m.exec(
      stdout,
    )!;
    expect(parallel).toBe(alone);
  });
});
