// How a worker learns which workers hold the other seats: by a whole list, then by changes. It ignores a change that does
// not follow what it knows; its status notices show that, and the master sends the list again.
import { closeAll, search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRegistry } from '#dist/api/cluster.js';
import { threads } from '#dist/api/threads.js';
import {
  type Cluster,
  ClusterWorker,
  connectCluster,
  packageVersion,
} from '#dist/hosts/nats/index.js';
import { drawKey } from '#dist/hosts/nats/mail.js';
import { masterSubjects, PROTOCOL, workerSubjects } from '#dist/hosts/nats/subjects.js';
import { requestWith } from '../support/request.js';
import { until } from '../support/waiting.js';
import { endAll, hasServer, position, startServer } from './support.js';

afterAll(endAll);

describe.skipIf(!hasServer)('a worker', () => {
  let cluster: Cluster;
  let worker: ClusterWorker;
  const lost: number[] = [];
  const key = drawKey().text;
  let seating = -1;

  beforeAll(async () => {
    const server = await startServer();
    cluster = await connectCluster({ server: server.url }, 'test');
    const version = await packageVersion();
    const registry = await openRegistry([]);
    const nothing = { deliver() {}, stop() {}, searched: { nodes: 0, leaves: 0 } };
    const never = new Promise<never>(() => {});
    worker = await ClusterWorker.start(cluster, threads, {
      ...{ slots: 1, speed: 1, maxTableBytes: 2 ** 30, version, registry, log() {} },
      createProcess: () => ({ ...nothing, answer: never, lost: (self) => lost.push(self) }),
    });
    cluster.connection.subscribe(masterSubjects(key).notice, {
      callback: (_, message) => {
        const notice = message.json<{ type: string; seating?: number }>();
        if (notice.type === 'status') seating = notice.seating!;
      },
    });
    const game = registry.games.find(({ id }) => id === 'tic-tac-toe')!;
    const question = { protocol: PROTOCOL, version, job: 'job', game };
    const { ask } = workerSubjects(worker.address);
    const reply = await cluster.connection.request(ask, JSON.stringify(question));
    expect(reply.json()).toMatchObject({ type: 'available' });
    const common = { game: 'tic-tac-toe', position: '--------- X', table: 'local' } as const;
    const request = requestWith({ ...common, algorithm: 'aphid', depth: 3 });
    tell('start', {
      ...{ job: 'job', game, request, tableBytes: 0, size: 9, absent: [] },
      ...{ granted: [{ self: 1, incarnation: 0 }], seats: seats([1, 2, 3]), seating: 4 },
    });
  });
  afterAll(async () => {
    await cluster?.connection.close();
  });

  const tell = (type: string, order: object) => {
    const { command: subject } = workerSubjects(worker.address);
    cluster.connection.publish(subject, JSON.stringify({ type, key, ...order }));
  };
  const seats = (places: readonly number[], incarnation = 0) =>
    places.map((self) => ({ self, incarnation, worker: { name: 'any', id: `w${self}` } }));
  const knows = (number: number) => until(() => seating === number, `it knows ${number}`);

  test('takes changes that follow what it knows, and no others', async () => {
    await knows(4);
    tell('moves', { from: 4, seating: 6, seats: seats([5]), gone: [3] });
    await knows(6);
    expect(lost).toEqual([3]);
    // Something before this was lost on the way.
    tell('moves', { from: 7, seating: 8, seats: [], gone: [2] });
    // What is known already is not undone.
    tell('moves', { from: 2, seating: 5, seats: [], gone: [5] });
    tell('seats', { seating: 5, seats: seats([1]) });
    tell('moves', { from: 5, seating: 7, seats: seats([5], 1), gone: [] });
    await knows(7);
    expect(lost).toEqual([3, 5]);
    tell('seats', { seating: 9, seats: seats([1, 5], 1) });
    await knows(9);
    expect(lost).toEqual([3, 5, 2]);
  });
});

interface ReceivedCommand {
  readonly type: string;
  readonly seating?: number;
  readonly seats?: readonly { readonly worker: { readonly id: string } }[];
}

/** A connection on which some orders to its worker are lost on the way; `received` gets those that arrive. */
function lossy(
  { connection, name }: Cluster,
  isLost: (order: ReceivedCommand) => boolean,
  received: ReceivedCommand[],
) {
  const subscribe: typeof connection.subscribe = (subject, options) => {
    if (!subject.endsWith('.command')) return connection.subscribe(subject, options);
    return connection.subscribe(subject, {
      callback: (error, message) => {
        const order = message.json<ReceivedCommand>();
        if (isLost(order)) return;
        received.push(order);
        options!.callback!(error, message);
      },
    });
  };
  const changed = new Proxy(connection, {
    get(target, key) {
      if (key === 'subscribe') return subscribe;
      const value = Reflect.get(target, key) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { connection: changed, name };
}

describe.skipIf(!hasServer)('a master', () => {
  const connections: Cluster[] = [];
  afterAll(async () => {
    for (const { connection } of connections) await connection.close();
    await closeAll();
  });

  test('sends a worker the whole list when a change was lost', { tags: 'long' }, async () => {
    const { url } = await startServer();
    const connect = async () => {
      const cluster = await connectCluster({ server: url }, 'test');
      connections.push(cluster);
      return cluster;
    };
    const version = await packageVersion();
    const registry = await openRegistry([]);
    // Nothing searches, so the search lasts for as long as it is looked at.
    const nothing = {
      deliver() {},
      stop() {},
      lost() {},
      searched: { nodes: 0, leaves: 0 },
    };
    const start = (cluster: Cluster) =>
      ClusterWorker.start(cluster, threads, {
        ...{ slots: 1, speed: 1, maxTableBytes: 2 ** 30, version, registry, log() {} },
        createProcess: () => ({ ...nothing, answer: new Promise<never>(() => {}) }),
      });
    const received: ReceivedCommand[] = [];
    await start(lossy(await connect(), ({ type }) => type === 'moves', received));
    const stopping = new AbortController();
    const cluster = { server: url };
    const options = { mode: 'exact', algorithm: 'aphid', hash: 1, cluster } as const;
    const handle = search({ position, depth: 40, signal: stopping.signal, ...options });
    const ended = handle.result.catch(() => {});
    try {
      const first = await until(() => received.find(({ type }) => type === 'start'), 'a place');
      const other = await start(await connect());
      const list = await until(() => received.find(({ type }) => type === 'seats'), 'the list');
      expect(list.seats!.map(({ worker }) => worker.id)).toContain(other.address.id);
      expect(list.seating).toBeGreaterThan(first.seating!);
      // It says that it knows the list, and does not get it again.
      const count = received.filter(({ type }) => type === 'seats').length;
      const alive = () => received.filter(({ type }) => type === 'alive').length;
      const before = alive();
      await until(() => alive() > before + 1, 'two more beats');
      expect(received.filter(({ type }) => type === 'seats').length).toBeLessThanOrEqual(count + 1);
    } finally {
      stopping.abort();
      await ended;
    }
  });
});
