// What a worker does with commands: it takes seats of the job that it has reserved slots for, once, and gives up those
// that a command names.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { endAll, hasServer, startServer } from './support.js';

interface Notice {
  readonly type: string;
  readonly seats?: readonly { readonly self: number; readonly incarnation: number }[];
}

describe.skipIf(!hasServer)('a worker', () => {
  let cluster: Cluster;
  let worker: ClusterWorker;
  let game: { readonly id: string; readonly hash: string };
  let version: string;
  /** Places of processes that were started, and of those that were stopped. */
  let started: string[];
  let stopped: string[];
  let notices: Notice[];
  let key: string;

  beforeAll(async () => {
    const server = await startServer();
    cluster = await connectCluster({ server: server.url }, 'test');
    version = await packageVersion();
    const registry = await openRegistry([]);
    game = registry.games.find(({ id }) => id === 'tic-tac-toe')!;
    worker = await ClusterWorker.start(cluster, threads, {
      ...{ slots: 2, speed: 1, maxTableBytes: 2 ** 30, version, registry, log() {} },
      createProcess: ({ seat: { self, incarnation } }) => {
        const name = `${self}.${incarnation}`;
        started.push(name);
        let fail = (_: Error) => {};
        const answer = new Promise<never>((_, reject) => {
          fail = reject;
        });
        answer.catch(() => {});
        const stop = () => {
          stopped.push(name);
          fail(new Error('stopped'));
        };
        const searched = { nodes: 0, leaves: 0 };
        return { deliver() {}, lost() {}, searched, answer, stop };
      },
    });
  });
  beforeEach(() => {
    key = drawKey().text;
    [started, stopped, notices] = [[], [], []];
    cluster.connection.subscribe(masterSubjects(key).notice, {
      callback: (_, message) => void notices.push(message.json<Notice>()),
    });
  });
  afterAll(async () => {
    await cluster?.connection.close();
    await endAll();
  });

  const tell = (type: string, order: object = {}) => {
    const { command: subject } = workerSubjects(worker.address);
    cluster.connection.publish(subject, JSON.stringify({ type, key, ...order }));
  };
  const start = (job: string, ...places: readonly (readonly [number, number])[]) => {
    const common = { game: 'tic-tac-toe', position: '--------- X', table: 'local' } as const;
    const request = requestWith({ ...common, algorithm: 'aphid', depth: 3 });
    tell('start', {
      ...{ job, game, request, tableBytes: 0, size: 9, absent: [], seats: [], seating: 0 },
      granted: places.map(([self, incarnation]) => ({ self, incarnation })),
    });
  };
  /** Asks for room; at the same time a sign that everything before was received. */
  const ask = async (job: string) => {
    const question = JSON.stringify({ protocol: PROTOCOL, version, job, game });
    const reply = await cluster.connection.request(workerSubjects(worker.address).ask, question);
    return reply.json<{ type: string }>().type;
  };
  /** The places that it says it has. */
  const places = () =>
    notices
      .findLast(({ type }) => type === 'status')
      ?.seats?.map(({ self, incarnation }) => `${self}.${incarnation}`)
      .join(' ');
  const room = (job: string) => until(async () => (await ask(job)) === 'available', 'it has room');
  const end = async () => {
    tell('end');
    await until(() => stopped.length === started.length, 'it has left');
  };

  test('takes no seats of a job that it has reserved no slots for', async () => {
    await room('asked');
    start('stranger', [1, 0]);
    await cluster.connection.flush();
    start('asked', [2, 0]);
    await until(() => started.length > 0, 'it starts');
    expect(started).toEqual(['2.0']);
    await end();
  });

  test('takes a seat once, however often the command comes', async () => {
    await room('doubled');
    for (let times = 0; times < 3; times++) start('doubled', [1, 0], [2, 0]);
    await until(() => places() === '1.0 2.0', 'it has both');
    start('doubled', [1, 0], [2, 0]);
    await ask('doubled');
    await until(() => started.length === 2, 'nothing else is started');
    expect(notices.filter(({ type }) => type === 'failed')).toEqual([]);
    expect(stopped).toEqual([]);
    await end();
    expect(stopped.sort()).toEqual(['1.0', '2.0']);
  });

  test('an old command neither takes nor ends a seat of today', { tags: 'long' }, async () => {
    await room('old');
    start('old', [1, 0]);
    await until(() => places() === '1.0', 'it has the place');
    tell('end', { granted: [{ self: 1, incarnation: 0 }] });
    await until(async () => (await ask('old')) === 'available' && stopped.length === 1, 'it left');
    start('old', [1, 0]);
    start('old', [1, 1]);
    tell('end', { granted: [{ self: 1, incarnation: 0 }] });
    await until(() => places() === '1.1', 'it has it again');
    expect(started).toEqual(['1.0', '1.1']);
    expect(stopped).toEqual(['1.0']);
    await end();
  });
});
