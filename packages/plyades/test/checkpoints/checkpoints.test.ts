// Checkpoints as a program uses them: saved while a search runs, loaded, resumed, and refused when they are damaged.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAll, loadGame, type SearchQuery, search } from 'plyades';
import {
  type CheckpointStore,
  fileStore,
  loadCheckpoint,
  parseCheckpoint,
  resumeSearch,
  searchWithCheckpoints,
} from 'plyades/checkpoints';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'plyades-checkpoints-'));
afterAll(async () => {
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});
const file = (name: string) => join(folder, name);
const query = { game: 'othello', mode: 'exact', hash: 8 } as const;

describe('a search with checkpoints', () => {
  test.each(['sequential', 'aphid'] as const)(
    'is resumed where it was left, with the same value (%s)',
    async (algorithm) => {
      const path = file(`${algorithm}.json`);
      await using store = fileStore(path);
      const parallel = algorithm === 'aphid' ? { workers: 2 } : {};
      const asked = { ...query, algorithm, ...parallel, depth: 9 } as SearchQuery;
      const first = await searchWithCheckpoints(asked, { stores: [store], job: 'first' });
      // Leaving the iteration ends the search.
      for await (const { depth } of first) if (depth >= 6) break;
      const left = await first.result;
      const kept = await loadCheckpoint(path);
      expect(kept).toMatchObject({ job: 'first', found: { depth: left.depth, value: left.value } });
      expect(kept.request).toMatchObject({ game: 'othello', algorithm, depth: 9, before: [] });
      const depths: number[] = [];
      const second = await resumeSearch(kept, { stores: [store] });
      for await (const { depth } of second) depths.push(depth);
      const { value, depth } = await second.result;
      expect(depth).toBe(9);
      expect(Math.min(...depths)).toBeGreaterThanOrEqual(left.depth);
      expect(value).toBe((await search({ ...query, depth: 9 }).result).value);
      const done = await loadCheckpoint(path);
      expect(done).toMatchObject({ state: 'done', job: 'first', found: { depth: 9, value } });
      expect(done.nodes).toBeGreaterThan(kept.nodes);
    },
  );

  test.each([
    ['sequential', {}],
    ['aphid', { workers: 2 }],
    ['aphid', { workers: 2, deterministic: true }],
  ] as const)('that is left at once when it is resumed keeps its depth (%s, %o)', async (...of) => {
    const [algorithm, more] = of;
    const path = file(`left-${algorithm}-${Object.keys(more).length}.json`);
    const asked = { ...query, algorithm, ...more, depth: 7 } as SearchQuery;
    await using store = fileStore(path);
    await (await searchWithCheckpoints(asked, { stores: [store] })).result;
    const kept = await loadCheckpoint(path);
    const stopped = AbortSignal.abort();
    const request = { ...kept.request, depth: 9 };
    const left = await resumeSearch({ ...kept, request }, { stores: [store], signal: stopped });
    const { depth, value } = await left.result;
    // A small search may finish a depth before it reads the signal.
    expect(depth).toBeGreaterThanOrEqual(7);
    if (depth === 7) expect(value).toBe(kept.found!.value);
    expect((await loadCheckpoint(path)).found).toMatchObject({ depth, value });
  });

  test('keeps its settings, its width and the positions before', async () => {
    const shogi = await loadGame('shogi');
    const { notation } = shogi;
    const start = notation.branching!.limit(notation.start(), 5);
    const move = shogi.legalMoves(start)[0]!;
    const played = shogi.play(start, move);
    if (!played.ok) throw new Error('it is legal');
    const texts: string[] = [];
    const store: CheckpointStore = {
      put: async (text) => void texts.push(text),
      close: async () => {},
      [Symbol.asyncDispose]: async () => {},
    };
    const asked = { position: played.value, before: [start], mode: 'exact', depth: 3 } as const;
    const settings = { algorithm: 'sequential', settings: { method: 'mtdf' } } as const;
    const handle = await searchWithCheckpoints({ ...asked, ...settings }, { stores: [store] });
    const { value, nodes } = await handle.result;
    const kept = parseCheckpoint(Buffer.from(texts.at(-1)!));
    expect(kept.request.settings).toEqual({ method: 'mtdf' });
    expect(kept.request.before).toHaveLength(1);
    const { found: _, ...unknown } = kept;
    const again = await (await resumeSearch(unknown)).result;
    expect(again).toMatchObject({ value, nodes });
  });

  test('goes on when a store cannot be written, and says so once', async () => {
    const errors: unknown[] = [];
    const stores = [fileStore('/no/such/folder/x.json')];
    const handle = await searchWithCheckpoints(
      { ...query, depth: 4 },
      {
        stores,
        onError: (error) => errors.push(error),
      },
    );
    expect((await handle.result).depth).toBe(4);
    expect(errors).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  });

  test('leaves the file as it was when the new one cannot take its place', async () => {
    const path = file('folder');
    const store = fileStore(`${path}/x`);
    await expect(store.put('x')).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  test('refuses a query that cannot be, before anything is kept', async () => {
    const bad = { ...query, depth: 4, algorithm: 'aphid', workers: 0 } as SearchQuery;
    await expect(searchWithCheckpoints(bad, { stores: [] })).rejects.toMatchObject({
      code: 'ERR_OPTION',
    });
  });
});

describe('a checkpoint', () => {
  test('that is damaged is refused by name', async () => {
    const path = file('damaged.json');
    await (await searchWithCheckpoints({ ...query, depth: 3 }, { stores: [fileStore(path)] }))
      .result;
    const good = JSON.parse(readFileSync(path, 'utf8'));
    for (const [change, reason] of [
      [{ format: 1 }, /format/],
      [{ found: { ...good.found, depth: 4 } }, /deeper than its search/],
      [{ request: { ...good.request, algorithm: 'magic' } }, /request\.algorithm/],
      [{ request: { ...good.request, more: 1 } }, /request\.more/],
    ] as const) {
      writeFileSync(path, JSON.stringify({ ...good, ...change }));
      await expect(loadCheckpoint(path)).rejects.toMatchObject({
        code: 'ERR_JOB',
        message: expect.stringMatching(reason),
      });
    }
    await expect(resumeSearch({ ...good, version: '9.9.9' })).rejects.toMatchObject({
      code: 'ERR_JOB',
      message: expect.stringContaining('9.9.9'),
    });
    const moved = { ...good, found: { ...good.found, pv: ['z9'] } };
    await expect(resumeSearch(moved)).rejects.toMatchObject({ code: 'ERR_JOB' });
    const foreign = { ...good, request: { ...good.request, game: './evil.js' } };
    await expect(resumeSearch(foreign)).rejects.toMatchObject({ code: 'ERR_MISSING' });
  });
});
