// Simulations in a real browser: a link runs there with the digest that the run has in Node, with and without shared
// memory.
import { type Browser, chromium, type Page } from 'playwright-core';
import {
  BUILD_ID,
  type LinkedRun,
  type LinkedSearch,
  makeLink,
  simulate,
  simulateProof,
} from 'plyades/sim';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { PATIENCE_MS, until } from '../support/waiting.js';
import { type Site, serve } from './server.js';
import type { scenes } from './sim-scenes.js';

const executablePath = findPart('chromium');

type Scenes = typeof scenes;

/** A middle game of Othello, in which every algorithm has something to share out. */
const MIDDLE = '------------------OX------OOO-----OXXXX----OX-------X----------- X';

const slow = { nodeNs: 900, masterNodeNs: 1300, messageNs: 4000, byteNs: 1, latencyNs: 25_000 };
const ownProfile = { name: 'slow network', about: [], games: {}, other: slow, epochNs: 50_000 };

const searches = [
  ['othello', MIDDLE, { algorithm: 'aphid', processors: 64, depth: 8 }],
  ['othello', MIDDLE, { algorithm: 'young-brothers', processors: 5, depth: 8, table: 'shared' }],
  ['othello', MIDDLE, { algorithm: 'aphid', processors: 6, depth: 7, faults: 'random', seed: 7 }],
  ['othello', MIDDLE, { algorithm: 'minimal-tree', processors: 9, depth: 7, profile: ownProfile }],
  ['chess', '', { algorithm: 'minimal-tree', processors: 8, depth: 4, table: 'ring' }],
  ['synthetic', 'b=5,seed=3', { algorithm: 'minimal-tree', processors: 32, depth: 8, seed: 3 }],
  ['connect6', '', { algorithm: 'lazy-smp', processors: 3, depth: 2, seed: 9 }],
  ['shogi', '', { algorithm: 'root-split', processors: 4, depth: 3, profile: 'paper' }],
  ['othello', '', { algorithm: 'aphid', processors: 4, depth: 20, mode: 'play', limitMs: 2 }],
] as const;

const positionOf = (game: string, text: string) =>
  text === '' ? notationOf(game).start() : unwrap(notationOf(game).parsePosition(text));

describe.skipIf(executablePath === undefined)('a simulation in Chromium', () => {
  let browser: Browser;
  const runs: LinkedRun[] = [];

  beforeAll(async () => {
    for (const [game, text, options] of searches) {
      const { linked, failure } = await simulate(positionOf(game, text), { hash: 8, ...options });
      expect(failure).toBeUndefined();
      runs.push(linked!);
    }
    browser = await chromium.launch({
      executablePath: executablePath!,
      timeout: PATIENCE_MS,
      args: ['--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  });

  afterAll(() => browser?.close());

  describe.each([
    ['on a cross-origin isolated page', true],
    ['on an ordinary page', false],
  ])('%s', (_, isolated) => {
    let site: Site;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      site = await serve({ isolated });
      page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('response', (response) => {
        if (!response.ok()) complaints.push(`${response.status()}: ${response.url()}`);
      });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await page.goto(`${site.url}test/browser/sim.html`);
      await page.waitForFunction(() => 'scenes' in globalThis);
    });

    afterAll(async () => {
      await page?.close();
      await site?.close();
    });

    const run = <Name extends keyof Scenes>(name: Name, ...given: Parameters<Scenes[Name]>) =>
      page.evaluate(
        ([scene, of]) =>
          (globalThis as unknown as { scenes: Record<string, (...of: unknown[]) => unknown> })
            .scenes[scene as string]!(...(of as unknown[])),
        [name, given] as const,
      ) as ReturnType<Scenes[Name]>;

    test('the build has the name that it has in Node', async () => {
      expect(await run('environment')).toEqual({ isolated, build: BUILD_ID });
    });

    test.each(searches.map(([game, , { algorithm }], index) => [game, algorithm, index] as const))(
      '%s by %s is the same as in Node',
      async (_, __, index) => {
        const linked = runs[index]!;
        const found = await run('runLink', await makeLink('', linked));
        expect(found).toMatchObject({ identical: true, sameBuild: true, linked });
        expect(found.failure).toBeUndefined();
      },
    );

    test('a proof is the same as in Node', async () => {
      const position = positionOf('tic-tac-toe', 'X---O---- X');
      const { linked } = await simulateProof(position, { processors: 3, goal: 'draw', hash: 2 });
      expect(await run('runLink', await makeLink('', linked))).toMatchObject({
        identical: true,
        linked,
      });
    });

    test('another seed of the faults is another run', async () => {
      const faulty = runs[2] as LinkedSearch;
      const link = await makeLink('', { ...faulty, seed: 8 });
      expect(await run('runLink', link)).toMatchObject({ identical: false, sameBuild: true });
    });

    test('the number of threads changes nothing, and none blocks the page', async () => {
      const link = await makeLink('', runs[0]!);
      for (const threads of [1, 2, 3]) {
        expect(await run('runLink', link, threads)).toMatchObject({ identical: true });
      }
      expect(await run('watchPage', link)).toBeLessThan(200);
    });

    test('a run for which a tab has no memory is refused before it begins', async () => {
      const link = await makeLink('', { ...(runs[0] as LinkedSearch), hash: 60_000 });
      expect(await run('refuse', link)).toMatch(
        /ERR_OPTION: .*MiB of memory are needed and \d+ can be had/,
      );
    });

    test('no thread is left behind, and nothing went wrong unseen', async () => {
      await until(() => page.workers().length === 0, 'all threads are gone');
      expect(complaints).toEqual([]);
    });
  });
});
