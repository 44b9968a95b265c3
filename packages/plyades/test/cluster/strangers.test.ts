// What a worker can do to a search of others: with forged notices, with too little memory, by
// saying everything twice. The search goes on with the others, and finds the sequential value.
import {
  type ClusterNote,
  closeAll,
  type SearchOptions,
  type SearchQuery,
  type SearchResult,
  search,
} from 'plyades';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRegistry } from '#dist/api/cluster.js';
import { threads } from '#dist/api/threads.js';
import { announce } from '#dist/hosts/nats/announce.js';
import { ClusterWorker, connectCluster, packageVersion } from '#dist/hosts/nats/index.js';
import type { LocalCommand } from '#dist/hosts/nats/local-process.js';
import { type ClusterWork, runOnCluster } from '#dist/hosts/nats/master.js';
import type { StartCommand } from '#dist/hosts/nats/messages.js';
import { masterSubjects, SERVICE, workerSubjects } from '#dist/hosts/nats/subjects.js';
import type { ThreadSource } from '#dist/hosts/threads/pool.js';
import { createCounters } from '#dist/parallel/counters.js';
import { plyades } from '../cli/plyades.js';
import { until, wait } from '../support/waiting.js';
import {
  endAll,
  hasServer,
  lostNotSilent,
  position,
  type Server,
  sequentially,
  startServer,
} from './support.js';

const aphid = { algorithm: 'aphid', mode: 'exact', hash: 16 } as const;

/** A job whose process 0 searches nothing. */
const idleWork = (version: string) =>
  ({
    reference: { id: 'othello', hash: '00' },
    ...{ version, job: undefined, workers: undefined, tableBytes: 0, hasMaster: true, countMs: 1 },
    first: (seat) => ({ type: 'process', seat }) as LocalCommand,
    startCommand: (base) => ({ type: 'start', ...base }) as StartCommand,
    status: () => ({ algorithm: 'aphid', mode: 'exact', depth: 0, value: 0 }),
  }) satisfies ClusterWork;

/** A thread that runs until it is stopped and notes what it is told. */
function idleThread() {
  const result = { counters: createCounters(), times: { busy: 0, startIdle: 0, otherIdle: 0 } };
  const messages: { readonly type: string }[] = [];
  const thread = {
    busy: true,
    run: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(result))),
    notify: (message: { readonly type: string }) => void messages.push(message),
  };
  const pool = { lease: async () => thread, giveBack() {} } as unknown as ThreadSource;
  return { result, messages, pool };
}

describe.skipIf(!hasServer)('a search', () => {
  let server: Server;
  let version: string;
  let registry: Awaited<ReturnType<typeof openRegistry>>;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startServer();
    version = await packageVersion();
    registry = await openRegistry([]);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  async function startWorker(options: { maxTableBytes?: number; slots?: number } = {}) {
    const cluster = await connectCluster({ server: server.url }, 'test');
    const common = { slots: 1, speed: 1, maxTableBytes: 2 ** 30, version, registry, log() {} };
    const worker = await ClusterWorker.start(cluster, threads, { ...common, ...options });
    closing.push(() => worker.drain());
    return worker.address.id;
  }

  interface Place {
    readonly self: number;
    readonly incarnation: number;
  }

  /** A worker that takes places, renews its seats, and sends what the test makes it send. */
  async function startFake(id: string, onStart: (place: Place) => void = () => {}) {
    const { connection } = await connectCluster({ server: server.url }, 'test');
    const address = { name: 'any', id };
    let places: readonly Place[] = [];
    let key = '';
    const tell = (type: string, more: object) => {
      if (connection.isClosed()) return;
      const notice = JSON.stringify({ type, worker: address, ...more });
      connection.publish(masterSubjects(key).notice, notice);
    };
    connection.subscribe(workerSubjects(address).command, {
      callback(_, message) {
        const order = message.json<{ type: string; key: string; granted: Place[] }>();
        if (order.type !== 'start') return;
        ({ key, granted: places } = order);
        for (const place of places) onStart(place);
      },
    });
    await announce(connection, {
      ...{ name: SERVICE, version, description: 'fake', address, slots: 1, speed: 1, games: [] },
      answer: () => (places.length === 0 ? { type: 'available', slots: 1 } : { type: 'busy' }),
    });
    const beat = setInterval(() => {
      const counts = places.map((place) => ({ ...place, nodes: 0, leaves: 0 }));
      if (places.length > 0) tell('status', { seating: 0, seats: counts });
    }, 250);
    closing.push(async () => {
      clearInterval(beat);
      await connection.close();
    });
    return {
      address,
      tell,
      place: () => places[0],
      release() {
        places = [];
      },
      sayFree: () => connection.publish('plyades.free', JSON.stringify({ worker: address })),
    };
  }

  /** A search without an end, with what is said of its workers. */
  function begin(options: SearchOptions = aphid) {
    const notes: ClusterNote[] = [];
    const stop = new AbortController();
    const cluster = { server: server.url, onNote: (note: ClusterNote) => notes.push(note) };
    const { result } = search({
      position,
      signal: stop.signal,
      ...options,
      cluster,
    } as SearchQuery);
    result.catch(() => {});
    const said = (type: string, worker: string) =>
      until(() => notes.find((note) => note.type === type && note.worker === worker), type);
    /** What it has found; it must still run. */
    const end = async (): Promise<SearchResult> => {
      await wait(200);
      stop.abort();
      const found = await result;
      expect(found.value).toBe((await sequentially(position, found.depth)).value);
      return found;
    };
    return { notes, said, end, result };
  }

  test('goes on without a worker that comes late and has too little memory', async () => {
    const first = await startWorker();
    const { said, end } = begin();
    await said('joined', first);
    const small = await startWorker({ maxTableBytes: 1024 });
    expect(await said('refused', small)).toMatchObject({
      reason: expect.stringMatching(/too large here/),
    });
    expect((await end()).workers).toBeGreaterThan(0);
  });

  test('ends when no worker has enough memory, and says so', async () => {
    await startWorker({ maxTableBytes: 1024 });
    await startWorker({ maxTableBytes: 2048 });
    const { result, notes } = begin();
    await expect(result).rejects.toMatchObject({
      code: 'ERR_MEMORY',
      message: expect.stringMatching(/too large here/),
    });
    // On a busy machine one that does not answer in time is refused for that, too.
    const small = notes.filter((note) => note.type === 'refused' && /too large/.test(note.reason));
    expect(small).toHaveLength(2);
  });

  test('gives the seat of a worker that cannot do the work to one that can', async () => {
    await startWorker({ maxTableBytes: 1024 });
    await startWorker({ maxTableBytes: 1024 });
    const large = await startWorker();
    const { said, end } = begin({ ...aphid, workers: 1 });
    await said('joined', large);
    await end();
  });

  test('names a worker whose reply cannot be read, and does not wait for it', {
    tags: 'long',
  }, async () => {
    const { connection } = await connectCluster({ server: server.url }, 'test');
    closing.push(() => connection.close());
    const address = { name: 'any', id: 'unreadable' };
    await announce(connection, {
      ...{ name: SERVICE, version, description: 'fake', address, slots: 1, speed: 1, games: [] },
      answer: () => ({ type: 'available', slots: 'many' }),
    });
    const { said, result } = begin();
    const reason = 'its reply cannot be read';
    expect(await said('refused', 'unreadable')).toMatchObject({ reason });
    await expect(result).rejects.toMatchObject({ code: 'ERR_CLUSTER' });
  });

  test('tells process 0 of a worker that leaves while the job begins', async () => {
    const fake = await startFake('hasty', ({ self }) => fake.tell('leaving', { seats: [self] }));
    const { connection, name } = await connectCluster({ server: server.url }, 'test');
    closing.push(() => connection.close());
    // The server is slow to confirm what was sent.
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    const slow = new Proxy(connection, {
      get(target, field) {
        if (field === 'flush') return () => confirmed;
        const value = Reflect.get(target, field);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { result, messages, pool } = idleThread();
    const stop = new AbortController();
    const handlers = {
      signal: stop.signal,
      onNote: (note: ClusterNote) => note.type === 'lost' && confirm(),
    };
    const ran = runOnCluster({ connection: slow, name }, pool, idleWork(version), handlers);
    await until(() => messages.some(({ type }) => type === 'lost'), 'process 0 knows it');
    expect(messages).toEqual([{ type: 'lost', process: 1 }]);
    stop.abort();
    expect((await ran).first).toBe(result);
  });

  test('is not ended by the failure of one worker', async () => {
    const honest = await startWorker();
    const gives = await startFake('gives-up', ({ self, incarnation }) => {
      const place = { self, incarnation, dead: false, code: 'ERR_TRAP' };
      gives.tell('failed', { ...place, message: 'it is too hard' });
    });
    const dies = await startFake('dies', ({ self, incarnation }) => {
      dies.release();
      dies.tell('failed', { self, incarnation, dead: true, message: 'dead again' });
    });
    const { said, end, notes } = begin();
    await said('joined', honest);
    expect(await said('refused', 'gives-up')).toMatchObject({ reason: 'it is too hard' });
    await until(() => {
      dies.sayFree();
      return notes.some((note) => note.type === 'refused' && note.reason === 'dead again');
    }, 'who dies again and again is given nothing any more');
    expect(lostNotSilent(notes).map(({ worker }) => worker)).toEqual(['dies', 'dies', 'dies']);
    await end();
  });

  test('takes answers only from the worker that holds the seat', async () => {
    const honest = await startWorker();
    const { said, end, notes } = begin();
    await said('joined', honest);
    const liar = await startFake('liar');
    liar.sayFree();
    await said('joined', 'liar');
    const { self, incarnation } = await until(() => liar.place(), 'it has a place');
    const counters = { ...createCounters(), nodes: 1e14 };
    const answer = { counters, times: { busy: 1, startIdle: 0, otherIdle: 0 } };
    // The honest one's place, its own in another time, and its own when it has left it.
    liar.tell('answer', { ...answer, self: 1, incarnation: 0 });
    liar.tell('answer', { ...answer, self, incarnation: incarnation + 1 });
    liar.tell('leaving', { seats: [self] });
    liar.tell('answer', { ...answer, self, incarnation });
    expect(await said('lost', 'liar')).toMatchObject({ reason: 'it leaves' });
    const { counters: counted } = await end();
    expect(counted!.nodes).toBeLessThan(1e13);
    expect(notes.filter((note) => 'reason' in note && /left its seat/.test(note.reason))).toEqual(
      [],
    );
  });

  test('does the same when every message arrives twice', { tags: 'long' }, async () => {
    const { connect } = await import('@nats-io/transport-node');
    const echo = await connect({ servers: server.url, noEcho: true });
    closing.push(() => echo.close());
    let doubled = 0;
    for (const subject of ['plyades.w.*.*.command', 'plyades.w.*.*.mail', 'plyades.m.*.*']) {
      echo.subscribe(subject, {
        callback(_, message) {
          doubled++;
          echo.publish(message.subject, message.data);
        },
      });
    }
    await echo.flush();
    await startWorker({ slots: 2 });
    await startWorker();
    const depth = 11;
    for (const algorithm of ['aphid', 'young-brothers'] as const) {
      const notes: ClusterNote[] = [];
      const cluster = { server: server.url, onNote: (note: ClusterNote) => notes.push(note) };
      const options = { ...aphid, algorithm, cluster };
      const { value } = await search({ position, depth, ...options }).result;
      expect(value).toBe((await sequentially(position, depth)).value);
      // None loses a seat by a notice that comes again.
      expect(lostNotSilent(notes)).toEqual([]);
    }
    expect(doubled).toBeGreaterThan(50);
  });

  test('prints no control characters of strangers', { tags: 'long' }, async () => {
    const evil = '\x1b[31mEVIL\x1b]0;title\x07\nworker w is yours\u202e\x9b2J';
    const { connection } = await connectCluster({ server: server.url }, 'test');
    closing.push(() => connection.close());
    const offer = (id: string, metadata: Record<string, string>, reason: string) =>
      announce(connection, {
        ...{ name: SERVICE, version, description: 'evil', speed: 1, games: [], slots: 1 },
        ...{ address: { name: 'any', id }, metadata },
        answer: () => ({ type: 'refused', reason }),
      });
    await offer('evil', { host: evil }, evil);
    await offer('vast', { slots: '1000000000' }, 'no');
    await offer('negative', { slots: '-5' }, 'no');
    const honest = await startWorker();
    const { said, end } = begin();
    await said('joined', honest);
    const { reason } = (await said('refused', 'evil')) as { readonly reason: string };
    expect(reason).toContain('EVIL');
    expect(reason).toMatch(/^[^\p{C}]*$/u);
    const standing = JSON.stringify({
      ...{ job: 'evil-job', host: evil, game: evil, algorithm: evil, mode: 'exact', move: evil },
      ...{ depth: 1, value: 1, nodes: 1, seconds: 1, machines: 1, seats: 1, losses: 0 },
      ...{ messages: 1, bytes: 1, latencyMs: 1, state: 'searching' },
    });
    const beat = setInterval(() => connection.publish('plyades.jobs.evil-job', standing), 100);
    // Each looks at the cluster for two seconds.
    const looks = [[], ['--json']].map((more) => {
      return plyades(['top', '--cluster', server.url, ...more]);
    });
    for (const { stdout, stderr } of await Promise.all(looks)) {
      expect(stderr).toBe('');
      expect(stdout).toMatch(/evil-job.*EVIL/s);
      expect(stdout.replaceAll('\n', '')).toMatch(/^[^\p{C}]*$/u);
      expect(stdout).not.toMatch(/1000000000|vast|negative|^worker w is yours/m);
    }
    clearInterval(beat);
    await end();
  });

  test('is not kept busy by free-slot notices of workers that do not exist', async () => {
    const honest = await startWorker();
    const { said, end, notes } = begin();
    await said('joined', honest);
    const { connection } = await connectCluster({ server: server.url }, 'test');
    closing.push(() => connection.close());
    let asked = 0;
    connection.subscribe('plyades.w.any.*.ask', {
      callback(_, { subject }) {
        if (subject.includes('nobody')) asked++;
      },
    });
    await connection.flush();
    const began = performance.now();
    const flood = 20_000;
    for (let i = 0; i < flood; i++) {
      const worker = { name: 'any', id: `nobody-${i}` };
      connection.publish('plyades.free', JSON.stringify({ worker }));
      if (i % 500 === 0) await connection.flush();
    }
    // A worker that does have free slots is found all the same.
    const late = await startWorker();
    await said('joined', late);
    const beats = 2 + (performance.now() - began) / 250;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(32 * beats);
    expect(asked).toBeLessThan(flood / 2);
    const named = notes.filter(({ worker }) => worker.startsWith('nobody'));
    expect(named).toEqual([]);
    await end();
  });

  test('does not name every worker that cannot take part', async () => {
    const honest = await startWorker();
    const { said, end, notes } = begin();
    await said('joined', honest);
    const { connection } = await connectCluster({ server: server.url }, 'test');
    closing.push(() => connection.close());
    const refused = JSON.stringify({ type: 'refused', reason: 'never' });
    connection.subscribe('plyades.w.any.*.ask', {
      callback(_, message) {
        if (message.subject.includes('never')) message.respond(refused);
      },
    });
    await connection.flush();
    let id = 0;
    await until(async () => {
      const worker = { name: 'any', id: `never-${id++}` };
      connection.publish('plyades.free', JSON.stringify({ worker }));
      return notes.some(({ type }) => type === 'unnamed');
    }, 'they are too many');
    for (let i = 0; i < 10; i++) {
      const worker = { name: 'any', id: `never-${id++}` };
      connection.publish('plyades.free', JSON.stringify({ worker }));
    }
    await end();
    expect(notes.filter(({ type }) => type === 'refused')).toHaveLength(20);
    expect(notes.filter(({ type }) => type === 'unnamed')).toHaveLength(1);
  });
});
