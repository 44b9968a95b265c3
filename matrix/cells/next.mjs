// The library in a Next app: examples/next-app, built, with a page for the scenario beside its own, and its route on
// the server.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openBrowser, runScenario, withPage } from '../pages.mjs';
import { PAGE_MODULES, run, writeModules } from '../workspace.mjs';

const PAGE = `'use client';
import { useEffect } from 'react';
export default function Page() {
  useEffect(() => { import('../../scenario/page.js'); }, []);
  return <p>scenario</p>;
}
`;

const folderOf = (workspace) => join(workspace.tools, 'projects/next');
const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

/** @type {import('../table.mjs').Cell[]} */
export const cells = [
  {
    name: 'Next 16',
    alone: true,
    async prepare(workspace) {
      const project = workspace.project('next', 'next-app');
      // Apart from the route's folder: below `app` a file named page.js is a route.
      const modules = join(project, 'scenario');
      mkdirSync(modules);
      writeModules(modules, ...PAGE_MODULES);
      mkdirSync(join(project, 'app/scenario'));
      writeFileSync(join(project, 'app/scenario/page.tsx'), PAGE);
      await run(process.execPath, [workspace.tool('next/dist/bin/next'), 'build'], {
        cwd: project,
        env: environment,
      });
    },
    async run(workspace) {
      if (!(await openBrowser())) return { notRun: 'chromium is not installed' };
      const { url, stop } = await start(workspace);
      try {
        const outcome = await runScenario(`${url}/scenario`, { isolated: true });
        await answersOnServer(url);
        await withPage(url, async (page) => {
          await page.getByRole('button', { name: 'row 3, column 3' }).click();
          await page.locator('.blue').waitFor();
          await page.getByText('Your move.').waitFor();
        });
        return outcome;
      } finally {
        await stop();
      }
    },
  },
];

async function answersOnServer(url) {
  const answer = await (await fetch(`${url}/api/hint`)).json();
  if (!['c4', 'd3', 'e6', 'f5'].includes(answer.move)) {
    throw new Error(`the route on the server answers ${JSON.stringify(answer)}`);
  }
  const refused = await fetch(`${url}/api/hint?position=nonsense`);
  if (refused.status !== 400) throw new Error(`the route answers nonsense with ${refused.status}`);
}

async function start(workspace) {
  const port = await freePort();
  const next = workspace.tool('next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '-p', String(port)], {
    cwd: folderOf(workspace),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill();
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = performance.now() + 60_000; ; ) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    );
    if (up) return { url, stop };
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`next start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((done) => server.close(done));
  return port;
}
