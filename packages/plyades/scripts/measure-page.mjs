// Measures what a page with one own game loads, compressed: `import { bot }` in a bundle with its worker and kernel, and
// the files of a static page (test/browser/static.test.ts counts them). Ends with 1 when the budget is exceeded.
//
//   node scripts/measure-page.mjs [--json]
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const MAX_COMPRESSED = 150_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;

const PAGE = `import { bot, defineGame } from 'plyades'; globalThis.start = [bot, defineGame];`;
const WORKER = `import { serveGame } from 'plyades/worker'; serveGame(globalThis.game);`;

/** What the browser loads of a bundle: the entry and what it imports at once, and the chunk of the kernel. */
async function bundled(contents, lazily) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
    absWorkingDir: root,
  });
  const outputs = Object.entries(metafile.outputs);
  const loaded = new Set();
  const load = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of metafile.outputs[path].imports) {
      if (kind === 'import-statement') load(next);
    }
  };
  for (const [path, { entryPoint, inputs }] of outputs) {
    if (entryPoint === '<stdin>' || Object.keys(inputs).some(lazily)) load(path);
  }
  const used = outputFiles.filter(({ path }) => [...loaded].some((name) => path.endsWith(name)));
  return used.reduce((sum, { contents: bytes }) => sum + gzip(bytes), 0);
}

const sizeOf = async (file) => gzip(await readFile(`${root}dist/browser/${file}`));

const page = await bundled(PAGE, (input) => input.endsWith('wasm/foreign.js'));
const worker = await bundled(WORKER, () => false);
const measured = {
  bundle: { pageAndKernel: page, worker, sum: page + worker, budget: MAX_COMPRESSED },
  staticPage: (await sizeOf('index.js')) + (await sizeOf('serve.js')),
  files: Object.fromEntries(
    await Promise.all(
      ['index.js', 'serve.js', 'worker.js', 'plyades.iife.js'].map(async (file) => [
        file,
        await sizeOf(file),
      ]),
    ),
  ),
};
if (process.argv.includes('--json')) console.log(JSON.stringify(measured));
else {
  const { sum } = measured.bundle;
  console.log(
    `a bundle with one own game, compressed: ${sum} bytes (page and kernel ${page}, worker ${worker}); at most ${MAX_COMPRESSED}`,
  );
  console.log(
    `a static page with one own game, compressed: ${measured.staticPage} bytes of the library`,
  );
  for (const [file, bytes] of Object.entries(measured.files)) console.log(`  ${file}: ${bytes}`);
}
if (measured.bundle.sum > MAX_COMPRESSED) process.exitCode = 1;
