// Searches on a cluster, with a real nats-server and real worker processes: the value is the sequential
// one whatever algorithm, and whatever is killed, paused, cut off or restarted meanwhile.
import {
  type ClusterNote,
  closeAll,
  loadGame,
  type SearchOptions,
  type SearchQuery,
  search,
} from 'plyades';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { workerStats } from '#dist/hosts/nats/find-workers.js';
import { algorithmsOn } from '#dist/parallel/algorithms.js';
import { playRandomly } from '../support/positions.js';
import { until, wait } from '../support/waiting.js';
import {
  end,
  endAll,
  hasServer,
  position,
  type Server,
  sequentially,
  startServer,
  startWorker,
  type WorkerProcess,
} from './support.js';

const othello = await loadGame('othello');
let server: Server;
let workers: WorkerProcess[];

describe.skipIf(!hasServer)('a cluster', () => {
  beforeAll(async () => {
    server = await startServer();
    workers = await Promise.all([startWorker(server.url), startWorker(server.url)]);
  });
  afterAll(async () => {
    await endAll();
    await closeAll();
  });
  // Who was killed in a test is replaced for the next one.
  afterEach(async () => {
    const alive = workers.filter(
      ({ child }) => child.exitCode === null && child.signalCode === null,
    );
    const missing = Array.from({ length: 2 - alive.length }, () => startWorker(server.url));
    workers = [...alive, ...(await Promise.all(missing))];
  });

  const depth = 12;

  /** Searches, and does something as soon as `seen` depths are known; returns the notes. */
  async function disturb(
    options: SearchOptions,
    disturbance: (notes: readonly ClusterNote[]) => Promise<void> | void,
    seen = 9,
  ) {
    const notes: ClusterNote[] = [];
    const cluster = { server: server.url, onNote: (note: ClusterNote) => notes.push(note) };
    const handle = search({
      position,
      depth,
      mode: 'exact',
      hash: 16,
      ...options,
      cluster,
    } as SearchQuery);
    const { result } = handle;
    let done: Promise<void> | undefined;
    for await (const progress of handle) {
      if (progress.depth >= seen) done ??= Promise.resolve(disturbance(notes));
    }
    expect(done, 'the search was disturbed').toBeDefined();
    await done;
    const expected = await sequentially(position, depth);
    const { value, line } = await result;
    expect(value).toBe(expected.value);
    expect(line).toHaveLength(depth);
    return { notes, result: await result };
  }

  const lost = (notes: readonly ClusterNote[], worker: WorkerProcess) =>
    notes.filter(({ type, worker: id }) => type === 'lost' && id === worker.id);

  test.each(algorithmsOn('cluster'))('finds the sequential value with %s', async (algorithm) => {
    for (const [game, plies, depth] of [
      [othello, 9, 8],
      [await loadGame('checkers'), 11, 8],
    ] as const) {
      const root = playRandomly(game, 17 + plies, plies);
      const { value } = await sequentially(root, depth);
      const options = { algorithm, mode: 'exact', cluster: { server: server.url } } as const;
      // On a busy machine a worker may answer too late to have part in it, or its counts may.
      await until(async () => {
        const found = await search({ position: root, depth, ...options }).result;
        expect(found.value).toBe(value);
        return found.workers === 2 && found.times?.length === 3;
      }, 'both workers have part in it, and their counts come back');
    }
  });

  test('shares table entries by a ring', async () => {
    const options = { algorithm: 'aphid', table: 'ring', mode: 'exact', hash: 16 } as const;
    const remote = { ...options, cluster: { server: server.url } };
    const found = await search({ position, depth: 11, ...remote }).result;
    expect(found.value).toBe((await sequentially(position, 11)).value);
    expect(found.counters!.entriesReceived).toBeGreaterThan(0);
  });

  describe.each(['aphid', 'young-brothers'] as const)('%s', (algorithm) => {
    const tags = algorithm === 'aphid' ? [] : ['long'];
    test('goes on when a worker is killed', { tags }, async () => {
      const [victim] = workers;
      const { notes, result } = await disturb({ algorithm }, () => {
        victim!.child.kill('SIGKILL');
      });
      expect(result.replaced === 0).toBe(lost(notes, victim!).length === 0);
    });
  });

  test('goes on without a paused worker, and with it when it wakes', { tags: 'long' }, async () => {
    const [sleeper] = workers;
    const { notes } = await disturb(
      { algorithm: 'aphid', workers: 2 },
      async (notes) => {
        sleeper!.child.kill('SIGSTOP');
        await until(() => lost(notes, sleeper!).length > 0, 'the silence is noticed');
        sleeper!.child.kill('SIGCONT');
      },
      6,
    );
    expect(lost(notes, sleeper!)[0]).toMatchObject({ reason: 'it is silent' });
  });

  test('a worker that gets SIGTERM hands its work back first', async () => {
    const [leaver] = workers;
    const { notes } = await disturb(
      { algorithm: 'minimal-tree' },
      async (notes) => {
        leaver!.child.kill('SIGTERM');
        await until(() => lost(notes, leaver!).length > 0, 'it hands its work back');
      },
      6,
    );
    expect(lost(notes, leaver!)[0]).toMatchObject({ reason: 'it leaves' });
    expect(await leaver!.ended).toBe(0);
    expect(leaver!.events.at(-1)).toMatchObject({ type: 'job-over', reason: 'this worker leaves' });
  });

  test('a worker that comes later gets a place', { tags: 'long' }, async () => {
    await end(workers[1]!.child);
    const notes: ClusterNote[] = [];
    const stop = new AbortController();
    const cluster = { server: server.url, onNote: (note: ClusterNote) => notes.push(note) };
    const limits = { signal: stop.signal };
    const { result } = search({ position, ...limits, algorithm: 'aphid', mode: 'exact', cluster });
    const newcomer = await startWorker(server.url);
    workers[1] = newcomer;
    const joins = () =>
      notes.some(({ type, worker }) => type === 'joined' && worker === newcomer.id);
    await until(joins, 'the newcomer has a place');
    const busy = () => newcomer.events.some(({ type }) => type === 'job');
    await until(busy, 'the newcomer works');
    const { connection } = await connectCluster({ server: server.url }, 'test');
    const totals = async () => (await workerStats(connection)).find(({ id }) => id === newcomer.id);
    await until(async () => ((await totals())?.nodes ?? 0) > 1000, 'the newcomer searches');
    await connection.close();
    stop.abort();
    const { workers: most, value, depth } = await result;
    expect(most).toBe(2);
    expect(value).toBe((await sequentially(position, depth)).value);
    const over = () => newcomer.events.find(({ type }) => type === 'job-over');
    expect((await until(over, 'its job ends')).nodes).toBeGreaterThan(1000);
  });

  test('goes on when the server is restarted', { tags: 'long' }, async () => {
    await disturb(
      { algorithm: 'aphid' },
      async () => {
        await server.stop();
        await wait(700);
        await server.start();
      },
      6,
    );
    for (const { events } of workers) {
      const back = await until(() => events.find(({ type }) => type === 'back'), 'it is back');
      const lostAt = events.findIndex(({ type }) => type === 'lost');
      const waits = events.slice(lostAt).filter(({ type }) => type === 'waiting');
      expect(waits.length).toBeGreaterThan(0);
      // What is logged is what is slept: the waits fit between the loss and the return.
      const slept = waits.reduce((sum, { ms }) => sum + (ms as number), 0);
      const away = Date.parse(back.time as string) - Date.parse(events[lostAt]!.time as string);
      expect(slept).toBeGreaterThan(0);
      expect(slept).toBeLessThanOrEqual(away + 50);
    }
  });

  test('rubbish, floods and what is far too long change nothing', async () => {
    const { connect } = await import('@nats-io/transport-node');
    const stranger = await connect({ servers: server.url });
    const subjects = workers.flatMap(({ id }) =>
      ['ask', 'command', 'mail'].map((end) => `plyades.w.any.${id}.${end}`),
    );
    const rubbish = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    await disturb(
      { algorithm: 'young-brothers' },
      async () => {
        for (let round = 0; round < 200; round++) {
          for (const subject of [...subjects, 'plyades.free']) {
            stranger.publish(subject, rubbish(1 + (round % 60)));
            stranger.publish(
              subject,
              JSON.stringify({ type: 'start', key: 'x', granted: [round] }),
            );
            stranger.publish(subject, `${'['.repeat(5000)}`);
          }
          if (round % 20 === 0) await stranger.flush();
        }
        for (const subject of subjects) stranger.publish(subject, rubbish(60_000));
        for (const subject of subjects) stranger.publish(subject, new Uint8Array(1 << 20));
        await stranger.flush();
      },
      6,
    );
    // More than the server takes: it ends the connection of the sender.
    try {
      stranger.publish(subjects[0]!, new Uint8Array(64 << 20));
      await stranger.flush();
    } catch {}
    await stranger.close();
    const options = { algorithm: 'root-split', mode: 'exact' } as const;
    const again = await search({ position, depth: 9, ...options, cluster: { server: server.url } })
      .result;
    expect(again.value).toBe((await sequentially(position, 9)).value);
    for (const { child } of workers) expect(child.exitCode).toBeNull();
  });
});
