// The studio in Debian's Firefox, driven by WebDriver BiDi: Playwright drives builds of its own only. Every view opens
// without a complaint, and a simulation has the digest that Node finds.
import { loadGame } from 'plyades';
import { makeLink, simulate } from 'plyades/sim';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { viewNames } from '../support/names.js';
import { PATIENCE_MS, type ServedStudio, serveIsolated } from '../support/studio.js';

const executablePath: string | undefined = findPart('firefox');

describe.skipIf(executablePath === undefined)('the studio in Firefox', { tags: 'long' }, () => {
  let browser: Browser;
  let studio: ServedStudio;

  beforeAll(async () => {
    studio = await serveIsolated();
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: executablePath!,
      headless: true,
      timeout: PATIENCE_MS,
    });
  });

  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  async function open(route: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    await page.evaluateOnNewDocument(() => {
      // The empty page that comes first has no storage.
      if (location.protocol === 'http:') localStorage.setItem('plyades-studio:tour', '"seen"');
    });
    await page.goto(studio.url + route);
    return { page, complaints };
  }

  test.each(viewNames)('shows the view %s', async (view) => {
    const { page, complaints } = await open(`#/${view}`);
    await page.waitForSelector(`main[data-view="${view}"] :is(h1, h2, canvas, svg)`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('simulates with the digest that Node finds', async () => {
    const game = await loadGame('tic-tac-toe');
    const options = { algorithm: 'aphid', processors: 4, depth: 9, seed: 3 } as const;
    const { digest, linked } = await simulate(game.notation.start(), options);
    const link = await makeLink('', linked!);
    const { page, complaints } = await open(link);
    await page.waitForFunction(
      (text) => document.querySelector('main')?.textContent?.includes(text),
      {},
      digest,
    );
    expect(complaints).toEqual([]);
    await page.close();
  });
});
