// A server of files for pages, as GitHub Pages or a CDN would be one: it compresses, keeps nothing for itself, and
// counts what it sends.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** With these headers a page is cross-origin isolated and gets SharedArrayBuffer. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** What a CDN adds, so that pages of other origins may read its files. */
export const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/**
 * Serves folders on a free port of this machine.
 * @param {Record<string, string>} folders Path of a URL, with slashes around it, -> folder.
 * @param {Record<string, string>} [headers]
 */
export async function serve(folders, headers = {}) {
  /** @type {{ path: string, status: number, bytes: number }[]} */
  const log = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const body = await read(folders, path);
    const packed = body && gzipSync(body);
    response.writeHead(body ? 200 : 404, {
      'Content-Type': types[extname(path)] ?? 'text/plain',
      'Cache-Control': 'max-age=600',
      ...(packed && { 'Content-Encoding': 'gzip', 'Content-Length': packed.length }),
      ...headers,
    });
    log.push({ path, status: body ? 200 : 404, bytes: packed?.length ?? 0 });
    response.end(packed);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  return {
    log,
    url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done(undefined));
        server.closeAllConnections();
      }),
  };
}

async function read(folders, path) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const prefix = prefixes.find((each) => path.startsWith(each));
  if (prefix === undefined || normalize(path) !== path) return undefined;
  return readFile(join(folders[prefix], path.slice(prefix.length))).catch(() => undefined);
}

/**
 * What a page has loaded, for the table; throws when that is too much.
 * @param {readonly { path: string, bytes: number }[]} log
 * @param {{ requests?: number, bytes?: number }} limits
 */
export function checkWeight(log, limits) {
  const bytes = log.reduce((sum, each) => sum + each.bytes, 0);
  const note = `${log.length} requests, ${(bytes / 1000).toFixed(0)} kB compressed`;
  if (log.length <= (limits.requests ?? log.length) && bytes <= (limits.bytes ?? bytes))
    return { note };
  const files = log.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');
  throw new Error(`${note}, expected at most ${JSON.stringify(limits)}:\n${files}`);
}
