// The processors in Chromium: from the empty state to a first search, along lanes by keyboard, into a span of time and
// back, and a changed run beside the first.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chromiumPath,
  launchChromium,
  openPage,
  type ServedStudio,
  serveIsolated,
  unlabelled,
} from '../support/studio.js';

describe.skipIf(chromiumPath === undefined)('the processors in Chromium', () => {
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
    const opened = await openPage(browser, studio, '#/processors', { viewport });
    await opened.page.getByRole('button', { name: /^Simulate / }).click();
    await opened.page.locator('.waterfall').waitFor();
    return opened;
  }

  /** Colours of the lanes that more than some pixels have. */
  const coloursOf = (page: Page) =>
    page
      .locator('.lanes canvas')
      .first()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
        const counts = new Map<string, number>();
        for (let i = 0; i < data.length; i += 4) {
          const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        return [...counts].filter(([, count]) => count > 200).length;
      });

  /** The numbers of the bars, from linear speedup to the real one. */
  const barsOf = (page: Page) =>
    page.locator('.waterfall td.number').evaluateAll((cells) =>
      cells.map((cell) => {
        const [text] = /^[+−]?[\d.]+\.\d\d/.exec(cell.textContent!)!;
        return Number(text.replace('−', '-'));
      }),
    );

  test('an empty view starts a first search and says where its speedup went', async () => {
    const { page, complaints, close } = await searched();
    expect(await page.locator('.verdict').textContent()).toMatch(
      /^16 processors are \d+\.\d\d times as fast as one: on average, \d+\.\d of them do not help\./,
    );
    await expect.poll(() => coloursOf(page)).toBeGreaterThan(3);
    const label = await page.locator('.lanes canvas').first().getAttribute('aria-label');
    expect(label).toMatch(/^Lanes of 16 processes over .*: searching \d+\.\d %/);
    const bars = await barsOf(page);
    expect(bars).toHaveLength(8);
    const [linear, ...rest] = bars;
    const speedup = rest.pop()!;
    // Each number is rounded to a hundredth.
    expect(linear! + rest.reduce((sum, loss) => sum + loss, 0)).toBeCloseTo(speedup, 1);
    expect(await unlabelled(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys choose a process, go along its changes and zoom; a reload keeps the place', async () => {
    const { page, complaints, close } = await searched();
    const card = page.locator('.side .moment-card');
    await page.locator('.timeline').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Home', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key);
    }
    await expect.poll(() => card.textContent()).toContain('Process 2');
    await expect
      .poll(() => page.locator('.timeline [aria-live]').textContent())
      .toMatch(/^At .*: Process 2 .* for .*, since /);
    const before = await card.textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => card.textContent()).not.toBe(before);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => page.url()).toMatch(/process=2&span=\d+-\d+/);
    await page.reload();
    await page.locator('.waterfall').waitFor();
    await expect.poll(() => card.textContent()).toContain('Process 2');
    expect(page.url()).toMatch(/process=2&span=\d+-\d+/);
    await page.locator('.timeline').focus();
    await page.keyboard.press('0');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toMatch(/process=|span=/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the pointer shows what a process does, selects it, zooms and pans', async () => {
    const { page, complaints, close } = await searched();
    const box = (await page.locator('.lanes').boundingBox())!;
    await page.mouse.move(box.x + 400, box.y + 120);
    await expect.poll(() => page.locator('.hover-card').textContent()).toMatch(/^(Process|Master)/);
    await page.mouse.click(box.x + 400, box.y + 120);
    await expect.poll(() => page.url()).toMatch(/process=\d/);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => page.url()).toMatch(/span=/);
    const zoomed = page.url();
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 120, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.url()).not.toBe(zoomed);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a changed run stands beside the first, with the first difference', async () => {
    const { page, complaints, close } = await searched();
    await page.getByLabel('Faults').fill('crash:3@20ms+20ms');
    await page.getByLabel('Faults').press('Tab');
    await page.getByRole('button', { name: /^Keep this run/ }).click();
    await page.locator('.waterfall.pair').waitFor();
    expect(await page.locator('.lanes').count()).toBe(2);
    await expect
      .poll(() => page.locator('.difference').textContent())
      .toMatch(/First difference: at .* Changed: faults none → crash:3@20ms\+20ms\./s);
    await page.getByRole('button', { name: 'Go there' }).click();
    await expect.poll(() => page.url()).toMatch(/span=/);
    await page.getByRole('button', { name: 'Put away' }).click();
    await expect.poll(() => page.locator('.lanes').count()).toBe(1);
    expect(await unlabelled(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('nothing sticks out of a telephone', async () => {
    const { page, complaints, close } = await searched({ width: 360, height: 740 });
    const over = await page.evaluate(() => {
      const main = document.querySelector('main')!;
      return main.scrollWidth - main.clientWidth;
    });
    expect(over).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
