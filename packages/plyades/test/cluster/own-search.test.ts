// A program with a search of its own on a real nats-server with real worker processes: the value is the one it finds
// alone, also when a worker is killed; a worker with another module is refused by name; table entries travel round
// the ring.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterNote } from 'plyades';
import { parallelize } from 'plyades/own-search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import type { JobStatus } from '#dist/hosts/nats/messages.js';
import { ALL_JOBS } from '#dist/hosts/nats/subjects.js';
import { plyadesHere } from '../cli/in-process.js';
import randomTree from '../support/own-search/random-tree.mjs';
import { until } from '../support/waiting.js';
import { aphid, position, program, type Search, toDepth, truth } from './own-search-support.js';
import {
  end,
  endAll,
  folder,
  hasServer,
  lostNotSilent,
  type Server,
  startServer,
  startWorker,
  type WorkerProcess,
} from './support.js';

const SLOW = 120_000;

describe.skipIf(!hasServer)('a program with a search of its own on a cluster', () => {
  let server: Server;
  let workers: WorkerProcess[];
  const notes: ClusterNote[] = [];
  const open = (options: object = {}) =>
    parallelize(randomTree as never, {
      cluster: { server: server.url, onNote: (note) => void notes.push(note) },
      ...{ aphid, ...options },
    }) as Promise<Search>;
  const start = (module = program) => startWorker(server.url, '--own-search', module);

  beforeAll(async () => {
    server = await startServer();
    workers = await Promise.all([start(), start(), start()]);
  }, SLOW);
  afterAll(endAll);

  test('the value of the program alone, in one search after the other', {
    timeout: SLOW,
  }, async () => {
    const watching = await connectCluster({ server: server.url }, 'test');
    const statuses: JobStatus[] = [];
    watching.connection.subscribe(ALL_JOBS, {
      callback: (_, message) => void statuses.push(message.json<JobStatus>()),
    });
    const search = await open();
    expect(search.workers).toBeGreaterThan(0);
    for (const depth of [7, 9]) {
      search.begin(position);
      const found = await toDepth(search, depth);
      expect(found).toMatchObject({ value: truth(depth), certain: true });
      expect(found.passes).toBeGreaterThan(0);
      search.end();
    }
    await search.close();
    const { nodes, entriesSent, entriesReceived } = search.counters!;
    expect(nodes).toBeGreaterThan(0);
    expect(entriesSent).toBeGreaterThan(0);
    expect(entriesReceived).toBeGreaterThan(0);
    await until(() => statuses.at(-1)?.state === 'done', 'the job is over for those who watch');
    expect(statuses.at(-1)).toMatchObject({ game: 'random-tree.mjs', depth: 9, value: truth(9) });
    await watching.connection.close();
  });

  test.each([
    ['SIGKILL', 'it is silent', null],
    ['SIGTERM', 'it leaves', 0],
  ] as const)('a worker that gets %s is replaced by the others', async (signal, reason, code) => {
    const search = await open();
    search.begin(position);
    await toDepth(search, 6);
    const [gone] = workers.splice(0, 1);
    await end(gone!.child, signal);
    expect(await gone!.ended).toBe(code);
    // Its leaves are searched again by the others.
    expect(await toDepth(search, 10)).toMatchObject({ value: truth(10), certain: true });
    expect(search.replaced).toBeGreaterThan(0);
    expect(notes).toContainEqual({ type: 'lost', worker: gone!.id, reason });
    await search.close();
    workers.push(await start());
  });

  test('a worker that comes later joins the search', { timeout: SLOW }, async () => {
    const search = await open({ workers: 4 });
    search.begin(position);
    await toDepth(search, 6);
    const late = await start();
    const joined = () => notes.some((note) => note.type === 'joined' && note.worker === late.id);
    await until(joined, 'it joins');
    expect(await toDepth(search, 10)).toMatchObject({ value: truth(10), certain: true });
    await search.close();
    await end(late.child);
    const over = late.events.find(({ type }) => type === 'job-over');
    expect(over).toMatchObject({ reason: 'the search is over' });
  });

  test('another module of the same name is refused by name', { timeout: SLOW }, async () => {
    const library = new URL('../../dist/own-search/index.js', import.meta.url).href;
    const source = readFileSync(program, 'utf8').replace("'plyades/own-search'", `'${library}'`);
    const changed = join(folder, 'random-tree.mjs');
    writeFileSync(changed, source);
    const other = await startServer();
    const [wrong, without] = await Promise.all([
      startWorker(other.url, '--own-search', changed),
      startWorker(other.url),
    ]);
    const refused: ClusterNote[] = [];
    const cluster = { server: other.url, onNote: (note: ClusterNote) => void refused.push(note) };
    await expect(parallelize(randomTree as never, { cluster })).rejects.toMatchObject({
      code: 'ERR_CLUSTER',
      message: expect.stringMatching(/no worker of the cluster can take part/),
    });
    const reasonOf = ({ id }: WorkerProcess) =>
      refused.find((note) => note.type === 'refused' && note.worker === id);
    expect(reasonOf(wrong)).toMatchObject({
      reason: expect.stringMatching(
        /^its random-tree\.mjs differs from the master's: .*--own-search/,
      ),
    });
    expect(reasonOf(without)).toMatchObject({
      reason: expect.stringMatching(/^the program random-tree\.mjs is not installed there: /),
    });
    await Promise.all([end(wrong.child), end(without.child)]);
    await other.stop();
  });

  test('a program that throws on the workers ends the search with its error', async () => {
    const search = await open();
    search.begin({ ...position, trouble: { where: 'isWorker', what: 'throw', after: 100 } });
    await expect(toDepth(search, 60)).rejects.toThrow(/TypeError: a mistake at ply \d+/);
    expect(() => search.begin(position)).toThrow(/closed/);
  });

  test('is stopped by a signal, and the workers are free for the next one', async () => {
    for (const again of [false, true]) {
      const search = await open();
      const controller = new AbortController();
      search.begin(position, { maxDepth: 60, signal: controller.signal });
      await toDepth(search, 6);
      setTimeout(() => controller.abort(), again ? 1 : 200);
      const found = await search.rootSearch(0, 40, -2000, 2000);
      expect(found.certain).toBe(false);
      expect(found.line.length).toBeGreaterThan(0);
      await search.close();
    }
  });

  test('a master without workers searches alone until one joins', { timeout: SLOW }, async () => {
    const lonely = await startServer();
    const only = await startWorker(lonely.url, '--own-search', program);
    const search = await open({ cluster: { server: lonely.url } });
    const controller = new AbortController();
    search.begin(position, { maxDepth: 60, signal: controller.signal });
    await toDepth(search, 6);
    await end(only.child, 'SIGKILL');
    expect(await toDepth(search, 8)).toMatchObject({ value: truth(8), certain: true });
    expect(search.replaced).toBeGreaterThan(0);
    // The search alone keeps this thread busy, so the abort shows that another worker has ended it.
    const late = startWorker(lonely.url, '--own-search', program);
    setTimeout(() => controller.abort(), 200);
    const found = await search.rootSearch(0, 50, -2000, 2000);
    expect(found.certain).toBe(false);
    expect(found.passes).toBeGreaterThan(0);
    await search.close();
    await end((await late).child);
    await lonely.stop();
  });

  test('a server that does not answer, and what is no token, are refused', async () => {
    const refused = (cluster: string) =>
      expect(parallelize(randomTree as never, { cluster })).rejects;
    await refused('nats://127.0.0.1:1').toMatchObject({
      code: 'ERR_CLUSTER',
      message: expect.stringContaining('no NATS server answers at nats://127.0.0.1:1'),
    });
    await refused('ply1_nothing').toMatchObject({ code: 'ERR_CREDENTIALS' });
  });

  test.each([
    ['./nothing.js', /ERR_DEFINITION: there is no module \.\/nothing\.js/],
    [`${program}#other`, /ERR_DEFINITION: .*its export 'other' was not made by defineSearch/],
  ])('a worker is not started with %s', async (module, message) => {
    const words = ['worker', '--server', server.url, '--own-search', module];
    expect(await plyadesHere(words)).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringMatching(message),
    });
  });

  test('while the main program is busy for long, the workers keep their seats', async () => {
    const before = notes.length;
    const search = await open();
    search.begin(position);
    await toDepth(search, 6);
    // Longer than a seat without a sign of life is kept.
    for (const until = performance.now() + 2500; performance.now() < until; );
    expect(await toDepth(search, 8)).toMatchObject({ value: truth(8), certain: true });
    await search.close();
    expect(lostNotSilent(notes.slice(before))).toEqual([]);
    expect(notes.slice(before).filter(({ type }) => type === 'lost').length).toBeLessThan(3);
  });
});
