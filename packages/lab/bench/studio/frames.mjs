// How long does a frame of the studio take with a large run? A made trace is opened as a file; then the moment shown
// moves on with every frame, and the wheel zooms in and out. A frame takes from one callback of the browser to the next,
// so what Chromium itself needs to paint without a GPU counts as well.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { serveStudio } from 'plyades/internal/studio/server.js';
import { makeTrace } from 'plyades/trace';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { quantile } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- studio/frames [options]

Milliseconds of a frame while a large run is scrubbed and zoomed, in headless Chromium without a GPU.

Options:
  --nodes N       nodes of the tree (200000)
  --processes N   lanes (256)
  --frames N      frames of each measurement (300)
  --json FILE     write the figures
Example:
  $ npm run bench -- studio/frames --nodes 50000 --processes 64`;

const options = {
  nodes: { type: 'string', default: '200000' },
  processes: { type: 'string', default: '256' },
  frames: { type: 'string', default: '300' },
};

/** The maker of traces is a module of the studio's tests, in TypeScript. */
async function loadMadeTrace(folder) {
  const entry = new URL('../../../studio/test/support/made-trace.ts', import.meta.url);
  const outfile = join(folder, 'made-trace.mjs');
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile));
}

/** In the page: times between frames, in each of which `act` is done once. */
async function frameTimes({ frames, kind }) {
  const slider = document.querySelector('input[aria-label="Moment shown"]');
  const target = document.querySelector('main canvas');
  const acts = {
    scrub(i) {
      slider.value = String((Number(slider.max) * i) / frames);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    },
    zoom(i) {
      const { left, top, width, height } = target.getBoundingClientRect();
      const wheel = new WheelEvent('wheel', {
        deltaY: i % 60 < 30 ? -60 : 60,
        clientX: left + width * 0.4,
        clientY: top + height * 0.3,
        bubbles: true,
        cancelable: true,
      });
      target.dispatchEvent(wheel);
    },
  };
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let last = await next();
  const times = [];
  for (let i = 0; i < frames; i++) {
    acts[kind](i);
    const now = await next();
    times.push(now - last);
    last = now;
  }
  return times;
}

async function measure(page, view, frames) {
  await page.getByRole('link', { name: view, exact: true }).click();
  await page.locator(`main[data-view="${view.toLowerCase()}"] canvas`).first().waitFor();
  await page.waitForTimeout(2000);
  const found = {};
  for (const kind of ['scrub', 'zoom']) {
    found[kind] = await page.evaluate(frameTimes, { frames, kind });
  }
  return found;
}

async function run(values) {
  const nodes = integer(values, 'nodes', 100, 262_000);
  const processes = integer(values, 'processes', 2, 1536);
  const frames = integer(values, 'frames', 10, 10_000);
  const folder = await mkdtemp(join(tmpdir(), 'plyades-frames-'));
  const studio = await serveStudio();
  const browser = await chromium.launch({ executablePath: findPart('chromium') });
  try {
    const { madeTrace } = await loadMadeTrace(folder);
    const file = join(folder, 'made.plytrace');
    await writeFile(file, makeTrace(madeTrace({ nodes, processes, crashes: 2 })));
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('plyades-studio:tour', '"seen"'));
    await page.goto(`${studio.url}#/laboratory`);
    await page.locator('input[type="file"][accept=".plytrace"]').setInputFiles(file);
    const times = {};
    for (const view of ['Tree', 'Processors']) times[view] = await measure(page, view, frames);
    return report(times);
  } finally {
    await browser.close();
    await studio.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function report(times) {
  const rows = Object.entries(times).flatMap(([view, kinds]) =>
    Object.entries(kinds).map(([kind, list]) => ({ name: `${view}, ${kind}`, list })),
  );
  const ms = (list, share) => quantile(list, share).toFixed(1);
  printTable([
    ['milliseconds', 'median', '95 %', '99 %', 'worst'],
    ...rows.map(({ name, list }) => [name, ...[0.5, 0.95, 0.99, 1].map((at) => ms(list, at))]),
  ]);
  const targets = rows.map(({ name, list }) =>
    target(`95 % of frames: ${name}`, { value: quantile(list, 0.95), most: 20 }),
  );
  printTargets(targets, (value) => value.toFixed(1));
  return { times, targets };
}

await runBench('studio/frames', { help, options, run });
