// What becomes of a search when the servers of a cluster fail: one of three is lost, and one has no room for what
// should be kept. The value is the sequential one.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll, search } from 'plyades';
import type { Checkpoint } from 'plyades/checkpoints';
import { listJobs } from 'plyades/cluster';
import { afterAll, describe, expect, test } from 'vitest';
import { plyades } from '../cli/plyades.js';
import { wait } from '../support/waiting.js';
import {
  endAll,
  folder,
  freePort,
  hasServer,
  moves,
  position,
  type Server,
  sequentially,
  startServer,
  startWorker,
} from './support.js';

const SLOW = 180_000;

describe.skipIf(!hasServer)('servers that fail', () => {
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  /** Three servers that are one NATS cluster; `more` is added to the configuration of each. */
  async function startTrio(more: (index: number) => string = () => '') {
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
    const servers: Server[] = await Promise.all(
      ports.map((port, index) =>
        startServer(
          `server_name: s${index}\ncluster { name: trio, listen: "127.0.0.1:${port}", routes: [${routes}] }\n${more(index)}`,
        ),
      ),
    );
    const list = (first: number) =>
      [0, 1, 2].map((step) => servers[(first + step) % 3]!.url).join(',');
    return { servers, list };
  }

  test(
    'one of three is lost in the middle of a search',
    async () => {
      const { servers, list } = await startTrio();
      // Each program begins with another server; the first one is the master's and a worker's.
      await Promise.all([startWorker(list(0)), startWorker(list(1))]);
      const depth = 12;
      const options = { algorithm: 'aphid', mode: 'exact', hash: 16 } as const;
      const handle = search({ position, depth, ...options, cluster: { server: list(0) } });
      let stopped: Promise<void> | undefined;
      for await (const progress of handle) {
        if (progress.depth >= 8) stopped ??= servers[0]!.stop();
      }
      expect(stopped, 'the search was disturbed').toBeDefined();
      await stopped;
      const { value, line } = await handle.result;
      expect(value).toBe((await sequentially(position, depth)).value);
      expect(line).toHaveLength(depth);
    },
    SLOW,
  );

  test('one of three is lost with all that it has kept, and the others have the jobs', {
    tags: 'long',
  }, async () => {
    const { servers, list } = await startTrio((index) => {
      const store = join(folder, `trio-${index}`);
      return `jetstream { store_dir: ${JSON.stringify(store)} }`;
    });
    await startWorker(list(0));
    // They have to agree on a leader first.
    let jobs: Checkpoint[] | undefined;
    for (let i = 0; i < 60 && jobs === undefined; i++) {
      jobs = await listJobs({ server: list(0) }).catch(() => undefined);
      if (jobs === undefined) await wait(500);
    }
    expect(jobs).toEqual([]);
    const words = ['search', 'othello', '--moves', moves, '--algorithm', 'aphid'];
    const { code } = await plyades([...words, '--depth', '8', '--cluster', list(0)]);
    expect(code).toBe(0);
    await servers[0]!.stop();
    let left: Checkpoint[] | undefined;
    for (let i = 0; i < 60 && left === undefined; i++) {
      left = await listJobs({ server: list(1) }).catch(() => undefined);
    }
    expect(left).toMatchObject([
      { request: { game: 'othello' }, state: 'done', found: { depth: 8 } },
    ]);
  });

  test(
    'a full JetStream: one line says so, and the search goes on',
    async () => {
      const store = join(folder, 'full');
      mkdirSync(store, { recursive: true });
      const server = await startServer(
        `jetstream { store_dir: ${JSON.stringify(store)}, max_file_store: 200 }`,
      );
      await startWorker(server.url);
      const words = ['search', 'othello', '--moves', moves, '--algorithm', 'aphid'];
      const limits = ['--depth', '9', '--mode', 'exact', '--cluster', server.url, '--json'];
      const { code, stdout, stderr } = await plyades([...words, ...limits]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(JSON.parse(stdout.trim().split('\n').at(-1)!).value).toBe(
        (await sequentially(position, 9)).value,
      );
      const notes = stderr
        .split('\n')
        .filter((line) => /keeps no jobs|could not be written/.test(line));
      expect(notes, stderr).toHaveLength(1);
    },
    SLOW,
  );
});
