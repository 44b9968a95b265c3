// The server of the studio: the files of the page and nothing else, to the user of this machine alone.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StudioServer, serveStudio } from '#dist/studio/server.js';
import { pageFolder, writeSite } from '#dist/studio/site.js';

let folder = '';
let server: StudioServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plyades-studio-'));
  mkdirSync(join(folder, 'games/parts'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), 'export default 1;');
  writeFileSync(join(folder, 'games/.hidden.js'), 'export default 1;');
  writeFileSync(join(folder, 'games/key.pem'), 'secret');
  symlinkSync(join(folder, 'secret.js'), join(folder, 'games/link.js'));
  writeFileSync(join(folder, 'games/parts/board.js'), 'export const size = 3;');
  writeFileSync(
    join(folder, 'games/nim.js'),
    "import { defineGame } from 'plyades';\nimport { size } from './parts/board.js';\nexport default 'plyades';\n",
  );
  server = await serveStudio({
    games: [join(folder, 'games/nim.js')],
    clusterStatus: async () => ({ workers: [] }),
  });
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a path exactly as given: `fetch` would tidy it. */
function get(path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? host },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const pathOf = (address: string): string => new URL(server.url).pathname + address;

describe('the server of the studio', () => {
  test('gives the page with headers that isolate it and forbid other hosts', async () => {
    const { status, headers, body } = await get(pathOf(''));
    expect(status).toBe(200);
    expect(body).toBe(readFileSync(join(pageFolder, 'index.html'), 'utf8'));
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
  });

  test('listens on loopback, and its addresses have a token of their own each time', async () => {
    const other = await serveStudio();
    const token = (url: string) => new URL(url).pathname;
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(token(server.url).length).toBeGreaterThanOrEqual(22);
    expect(token(other.url)).not.toBe(token(server.url));
    await other.close();
  });

  test('gives kernels and workers of the library', async () => {
    for (const address of ['wasm/othello.wasm', 'browser/worker.js', 'browser/sim-worker.js']) {
      const { status, headers } = await get(pathOf(address), { method: 'HEAD' });
      expect([address, status]).toEqual([address, 200]);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('tells the page which games the user named', async () => {
    const { body } = await get(pathOf('studio.json'));
    expect(JSON.parse(body)).toEqual({
      games: [{ name: 'nim', url: 'game/0/nim.js' }],
      cluster: true,
    });
  });

  test("gives a game's modules, which import the library from the page's own files", async () => {
    const { body } = await get(pathOf('game/0/nim.js'));
    expect(body).toContain(`import { defineGame } from "${pathOf('browser/index.js')}"`);
    expect(body).toContain("export default 'plyades'");
    expect((await get(pathOf('game/0/parts/board.js'))).status).toBe(200);
  });

  test.each([
    ['no token', '/'],
    ['a wrong token', '/AAAAAAAAAAAAAAAAAAAAAA/'],
    ['a folder', 'wasm/'],
    ['a file outside of the library', 'wasm/../../package.json'],
    ['the same, written otherwise', 'wasm/..%2f..%2fpackage.json'],
    ['a file of the package that is no part of the page', 'cli/main.js'],
    ['a file above a game', 'game/0/../secret.js'],
    ['the same, written otherwise', 'game/0/..%2fsecret.js'],
    ['a symbolic link that leads out of a game', 'game/0/link.js'],
    ['a hidden file beside a game', 'game/0/.hidden.js'],
    ['a file that belongs to no game', 'game/0/key.pem'],
    ['a game that was not named', 'game/1/nim.js'],
    ['a path with a zero byte', 'wasm/othello.wasm%00.js'],
    ['a path that is no text', 'wasm/%ff'],
  ])('gives nothing for %s', async (_, address) => {
    const { status, body } = await get(address.startsWith('/') ? address : pathOf(address));
    expect(status).toBe(404);
    expect(body).toContain('plyades studio');
  });

  test('answers neither other hosts nor other methods', async () => {
    expect((await get(pathOf(''), { host: 'attacker.example' })).status).toBe(403);
    expect((await get(pathOf(''), { method: 'POST' })).status).toBe(405);
  });
});

test('a static copy has every file that the server gives', async () => {
  const copy = join(folder, 'site');
  await writeSite(copy);
  expect(readFileSync(join(copy, 'index.html'), 'utf8')).toBe(
    readFileSync(join(pageFolder, 'index.html'), 'utf8'),
  );
  for (const name of ['wasm/chess.wasm', 'browser/sim-worker.js']) {
    expect(readFileSync(join(copy, name)).length).toBeGreaterThan(100);
  }
  const configuration = JSON.parse(readFileSync(join(copy, 'studio.json'), 'utf8'));
  expect(configuration).toEqual({ games: [], cluster: false });
});
