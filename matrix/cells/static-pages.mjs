// The library in pages without a bundler: files of the package on the page's own server, with and without isolation,
// on another origin, on a server that sends no headers, and in a classic script.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, runScenario, withPage } from '../pages.mjs';
import { checkWeight, crossOrigin, isolation, serve } from '../servers.mjs';
import { PAGE_MODULES, run, writeModules } from '../workspace.mjs';

/** Page, rules, the page's worker, the library for each of the two, and one to spare. */
const MAX_REQUESTS = 6;

/** A folder whose modules import the library by its address below `base`. */
function staticProject(workspace, name, base, head = '') {
  const project = workspace.project(name);
  writeModules(project, ...PAGE_MODULES);
  for (const module of PAGE_MODULES) {
    const path = join(project, `${module}.js`);
    const text = readFileSync(path, 'utf8')
      .replaceAll("from 'plyades/worker'", `from '${base}browser/serve.js'`)
      .replaceAll("from 'plyades'", `from '${base}browser/index.js'`);
    writeFileSync(path, text);
  }
  writeFileSync(
    join(project, 'index.html'),
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Plyades</title>
${head}<script type="module" src="./page.js"></script>\n`,
  );
  return project;
}

const dist = (workspace) => join(workspace.library, 'dist/');

/** @type {import('../table.mjs').Cell[]} */
export const cells = [
  ...[true, false].map((isolated) => ({
    name: `static page, ${isolated ? 'isolated' : 'not isolated'}`,
    alone: true,
    async run(workspace) {
      const folder = staticProject(workspace, `static-${isolated}`, './plyades/');
      const folders = { '/': folder, '/plyades/': dist(workspace) };
      const site = await serve(folders, isolated ? isolation : {});
      try {
        return await runScenario(`${site.url}/`, { isolated });
      } finally {
        await site.close();
      }
    },
  })),
  {
    name: 'library from another origin',
    alone: true,
    async run(workspace) {
      const cdn = await serve({ '/plyades@0.1.0/dist/': dist(workspace) }, crossOrigin);
      const folder = staticProject(workspace, 'other-origin', `${cdn.url}/plyades@0.1.0/dist/`);
      const site = await serve({ '/': folder }, isolation);
      try {
        return await runScenario(`${site.url}/`, { isolated: true });
      } finally {
        await site.close();
        await cdn.close();
      }
    },
  },
  {
    name: 'GitHub Pages, service worker',
    alone: true,
    async run(workspace) {
      const head = '<script src="isolation.js"></script>\n';
      const folder = staticProject(workspace, 'github-pages', './plyades/', head);
      const example = join(workspace.examples, 'static-page');
      cpSync(join(example, 'isolation.js'), join(folder, 'isolation.js'));
      const folders = { '/project/': folder, '/project/plyades/': dist(workspace) };
      const site = await serve(folders);
      try {
        return await runScenario(`${site.url}/project/`, { isolated: true });
      } finally {
        await site.close();
      }
    },
  },
  {
    name: 'classic script',
    alone: true,
    async prepare(workspace) {
      const project = workspace.project('classic');
      writeModules(project, 'connect-four', 'scenario', 'expose', 'classic');
      // The page's own script takes the library from the global that the library's script has made.
      writeFileSync(join(project, 'global.cjs'), 'module.exports = globalThis.plyades;\n');
      const esbuild = workspace.tool('esbuild/bin/esbuild');
      const options = ['--bundle', '--format=iife', '--alias:plyades=./global.cjs'];
      // The scenario's game names its address, which a classic script has none of.
      const address = '--define:import.meta.url=undefined';
      await run(
        process.execPath,
        [esbuild, 'classic.js', ...options, address, '--outfile=public/page.js'],
        { cwd: project },
      );
      const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Plyades</title>
<script src="/plyades/browser/plyades.iife.js"></script>
<script src="/page.js"></script>\n`;
      writeFileSync(join(project, 'public/index.html'), page);
    },
    async run(workspace) {
      const folder = join(workspace.tools, 'projects/classic/public');
      const site = await serve({ '/': folder, '/plyades/': dist(workspace) }, isolation);
      try {
        return await runScenario(`${site.url}/`, { isolated: true });
      } finally {
        await site.close();
      }
    },
  },
  {
    name: 'requests of a static page',
    alone: true,
    async run(workspace) {
      if (!(await openBrowser())) return { notRun: 'chromium is not installed' };
      const folder = workspace.project('nim', 'static-page');
      const folders = { '/': folder, '/plyades/': dist(workspace) };
      const site = await serve(folders, isolation);
      try {
        await withPage(`${site.url}/`, async (page) => {
          // The side that leaves a multiple of four wins: of 19 the bot takes three.
          await page.getByRole('button', { name: '2' }).click();
          await page.getByText('Your move.').waitFor();
          const heap = await page.locator('#heap').textContent();
          if (heap?.length !== 16) throw new Error(`Nim: the bot leaves ${heap?.length} of 19`);
        });
        return checkWeight(site.log, { requests: MAX_REQUESTS });
      } finally {
        await site.close();
      }
    },
  },
];
