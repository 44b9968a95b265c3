// The studio in a real browser: the built page, served as `plyades studio` serves it, or as files without the headers of
// isolation. A test fails when the page complains: errors in the console, failed requests, violations of its policy.
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type StudioOptions, serveStudio } from 'plyades/internal/studio/server.js';
import { writeSite } from 'plyades/internal/studio/site.js';
import { findPart } from '../../../../scripts/install-parts.mjs';

/** Longer than anything takes on a busy machine, in milliseconds. */
export const PATIENCE_MS = 120_000;

export const chromiumPath: string | undefined = findPart('chromium');

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    timeout: PATIENCE_MS,
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface ServedStudio {
  /** Ends with a slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** The studio as the command serves it: cross-origin isolated. */
export const serveIsolated = (options: StudioOptions = {}): Promise<ServedStudio> =>
  serveStudio(options);

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The studio as files on an ordinary host, without any header of ours. */
export async function serveOrdinary(): Promise<ServedStudio> {
  const folder = await mkdtemp(join(tmpdir(), 'plyades-site-'));
  await writeSite(folder);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface OpenedPage {
  readonly page: Page;
  /** What the page complained about so far. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Opens the studio at a route such as `#/tree`, with storage of its own. The tour is not offered. */
export async function openPage(
  browser: Browser,
  { url }: ServedStudio,
  route = '#/board',
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => localStorage.setItem('plyades-studio:tour', '"seen"'));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    // Those of a page that was reloaded meanwhile are no fault.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') complaints.push(`${why}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (!response.ok()) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url + route);
  await page.locator('main[data-view]').waitFor();
  return { page, complaints, close: () => context.close() };
}

/** Controls of the page that a screen reader could not name. */
export function unlabelled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, [role="button"], [role="slider"], canvas, [tabindex]:not([tabindex="-1"])',
    );
    const textOf = (id: string) => document.getElementById(id)?.textContent?.trim();
    const named = (element: HTMLElement) =>
      element.getAttribute('aria-label')?.trim() ||
      element.getAttribute('aria-labelledby')?.split(/\s+/).map(textOf).join('') ||
      (element as HTMLInputElement).labels?.[0]?.textContent?.trim() ||
      (element.matches('input, select, textarea, canvas') ? '' : element.textContent?.trim()) ||
      element.getAttribute('title')?.trim();
    return [...controls]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
      .filter((element) => !named(element))
      .map((element) => element.outerHTML.slice(0, 160));
  });
}
