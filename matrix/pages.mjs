// A page in headless Chromium that runs the scenario, and what the harness demands of every page: right facts, no
// complaint of the browser, no worker left behind, and a main thread that is never blocked for long.
import { chromium } from 'playwright-core';
import { findPart, installMissing, parts } from '../scripts/install-parts.mjs';
import { recordTasks } from './main-thread.mjs';

/** A task of more processor time than this makes a page feel stuck. */
const MAX_BLOCKED_MS = 50;
/** A core that two processes share is slower for each: a page may try again, from its start, before it is judged. */
const ATTEMPTS = 5;
const PATIENCE_MS = 60_000;

let browser;

/** The browser, started once; undefined when there is none and none can be installed. */
export async function openBrowser() {
  if (browser) return browser;
  installMissing(parts.filter(({ name }) => name === 'chromium'));
  const executablePath = findPart('chromium');
  if (executablePath === undefined) return undefined;
  browser = await chromium.launch({
    executablePath,
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
}

/**
 * Opens a page and lets it work; throws what it complained about.
 * @template T
 * @param {string} url
 * @param {(page: import('playwright-core').Page, workers: () => number) => Promise<T>} work `workers` counts those
 * that the page has started.
 * @returns {Promise<T>}
 */
export async function withPage(url, work) {
  const context = await browser.newContext();
  const complaints = [];
  try {
    const page = await context.newPage();
    let workers = 0;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('worker', () => workers++);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason}: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    try {
      await page.goto(url);
      const result = await unlessTooLong(work(page, () => workers));
      if (complaints.length > 0) throw new Error('the page complained');
      return result;
    } catch (error) {
      throw new Error([error.message, ...complaints].join('\n'));
    }
  } finally {
    await context.close();
  }
}

async function unlessTooLong(promise) {
  let timer;
  const end = new Promise((_, reject) => {
    const message = `the page was not ready after ${PATIENCE_MS / 1000} s`;
    timer = setTimeout(() => reject(new Error(message)), PATIENCE_MS);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}

/**
 * Runs the scenario in pages at a URL.
 * @param {string} url
 * @param {{ isolated: boolean }} expected
 * @returns {Promise<import('./table.mjs').Outcome>}
 */
export async function runScenario(url, expected) {
  if (!(await openBrowser())) return { notRun: 'chromium is not installed' };
  let best;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await withPage(url, (page, workers) => scenarioIn(page, workers, expected));
    if (!best || found.longestTask < best.longestTask) best = found;
    if (best.longestTask <= MAX_BLOCKED_MS) break;
  }
  const { facts, phase, longestTask } = best;
  if (longestTask > MAX_BLOCKED_MS) {
    throw new Error(
      `${phase}: a task of the page took ${longestTask.toFixed(0)} ms in each of ${ATTEMPTS} runs`,
    );
  }
  return { facts, note: `longest task ${longestTask.toFixed(0)} ms (${phase})` };
}

async function scenarioIn(page, workers, { isolated }) {
  await page.waitForFunction(() => 'matrix' in globalThis);
  const { phaseNames, isolated: found } = await page.evaluate(() => {
    const { phaseNames, isolated } = globalThis.matrix;
    return { phaseNames, isolated };
  });
  if (found !== isolated) throw new Error(`the page is ${found ? '' : 'not '}isolated`);
  const facts = {};
  let [phase, longestTask] = ['', 0];
  for (const name of phaseNames) {
    const before = workers();
    const stopRecording = await recordTasks(page);
    let longest = 0;
    try {
      facts[name] = await page.evaluate((each) => globalThis.matrix.runPhase(each), name);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    } finally {
      longest = await stopRecording();
    }
    if (longest > longestTask) [phase, longestTask] = [name, longest];
    if (name === 'threads' && workers() < before + 2) {
      throw new Error(`threads: the page started ${workers() - before} workers`);
    }
  }
  const deadline = performance.now() + PATIENCE_MS;
  while (page.workers().length > 0) {
    if (performance.now() > deadline) throw new Error('workers are left after closeAll');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { facts, phase, longestTask };
}
