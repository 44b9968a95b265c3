// A program with a search of its own in a real hierarchy: a hub, and two sites with servers and workers of their own.
// The value is the one that the program finds alone, also when a worker of a site and a whole site are killed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parallelize } from 'plyades/own-search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import randomTree from '../support/own-search/random-tree.mjs';
import { aphid, position, program, type Search, toDepth, truth } from './own-search-support.js';
import {
  end,
  endAll,
  folder,
  hasServer,
  type Server,
  startServer,
  startServing,
  startWorker,
  type WorkerProcess,
} from './support.js';

const SLOW = 120_000;

describe.skipIf(!hasServer)('a program with a search of its own in a hierarchy of sites', () => {
  const config = join(folder, 'own.hierarchy');
  let hub: Server;
  let outside: WorkerProcess;
  let sites: WorkerProcess[];

  const startSite = (name: string) =>
    startServing([
      ...['site', '--config', config, '--name', name, '--log', 'json'],
      ...['--own-search', program],
    ]);

  beforeAll(async () => {
    hub = await startServer();
    const [toronto, ottawa] = await Promise.all([startServer(), startServer()]);
    // One worker of its own below ottawa; toronto's comes from another machine.
    const text = `hub ${hub.url}\ngrain 2\ntoronto ${toronto.url}\nottawa ${ottawa.url}\n\tworker\n`;
    writeFileSync(config, text);
    outside = await startWorker(toronto.url, '--own-search', program);
    sites = await Promise.all([startSite('toronto'), startSite('ottawa')]);
  }, SLOW);
  afterAll(endAll);

  test('the value of the program alone, divided among the workers of the sites', async () => {
    const search = (await parallelize(randomTree as never, {
      cluster: { server: hub.url },
      aphid,
    })) as Search;
    expect(search.workers).toBe(2);
    search.begin(position);
    expect(await toDepth(search, 11)).toMatchObject({ value: truth(11), certain: true });
    search.end();
    await search.close();
    // Searches that a site has divided among its workers.
    expect(search.counters!.tasks).toBeGreaterThan(0);
    expect(outside.events.some(({ type }) => type === 'job')).toBe(true);
    expect(sites[0]!.events.some(({ type }) => type === 'site-joined')).toBe(true);
  });

  test('a worker of a site, then a whole site, is killed', { timeout: SLOW }, async () => {
    const search = (await parallelize(randomTree as never, {
      cluster: { server: hub.url },
      aphid,
    })) as Search;
    search.begin(position);
    await toDepth(search, 7);
    await end(outside.child, 'SIGKILL');
    expect(await toDepth(search, 9)).toMatchObject({ value: truth(9), certain: true });
    await end(sites[0]!.child, 'SIGKILL');
    expect(await toDepth(search, 11)).toMatchObject({ value: truth(11), certain: true });
    expect(search.replaced).toBeGreaterThan(0);
    await search.close();
  });
});
