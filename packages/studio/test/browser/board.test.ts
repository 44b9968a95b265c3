// The board in Chromium, with and without shared memory: a whole game against the bot, a pasted position analysed, a
// module opened as a game, links, and workers that end.
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { loadGame, unwrap } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEnding } from '../../src/board/values.js';
import {
  chromiumPath,
  launchChromium,
  openPage,
  PATIENCE_MS,
  type ServedStudio,
  serveIsolated,
  serveOrdinary,
  unlabelled,
} from '../support/studio.js';

const connectFour = new URL('../../../plyades/dist/examples/connect-four.js', import.meta.url)
  .pathname;

const statusOf = (page: Page) => page.locator('.board-status [role="status"]');

/** The moves that the address of the page has. */
const movesOf = (page: Page): string =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('moves') ?? '';

/** Asks again until the expectation holds. */
const eventually = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: PATIENCE_MS });

async function openModule(page: Page, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByText('Open a module …').click();
  await (await choosing).setFiles(file);
}

describe.skipIf(chromiumPath === undefined)('the board in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  describe.each([
    ['with shared memory', serveIsolated],
    ['without shared memory', serveOrdinary],
  ])('%s', (_, serve) => {
    let studio: ServedStudio;

    beforeAll(async () => {
      studio = await serve();
    });

    afterAll(() => studio?.close());

    test('a pasted FEN is analysed', async () => {
      const { page, complaints, close } = await openPage(browser, studio, '#/board?game=othello');
      const field = page.getByLabel('Position, or paste one');
      await field.fill('6k1/5ppp/8/8/8/8/5PPP/R5KK w - - 0 1');
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('alert').filter({ hasText: 'king' }).waitFor();
      await field.fill('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1');
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('grid', { name: 'Chess board' }).waitFor();
      await page.getByRole('button', { name: 'Analyse', exact: true }).click();
      await page.locator('.analysis-lines').getByText('Ra8#').first().waitFor();
      await page.getByText('White wins in 1 ply', { exact: true }).waitFor();
      expect(await unlabelled(page)).toEqual([]);
      // The set-up is undone.
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('grid', { name: 'Othello board' }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    test('a module is played as a game, with clicks on its picture', async () => {
      const { page, complaints, close } = await openPage(browser, studio);
      await openModule(page, connectFour);
      const dialog = page.getByRole('dialog', { name: 'Open a module' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByLabel('Game', { exact: true }).inputValue()).toBe('othello');
      await openModule(page, connectFour);
      await dialog.getByRole('button', { name: 'Run it' }).click();
      const column = page.locator('.plain-board svg .playable').nth(2);
      await column.click();
      await page.locator('#move-2').waitFor();
      expect(movesOf(page).split(' ')).toHaveLength(2);
      expect(movesOf(page).split(' ')[0]).toBe('2');
      await page.getByRole('button', { name: 'Analyse', exact: true }).click();
      await page.locator('.analysis-lines li').nth(2).waitFor();
      expect(await unlabelled(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    });
  });

  describe('as the command serves it', () => {
    let studio: ServedStudio;

    beforeAll(async () => {
      studio = await serveIsolated({ games: [connectFour] });
    });

    afterAll(() => studio?.close());

    test('a whole game of Othello is played against the bot', {
      tags: 'long',
      timeout: PATIENCE_MS,
    }, async () => {
      const { page, complaints, close } = await openPage(browser, studio, '#/board?game=othello');
      await page.getByLabel('Strength').selectOption('1');
      const status = statusOf(page);
      for (;;) {
        await status.filter({ hasText: /your move|wins|Draw/ }).waitFor();
        if (!(await status.textContent())!.includes('your move')) break;
        const before = movesOf(page);
        const pass = page.getByRole('button', { name: 'cannot move: pass' });
        if (await pass.isVisible()) await pass.click();
        else await page.locator('.board .cell.usable').first().click();
        await eventually(() => movesOf(page)).not.toBe(before);
      }
      const othello = await loadGame('othello');
      const line = unwrap(othello.playThrough(othello.notation.start(), movesOf(page)));
      const ending = othello.ending(line)!;
      expect(await status.textContent()).toBe(makeEnding('othello', ending));
      expect(complaints).toEqual([]);
      await close();
    });

    test('a link shows a game, which a reload keeps', async () => {
      const route = '#/board?game=chess&moves=e2e4+e7e5+g1f3&at=2';
      const { page, complaints, close } = await openPage(browser, studio, route);
      const chosen = page.locator('[role="option"][aria-selected="true"]');
      await eventually(() => chosen.textContent()).toBe('e5');
      // The bot does not touch a game that was opened to be looked at.
      await page.getByRole('listbox').press('ArrowRight');
      await eventually(() => chosen.textContent()).toBe('Nf3');
      await page.getByRole('button', { name: 'Let the bot move' }).waitFor();
      await page.getByRole('listbox').press('Home');
      await eventually(() => chosen.textContent()).toBe('Start');
      await page.reload();
      await eventually(() => chosen.textContent()).toBe('Start');
      expect(movesOf(page)).toBe('e2e4 e7e5 g1f3');
      expect(complaints).toEqual([]);
      await close();
    });

    test('a broken link, a broken module and a foreign one give one message each', async () => {
      const route = '#/board?game=chess&moves=e2e4+e2e4';
      const { page, complaints, close } = await openPage(browser, studio, route);
      const alert = page.getByRole('alert');
      await alert.filter({ hasText: "The link's moves cannot be played" }).waitFor();
      await page.getByRole('button', { name: 'Close this message' }).click();
      await page.evaluate(() => {
        location.hash = '#/board?game=https://127.0.0.1:9/game.js';
      });
      await page.getByText('which is not open here').waitFor();
      const file = join(tmpdir(), `broken-${process.pid}.mjs`);
      await writeFile(file, 'export default { rules: 1 };');
      await openModule(page, file);
      await page.getByRole('button', { name: 'Run it' }).click();
      await alert.filter({ hasText: 'was not made by defineGame' }).waitFor();
      await writeFile(file, "import './rules.js'; export default 1;");
      await openModule(page, file);
      await page.getByRole('button', { name: 'Run it' }).click();
      await alert.filter({ hasText: 'imports ‘./rules.js’' }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    test('a game of the command line is in the list', async () => {
      const { page, complaints, close } = await openPage(
        browser,
        studio,
        '#/board?game=connect-four&moves=3+3',
      );
      await page.locator('.plain-board svg').waitFor();
      expect(await page.getByLabel('Game', { exact: true }).inputValue()).toBe('connect-four');
      expect(complaints).toEqual([]);
      await close();
    });

    test('moves are typed, refused with a reason, and taken back', async () => {
      const { page, complaints, close } = await openPage(browser, studio, '#/board?game=chess');
      await page.getByLabel('Players', { exact: true }).selectOption('hand');
      const field = page.getByLabel('Type a move');
      await field.fill('Nf4');
      await field.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'Nf4' }).waitFor();
      await field.fill('Nf3');
      await field.press('Enter');
      await page.getByText('Black to move').waitFor();
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.getByText('White to move').waitFor();
      expect(movesOf(page)).toBe('');
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.board-mark').first().waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    test('a saved game is opened again, by pasting and by its file', async () => {
      const route = '#/board?game=chess&moves=e2e4+e7e5+g1f3';
      const { page, complaints, close } = await openPage(browser, studio, route);
      await page.locator('#move-3').waitFor();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save' }).click();
      const saved = await downloading;
      expect(saved.suggestedFilename()).toMatch(/^chess-.*\.pgn$/);
      const file = await saved.path();
      const text = await readFile(file, 'utf8');
      expect(text).toContain('1. e4 e5 2. Nf3');
      await page.getByRole('button', { name: 'New game' }).click();
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
      }, text);
      await page.locator('#move-3').waitFor();
      await page.getByRole('button', { name: 'New game' }).click();
      const choosing = page.waitForEvent('filechooser');
      await page.getByText('Open a game file …').click();
      await (await choosing).setFiles({
        name: 'game.pgn',
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      });
      await page.locator('#move-3').waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    test('a whole game is analysed in the background', async () => {
      const route = '#/board?game=othello&moves=d3+c3+c4';
      const { page, complaints, close } = await openPage(browser, studio, route);
      await page.getByRole('button', { name: 'Analyse the whole game' }).click();
      await eventually(() => page.locator('.graph-bar').count()).toBe(4);
      await page.getByRole('slider', { name: 'Move of the game' }).fill('1');
      await page.getByText(/^Move 1: (?:Even|(?:Black|White) is ahead by)/).waitFor();
      await eventually(() => page.workers().length).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    });

    test('workers end when the view is left', async () => {
      const { page, close } = await openPage(browser, studio, '#/board?game=chess');
      await page.getByLabel('Players', { exact: true }).selectOption('hand');
      await page.getByRole('button', { name: 'Analyse', exact: true }).click();
      await page.locator('.analysis-lines li').first().waitFor();
      expect(page.workers().length).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'Proof' }).click();
      await eventually(() => page.workers().length).toBe(0);
      await close();
    });
  });
});
