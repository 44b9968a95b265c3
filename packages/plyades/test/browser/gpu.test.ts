// The shaders in a real browser, on its device in software: the same numbers as the kernels in Node, bit for bit.
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { separateBatch } from '#dist/gpu/batch.js';
import { HostCalculator } from '#dist/gpu/index.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { randomPositions } from '../../../lab/bench/gpu/tree.mjs';
import type { Asked, calculate, searchOnThread, serve as serveScene } from './gpu-scene.js';
import { type Site, serve } from './server.js';

const executablePath = findPart('chromium');

/** Where a record of Connect6 has its branching. */
const BRANCHING = 92;

interface Scenes {
  readonly gpu: {
    readonly calculate: typeof calculate;
    readonly serve: typeof serveScene;
    readonly searchOnThread: typeof searchOnThread;
  };
}

describe.skipIf(executablePath === undefined)('shaders in Chromium', () => {
  let browser: Browser;
  let site: Site;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: [
        '--enable-unsafe-webgpu',
        '--use-webgpu-adapter=swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    site = await serve({ isolated: false });
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.setDefaultTimeout(0);
    await page.goto(`${site.url}test/browser/gpu.html`, { waitUntil: 'commit', timeout: 0 });
    await page.waitForFunction(() => 'gpu' in globalThis);
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each([
    ['connect6', 12, 2],
    ['chess', 100, 2],
  ])('%s is what the kernel says', { tags: 'long' }, async (game, count, depth) => {
    // Fewer branches in Connect6: a workgroup in software is slow.
    const narrowed = (record: Uint8Array): Uint8Array =>
      game === 'chess' ? record : record.with(BRANCHING, 8);
    const records = (await randomPositions(game, count)).map(narrowed);
    const asked: Asked = { game, records: records.map((record) => Array.from(record)), depth };
    const found = await page.evaluate(
      (what) => (globalThis as unknown as Scenes).gpu.calculate(what),
      asked,
    );
    const host = await HostCalculator.make(game);
    const { toWords, limitOf } = host.shaders;
    const batch = separateBatch(records, toWords, { limit: limitOf(records[0]!) });
    const opened = await host.open(batch);
    expect(found.software).toBe(true);
    expect(found.lost).toBeNull();
    expect(found.evaluated).toEqual(Array.from(await host.evaluate(batch)));
    expect(found.leaves).toEqual(Array.from(await host.leaves(batch)));
    expect(found.searched).toEqual(Array.from(await host.search({ ...batch, depth: 1 })));
    records.forEach((_, i) => {
      const { counts, offsets, moves, values } = opened;
      const [from, end] = [offsets[i]!, offsets[i]! + counts[i]!];
      const expected =
        counts[i] === 0 ? [from] : [...moves.subarray(from, end), ...values.subarray(from, end)];
      expect(found.branches[i], `position ${i}`).toEqual(expected);
    });
    const value = host.reference.search(records[0]!, [], { depth });
    expect([found.nodes, found.trees]).toEqual([value, value]);
    // Searchers of one tree: it was they who found it, and their move attains it.
    const { together } = found;
    expect([together.value, together.searchers]).toEqual([value, 3]);
    const after = host.reference.search(records[0]!, [together.move!], { depth: depth - 1 });
    expect(0 - after).toBe(value);
  });

  test('search() finds the value on a thread of its own', { timeout: 300_000 }, async () => {
    const [record] = await randomPositions('chess', 1);
    const found = await page.evaluate(
      (bytes) => (globalThis as unknown as Scenes).gpu.searchOnThread(bytes, 2),
      Array.from(record!),
    );
    const host = await HostCalculator.make('chess');
    const value = host.reference.search(record!, [], { depth: 2 });
    expect(found).toMatchObject({ status: 'depth', value, searchers: 3, workers: 1 });
    expect(found.nodes).toBeGreaterThan(0);
    // The page was not held up: compiling shaders in software alone takes seconds.
    expect(found.frames).toBeGreaterThan(20);
  });

  test('the service as a page uses it', { timeout: 300_000 }, async () => {
    const { values, moves } = await page.evaluate(() =>
      (globalThis as unknown as Scenes).gpu.serve(),
    );
    const host = await HostCalculator.make('chess');
    const { notationOf } = await import('#dist/games/load.js');
    const { record } = notationOf('chess').start() as { record: Uint8Array };
    expect(values).toEqual([host.reference.evaluate(record)]);
    expect(moves).toBe(20);
    expect(complaints).toEqual([]);
  });
});
