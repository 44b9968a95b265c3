// The library in a real browser, without a bundler: once on a page that is cross-origin isolated, where
// threads can share memory, and once on an ordinary page, where every thread has a table of its own.

import { type Browser, chromium, type Page } from 'playwright-core';
import { analystAlgorithms, descriptions, loadGame, search } from 'plyades';
import { othello } from 'plyades/games/othello';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPart } from '../../../../scripts/install-parts.mjs';
import connectFour from '../../dist/examples/connect-four.js';
import { PATIENCE_MS, until } from '../support/waiting.js';
import type { scenes } from './scenes.js';
import { type Site, serve } from './server.js';

const executablePath = findPart('chromium');

type Scenes = typeof scenes;

describe.skipIf(executablePath === undefined)('in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath!,
      timeout: PATIENCE_MS,
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });

  afterAll(() => browser?.close());

  describe.each([
    ['on a cross-origin isolated page', true],
    ['on an ordinary page', false],
  ])('%s', (_, isolated) => {
    let site: Site;
    let page: Page;
    /** Whatever the page complained about: errors, failed requests, uncaught exceptions. */
    const complaints: string[] = [];

    beforeAll(async () => {
      site = await serve({ isolated });
      page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
      page.on('response', (response) => {
        if (!response.ok()) complaints.push(`${response.status()}: ${response.url()}`);
      });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await page.goto(`${site.url}test/browser/page.html`);
      await page.waitForFunction(() => 'scenes' in globalThis);
    });

    afterAll(async () => {
      await page?.close();
      await site?.close();
    });

    // Threads without shared memory are the subject of the second page; the rest is as on the first.
    const onceInShort = { tags: isolated ? [] : ['long'] };

    function run<Name extends keyof Scenes>(name: Name): ReturnType<Scenes[Name]> {
      const call = (scene: string): unknown =>
        (globalThis as unknown as { scenes: Record<string, () => unknown> }).scenes[scene]!();
      return page.evaluate(call, name as string) as ReturnType<Scenes[Name]>;
    }

    test('shared memory is there exactly when the page is isolated', async () => {
      expect(await run('environment')).toEqual({ isolated, sharedArrayBuffer: isolated });
    });

    test('a search finds what it finds in Node, reporting on the way', onceInShort, async () => {
      const inBrowser = await run('searchOthello');
      const here = await search({ position: othello.start(), depth: 7, mode: 'exact', hash: 4 })
        .result;
      expect(inBrowser).toMatchObject({ depth: 7, value: here.value, nodes: here.nodes });
      expect(inBrowser.move).toBe(here.move);
      expect(inBrowser.depths).toEqual([...inBrowser.depths].sort((a, b) => a - b));
    });

    test('parallel searches find what the sequential one finds in Node', async () => {
      const found = await run('searchInParallel');
      const { value } = await search({ position: othello.start(), depth: 7, mode: 'exact' }).result;
      const legal = (await loadGame('othello')).legalMoves(othello.start());
      for (const algorithm of analystAlgorithms) {
        const needsShared = !descriptions[algorithm].tables.includes('local');
        if (needsShared && !isolated) continue;
        const tables = needsShared ? ['shared', 'default'] : ['local', 'default'];
        for (const table of isolated && !needsShared ? ['shared', ...tables] : tables) {
          const result = found[`${algorithm} ${table}`];
          expect(result, `${algorithm} ${table}`).toMatchObject({ value, depth: 7 });
          expect(legal).toContain(result?.move);
        }
      }
    });

    test('the trace of a parallel search has its processes, pieces and messages', async () => {
      const found = await run('traceThreads');
      const { value } = await search({ position: othello.start(), depth: 8, mode: 'exact' }).result;
      expect(found).toMatchObject({ value, complete: true, depth: 8, late: 0 });
      expect(found.lanes).toHaveLength(3);
      for (const states of found.lanes) expect(states[0]).toBe('starting');
      expect(found.pieces).toBeGreaterThan(0);
      expect(found.received).toBeGreaterThan(0);
    });

    test('a shared table is refused where nothing can be shared', async () => {
      expect(await run('shareTable')).toBe(isolated ? 'no error' : 'ERR_OPTION');
    });

    test('parallel searches keep to their limits', { tags: 'long' }, async () => {
      for (const [search, stopped] of Object.entries(await run('limitInParallel'))) {
        expect(`${search}: ${stopped}`).toMatch(/nodes: nodes$|ms: time$/);
      }
    });

    const answersAtOnce = async (scene: 'abortSearch' | 'abortParallel') => {
      const { stopped, move, seconds } = await run(scene);
      expect(stopped).toBe('aborted');
      expect((await loadGame('othello')).legalMoves(othello.start())).toContain(move);
      expect(seconds).toBeLessThan(300);
    };
    test('a search that is aborted answers at once with a legal move', onceInShort, () =>
      answersAtOnce('abortSearch'),
    );
    test(
      'a parallel search that is aborted answers at once with a legal move',
      {
        tags: 'long',
      },
      () => answersAtOnce('abortParallel'),
    );

    test('a game of tic-tac-toe: the bot, second to move, does not lose', onceInShort, async () => {
      const { winner } = await replay('tic-tac-toe', await run('ticTacToe'));
      expect(winner).not.toBe(0);
    });

    test('a game of Othello: the bot beats random moves', { tags: 'long' }, async () => {
      const { winner, plies } = await replay('othello', await run('othello'));
      expect(winner).toBe(0);
      expect(plies).toBeGreaterThan(20);
    });

    test('a game of Connect Four, in plain TypeScript', onceInShort, async () => {
      const moves = await run('connectFour');
      let state = connectFour.start();
      for (const move of moves) {
        expect(connectFour.winner(state)).toBeUndefined();
        expect(connectFour.moves(state)).toContain(move);
        state = connectFour.play(state, move);
      }
      expect(connectFour.winner(state)).toBeDefined();
    });

    if (isolated) {
      test('threads share a table: the second finds the work done', async () => {
        const { alone, after, value } = await run('sharedTable');
        expect(value).toBe(0);
        expect(after).toBeLessThan(alone / 10);
      });
    }

    test('no thread is left behind, and nothing went wrong unseen', async () => {
      await until(() => page.workers().length === 0, 'all threads are gone');
      expect(complaints).toEqual([]);
    });
  });
});

/** Plays the moves again in Node, where an illegal one fails, to the end of the game. */
async function replay(id: string, moves: readonly number[]) {
  const game = await loadGame(id);
  let position = game.notation.start();
  for (const move of moves) {
    const next = game.play(position, move);
    if (!next.ok) throw new Error(next.error.message);
    position = next.value;
  }
  expect(game.over(position)).toBe(true);
  const result = game.result(position);
  const turn = game.turn(position);
  const winner = result === 0 ? 'draw' : result > 0 ? turn : 1 - turn;
  return { winner, plies: moves.length };
}
