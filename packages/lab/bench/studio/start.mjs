// How long does it take from `plyades studio` to the first view? The command is a new process each time, and the page is
// opened in a browser that runs already, with nothing of the page in its cache.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { median, quantile } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- studio/start [options]

Milliseconds from the start of 'plyades studio' to its address, and to the first view in Chromium.

Options:
  --rounds N    starts (10)
  --json FILE   write the figures
Example:
  $ npm run bench -- studio/start --rounds 20`;

const options = { rounds: { type: 'string', default: '10' } };

const main = fileURLToPath(import.meta.resolve('plyades/internal/cli/main.js'));

/** The first line of the command's output, with a function that ends the command. */
function startStudio() {
  const child = spawn(process.execPath, [main, 'studio', '--no-open'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('error', reject);
  });
  return {
    address,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function measure(browser) {
  const from = performance.now();
  const studio = startStudio();
  try {
    const url = await studio.address;
    const address = performance.now() - from;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('main[data-view="board"] svg').first().waitFor();
    const view = performance.now() - from;
    await context.close();
    return { address, view };
  } finally {
    await studio.end();
  }
}

async function run(values) {
  const rounds = integer(values, 'rounds', 1, 1000);
  const browser = await chromium.launch({ executablePath: findPart('chromium') });
  const times = [];
  try {
    for (let i = 0; i < rounds; i++) times.push(await measure(browser));
  } finally {
    await browser.close();
  }
  const ms = (list, share) => quantile(list, share).toFixed(0);
  const rows = ['address', 'view'].map((name) => {
    const list = times.map((each) => each[name]);
    return [name, ms(list, 0), ms(list, 0.5), ms(list, 1)];
  });
  printTable([['milliseconds', 'least', 'median', 'most'], ...rows]);
  const value = median(times.map((each) => each.view));
  const targets = [target('median of the first view', { value, most: 1500 })];
  printTargets(targets, (each) => each.toFixed(0));
  return { times, targets };
}

await runBench('studio/start', { help, options, run });
