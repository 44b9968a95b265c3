// Searches that go on after their program has died, from a file and from the server of a cluster: the
// value is the sequential one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  closeAll,
  type EarlierResult,
  type SearchOptions,
  type SearchQuery,
  search,
} from 'plyades';
import { findJob, listJobs, openJobStore } from 'plyades/cluster';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMetrics } from '#dist/cli/cluster/metrics.js';
import { runProgram } from '#dist/cli/program.js';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { ClusterWatch } from '#dist/hosts/nats/watch.js';
import { algorithmsOn } from '#dist/parallel/algorithms.js';
import { readTree } from '#dist/parallel/saved-tree.js';
import { plyades } from '../cli/plyades.js';
import { until, wait } from '../support/waiting.js';
import {
  endAll,
  folder,
  hasServer,
  moves,
  position,
  type Server,
  sequentially,
  startServer,
  startWorker,
} from './support.js';

afterAll(async () => {
  await endAll();
  await closeAll();
});

describe('a search that knows something', () => {
  test.each([...algorithmsOn('threads'), 'sequential' as const])(
    'goes on from there (%s)',
    async (algorithm) => {
      const options = { algorithm, mode: 'exact', hash: 8 } as SearchOptions;
      const known = await search({ position, depth: 8, ...options }).result;
      const depths: number[] = [];
      const handle = search({ position, depth: 10, ...options, earlier: known } as SearchQuery);
      for await (const { depth } of handle) depths.push(depth);
      const { value, depth, line } = await handle.result;
      expect(value).toBe((await sequentially(position, 10)).value);
      expect({ depth, length: line.length }).toEqual({ depth: 10, length: 10 });
      expect(Math.min(...depths)).toBeGreaterThanOrEqual(8);
    },
  );

  test('says what it knew when it is stopped at once', async () => {
    const known = { depth: 20, value: 77, bound: 'exact', move: 19, line: [19] } as const;
    for (const algorithm of ['young-brothers', 'sequential'] as const) {
      const options = { algorithm, mode: 'exact', earlier: known } as SearchOptions;
      const found = await search({ position, nodes: 1000, ...options } as SearchQuery).result;
      expect(found).toMatchObject({ depth: 20, value: 77, move: 19 });
    }
  });
});

/** What the first reports of a search say that is `depth` plies deep, with the newest tree. */
async function reported(options: SearchOptions, depth: number): Promise<EarlierResult> {
  let known: EarlierResult | undefined;
  let tree: Uint8Array | undefined;
  const handle = search({ position, depth: depth + 1, ...options, keep: true } as SearchQuery);
  for await (const progress of handle) {
    if (progress.depth === depth) known ??= progress;
    tree = progress.tree ?? tree;
  }
  await handle.result;
  return { ...known!, tree: tree! };
}

/**
 * Goes on with a tree that knows the next depth as well. How much is searched all the same depends on the clock here,
 * since workers look ahead while they wait; test/parallel/kept.test.ts counts under a virtual one.
 */
async function goesOn(options: SearchOptions): Promise<void> {
  const depth = 10;
  const known = await reported(options, depth - 1);
  const fresh = await search({ position, depth, ...options }).result;
  const resumed = await search({ position, depth, ...options, earlier: known } as SearchQuery)
    .result;
  expect(resumed).toMatchObject({ depth, value: fresh.value });
  const rubbish = { ...known, tree: known.tree!.slice(1) };
  const restarted = await search({ position, depth, ...options, earlier: rubbish } as SearchQuery)
    .result;
  expect(restarted.value).toBe(fresh.value);
}

describe.each(['minimal-tree', 'aphid'] as const)('%s', (algorithm) => {
  const tags = algorithm === 'aphid' ? ['long'] : [];
  test('goes on with what a master knew of its tree', { tags }, () =>
    goesOn({ algorithm, mode: 'exact', hash: 8, workers: 2 }),
  );
});

/** Runs a search, and ends its program in a way that it cannot notice once `depth` plies are kept. */
async function killed(words: readonly string[], known: () => Promise<number>, depth: number) {
  return plyades(words, {
    during: (child) => {
      void (async () => {
        while (child.exitCode === null && (await known()) < depth) await wait(20);
        child.kill('SIGKILL');
      })();
    },
  });
}

/** Programs take their time to start on a busy machine, and these tests start several in turn. */
const SLOW = 600_000;

const deep = ['--moves', moves, '--algorithm', 'aphid', '--mode', 'exact'];

test(
  'a checkpoint in a file outlives its program',
  async () => {
    const file = join(folder, 'deep.json');
    const read = () => {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch {
        return undefined;
      }
    };
    const words = ['search', 'othello', ...deep, '--depth', '60', '--checkpoint', file];
    const ended = await killed(words, async () => read()?.found?.depth ?? 0, 9);
    expect(ended.code).toBeNull();
    const { found, request, ...rest } = read();
    expect(found.depth).toBeGreaterThanOrEqual(9);
    expect(readTree(Buffer.from(rest.tree, 'base64'))?.leaves.length).toBeGreaterThan(10);
    // Depth 60 would take too long: the request is made smaller, which changes nothing else.
    const last = found.depth + 1;
    writeFileSync(file, JSON.stringify({ ...rest, found, request: { ...request, depth: last } }));
    const resumed = await plyades(['resume', '--file', file, '--json']);
    expect(resumed.stderr).toContain(`depth ${found.depth} is known`);
    const result = JSON.parse(resumed.stdout.trim().split('\n').at(-1)!);
    expect(result.depth).toBe(last);
    expect(result.value).toBe((await sequentially(position, last)).value);
    expect(read()).toMatchObject({ state: 'done', found: { depth: last, value: result.value } });
  },
  SLOW,
);

test('what is no checkpoint is refused', async () => {
  const file = join(folder, 'none.json');
  writeFileSync(file, '{"format":1}');
  const { code, stderr } = await plyades(['resume', '--file', file]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/ERR_JOB.*damaged/);
  const resume = (...words: string[]) => runProgram(['resume', ...words]);
  const nowhere = join(folder, 'nowhere.json');
  await expect(resume('--file', nowhere)).rejects.toThrow(/there is no such file/);
  await expect(resume()).rejects.toMatchObject({ code: 'ERR_MISSING' });
  await expect(resume('--job', 'x')).rejects.toThrow(/address of the cluster/);
});

test('a checkpoint that says what no search says is refused by name', async () => {
  const file = join(folder, 'odd.json');
  await plyades(['search', 'othello', ...deep, '--depth', '5', '--checkpoint', file]);
  const good = JSON.parse(readFileSync(file, 'utf8'));
  const refused = async (odd: object, reason: RegExp) => {
    writeFileSync(file, JSON.stringify({ ...good, ...odd }));
    await expect(runProgram(['resume', '--file', file])).rejects.toMatchObject({
      code: 'ERR_JOB',
      message: expect.stringMatching(reason),
    });
  };
  const { request, found } = good;
  await refused({ found: { ...found, depth: 6 } }, /deeper than its search/);
  await refused({ found: { ...found, depth: 1000 } }, /found\.depth/);
  await refused({ request: { ...request, before: 5 } }, /request\.before/);
  await refused({ request: { ...request, position: {} } }, /request\.position/);
  await refused({ request: { ...request, settings: 7 } }, /request\.settings/);
  await refused({ request: { ...request, creds: 'my.key' } }, /request\.creds/);
  await refused({ request: {} }, /request\.game/);
  await refused({ server: 5 }, /checkpoint\.server/);
  await refused({ format: 1 }, /checkpoint\.format/);
  await refused({ version: '0.0.1' }, /begun by plyades 0\.0\.1/);
  const settings = { horizon: 'x' };
  writeFileSync(file, JSON.stringify({ ...good, request: { ...request, settings } }));
  await expect(runProgram(['resume', '--file', file])).rejects.toMatchObject({
    code: expect.stringMatching(/ERR_(OPTION|LIMIT)/),
  });
});

describe.skipIf(!hasServer)('a job of a cluster', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(`jetstream { store_dir: ${JSON.stringify(join(folder, 'js'))} }`);
    await startWorker(server.url);
  });

  const jobs = () => listJobs({ server: server.url });

  test(
    'outlives its master',
    async () => {
      const words = ['search', 'othello', ...deep, '--depth', '12', '--cluster', server.url];
      const ended = await killed(words, async () => (await jobs())[0]?.found?.depth ?? 0, 8);
      const job = (await jobs())[0]!;
      expect(ended.stderr).toContain(`job ${job.job}`);
      if (ended.code === null)
        expect(job).toMatchObject({ state: 'searching', request: { game: 'othello' } });
      const again = ['resume', '--job', job.job, '--cluster', server.url, '--json'];
      const { stdout, stderr } = await plyades(again);
      expect(stderr).toContain(`depth ${job.found!.depth} is known`);
      const result = JSON.parse(stdout.trim().split('\n').at(-1)!);
      expect(result).toMatchObject({ depth: 12, value: (await sequentially(position, 12)).value });
      const nodes = job.nodes + result.nodes;
      expect((await jobs())[0]).toMatchObject({ job: job.job, state: 'done', nodes });
    },
    SLOW,
  );

  test('is gone on with where its tree was', () =>
    goesOn({ algorithm: 'aphid', mode: 'exact', hash: 8, cluster: { server: server.url } }));

  test('and its workers can be watched', async () => {
    const { connection } = await connectCluster({ server: server.url }, 'test');
    const watch = new ClusterWatch(connection);
    const remote = {
      algorithm: 'root-split',
      mode: 'exact',
      cluster: { server: server.url, job: 'watched' },
    } as const;
    const stop = new AbortController();
    const { result } = search({ position, signal: stop.signal, ...remote });
    const view = await until(async () => {
      const seen = await watch.look();
      return seen.workers.some(({ rate, job }) => rate > 0 && job === 'watched') && seen;
    }, 'a worker of the job has a rate');
    stop.abort();
    await result;
    expect(view.workers).toMatchObject([{ slots: 1, busy: 1, job: 'watched' }]);
    // It is the only worker of a search that has much to do; others may have the processor for a while.
    expect(view.workers[0]!.idle).toBeLessThan(1);
    const watched = view.jobs.find(({ job }) => job === 'watched');
    expect(watched).toMatchObject({ game: 'othello', machines: 1, seats: 1 });
    const metrics = makeMetrics(view);
    expect(metrics).toMatch(/^plyades_workers 1$/m);
    expect(metrics).toMatch(
      /^plyades_worker_nodes_per_second\{worker="[0-9a-f]+",host="[^"]*"\} [1-9]\d*$/m,
    );
    for (const name of ['seats', 'machines']) {
      const labels = '\\{job="watched",game="othello",algorithm="root-split"\\}';
      expect(metrics).toMatch(new RegExp(`^plyades_job_${name}${labels} 1$`, 'm'));
    }
    await connection.close();
  });

  test('that two programs go on with is left to the one who has written first', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => openJobStore({ server: server.url }, 'twice')),
    );
    await one!.put('a');
    await one!.put('b');
    await expect(other!.put('c')).rejects.toThrow(/another program has resumed job twice/);
    await expect(other!.put('d')).rejects.toThrow(/another program/);
    await one!.put('e');
    const third = await openJobStore({ server: server.url }, 'twice');
    await third!.put('f');
    await expect(one!.put('g')).rejects.toThrow(/another program/);
    await Promise.all([one, other, third].map((store) => store!.close()));
  });

  test('that is unknown is refused, and so is a server that keeps none', async () => {
    const unknown = findJob({ server: server.url }, 'nobody');
    await expect(unknown).rejects.toMatchObject({ code: 'ERR_JOB' });
    const bare = await startServer();
    const none = await plyades(['jobs', '--cluster', bare.url]);
    expect(none.code).toBe(3);
    expect(none.stderr).toMatch(/ERR_CLUSTER.*JetStream/);
  });
});
