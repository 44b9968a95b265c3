// Proofs on a cluster, with a real nats-server and real worker processes: the answer is that of one thread, whatever
// happens to the workers, and the file verifies.
import { closeAll, loadGame, type Position, solve, unwrap, verify } from 'plyades';
import { endgames } from 'plyades-lab/endgames';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  end,
  endAll,
  hasServer,
  type Server,
  startServer,
  startWorker,
  type WorkerProcess,
} from './support.js';

const ticTacToe = await loadGame('tic-tac-toe');
const chess = await loadGame('chess');
const loa = await loadGame('loa');
let server: Server;
let workers: WorkerProcess[];

const read = (text: string): Position => unwrap(chess.notation.parsePosition(text));

describe.skipIf(!hasServer)('proofs on a cluster', () => {
  beforeAll(async () => {
    server = await startServer();
    workers = await Promise.all([startWorker(server.url), startWorker(server.url)]);
  });
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  test.each([
    ['a draw', ticTacToe.notation.start(), 'draw', 'proved'],
    ['no win', ticTacToe.notation.start(), 'win', 'disproved'],
    ['a mate', read('8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1'), 'mate', 'proved'],
  ] as const)('%s', async (_, position, goal, result) => {
    const cluster = { server: server.url };
    const found = await solve(position, { goal, cluster, proof: true, memory: 16, budget: 500 })
      .result;
    expect(found).toMatchObject({ result, algorithm: 'pns-dfpn', workers: 2 });
    expect(found.line.length).toBeGreaterThan(0);
    expect(found.proofError).toBeUndefined();
    expect(await verify(found.proof!)).toMatchObject({ valid: true, result, goal });
  });

  test('a worker that is killed, and one that comes later', { tags: 'long' }, async () => {
    const cluster = { server: server.url };
    const { position: text, result } = endgames()[5]!;
    const position = unwrap(loa.notation.parsePosition(text));
    const handle = solve(position, { cluster, proof: true, memory: 64, budget: 2000 });
    let disturbed: Promise<void> | undefined;
    const disturb = async () => {
      await end(workers[0]!.child, 'SIGKILL');
      workers[0] = await startWorker(server.url);
    };
    for await (const { nodes } of handle) if (nodes > 1000) disturbed ??= disturb();
    await disturbed;
    const found = await handle.result;
    expect(found.result).toBe(result);
    expect(found.proofError).toBeUndefined();
    expect((await verify(found.proof!)).valid).toBe(true);
  });

  test('ends at its limit of nodes', async () => {
    const cluster = { server: server.url };
    const options = { cluster, memory: 16, budget: 500, nodes: 2000 };
    const found = await solve(loa.notation.start(), options).result;
    expect(found).toMatchObject({ result: 'unknown', reason: 'nodes' });
    expect(found.nodes).toBeGreaterThanOrEqual(2000);
  });

  test('options that make no sense are refused', () => {
    const start = ticTacToe.notation.start();
    // @ts-expect-error it needs a cluster
    expect(() => solve(start, { algorithm: 'pns-dfpn' })).toThrow(/cluster/);
    const cluster = { server: server.url };
    // @ts-expect-error it searches on one thread
    expect(() => solve(start, { algorithm: 'pns', cluster })).toThrow(/cluster/);
    // @ts-expect-error nothing is drawn by lot
    expect(() => solve(start, { cluster, seed: 3 })).toThrow(/seed/);
    // @ts-expect-error it is for workers of a cluster
    expect(() => solve(start, { budget: 3 })).toThrow(/budget/);
  });
});
