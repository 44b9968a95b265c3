// Traces of searches on a cluster, with a real nats-server and real worker processes: their records reach the master, in
// its time, and a worker that dies or lies costs its own lane only.
import { closeAll, type SearchQuery, search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { masterSubjects } from '#dist/hosts/nats/subjects.js';
import type { TraceLog } from '#dist/trace/log.js';
import { until } from '../support/waiting.js';
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

const depth = 11;
let server: Server;
let workers: WorkerProcess[];

/** A traced search, and its log while it runs. */
function traced(more: object) {
  const seen: { log?: TraceLog } = {};
  const handle = search({
    ...{ position, depth, mode: 'exact', hash: 16, cluster: { server: server.url } },
    ...more,
    trace(log: TraceLog) {
      seen.log = log;
    },
  } as SearchQuery);
  return { handle, seen };
}

describe.skipIf(!hasServer)('a traced search on a cluster', () => {
  beforeAll(async () => {
    server = await startServer();
    workers = await Promise.all([startWorker(server.url), startWorker(server.url)]);
  });
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  test.each(['aphid', 'young-brothers'])(
    'by %s has the lanes of all machines in one time',
    async (algorithm) => {
      const { handle, seen } = traced({ algorithm });
      const { value } = await handle.result;
      expect(value).toBe((await sequentially(position, depth)).value);
      const { header, lanes, pieces, messages, samples, depths, end: last, complete } = seen.log!;
      expect(complete).toBe(true);
      expect(header).toMatchObject({ algorithm, processes: 3, clock: 'real' });
      for (const [process, { times, states }] of lanes.entries()) {
        expect(states[0], `process ${process}`).toBe('starting');
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(times.at(-1)).toBeLessThanOrEqual(last);
      }
      // On a busy machine one of two workers may find nothing left to do.
      expect(lanes.slice(1).some(({ states }) => states.includes('searching'))).toBe(true);
      expect(pieces.some((piece) => piece.process > 0)).toBe(true);
      for (const process of [1, 2]) {
        expect(lanes[process]!.states).toContain('searching');
        expect(pieces.some((piece) => piece.process === process)).toBe(true);
        expect(samples.some((sample) => sample.process === process)).toBe(true);
        for (const [from, to] of [
          [0, process],
          [process, 0],
        ]) {
          const between = messages.filter((each) => each.from === from && each.to === to);
          const arrived = between.filter(({ receivedAt }) => !Number.isNaN(receivedAt));
          expect(arrived.length).toBeGreaterThan(0);
          // The clocks of the processes are in line: no packet is minutes under way.
          for (const { sentAt, receivedAt } of arrived) {
            expect(receivedAt - sentAt).toBeGreaterThanOrEqual(0);
            expect(receivedAt - sentAt).toBeLessThan(60e9);
          }
        }
      }
      expect(depths.at(-1)).toMatchObject({ depth, value });
    },
  );

  test('goes on when a worker is killed, whose lane says so', async () => {
    const { handle, seen } = traced({ algorithm: 'aphid', depth: 13 });
    let killed = false;
    for await (const progress of handle) {
      if (progress.depth < 8 || killed) continue;
      killed = true;
      await end(workers[1]!.child, 'SIGKILL');
    }
    expect(killed).toBe(true);
    const { value } = await handle.result;
    expect(value).toBe((await sequentially(position, 13)).value);
    const { lanes, complete } = seen.log!;
    expect(complete).toBe(true);
    expect(lanes.slice(1).filter(({ states }) => states.includes('down'))).toHaveLength(1);
    workers[1] = await startWorker(server.url);
  });

  test('takes nothing from a stranger, and rubbish costs the lane of its sender', async () => {
    const stranger = await connectCluster({ server: server.url }, 'stranger');
    const keys: string[] = [];
    const notices = stranger.connection.subscribe(masterSubjects('*').notice, {
      callback(_, { subject }) {
        keys.push(subject.split('.')[2]!);
      },
    });
    const { handle, seen } = traced({ algorithm: 'aphid', depth: 13 });
    await until(() => keys.length > 0 && seen.log !== undefined, 'a notice of a worker');
    const forge = (worker: object, chunk: Uint8Array) =>
      stranger.connection.publish(
        masterSubjects(keys[0]!).notice,
        JSON.stringify({
          ...{ type: 'trace', worker, self: 1, incarnation: 0 },
          chunk: Buffer.from(chunk).toString('base64'),
        }),
      );
    const rubbish = new Uint8Array(1000).fill(255);
    forge({ name: 'any', id: 'stranger' }, rubbish);
    for (const { id } of workers) forge({ name: 'any', id }, rubbish);
    await stranger.connection.flush();
    const { value } = await handle.result;
    expect(value).toBe((await sequentially(position, 13)).value);
    const { lanes, complete } = seen.log!;
    expect(complete).toBe(true);
    expect(lanes[2]!.states).toContain('starting');
    notices.unsubscribe();
    await stranger.connection.close();
  });
});
