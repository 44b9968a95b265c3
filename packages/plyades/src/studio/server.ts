// The server behind `plyades studio`: the page's files on loopback, below a random token, so that other pages and other
// users of the machine cannot guess the address. It only reads files of the site and of games that the user named.
import { randomBytes } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { GameModules, importLibraryFrom } from './game-modules.js';
import {
  CONFIGURATION,
  libraryFolder,
  libraryFolders,
  pageFolder,
  type SiteConfiguration,
} from './site.js';

export interface StudioOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  /** Compiled modules of games in TypeScript. */
  readonly games?: readonly string[];
  /** What the page shows of a cluster, as JSON; there is no cluster if not given. */
  readonly clusterStatus?: () => Promise<unknown>;
}

export interface StudioServer {
  /** With its token; ends with a slash. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

const types: Readonly<Record<string, string>> = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * The page may run its own scripts, kernels, and modules that the user opens (blob:); it reaches this server alone.
 * With the last three headers its threads share memory.
 */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; style-src 'self'; " +
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self' blob:; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Starts the server. Rejects when the port is taken. */
export async function serveStudio(options: StudioOptions = {}): Promise<StudioServer> {
  const token = randomBytes(16).toString('base64url');
  const modules = new GameModules(options.games ?? []);
  const site: Site = { prefix: `/${token}/`, modules, clusterStatus: options.clusterStatus };
  const server = createServer((request, response) => {
    answer(request, response, site).catch(() => refuse(response, 500));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}${site.prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Site {
  /** Of every address: the token between slashes. */
  readonly prefix: string;
  readonly modules: GameModules;
  readonly clusterStatus: StudioOptions['clusterStatus'];
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  // A page of another host whose name leads here must not read anything.
  if (!isLoopback(request.headers.host)) return refuse(response, 403);
  const address = addressOf(request.url, site.prefix);
  if (address === undefined) return refuse(response, 404);
  if (address === CONFIGURATION) return sendJson(response, configurationOf(site));
  if (address === 'cluster.json') {
    if (site.clusterStatus === undefined) return refuse(response, 404);
    return sendJson(response, await site.clusterStatus());
  }
  const file = await fileOf(address === '' ? 'index.html' : address, site.modules);
  if (file === undefined) return refuse(response, 404);
  const type = types[extname(file)] ?? 'application/octet-stream';
  const bytes = await readFile(file);
  const isModule = address.startsWith('game/') && type.startsWith('text/javascript');
  const library = `${site.prefix}browser/index.js`;
  const body = isModule ? importLibraryFrom(bytes.toString('utf8'), library) : bytes;
  response.writeHead(200, { ...headers, 'Content-Type': type });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const configurationOf = ({ modules, clusterStatus }: Site): SiteConfiguration => ({
  games: modules.served,
  cluster: clusterStatus !== undefined,
});

const isLoopback = (host: string | undefined): boolean =>
  /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host ?? '');

/** The path behind the token; undefined when there is no token or the path makes no sense. */
function addressOf(url: string | undefined, prefix: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url ?? '', 'http://page').pathname);
    return path.startsWith(prefix) && !path.includes('\0') ? path.slice(prefix.length) : undefined;
  } catch {
    return undefined;
  }
}

/** The regular file behind an address. A link out of its folder leads nowhere. */
async function fileOf(address: string, modules: GameModules): Promise<string | undefined> {
  const game = modules.fileOf(address);
  if (game !== undefined) return inside(game.file, game.folder);
  const library = libraryFolders.find((name) => address.startsWith(`${name}/`));
  const folder = library === undefined ? pageFolder : libraryFolder(library);
  const path = library === undefined ? address : address.slice(library.length + 1);
  return inside(resolve(join(folder, path)), folder);
}

/** The file, when it is a regular one that lies below the folder, whatever symbolic links say. */
async function inside(file: string, folder: string): Promise<string | undefined> {
  if (!file.startsWith(folder + sep) || !(await isFile(file))) return undefined;
  const real = await realpath(file);
  return real.startsWith((await realpath(folder)) + sep) ? file : undefined;
}

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { ...headers, 'Content-Type': types['.json']! });
  response.end(JSON.stringify(value));
}

function refuse(response: ServerResponse, status: 403 | 404 | 405 | 500): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${status}: the address of the studio is the one that 'plyades studio' printed\n`);
}
