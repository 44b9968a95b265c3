// The page is built into the library's package, from which `plyades studio` serves it. Workers and kernels of the
// library are not copied into the page's build: the page loads them from `browser/` and `wasm/` beside itself, as `plyades studio` serves them and `plyades studio --out` writes them.
import { createReadStream, existsSync } from 'node:fs';
import { dirname, extname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const library = fileURLToPath(new URL('../plyades/dist', import.meta.url));

/** With these headers threads of the page share memory. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/**
 * Addresses of the library's files become relative to the page. A worker has no document: the page gives it the address
 * as its name.
 */
const PAGE = 'globalThis.document?.baseURI ?? self.name';

const libraryFiles: Plugin = {
  name: 'library-files',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(library + sep)) return undefined;
    return code.replace(/new URL\('(\.\.?\/[^']+)', import\.meta\.url\)/g, (_, path: string) => {
      const file = relative(library, resolve(dirname(id), path))
        .split(sep)
        .join('/');
      return `new URL('${file}${path.endsWith('/') ? '/' : ''}', ${PAGE})`;
    });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = new URL(request.url ?? '/', 'http://page').pathname;
      const file = resolve(library, `.${path}`);
      const served = /^\/(?:browser|wasm)\//.test(path) && existsSync(file);
      if (!served) return next();
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      createReadStream(file).pipe(response);
    });
  },
};

export default defineConfig({
  base: './',
  plugins: [libraryFiles],
  server: { headers },
  // The plugin above must see the library's modules.
  optimizeDeps: { exclude: ['plyades'] },
  build: {
    outDir: '../plyades/dist/studio/page',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Lists of chunks to load early are for documents: a worker that shares the page's chunks has none.
    modulePreload: false,
    rolldownOptions: {
      // The worker is an entry of the same build, so that it shares the library's chunks with the page.
      input: { index: 'index.html', 'verify-worker': 'src/proof/verify-worker.ts' },
      output: {
        entryFileNames: ({ name }) =>
          name === 'verify-worker' ? 'assets/[name].js' : 'assets/[name]-[hash].js',
      },
    },
    chunkSizeWarningLimit: 400,
  },
});
