// The library in pages that bundlers build: the recipes of docs/browser.md.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScenario, withPage } from '../pages.mjs';
import { checkWeight, isolation, serve } from '../servers.mjs';
import { PAGE_MODULES, run, writeModules } from '../workspace.mjs';

/** A page with one own game: the library, its worker and its kernel, compressed. */
const MAX_BYTES = 156_000;
const html = (script) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Plyades</title>
<script type="module" src="${script}"></script>\n`;

/** The scenario in a page of a folder, with the headers of isolation. */
async function isolatedPage(folder) {
  const site = await serve({ '/': folder }, isolation);
  try {
    return await runScenario(`${site.url}/`, { isolated: true });
  } finally {
    await site.close();
  }
}

/** Plays a move in the page of examples/vite-app: the bot answers. */
async function playExample(url) {
  await withPage(url, async (page) => {
    await page.getByRole('button', { name: 'column 4' }).first().click();
    await page.locator('.yellow').waitFor();
    await page.getByText('Your move.').waitFor();
  });
}

/** Where neither the worker nor the kernels are found by a bundler, the page says where they are. */
const CONFIGURE = `import { configure } from 'plyades';
configure({ workerUrl: '/plyades/browser/worker.js', wasm: '/plyades/wasm/' });\n`;

function writeConfiguredPage(folder) {
  writeModules(folder, ...PAGE_MODULES);
  writeFileSync(join(folder, 'app.js'), `import './configure.js';\nimport './page.js';\n`);
  writeFileSync(join(folder, 'configure.js'), CONFIGURE);
}

/** Copies what the page's configuration names. */
function copyFiles(project, to) {
  const from = join(project, 'node_modules/plyades/dist');
  cpSync(join(from, 'browser/worker.js'), join(to, 'plyades/browser/worker.js'));
  cpSync(join(from, 'wasm'), join(to, 'plyades/wasm'), { recursive: true });
}

/** @type {import('../table.mjs').Cell[]} */
export const cells = [
  {
    name: 'Vite 8 dev',
    alone: true,
    async run(workspace) {
      const { createServer } = await workspace.import('vite/dist/node/index.js');
      const project = viteProject(workspace, 'vite-dev');
      const server = await createServer({ root: project, logLevel: 'error', server: { port: 0 } });
      await server.listen();
      try {
        const url = server.resolvedUrls.local[0];
        const outcome = await runScenario(`${url}scenario.html`, { isolated: true });
        if (!outcome.notRun) await playExample(url);
        return outcome;
      } finally {
        await server.close();
      }
    },
  },
  {
    name: 'Vite 8 build',
    alone: true,
    async prepare(workspace) {
      const { build } = await workspace.import('vite/dist/node/index.js');
      const project = viteProject(workspace, 'vite-build');
      const input = ['index.html', 'scenario.html'].map((name) => join(project, name));
      await build({ root: project, logLevel: 'error', build: { rolldownOptions: { input } } });
      await run(process.execPath, [workspace.tool('typescript/bin/tsc'), '--noEmit'], {
        cwd: project,
      });
    },
    async run(workspace) {
      const folder = join(workspace.tools, 'projects/vite-build/dist');
      const site = await serve({ '/': folder }, isolation);
      try {
        const outcome = await runScenario(`${site.url}/scenario.html`, { isolated: true });
        if (outcome.notRun) return outcome;
        site.log.length = 0;
        await playExample(site.url);
        const { note } = checkWeight(site.log, { bytes: MAX_BYTES });
        return { ...outcome, note: `${outcome.note}; example: ${note}` };
      } finally {
        await site.close();
      }
    },
  },
  {
    name: 'webpack 5',
    alone: true,
    async prepare(workspace) {
      const { default: webpack } = await workspace.import('webpack/lib/index.js');
      const project = workspace.project('webpack');
      writeModules(project, ...PAGE_MODULES);
      const stats = await new Promise((resolve, reject) =>
        webpack(
          {
            mode: 'production',
            context: project,
            entry: './page.js',
            output: { path: join(project, 'public'), filename: 'page.js' },
            performance: false,
          },
          (error, result) => (error ? reject(error) : resolve(result)),
        ),
      );
      if (stats.hasErrors() || stats.hasWarnings())
        throw new Error(stats.toString('errors-warnings'));
      writeFileSync(join(project, 'public/index.html'), html('/page.js'));
    },
    run: (workspace) => isolatedPage(join(workspace.tools, 'projects/webpack/public')),
  },
  {
    name: 'esbuild 0.28',
    alone: true,
    async prepare(workspace) {
      const project = workspace.project('esbuild');
      writeConfiguredPage(project);
      const esbuild = workspace.tool('esbuild/bin/esbuild');
      const options = ['--bundle', '--format=esm', '--minify', '--outdir=public', '--splitting'];
      await run(process.execPath, [esbuild, 'app.js', 'connect-four.worker.js', ...options], {
        cwd: project,
      });
      writeFileSync(join(project, 'public/index.html'), html('/app.js'));
      copyFiles(project, join(project, 'public'));
    },
    run: (workspace) => isolatedPage(join(workspace.tools, 'projects/esbuild/public')),
  },
  {
    name: 'Rollup 4',
    alone: true,
    async prepare(workspace) {
      const { rollup } = await workspace.import('rollup/dist/es/rollup.js');
      const { nodeResolve } = await workspace.import(
        '@rollup/plugin-node-resolve/dist/es/index.js',
      );
      const project = workspace.project('rollup');
      writeConfiguredPage(project);
      const warnings = [];
      const bundle = await rollup({
        input: [join(project, 'app.js'), join(project, 'connect-four.worker.js')],
        plugins: [nodeResolve({ browser: true })],
        onwarn: ({ message }) => warnings.push(message),
      });
      await bundle.write({ dir: join(project, 'public') });
      if (warnings.length > 0) throw new Error(warnings.join('\n'));
      writeFileSync(join(project, 'public/index.html'), html('/app.js'));
      copyFiles(project, join(project, 'public'));
    },
    run: (workspace) => isolatedPage(join(workspace.tools, 'projects/rollup/public')),
  },
];

/** The example, with a page for the scenario beside its own. */
function viteProject(workspace, name) {
  const project = workspace.project(name, 'vite-app');
  mkdirSync(join(project, 'scenario'), { recursive: true });
  writeModules(join(project, 'scenario'), ...PAGE_MODULES);
  writeFileSync(join(project, 'scenario.html'), html('/scenario/page.js'));
  return project;
}
