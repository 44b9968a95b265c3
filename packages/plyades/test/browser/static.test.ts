// The bundled files of dist/browser on static pages: own games in workers of the page, games of the library, the library
// on another origin, and the classic script.
import { type Browser, chromium, type Page } from 'playwright-core';
import { search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { PATIENCE_MS, until } from '../support/waiting.js';
import { type Site, serve } from './server.js';

const executablePath = findPart('chromium');

describe.skipIf(executablePath === undefined)('dist/browser in Chromium', () => {
  let browser: Browser;
  /** Isolated, ordinary, and one that shares its files with pages of the others. */
  let sites: Readonly<Record<'isolated' | 'ordinary' | 'library', Site>>;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath!,
      timeout: PATIENCE_MS,
      args: ['--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
    sites = {
      isolated: await serve({ isolated: true }),
      ordinary: await serve({ isolated: false }),
      library: await serve({ isolated: false, shared: true }),
    };
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all(Object.values(sites ?? {}).map((site) => site.close()));
  });

  /** A page, and whatever it complained about. */
  async function open(site: Site, path: string) {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.context().on('request', (request) => requests.push(request.url()));
    page.context().on('response', (response) => {
      if (!response.ok()) complaints.push(`${response.status()}: ${response.url()}`);
    });
    await page.goto(`${site.url}test/browser/static/${path}`);
    return { page, complaints, requests };
  }

  const run = async (page: Page, scene: string, argument?: string): Promise<unknown> => {
    await page.waitForFunction(() => 'scenes' in globalThis);
    return page.evaluate(
      ([name, given]) =>
        (globalThis as unknown as { scenes: Record<string, (of?: string) => unknown> }).scenes[
          name!
        ]!(given),
      [scene, argument],
    );
  };

  const drawn = { winner: 'draw' };

  describe.each(['isolated', 'ordinary'] as const)('on an %s page', (kind) => {
    let page: Page;
    let complaints: string[];

    beforeAll(async () => {
      ({ page, complaints } = await open(sites[kind], 'page.html'));
    });

    afterAll(() => page?.close());

    test('a worker of the page serves a game without an address', async () => {
      expect(await run(page, 'served')).toMatchObject(drawn);
    });

    test('two threads are two workers', async () => {
      expect(await run(page, 'servedByTwo')).toMatchObject(drawn);
    });

    test('a game is found by its address', async () => {
      expect(await run(page, 'byUrl')).toMatchObject(drawn);
    });

    test('a game of the library has the value that it has in Node', async () => {
      const options = { depth: 6, mode: 'exact', hash: 4 } as const;
      const { value } = await search({ game: 'othello', ...options }).result;
      expect(await run(page, 'kernel')).toEqual({ value, depth: 6 });
    });

    test('deterministic searches have workers too', async () => {
      expect(await run(page, 'deterministic')).toBe(0);
    });

    test('a bot thinks until it is aborted or closed', async () => {
      expect(await run(page, 'aborted')).toEqual({ status: 'aborted', moved: true });
      expect(await run(page, 'closed')).toBe('ERR_CLOSED');
    });

    test('what cannot be is refused with a code', async () => {
      expect(await run(page, 'withoutEither')).toBe('ERR_DEFINITION');
      expect(await run(page, 'cluster')).toBe('ERR_CLUSTER');
    });

    test('no thread is left behind, and nothing went wrong unseen', async () => {
      await until(() => page.workers().length === 0, 'all threads are gone');
      expect(complaints).toEqual([]);
    });
  });

  test.each(['isolated', 'ordinary'] as const)(
    'the library may be on another origin than an %s page',
    async (kind) => {
      const path = `page.html?library=${encodeURIComponent(sites.library.url)}`;
      const { page, complaints } = await open(sites[kind], path);
      expect(await run(page, 'kernel')).toMatchObject({ depth: 6 });
      expect(await run(page, 'served')).toMatchObject(drawn);
      expect(await run(page, 'byUrl')).toMatchObject(drawn);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('a module that starts a bot in its own worker gets ERR_MODULE, and one thread was started', async () => {
    const { page, requests } = await open(sites.ordinary, 'page.html');
    expect(await run(page, 'nested')).toBe('ERR_MODULE');
    await until(() => page.workers().length === 0, 'all threads are gone');
    expect(requests.filter((url) => url.endsWith('nested.worker.mjs'))).toHaveLength(1);
    await page.close();
  });

  test('worker and kernels are where `configure` says', async () => {
    const { page, requests } = await open(sites.ordinary, 'page.html');
    const { url } = sites.library;
    const found = await run(page, 'configured', url);
    expect(found).toEqual({ value: 0, asked: ['tic-tac-toe.wasm'] });
    expect(requests).toContain(`${url}dist/wasm/tic-tac-toe.wasm`);
    await page.close();
  });

  test('a page with one own game needs at most six files', async () => {
    const { page, complaints, requests } = await open(sites.ordinary, 'own.html');
    await page.waitForFunction(() => 'found' in globalThis);
    const found = await page.evaluate(() => (globalThis as unknown as { found: unknown }).found);
    expect(found).toMatchObject({ move: 2 });
    const files = new Set(requests.filter((url) => url.startsWith(sites.ordinary.url)));
    expect([...files].map((url) => url.split('/').at(-1)).sort()).toEqual([
      'game.mjs',
      'game.worker.mjs',
      'index.js',
      'own.html',
      'rules.mjs',
      'serve.js',
    ]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the classic script plays its own games and those of the library', async () => {
    const { page, complaints } = await open(sites.ordinary, 'script.html');
    const found = await page.evaluate(async () => {
      const { plyades } = globalThis as unknown as { plyades: typeof import('plyades') };
      // On the page's own thread, which is not held up meanwhile.
      const nim = plyades.defineGame<number, number>({
        start: () => 41,
        turn: (left) => (left % 2) as 0 | 1,
        moves: () => [1],
        play: (left, taken) => left - taken,
        winner: (left) => (left === 0 ? 1 : undefined),
        evaluate: () => 0,
        key: (left) => left,
      });
      let ticks = 0;
      const timer = setInterval(() => ticks++, 4);
      const ai = await plyades.bot(nim);
      const { move } = await ai.move(nim.start(), { ms: 100 });
      const other = await plyades.bot('othello', { hash: 1 });
      const { notation } = await plyades.loadGame('othello');
      const { depth } = await other.move(notation.start(), { depth: 5 });
      clearInterval(timer);
      await ai.close();
      await other.close();
      await plyades.closeAll();
      return { move, depth, ticks };
    });
    expect(found).toMatchObject({ move: 1, depth: 5 });
    expect(found.ticks).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
