// The smallest server that can show the library to a browser: files of the package as they are, pages
// in TypeScript with their types removed, and `plyades` in an import replaced by the file that the
// package's `exports` name, which is all that a bundler would do.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const { resolve } = require;

type Targets = Readonly<Record<string, string | { readonly browser?: string }>>;
const manifest = require('../../package.json') as { imports: Targets; exports: Targets };

export interface Site {
  /** Ends with a slash. */
  readonly url: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** With these headers a page is cross-origin isolated and gets SharedArrayBuffer. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves dist and test/browser on a free port of this machine; `shared` with pages of other origins. */
export async function serve(options: { isolated: boolean; shared?: boolean }): Promise<Site> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await read(pathname);
    const type = types[extname(pathname)] ?? 'text/plain';
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': `${type}; charset=utf-8`,
      ...(options.isolated ? isolation : {}),
      ...(options.shared ? { 'Access-Control-Allow-Origin': '*' } : {}),
    });
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function read(pathname: string): Promise<string | Buffer | undefined> {
  if (!/^\/(dist|test\/browser)\//.test(pathname)) return undefined;
  const path = `${root}${pathname.slice(1)}`;
  try {
    if (!pathname.endsWith('.js')) return await readFile(path);
    if (pathname.startsWith('/dist/')) return withUrls(await readFile(path, 'utf8'));
    const source = await readFile(path.replace(/\.js$/, '.ts'), 'utf8');
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    return withUrls(outputText);
  } catch {
    return undefined;
  }
}

function withUrls(code: string): string {
  return code.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(plyades[^'"]*|#[\w-]+)\2/g,
    (_, before, quote, name) => `${before}${quote}${addressOf(name)}${quote}`,
  );
}

/** What a bundler for browsers finds under a name. */
function addressOf(name: string): string {
  const { imports, exports } = manifest;
  const target = name.startsWith('#') ? imports[name] : exports[`.${name.slice('plyades'.length)}`];
  const inBrowser = typeof target === 'string' ? target : target?.browser;
  if (inBrowser !== undefined) return inBrowser.slice(1);
  return `/${relative(root, resolve(name)).split(sep).join('/')}`;
}
