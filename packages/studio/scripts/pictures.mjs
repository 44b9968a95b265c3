// Pictures of the studio, from real runs in headless Chromium.
//
//   npm run pictures               the pictures of the documents, docs/studio/*.png
//   npm run pictures -- FOLDER     every view at three widths in both themes, to be looked at
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveStudio } from 'plyades/internal/studio/server.js';
import { findPart } from '../../../scripts/install-parts.mjs';

const WIDTHS = { 360: 780, 1280: 860, 2560: 1400 };
const THEMES = ['light', 'dark'];
const VIEWS = ['board', 'tree', 'processors', 'laboratory', 'proof', 'cluster'];

const folder = process.argv[2];
const studio = await serveStudio();
const browser = await chromium.launch({ executablePath: findPart('chromium') });
try {
  if (folder === undefined) await makeDocumentPictures();
  else await makeAllPictures(folder);
} finally {
  await browser.close();
  await studio.close();
}

/** The studio in a theme, with the run of the tour finished. */
async function openStudio(theme, width, height) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  await context.addInitScript(() => localStorage.setItem('plyades-studio:tour', '"seen"'));
  const page = await context.newPage();
  await page.goto(`${studio.url}#/laboratory`);
  await page.getByRole('button', { name: 'Simulate 16 processors' }).click();
  await page.getByText('The same value as the sequential search').waitFor();
  return page;
}

async function show(page, view) {
  await page.evaluate((name) => {
    const run = new URLSearchParams(location.hash.split('?')[1]).get('run');
    location.hash = `#/${name}${run === null ? '' : `?run=${run}`}`;
  }, view);
  await page.locator(`main[data-view="${view}"] :is(h1, h2, canvas, svg)`).first().waitFor();
  // Pictures are drawn after the view is there.
  await page.waitForTimeout(1500);
}

async function makeDocumentPictures() {
  const out = fileURLToPath(new URL('../../../docs/studio/', import.meta.url));
  await mkdir(out, { recursive: true });
  for (const theme of THEMES) {
    const page = await openStudio(theme, 1280, 800);
    await show(page, 'tree');
    // In the middle of the run, while processes search.
    await page.getByLabel('Moment shown').evaluate((slider) => {
      slider.value = String(0.62 * Number(slider.max));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForTimeout(1000);
    await page.screenshot({ path: join(out, `tree-${theme}.png`) });
    await page.context().close();
  }
}

async function makeAllPictures(out) {
  await mkdir(out, { recursive: true });
  for (const theme of THEMES) {
    for (const [width, height] of Object.entries(WIDTHS)) {
      const page = await openStudio(theme, Number(width), height);
      for (const view of VIEWS) {
        await show(page, view);
        await page.screenshot({ path: join(out, `${view}-${width}-${theme}.png`) });
      }
      await page.context().close();
    }
  }
}
