// The frame of the studio in Chromium: every view opens by its address, on an isolated page and on an ordinary one,
// without a complaint and with a name for every control.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewNames } from '../support/names.js';
import {
  chromiumPath,
  launchChromium,
  openPage,
  type ServedStudio,
  serveIsolated,
  serveOrdinary,
  unlabelled,
} from '../support/studio.js';

describe.skipIf(chromiumPath === undefined)('the studio in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  describe.each([
    ['as the command serves it', serveIsolated, true],
    ['as files on an ordinary host', serveOrdinary, false],
  ])('%s', (_, serve, isolated) => {
    let studio: ServedStudio;

    beforeAll(async () => {
      studio = await serve();
    });

    afterAll(() => studio?.close());

    test.each(viewNames)('shows the view %s by its address', async (view) => {
      const { page, complaints, close } = await openPage(browser, studio, `#/${view}`);
      await page.locator(`main[data-view="${view}"] :is(h1, h2, canvas, svg)`).first().waitFor();
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
      expect(await unlabelled(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    });

    test('keeps the theme on reload', async () => {
      const { page, complaints, close } = await openPage(browser, studio);
      const colourOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.getByLabel('Theme').selectOption('light');
      const light = await colourOf();
      await page.getByLabel('Theme').selectOption('dark');
      expect(await colourOf()).not.toBe(light);
      await page.reload();
      await page.locator('main[data-view]').waitFor();
      expect(await page.getByLabel('Theme').inputValue()).toBe('dark');
      expect(await colourOf()).not.toBe(light);
      expect(complaints).toEqual([]);
      await close();
    });
  });
});
