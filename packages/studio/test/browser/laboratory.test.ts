// The laboratory in Chromium: a simulation is watched, its link gives the same run in a second page and in the terminal, a
// killed processor changes no value, and damaged links are one message.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { unwrap } from 'plyades';
import { parseTrace } from 'plyades/trace';
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

const mainFile = fileURLToPath(import.meta.resolve('plyades/internal/cli/main.js'));

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const digestOf = (page: Page) =>
  result(page).getByRole('row', { name: 'Digest' }).getByRole('cell').textContent();

/** Waits until the run that is shown has ended, with the value of the sequential search. */
async function ended(page: Page): Promise<string> {
  await result(page).getByText('The same value as the sequential search').waitFor();
  return (await result(page).locator('.verdict .value').textContent())!;
}

/** Moves the slider of processors to a number, by the keyboard. */
async function chooseProcessors(page: Page, processors: number): Promise<void> {
  const slider = page.getByRole('slider', { name: /^Processors/ });
  await slider.focus();
  for (let steps = 0; steps < 60; steps++) {
    const now = Number((await slider.getAttribute('aria-valuetext'))!.replaceAll(',', ''));
    if (now === processors) return;
    await page.keyboard.press(now < processors ? 'ArrowRight' : 'ArrowLeft');
  }
  throw new Error(`the slider does not reach ${processors}`);
}

async function showMoment(page: Page, share: number): Promise<void> {
  await page.getByRole('slider', { name: 'Moment shown' }).evaluate((element, at) => {
    const slider = element as HTMLInputElement;
    slider.value = String(Number(slider.max) * at);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, share);
}

describe.skipIf(chromiumPath === undefined)('the laboratory in Chromium', () => {
  let browser: Browser;
  let studio: ServedStudio;

  beforeAll(async () => {
    browser = await launchChromium();
    studio = await serveIsolated();
  });

  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  const open = (route = '#/laboratory') => openPage(browser, studio, route);

  test('a simulation of 64 processors is watched, and its link is the same run elsewhere', async () => {
    const { page, complaints, close } = await open();
    await chooseProcessors(page, 64);
    await page.getByRole('button', { name: 'Simulate 64 processors' }).click();
    const cells = page.getByRole('img', { name: /^64 processors at/ });
    await cells.waitFor();
    const value = await ended(page);
    const digest = await digestOf(page);
    // At some moments of the run more than half of the processors search, at its end none does.
    const searching = async () =>
      Number(/(\d+) searching/.exec((await cells.getAttribute('aria-label'))!)?.[1] ?? 0);
    const seen: number[] = [];
    for (let share = 0.02; share < 0.4; share += 0.02) {
      await showMoment(page, share);
      seen.push(await searching());
    }
    expect(Math.max(...seen)).toBeGreaterThan(32);
    expect(await unlabelled(page)).toEqual([]);

    const link = page.url();
    const second = await openPage(browser, studio, new URL(link).hash);
    expect(await ended(second.page)).toBe(value);
    await second.page
      .getByText(`The same run as in the link, bit for bit: both have the digest ${digest}.`)
      .waitFor();
    const words = ['sim', '--link', link, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, [mainFile, ...words]);
    expect(JSON.parse(stdout)).toMatchObject({ digest, processors: 64, value: Number(value) });
    expect([...complaints, ...second.complaints]).toEqual([]);
    await second.close();
    await close();
  });

  test('a killed processor goes down, and the value stays that of the sequential search', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('button', { name: 'Simulate 16 processors' }).click();
    const value = await ended(page);
    const before = await digestOf(page);
    await showMoment(page, 0.4);
    const cells = page.getByRole('img', { name: /^16 processors at/ });
    // Process 0 answers for the search.
    await cells.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByText('Processor 0 holds the root of the search').waitFor();
    for (let steps = 0; steps < 7; steps++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText(/^Processor 7 crashed at .*the value is still \+\d+\.$/).waitFor();
    expect(await ended(page)).toBe(value);
    expect(await digestOf(page)).not.toBe(before);
    await showMoment(page, 0.45);
    await expect.poll(() => cells.getAttribute('aria-label')).toContain('1 down');
    await page
      .getByText(/crash:7@[\d.]+s\+[\d.]+s/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => digestOf(page)).toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a sweep draws the speedup beside the paper's points", async () => {
    const { page, complaints, close } = await open();
    await page.getByLabel('Algorithm').selectOption('aphid');
    await chooseProcessors(page, 4);
    await page.getByRole('button', { name: 'Sweep 1 to 4' }).click();
    const curve = page.getByRole('region', { name: 'Speedup' });
    await curve.getByText('As a table').click();
    const rows = curve.getByRole('row', { name: /^aphid, othello/ });
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(3);
    await curve.getByText(/Brockington.*table 6\.1/).waitFor();
    expect(
      await curve.getByRole('row', { name: /^Paper: Keyano, 15 plies 64 37\.44/ }).count(),
    ).toBe(1);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      curve.getByRole('button', { name: 'Save CSV' }).click(),
    ]);
    expect(await readFile(await csv.path(), 'utf8')).toMatch(
      /^curve,processors,speedup.*\n.*,1,1,/,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test('a trace is saved and opened again', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('button', { name: 'Simulate 16 processors' }).click();
    await ended(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save .plytrace' }).click(),
    ]);
    const path = await download.path();
    expect(unwrap(parseTrace(await readFile(path))).header.processes).toBe(16);
    await page.locator('input[accept=".plytrace"]').setInputFiles({
      name: 'again.plytrace',
      mimeType: 'application/octet-stream',
      buffer: await readFile(path),
    });
    await page.getByText('again.plytrace: othello, minimal-tree on 16 processors').waitFor();
    await page.locator('input[accept=".plytrace"]').setInputFiles({
      name: 'broken.plytrace',
      mimeType: 'application/octet-stream',
      buffer: (await readFile(path)).subarray(0, 2000),
    });
    await page
      .getByRole('alert')
      .getByText(/^broken\.plytrace cannot be opened/)
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['short', 'AAAA'],
    ['long', 'x'.repeat(3000)],
    ['mark-up', '%3Cscript%3Ealert(1)%3C/script%3E'],
  ])('a damaged link is one message and runs nothing: %s', async (_, packed) => {
    const { page, complaints, close } = await open(`#run=${packed}`);
    await page
      .getByRole('alert')
      .getByText(/is no link to a run/)
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await result(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('everything runs on a page that is not isolated', async () => {
    const ordinary = await serveOrdinary();
    const { page, complaints, close } = await openPage(browser, ordinary, '#/laboratory');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page.getByRole('button', { name: 'Simulate 16 processors' }).click();
    await ended(page);
    expect(complaints).toEqual([]);
    await close();
    await ordinary.close();
  });

  test('the tour leads by the keyboard to the waterfall, and is left at any time', async () => {
    const { page, complaints, close } = await open('#/board');
    await page.getByRole('button', { name: 'Tour', exact: true }).click();
    const card = page.getByRole('dialog', { name: /^Tour, step/ });
    await ended(page);
    const titles: (string | null)[] = [];
    for (let step = 1; step <= 8; step++) {
      await page.getByRole('dialog', { name: `Tour, step ${step} of 8` }).waitFor();
      titles.push(await card.getByRole('heading').textContent());
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toMatch(/Next|Done/);
      if (step < 8) await page.keyboard.press(step % 2 === 0 ? 'ArrowRight' : 'Enter');
    }
    expect(new Set(titles).size).toBe(8);
    await card.getByText(/From 16 down to \d+\.\d/).waitFor();
    await page.locator('.tour-ring').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });
});
