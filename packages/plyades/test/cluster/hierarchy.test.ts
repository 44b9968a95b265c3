// A hierarchy for real: a hub, two leaf nodes below it, a middle master and workers behind each. The search above
// has two workers, the sites; what it finds is the sequential value, also when a site is killed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll, search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { findWorkers } from '#dist/hosts/nats/find-workers.js';
import { plyadesHere } from '../cli/in-process.js';
import {
  end,
  endAll,
  folder,
  freePort,
  hasServer,
  position,
  type Server,
  sequentially,
  startServer,
  startServing,
  startWorker,
  type WorkerProcess,
} from './support.js';

const SLOW = 240_000;
const config = join(folder, 'plyades.hierarchy');
const exact = { mode: 'exact', hash: 16 } as const;

/** What is below a site is of an account of its own, which the leaf node does not share with the hub. */
const leaf = (port: number) => `
accounts {
  UP { users: [{ user: up, password: up }] }
  SITE { users: [{ user: site, password: site }] }
}
no_auth_user: site
leafnodes { remotes: [{ url: "nats-leaf://127.0.0.1:${port}", account: UP }] }`;

describe.skipIf(!hasServer)('two sites behind leaf nodes', () => {
  let hub: Server;
  let sites: WorkerProcess[];
  let outside: WorkerProcess;
  const startSite = (name: string) =>
    startServing(['site', '--config', config, '--name', name, '--log', 'json']);
  const sitesAtHub = async (count: number) => {
    const { connection } = await connectCluster({ server: hub.url }, 'test');
    let found = await findWorkers(connection);
    for (const from = Date.now(); found.length !== count && Date.now() - from < 60_000; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await findWorkers(connection);
    }
    await connection.close();
    return found.length;
  };

  beforeAll(async () => {
    const port = await freePort();
    hub = await startServer(`leafnodes { listen: "127.0.0.1:${port}" }`);
    const leaves = await Promise.all([startServer(leaf(port)), startServer(leaf(port))]);
    const [a, b] = leaves.map(({ url }) => `${url} ${url.replace('//', '//up:up@')}`);
    // One worker of its own behind ottawa; toronto's comes from another machine.
    const text = `tasks 3\npolicy even\ngrain 3\ntoronto ${a}\nottawa ${b}\n\tworker\n`;
    writeFileSync(config, text);
    outside = await startWorker(leaves[0]!.url);
    sites = await Promise.all([startSite('toronto'), startSite('ottawa')]);
  }, SLOW);
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  test('the hub knows the sites, not their workers', { timeout: SLOW }, async () => {
    expect(await sitesAtHub(2)).toBe(2);
  });

  describe.each(['aphid', 'minimal-tree'] as const)('%s', (algorithm) => {
    const tags = algorithm === 'aphid' ? [] : ['long'];
    test('the sequential value', { tags, timeout: SLOW }, async () => {
      const depth = 8;
      const jobs = outside.events.filter(({ type }) => type === 'job').length;
      const options = { ...exact, algorithm, cluster: { server: hub.url } };
      const { value, line } = await search({ position, depth, ...options }).result;
      expect(value).toBe((await sequentially(position, depth)).value);
      expect(line).toHaveLength(depth);
      // The worker behind toronto's leaf node was given work by its site.
      expect(outside.events.filter(({ type }) => type === 'job').length).toBeGreaterThan(jobs);
      expect(sites[0]!.events.some(({ type }) => type === 'site-joined')).toBe(true);
    });
  });

  test('other algorithms have the sites as plain workers', { timeout: SLOW }, async () => {
    const options = { ...exact, algorithm: 'root-split', cluster: { server: hub.url } } as const;
    const { value } = await search({ position, depth: 8, ...options }).result;
    expect(value).toBe((await sequentially(position, 8)).value);
  });

  test('a worker behind a leaf node, then a site, is killed', { tags: 'long' }, async () => {
    const depth = 12;
    const options = { ...exact, algorithm: 'minimal-tree', cluster: { server: hub.url } } as const;
    const handle = search({ position, depth, ...options });
    let killed: Promise<void> | undefined;
    for await (const progress of handle) {
      if (progress.depth < 6 || killed !== undefined) continue;
      killed = end(outside.child, 'SIGKILL').then(() => end(sites[1]!.child, 'SIGKILL'));
    }
    expect(killed, 'the search was disturbed').toBeDefined();
    await killed;
    expect((await handle.result).value).toBe((await sequentially(position, depth)).value);
  });

  test('what makes no sense is refused in one line', { timeout: SLOW }, async () => {
    const run = (...words: string[]) => plyadesHere(['site', '--config', config, ...words]);
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('toronto, ottawa'),
    });
    expect(await run('--name', 'boston')).toMatchObject({ code: 2 });
    writeFileSync(config, 'toronto nats://127.0.0.1:1\n');
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('hub') });
    writeFileSync(config, 'policy best\ntoronto nats://127.0.0.1:1\n');
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('line 1') });
  });

  test('SIGTERM: the site hands its place back and leaves', { timeout: SLOW }, async () => {
    sites[0]!.child.kill('SIGTERM');
    expect(await sites[0]!.ended).toBe(0);
  });
});
