// The files of dist/browser, for pages without a bundler and for the workers of all pages: bundles of the compiled
// library for browsers. Workers are self-contained, since neither an import map nor every bundler reaches into them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const outdir = resolve(dist, 'browser');

/** Addresses of files are relative to the module that names them, and must be so in the bundle. */
const relocateUrls = {
  name: 'relocate-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(
        /new URL\('(\.\.?\/[^']*)', (import\.meta\.url|base)\)/g,
        (_, url, base) => `new URL('${relocate(path, url)}', ${base})`,
      );
      return { contents, loader: 'js' };
    });
  },
};

function relocate(path, url) {
  const moved = relative(outdir, resolve(dirname(path), url))
    .split(sep)
    .join('/');
  const inside = moved.startsWith('.') ? moved : `./${moved}`;
  return url.endsWith('/') && !inside.endsWith('/') ? `${inside}/` : inside;
}

/**
 * The import of a game's module, whose address is known in a page only, is no business of a bundler. The minifier has
 * removed the comments that say so.
 */
async function write({ outputFiles }) {
  await mkdir(outdir, { recursive: true });
  for (const { path, text } of outputFiles) {
    const marked = text.replace(
      /\bimport\((\w+)\)/g,
      'import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ $1)',
    );
    await writeFile(path, marked);
  }
}

const common = {
  write: false,
  bundle: true,
  minify: true,
  target: 'es2022',
  platform: 'browser',
  plugins: [relocateUrls],
  logLevel: 'warning',
};

const bundle = async (options) => write(await build({ ...common, outdir, ...options }));

/** The kernel of games in plain TypeScript as a module: the one file that every page with an own game needs. */
async function embedForeignKernel() {
  const packed = gzipSync(await readFile(resolve(dist, 'wasm/foreign.wasm')), { level: 9 });
  const text = `// The kernel of games in plain TypeScript: foreign.wasm, compressed.\nexport default '${packed.toString('base64')}';\n`;
  await writeFile(resolve(dist, 'wasm/foreign.js'), text);
}

await rm(outdir, { recursive: true, force: true });
await embedForeignKernel();
await bundle({
  entryPoints: { index: resolve(dist, 'api/index.js') },
  format: 'esm',
});
await bundle({
  entryPoints: { 'plyades.iife': resolve(dist, 'script/index.js') },
  alias: { '#platform': resolve(dist, 'platform/script.js') },
  format: 'iife',
  globalName: 'plyades',
  // A classic script knows its own address only while it is loaded.
  define: { 'import.meta.url': 'PLYADES_SCRIPT' },
  banner: {
    js: 'var PLYADES_SCRIPT = globalThis.document?.currentScript?.src || globalThis.location?.href;',
  },
});
await bundle({
  entryPoints: {
    worker: resolve(dist, 'hosts/threads/worker.js'),
    'epochs-worker': resolve(dist, 'hosts/epochs/worker.js'),
    'sim-worker': resolve(dist, 'sim/worker.js'),
  },
  format: 'esm',
});
// It serves games in plain TypeScript alone: no notation is needed.
await bundle({
  entryPoints: { serve: resolve(dist, 'worker/index.js') },
  alias: { '#notations': resolve(dist, 'games/no-notations.js') },
  format: 'esm',
});
