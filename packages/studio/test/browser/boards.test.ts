// Boards in Chromium: moves by mouse, touch and keyboard, dialogs, names for screen readers, pictures of modules.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type GameName, loadGame } from 'plyades';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardGameOf } from '../../src/boards/games/index.js';
import { pictureOf, shapeOf } from '../../src/boards/picture.js';
import { randomGame } from '../boards/random-games.js';
import { chromiumPath, launchChromium, PATIENCE_MS, unlabelled } from '../support/studio.js';

const studio = fileURLToPath(new URL('../..', import.meta.url));

describe.skipIf(chromiumPath === undefined)('boards in Chromium', { tags: 'long' }, () => {
  let server: ViteDevServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await createServer({
      root: studio,
      configFile: `${studio}vite.config.ts`,
      logLevel: 'error',
      // Packages are served as they are: bundling them first would reload the page while it is tested.
      optimizeDeps: { noDiscovery: true, include: [] },
      server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    });
    await server.listen();
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(query: Record<string, string>, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    const { port } = server.httpServer!.address() as { port: number };
    const search = new URLSearchParams(query);
    await page.goto(`http://127.0.0.1:${port}/test/boards/page/?${search}`);
    await page.locator('main[data-position]').waitFor();
    return { page, complaints, close: () => context.close() };
  }

  const positionIn = (page: Page) => page.locator('main').getAttribute('data-position');
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  async function expectPosition(page: Page, text: string): Promise<void> {
    await page.locator(`main[data-position="${text}"]`).waitFor();
  }

  test.each(['othello', 'chess', 'checkers', 'shogi', 'loa', 'connect6', 'tic-tac-toe'] as const)(
    'a game of %s is played by clicks',
    async (id) => {
      const game = await loadGame(id as GameName & 'chess');
      const { notation } = game;
      const board = boardGameOf(id)!;
      const { page, complaints, close } = await open({ game: id });
      const { moves, positions } = randomGame(game, 12, 24);
      for (const [i, move] of moves.entries()) {
        const picture = pictureOf(board, notation, positions[i]!);
        const shape = shapeOf(board, notation, picture, move);
        for (const target of shape.path) await page.locator(`[data-target="${target}"]`).click();
        if (shape.path.length === 0) await page.getByRole('button', { name: 'pass' }).click();
        // Moves between the same squares ask for a choice.
        const alike = game
          .legalMoves(positions[i]!)
          .filter(
            (each) => shapeOf(board, notation, picture, each).path.join() === shape.path.join(),
          );
        if (alike.length > 1) {
          await page
            .getByRole('dialog')
            .getByRole('button', { name: shape.choice!.label, exact: true })
            .click();
        }
        await expectPosition(page, notation.makePosition(positions[i + 1]!));
      }
      expect(await unlabelled(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test('a piece is dragged, and put back where it cannot go', async () => {
    const { page, close } = await open({ game: 'chess' });
    const middle = async (name: string) => {
      const box = (await page.getByRole('gridcell', { name }).boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const drag = async (from: string, to: string) => {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(to)), { steps: 4 });
      await page.locator('.dragged').waitFor();
      await page.mouse.up();
    };
    const before = (await positionIn(page))!;
    await drag('g1, white knight', 'g4, empty');
    expect(await positionIn(page)).toBe(before);
    expect(await page.locator('[aria-selected="true"]').count()).toBe(0);
    await drag('g1, white knight', 'f3, empty');
    await expectPosition(page, 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1');
    await close();
  });

  test('a flipped board takes the same moves', async () => {
    const { page, close } = await open({ game: 'chess', flipped: '' });
    await page.getByRole('gridcell', { name: 'e2, white pawn' }).click();
    await page.getByRole('gridcell', { name: 'e3, empty' }).click();
    await expectPosition(page, 'rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
    await close();
  });

  test('moves are made by touch', async () => {
    const { page, close } = await open(
      { game: 'checkers' },
      { hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } },
    );
    await page.getByRole('gridcell', { name: '11, black man' }).tap();
    await page.getByRole('gridcell', { name: '15, empty' }).tap();
    await expectPosition(
      page,
      'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15',
    );
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await close();
  });

  test('moves are made by keyboard, and Escape takes back what was picked', async () => {
    const { page, close } = await open({ game: 'chess' });
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('e4, empty');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('e2, white pawn');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('status').textContent()).toBe(
      'e2 picked. Next: e3, e4. Escape cancels.',
    );
    await page.keyboard.press('Escape');
    expect(await page.locator('[aria-selected="true"]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await page.getByRole('gridcell', { name: 'e4, white pawn' }).waitFor();
    expect(await focused(page)).toBe('e4, white pawn');
    await close();
  });

  test('a promotion is chosen by keyboard', async () => {
    const { page, close } = await open({
      game: 'chess',
      position: '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1',
    });
    await page.getByRole('gridcell', { name: 'e7, white pawn' }).focus();
    for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const choice = () => page.evaluate(() => document.activeElement?.textContent);
    const first = await choice();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await choice()).toBe(first);
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await focused(page)).toBe('e8, empty');
    await page.keyboard.press('ArrowDown');
    for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    while ((await choice()) !== 'Rook') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expectPosition(page, '4R3/6k1/8/8/8/8/8/4K3 b - - 0 1');
    await close();
  });

  test('a piece in hand is dropped by keyboard', async () => {
    const { page, close } = await open({
      game: 'shogi',
      position: '8k/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1',
    });
    await page.getByRole('gridcell', { name: '2b, empty' }).focus();
    await page.getByRole('button', { name: 'black gold in hand, 1' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('2b, empty');
    await page.keyboard.press('Enter');
    await expectPosition(page, '8k/7G1/6P2/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1');
    await close();
  });

  test('a small board takes no moves and is one sentence', async () => {
    const { page, close } = await open({ game: 'chess', small: '' });
    expect(await page.getByRole('gridcell').count()).toBe(0);
    expect(await page.locator('.board p').textContent()).toBe('Chess board, White to move');
    await close();
  });

  test("a module's picture is shown, and nothing in it runs", async () => {
    const { page, complaints, close } = await open({ game: '/test/boards/page/hostile-game.js' });
    expect(await page.locator('figure circle').count()).toBe(7);
    await page.locator('figure circle').last().click();
    expect(
      await page
        .locator('figure')
        .locator('script, foreignObject, img, [onclick], [onload]')
        .count(),
    ).toBe(0);
    expect(await page.title()).toBe('A board');
    await page.getByRole('button', { name: '3' }).click();
    await page.locator('figure circle').nth(4).waitFor({ state: 'detached' });
    expect(await page.locator('figure circle').count()).toBe(4);
    // The second of the shapes plays two.
    await page.locator('figure circle').nth(1).click();
    await page.locator('figure circle').nth(2).waitFor({ state: 'detached' });
    expect(await page.locator('figure circle').count()).toBe(2);
    expect(complaints).toEqual([]);
    await close();
  });
});
