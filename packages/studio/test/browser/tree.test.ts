// The tree view in Chromium: from its empty state to a first search, walked by keyboard, turned back in time, and one
// node followed through the run.
import type { Browser, Page } from 'playwright-core';
import { openEngineTeam } from 'plyades/gpp';
import { makeTrace, type TraceLog } from 'plyades/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chromiumPath,
  launchChromium,
  openPage,
  type ServedStudio,
  serveIsolated,
  unlabelled,
} from '../support/studio.js';

describe.skipIf(chromiumPath === undefined)('the tree in Chromium', () => {
  let browser: Browser;
  let studio: ServedStudio;

  beforeAll(async () => {
    [browser, studio] = await Promise.all([launchChromium(), serveIsolated()]);
  });

  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  /** Starts the first search and waits for its end. */
  async function searched(viewport = { width: 1280, height: 800 }) {
    const opened = await openPage(browser, studio, '#/tree', { viewport });
    await opened.page.getByRole('button', { name: /^Simulate / }).click();
    await opened.page.locator('.tree-canvas').waitFor();
    // The end of the run: live until then.
    await opened.page.getByRole('button', { name: 'End', exact: true }).waitFor();
    return opened;
  }

  const crumbs = (page: Page) => page.locator('.tree-crumbs li').allTextContents();
  const moment = (page: Page) =>
    page.getByLabel('Moment shown').evaluate((input) => Number((input as HTMLInputElement).value));

  /** Colours that a canvas has, without those of single pixels. */
  const coloursOf = (page: Page) =>
    page.locator('.tree-canvas canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const counts = new Map<string, number>();
      for (let i = 0; i < data.length; i += 4) {
        const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts].filter(([, count]) => count > 500).length;
    });

  test('an empty view starts a first search and draws its tree', async () => {
    const { page, complaints, close } = await searched();
    const label = await page.locator('.tree-canvas canvas').getAttribute('aria-label');
    expect(label).toMatch(
      /Tree of .* nodes with .* positions searched, .* % of the effort outside/,
    );
    // Certain, cut off, left, the ground and others.
    await expect.poll(() => coloursOf(page)).toBeGreaterThan(3);
    expect(await page.locator('.tree-legend').textContent()).toMatch(/Certain\d+\.\d %/);
    expect(await page.locator('.tree-losses li').count()).toBeGreaterThan(0);
    expect(await unlabelled(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys walk to nodes, zoom to them and back', async () => {
    const { page, complaints, close } = await searched();
    const card = page.locator('#tree-card');
    await page.locator('.tree-canvas').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => card.locator('h2').textContent()).not.toBe('Root');
    const first = await card.locator('h2').textContent();
    expect(await card.locator('.board svg').count()).toBe(1);
    expect(await card.textContent()).toContain('Pass window');
    expect(await card.textContent()).toContain('Task window');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => card.locator('h2').textContent()).toBe(first);
    await page.keyboard.press('Enter');
    await expect.poll(() => crumbs(page)).toEqual(['Root', first]);
    await page.keyboard.press('0');
    await expect.poll(() => crumbs(page)).toEqual(['Root']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('wheel, click and the way back lead through the tree', async () => {
    const { page, complaints, close } = await searched();
    const box = (await page.locator('.tree-canvas canvas').boundingBox())!;
    const row = 100;
    await page.mouse.click(box.x + box.width / 4, box.y + row);
    await expect.poll(async () => (await crumbs(page)).length).toBeGreaterThan(1);
    await page.locator('.tree-crumbs button').first().click();
    await expect.poll(() => crumbs(page)).toEqual(['Root']);
    await page.mouse.move(box.x + box.width / 4, box.y + row);
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await crumbs(page)).length).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test('time goes back, and a node that is followed tells its history', async () => {
    const { page, complaints, close } = await searched();
    const end = await moment(page);
    await page.getByLabel('Step back').click();
    await expect.poll(() => moment(page)).toBeLessThan(end);
    await page.locator('.tree-losses button').first().click();
    const entries = page.locator('.tree-followed li button');
    await entries.first().waitFor();
    expect(await entries.count()).toBeGreaterThan(1);
    expect(await entries.first().textContent()).toContain("Enters the master's tree");
    await entries.first().click();
    await expect.poll(() => moment(page)).toBeLessThan(end / 2);
    expect(await entries.first().getAttribute('aria-current')).toBe('step');
    await page.getByLabel('Stop following').click();
    await expect.poll(() => entries.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the address names the node in view', async () => {
    const { page, complaints, close } = await searched();
    await page.locator('.tree-losses button').first().click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/[?&]node=\d+/);
    const [way, hash] = [await crumbs(page), new URL(page.url()).hash];
    expect(way.length).toBeGreaterThan(1);
    // Another view and back.
    await page.getByRole('link', { name: 'Board' }).click();
    await page.locator('main[data-view="board"]').waitFor();
    await page.goBack();
    await page.locator('.tree-canvas').waitFor();
    await expect.poll(() => crumbs(page)).toEqual(way);
    expect(new URL(page.url()).hash).toBe(hash);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys of the time step and play', async () => {
    const { page, complaints, close } = await searched();
    const end = await moment(page);
    await page.locator('.tree-canvas').focus();
    await page.keyboard.press(',');
    await expect.poll(() => moment(page)).toBeLessThan(end);
    await page.keyboard.press('.');
    await expect.poll(() => moment(page)).toBe(end);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(() => moment(page)).toBeLessThan(end);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a trace of a team of engines shows its workers, on a tree and in lanes', async () => {
    let recorded: TraceLog | undefined;
    await using team = await openEngineTeam({
      workers: 3,
      trace: (growing) => {
        recorded = growing;
      },
    });
    await team.search({ setup: { moves: ['e2e4'] }, go: { depth: 10 } });
    const { page, complaints, close } = await openPage(browser, studio, '#/laboratory');
    await page.locator('input[accept=".plytrace"]').setInputFiles({
      name: 'team.plytrace',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(makeTrace(recorded!)),
    });
    await page.getByText('team.plytrace: chess, p-gpp with 3 workers').waitFor();
    await page.getByRole('link', { name: 'Tree' }).click();
    await page.locator('.tree-canvas').waitFor();
    await page.locator('.tree-canvas').focus();
    // The canvas may be there before the tree is.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        return (await crumbs(page)).length;
      })
      .toBeGreaterThan(1);
    // At the end of a search a worker may have left this node: some node beside it has one.
    await expect
      .poll(async () => {
        const count = await page.getByText(/Worker [0-3]/).count();
        if (count === 0) await page.keyboard.press('ArrowRight');
        return count;
      })
      .toBeGreaterThan(0);
    expect(await unlabelled(page)).toEqual([]);
    await page.getByRole('link', { name: 'Processors' }).click();
    await page.locator('main[data-view="processors"] canvas').first().waitFor();
    expect(await unlabelled(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a telephone shows all of it without scrolling sideways', async () => {
    const { page, complaints, close } = await searched({ width: 360, height: 740 });
    const overflow = await page.evaluate(() => {
      const view = document.querySelector('main')!;
      return view.scrollWidth - view.clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
