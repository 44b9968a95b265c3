// A worker of a real cluster that lies: it searches another tree than it was asked for. It is found out, shut
// out and named, and the value is the sequential one.
import { type ClusterNote, closeAll, loadGame, search, unwrap } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRegistry } from '#dist/api/cluster.js';
import { threads } from '#dist/api/threads.js';
import {
  type Cluster,
  ClusterWorker,
  connectCluster,
  packageVersion,
} from '#dist/hosts/nats/index.js';
import {
  endAll,
  hasServer,
  lostNotSilent,
  type Server,
  sequentially,
  startServer,
  startWorker,
} from './support.js';

const synthetic = await loadGame('synthetic');
const tree = (seed: number) => unwrap(synthetic.notation.parsePosition(`b=8,seed=${seed}`));
const position = tree(11);
const text = synthetic.notation.makePosition(tree(12));
let server: Server;
let cluster: Cluster;
let liar: ClusterWorker;

describe.skipIf(!hasServer)('a worker that lies', () => {
  beforeAll(async () => {
    server = await startServer();
    await startWorker(server.url);
    const honest = await openRegistry([]);
    cluster = await connectCluster({ server: server.url }, 'a liar');
    liar = await ClusterWorker.start(cluster, threads, {
      ...{ slots: 1, speed: 1e6, maxTableBytes: 2 ** 30, log() {} },
      version: await packageVersion(),
      registry: { games: honest.games, open: (game, _, before) => honest.open(game, text, before) },
    });
  });
  afterAll(async () => {
    await liar?.drain();
    await endAll();
    await closeAll();
  });

  test('is found out and named, and the value is right', async () => {
    const depth = 7;
    const truth = await sequentially(position, depth);
    const notes: ClusterNote[] = [];
    const { value } = await search({
      position,
      depth,
      ...{ algorithm: 'aphid', mode: 'exact', hash: 16 },
      settings: { check: 1, minSize: 1, horizon: 2 },
      cluster: { server: server.url, onNote: (note: ClusterNote) => notes.push(note) },
    }).result;
    expect(value).toBe(truth.value);
    const shutOut = lostNotSilent(notes);
    expect(shutOut).toEqual([
      { type: 'lost', worker: liar.address.id, reason: expect.stringContaining('a false result') },
    ]);
    // It is given no seat again, though it has free slots.
    const after = notes.slice(notes.indexOf(shutOut[0]!));
    const joined = after.filter(({ type }) => type === 'joined');
    expect(joined.filter(({ worker }) => worker === liar.address.id)).toEqual([]);
  });
});
