// A cluster as a program uses it, by the entry `plyades/cluster`: connect, lend, search, watch, and a folder of keys.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeAll, search } from 'plyades';
import {
  ClusterFolder,
  connect,
  countEngines,
  lendWorker,
  linkEngine,
  makeToken,
  offerEngines,
  parseToken,
  reloadKeys,
  startServer as startFolderServer,
  type WorkerEvent,
} from 'plyades/cluster';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plyades } from '../cli/plyades.js';
import { until } from '../support/waiting.js';
import {
  end,
  endAll,
  folder,
  freePort,
  hasServer,
  position,
  type Server,
  startServer,
} from './support.js';

const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));

describe.skipIf(!hasServer)('a program and a cluster', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await closeAll();
    await endAll();
  });

  test('searches with the workers that are lent to it, and sees them', async () => {
    const events: { readonly type: string }[] = [];
    const onEvent = (event: WorkerEvent | { readonly type: string }) => void events.push(event);
    const address = { server: server.url };
    await using cluster = await connect(server.url);
    {
      await using worker = await lendWorker(address, { slots: 1, maxHash: 64, onEvent });
      const query = { position, depth: 6, mode: 'exact' } as const;
      const found = await cluster.search({ ...query, algorithm: 'root-split' }).result;
      const alone = await search(query).result;
      expect(found).toMatchObject({ value: alone.value, workers: 1 });
      const { workers } = await cluster.look();
      expect(workers).toEqual([expect.objectContaining({ id: worker.id, slots: 1 })]);
    }
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['ready', 'job']));
    await until(async () => (await cluster.look()).workers.length === 0, 'the worker is gone');
  });

  test('ends its searches when it closes the connection', async () => {
    const address = { server: server.url };
    await using _worker = await lendWorker(address, { slots: 1, maxHash: 64 });
    const cluster = await connect(address);
    const query = { position, depth: 60, mode: 'exact', algorithm: 'root-split' } as const;
    const caller = new AbortController();
    const searches = [cluster.search(query), cluster.search({ ...query, signal: caller.signal })];
    const statuses: string[] = [];
    for (const { result } of searches) void result.then(({ status }) => statuses.push(status));
    await until(async () => (await cluster.look()).jobs.length > 0, 'a job is published');
    await cluster.close();
    expect(statuses).toEqual(['aborted', 'aborted']);
    expect(caller.signal.aborted).toBe(false);
    expect(() => cluster.search(query)).toThrow(
      expect.objectContaining({ code: 'ERR_CLUSTER', message: expect.stringContaining('closed') }),
    );
  });

  test('uses an engine of another machine', async () => {
    const address = { server: server.url };
    const engine = {
      command: process.execPath,
      args: [fake],
      name: 'fake',
      game: 'chess',
    } as const;
    const options = { engines: [engine], slots: 2, maxHash: 16, threads: 1 };
    await using host = await offerEngines(address, options);
    expect(host.id).toMatch(/^\w+$/);
    expect(await countEngines(address, 'chess')).toBe(2);
    const lines: string[] = [];
    async function* input() {
      yield 'uci';
      await until(() => lines.includes('uciok'), 'it answers');
      yield 'quit';
    }
    await linkEngine(
      address,
      { game: 'chess' },
      { input: input(), write: (line) => lines.push(line) },
    );
    expect(lines).toContain('id name Fake 1.0');
  });

  test('runs a server with keys, and takes one away', { tags: 'long' }, async () => {
    const keys = new ClusterFolder(join(folder, 'library'));
    await expect(keys.address()).rejects.toMatchObject({ code: 'ERR_VALUE' });
    mkdirSync(keys.path);
    writeFileSync(join(keys.path, 'address.json'), '');
    await expect(keys.address()).rejects.toThrow(/address\.json' is damaged: remove it/);
    const port = await freePort();
    await keys.prepare({ listen: '127.0.0.1', host: '127.0.0.1', port });
    const child = await startFolderServer(keys);
    try {
      const master = (await keys.keys()).find(({ role }) => role === 'master')!;
      const token = await keys.token(master);
      const { server: at, fingerprint } = parseToken(token);
      expect(
        makeToken(at.slice('tls://'.length), fingerprint!, master.name, master.seed, 'master'),
      ).toBe(token);
      await (await connect(token)).close();
      const cluster = parseToken(token);
      const query = { position, depth: 4, algorithm: 'root-split', mode: 'exact' } as const;
      await expect(search({ ...query, cluster }).result).rejects.toThrow(/no worker has answered/);
      const key = await keys.addKey('observer', 'watcher');
      expect(await reloadKeys(keys, key, 'accepted')).toBe(true);
      const address = {
        server: at,
        fingerprint,
        creds: `# plyades observer watcher\n${key.seed}\n`,
      };
      await using watcher = await connect(address, { role: 'observer' });
      expect(await watcher.look()).toEqual({ workers: [], jobs: [] });
      await expect(connect(address)).rejects.toMatchObject({ code: 'ERR_CREDENTIALS' });
      await keys.removeKey('watcher');
      expect(await reloadKeys(keys, key, 'refused')).toBe(true);
    } finally {
      await end(child);
    }
  });

  test('a server that runs but does not answer is not taken for one that has ended', {
    tags: 'long',
  }, async () => {
    const keys = new ClusterFolder(join(folder, 'stopped'));
    await keys.prepare({ listen: '127.0.0.1', host: '127.0.0.1', port: await freePort() });
    const child = await startFolderServer(keys);
    try {
      const { name } = await keys.addKey('observer', 'watcher');
      process.kill((await keys.runningServer())!, 'SIGSTOP');
      const revoked = await plyades(['cluster', 'revoke', name, '--dir', keys.path]);
      expect(revoked).toMatchObject({ code: 3, stdout: '' });
      expect(revoked.stderr).toMatch(/^plyades: ERR_CLUSTER: .*'watcher'.* may still work until/);
      expect(revoked.stderr).not.toMatch(/no server runs|no longer let in/);
    } finally {
      await end(child, 'SIGKILL');
    }
    const key = await keys.addKey('observer', 'other');
    expect(await reloadKeys(keys, key, 'accepted')).toBe(false);
  });

  test('that is not there is refused by its address', async () => {
    const nowhere = `nats://127.0.0.1:${await freePort()}`;
    const refusal = { code: 'ERR_CLUSTER', message: expect.stringContaining(nowhere) };
    await expect(connect(nowhere)).rejects.toMatchObject(refusal);
    await expect(lendWorker({ server: nowhere })).rejects.toMatchObject(refusal);
    await expect(connect('ply1_half')).rejects.toMatchObject({ code: 'ERR_CREDENTIALS' });
  });
});
