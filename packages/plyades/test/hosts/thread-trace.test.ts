// Traces of searches on threads: what every process did, in real time, gathered while the search runs.
import { closeAll, search } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import type { TraceLog } from '#dist/trace/log.js';

const MIDDLE = '------------------OX------OOO-----OXXXX----OX-------X----------- X';
const usual = { game: 'othello', position: MIDDLE, depth: 9, mode: 'exact', hash: 8 } as const;

afterAll(() => closeAll());

/** What must hold in any trace of a finished search. */
function checkTrace(log: TraceLog): void {
  expect(log.complete).toBe(true);
  expect(log.end).toBeGreaterThan(0);
  for (const { times, states } of log.lanes) {
    expect(times).toHaveLength(states.length);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const at of times) expect(at).toBeLessThanOrEqual(log.end);
  }
  for (const { from, to, process, outcome } of log.pieces) {
    expect(to).toBeGreaterThanOrEqual(from);
    expect(process).toBeLessThan(log.header.processes);
    expect(outcome).toBeDefined();
  }
  for (const { from, to, sentAt, receivedAt } of log.messages) {
    expect(from).not.toBe(to);
    if (!Number.isNaN(receivedAt)) expect(receivedAt).toBeGreaterThanOrEqual(sentAt);
  }
  const numbers = log.pieces.map(({ process, piece }) => `${process} ${piece}`);
  expect(new Set(numbers).size).toBe(numbers.length);
}

describe.each([
  'aphid',
  'minimal-tree',
  'young-brothers',
  'lazy-smp',
  'abdada',
  'root-split',
] as const)('%s on two threads', (algorithm) => {
  test('records lanes, pieces, messages and depths, and finds the same value', async () => {
    const alone = await search(usual).result;
    let log: TraceLog | undefined;
    const calls: boolean[] = [];
    const { value, nodes } = await search({
      ...usual,
      algorithm,
      workers: 2,
      trace(given: TraceLog) {
        calls.push(given.complete);
        log = given;
      },
    }).result;
    expect(calls).toEqual([false]);
    expect(value).toBe(alone.value);
    const { header, lanes, pieces, messages, depths, samples } = log!;
    checkTrace(log!);
    const hasMaster = ['aphid', 'minimal-tree', 'root-split'].includes(algorithm);
    const processes = hasMaster ? 3 : 2;
    expect(header).toMatchObject({ algorithm, hasMaster, processes, game: 'othello' });
    expect(header).toMatchObject({ position: MIDDLE, clock: 'real', version: 1 });
    expect(lanes).toHaveLength(processes);
    // On a busy machine one of two threads may do all the work, but not the other without a word.
    const searching = lanes.filter(({ states }) => states.includes('searching'));
    expect(searching.length).toBeGreaterThan(0);
    for (const { states } of lanes) expect(states[0]).toBe('starting');
    expect(pieces.length).toBeGreaterThan(0);
    expect(pieces.reduce((sum, piece) => sum + piece.nodes, 0)).toBeLessThanOrEqual(nodes);
    expect(messages.some(({ receivedAt }) => receivedAt > 0)).toBe(true);
    expect(depths.at(-1)).toMatchObject({ depth: 9, value });
    for (const process of lanes.keys()) {
      expect(samples.some((sample) => sample.process === process)).toBe(true);
    }
  });
});

describe('a trace of threads', () => {
  test('grows while the search runs', async () => {
    const stopping = new AbortController();
    let log: TraceLog | undefined;
    const handle = search({
      game: 'othello',
      algorithm: 'young-brothers',
      workers: 2,
      signal: stopping.signal,
      trace(given: TraceLog) {
        log = given;
      },
    });
    const versions: number[] = [];
    for await (const { depth } of handle) {
      versions.push(log!.version);
      if (log!.pieces.length > 0 && depth >= 4) stopping.abort();
    }
    expect(versions.at(-1)).toBeGreaterThan(versions[0]!);
    await handle.result;
    checkTrace(log!);
  });

  test('in play mode is complete when the result is there', async () => {
    let log: TraceLog | undefined;
    await search({
      ...{ game: 'othello', algorithm: 'lazy-smp', workers: 2, ms: 100 },
      trace(given: TraceLog) {
        log = given;
      },
    }).result;
    checkTrace(log!);
  });

  test('is refused where no processes record anything', () => {
    const trace = () => {};
    const refused = (more: object) => () =>
      search({ game: 'othello', depth: 2, ...more, trace } as never);
    for (const more of [
      {},
      { algorithm: 'mcts', workers: 2 },
      { algorithm: 'aphid', workers: 2, deterministic: true },
    ]) {
      expect(refused(more)).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }));
    }
    expect(() => search({ game: 'othello', workers: 2, trace: 'x' } as never)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION' }),
    );
  });
});
