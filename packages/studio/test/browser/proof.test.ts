// Proofs in Chromium: one is made in the page, walked on the board, verified in a worker, saved and opened again.
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { verify } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chromiumPath,
  launchChromium,
  openPage,
  type ServedStudio,
  serveIsolated,
  serveOrdinary,
  unlabelled,
} from '../support/studio.js';

async function save(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  return readFile(await download.path());
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

describe.skipIf(chromiumPath === undefined)('proofs in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  test.each([
    ['isolated', serveIsolated],
    ['ordinary', serveOrdinary],
  ])('a mate is solved, walked to its end and verified on an %s page', async (_, serve) => {
    const studio: ServedStudio = await serve();
    const { page, complaints, close } = await openPage(browser, studio, '#/proof');
    await page
      .getByLabel('Position', { exact: true })
      .selectOption({ label: 'Chess: White mates in four' });
    await page.getByRole('button', { name: 'Solve it' }).click();
    await page.getByRole('heading', { name: 'White mates, whatever Black does.' }).waitFor();
    expect(await unlabelled(page)).toEqual([]);

    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Verified\. Every one of \d+ positions was played out/).waitFor();

    // White's moves are given; Black always plays its last one.
    const way = page.getByRole('region', { name: 'The way through the proof' });
    const over = way.getByText(/^White has won: checkmate\.$/);
    const replies = way.getByRole('list').last().getByRole('button');
    for (let moves = 0; moves < 10 && (await over.count()) === 0; moves++)
      await replies.last().click();
    await over.waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Moves so far' });
    expect(await crumbs.getByRole('listitem').count()).toBeGreaterThan(4);

    // Back by the keyboard, and another reply.
    await crumbs.getByRole('button', { name: 'Root' }).click();
    await page.keyboard.press('ArrowRight');
    await way.getByText(/^Black may choose among \d+ moves; the proof answers each\.$/).waitFor();

    // A reload shows the same position of the same proof.
    await page.reload();
    await way.getByText(/^Black may choose among \d+ moves/).waitFor();

    const file = await save(page);
    expect(await verify(new Uint8Array(file))).toMatchObject({ valid: true, game: 'chess' });
    await page.getByRole('button', { name: 'Another proof' }).click();
    const damaged = Buffer.from(file);
    damaged[damaged.length - 2]! ^= 255;
    await choose(page, 'damaged.proof', damaged);
    await page
      .getByRole('alert')
      .getByText(/^damaged\.proof cannot be opened: .*damaged/)
      .waitFor();
    await choose(page, 'mate.proof', file);
    await page.getByRole('heading', { name: 'White mates, whatever Black does.' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
    await studio.close();
  });

  test('a file that claims more than it shows is found out', async () => {
    const studio = await serveIsolated();
    const { page, complaints, close } = await openPage(browser, studio, '#/proof');
    await page
      .getByLabel('Position', { exact: true })
      .selectOption({ label: 'Tic-tac-toe: X does not lose' });
    await page.getByRole('button', { name: 'Solve it' }).click();
    await page
      .getByRole('heading', { name: 'X holds at least a draw, whatever O does.' })
      .waitFor();
    const file = await save(page);
    // The sum is over the graph alone: the header can say anything.
    const forged = Buffer.from(file.toString('latin1').replace('"draw"', '"win"'), 'latin1');
    await page.getByRole('button', { name: 'Another proof' }).click();
    await choose(page, 'forged.proof', forged);
    await page.getByRole('heading', { name: 'X wins, whatever O does.' }).waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Not a proof: /).waitFor();
    expect(complaints).toEqual([]);
    await close();
    await studio.close();
  });
});
