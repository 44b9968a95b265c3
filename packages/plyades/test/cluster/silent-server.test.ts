// A server that accepts connections and then sends nothing, or stops in the middle: each command of a cluster says so
// and ends. A command that did not end would be one whose test does not end.
import type { ChildProcess } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { makeToken } from '#dist/hosts/nats/token.js';
import { plyades } from '../cli/plyades.js';
import { until } from '../support/waiting.js';

const INFO = {
  server_id: 'silent',
  version: '2.10.0',
  proto: 1,
  headers: true,
  max_payload: 1 << 20,
};
const info = (more: object) => `INFO ${JSON.stringify({ ...INFO, ...more })}\r\n`;

const sockets = new Set<Socket>();
const servers: Server[] = [];

/** The address, without its scheme, of a server that does this with each connection and nothing more. */
async function listen(accept: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.resume();
    accept(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** A token for a server at this address. */
function tokenOf(host: string): string {
  const seed = 'SUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  return makeToken(host, '0'.repeat(64), 'master-1', seed, 'master');
}

let silent: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  silent = await listen(() => {});
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function isRefused(words: readonly string[], during?: (child: ChildProcess) => void) {
  const ended = await plyades(words, {
    during(child) {
      children.add(child);
      child.once('close', () => children.delete(child));
      during?.(child);
    },
  });
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/ERR_CLUSTER/) });
  expect(ended.stderr).toMatch(/no NATS server (with TLS )?answers at/);
}

// Side by side, since each waits five seconds for the server.
describe('a command ends when the server sends nothing', { concurrent: true }, () => {
  test('jobs', async () => {
    await isRefused(['jobs', '--cluster', `nats://${silent}`]);
  });

  test.each([
    ['top', '--cluster'],
    ['search', 'othello', '--depth', '6', '--algorithm', 'aphid', '--cluster'],
    ['solve', 'tic-tac-toe', '--cluster'],
    ['resume', '--job', 'j1', '--cluster'],
    ['worker', '--server'],
    ['engine-host', '--engine', 'plyades', '--server'],
  ])('%s', { tags: 'long' }, async (...words) => {
    await isRefused([...words, `nats://${silent}`]);
  });

  test('over TLS', { tags: 'long' }, async () => {
    await isRefused(['jobs', '--cluster', `tls://${silent}`]);
  });

  test('with a token, whose certificate is asked for first', { tags: 'long' }, async () => {
    await isRefused(['jobs', '--cluster', tokenOf(silent)]);
  });

  test('with a token, when the server closes the connection', async () => {
    const closing = await listen((socket) => void socket.end());
    await isRefused(['jobs', '--cluster', tokenOf(closing)]);
  });

  test('and when SIGTERM comes while it waits', { tags: 'long' }, async () => {
    let connected = false;
    const server = await listen(() => {
      connected = true;
    });
    await isRefused(['worker', '--server', `nats://${server}`], (child) => {
      void until(() => connected, 'it connects').then(() => child.kill('SIGTERM'));
    });
  });
});

describe('no socket stays open', () => {
  test('when the server stops in the middle of connecting', { tags: 'long' }, async () => {
    const stops = [
      () => {},
      (socket: Socket) => void socket.write(info({})),
      (socket: Socket) => void socket.write(info({ tls_required: true })),
    ];
    const attempts = stops.map(async (accept) => {
      const server = `nats://${await listen(accept)}`;
      await expect(connectCluster({ server }, 'test')).rejects.toMatchObject({
        code: 'ERR_CLUSTER',
      });
    });
    await Promise.all(attempts);
    await until(() => sockets.size === 0, 'the client has closed its sockets');
  });

  test('when a connection is closed while it tries to reach the server again', async () => {
    let connections = 0;
    const server = await listen((socket) => {
      if (++connections > 1) return;
      socket.write(info({}));
      socket.on('data', (data) => {
        if (data.includes('PING')) socket.write('PONG\r\n');
      });
    });
    const { connection } = await connectCluster({ server: `nats://${server}` }, 'test');
    for (const socket of sockets) socket.destroy();
    await until(() => connections > 1 && sockets.size === 1, 'it tries again');
    await connection.close();
    await until(() => sockets.size === 0, 'the client has closed its sockets');
  });
});
