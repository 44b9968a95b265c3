// Simulated searches: the same in every counter on any number of threads, on record and replayed, and
// ended or explained whatever happens.
import { describe, expect, test } from 'vitest';
import { loadGame } from '#dist/api/games.js';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { algorithmsOn } from '#dist/parallel/algorithms.js';
import { replay } from '#dist/sim/replay.js';
import { type Simulation, simulate } from '#dist/sim/simulate.js';

const position = (game: string, text?: string) =>
  text === undefined ? notationOf(game).start() : unwrap(notationOf(game).parsePosition(text));
const start = position('othello');

/** Everything but the time it took. */
const facts = ({ seconds: _, ...rest }: Simulation) => rest;

test('an end in virtual time ends the sequential search, too', async () => {
  const options = { algorithm: 'aphid', processors: 4, depth: 40, limitMs: 3, threads: 0, hash: 4 };
  const { sequential, speedup, virtualSeconds, failure } = await simulate(start, options);
  expect(sequential.value).toBeNaN();
  expect(speedup).toBeNaN();
  expect(sequential.virtualSeconds).toBeLessThan(0.02);
  expect(virtualSeconds).toBeLessThan(0.01);
  expect(failure).toBeUndefined();
});

describe.each([...algorithmsOn('deterministic')])('%s', (algorithm) => {
  const tags = algorithm === 'aphid' ? [] : ['long'];

  test('is the same in every counter on one, two and three threads, and on none', {
    tags,
  }, async () => {
    const options = { algorithm, processors: 7, depth: 8, seed: 5, faults: 'random', hash: 4 };
    const alone = await simulate(start, { ...options, threads: 0 });
    expect(alone.failure).toBeUndefined();
    expect(alone.faults).not.toBe('none');
    for (const threads of [1, 2, 3]) {
      const spread = await simulate(start, { ...options, threads });
      expect(facts(spread)).toEqual(facts(alone));
    }
  });

  test('is the same with a shared table too', async () => {
    const options = { algorithm, processors: 4, depth: 7, table: 'shared', hash: 4 } as const;
    const alone = await simulate(start, { ...options, threads: 0 });
    expect(alone.failure).toBeUndefined();
    expect(facts(await simulate(start, { ...options, threads: 2 }))).toEqual(facts(alone));
  });
});

describe.each(['aphid', 'minimal-tree', 'young-brothers'])(
  '%s tells where nodes go',
  (algorithm) => {
    test.each([1, 2, 3, 4])('with faults of seed %i or none', async (seed) => {
      for (const faults of ['none', 'random']) {
        const options = { algorithm, processors: 5, depth: 8, threads: 0, hash: 4, seed, faults };
        const { counters, failure } = await simulate(start, { ...options, profile: 'paper' });
        expect(failure).toBeUndefined();
        const { nodes, aheadNodes, usedAheadNodes, helpNodes } = counters;
        const { againForWindow, againForOwner, againForTable, catchUpNodes } = counters;
        // No node is searched again for two reasons, and none of a part of others counts as the process's own.
        const repeats = [againForWindow, againForTable, catchUpNodes];
        expect(repeats.reduce((sum, more) => sum + more, helpNodes)).toBeLessThanOrEqual(nodes);
        expect(usedAheadNodes).toBeLessThanOrEqual(aheadNodes);
        if (algorithm === 'young-brothers') expect(repeats).toEqual([0, 0, 0]);
        else expect(againForWindow + againForTable).toBeGreaterThan(0);
        if (algorithm === 'young-brothers') expect(helpNodes).toBeGreaterThan(0);
        // A part is given to another process only after its first one is lost.
        if (faults === 'none' && algorithm !== 'aphid') expect(againForOwner).toBe(0);
      }
    });
  },
);

describe('a simulation', () => {
  test('tells how it compares with one processor', async () => {
    const run = await simulate(start, {
      algorithm: 'root-split',
      processors: 4,
      depth: 8,
      profile: 'paper',
      threads: 0,
    });
    expect(run.end).toBe('done');
    expect(run.value).toBe(run.sequential.value);
    expect(run.sequential.virtualSeconds).toBeCloseTo(run.sequential.nodes * 44e-6, 9);
    expect(run.speedup).toBeCloseTo(run.sequential.virtualSeconds / run.virtualSeconds, 9);
    expect(run.overheads.master).toBeCloseTo(1 / 3, 9);
    const { total, master, search, speculative, parallelization } = run.overheads;
    const product = (1 + master) * (1 + search + speculative) * (1 + parallelization);
    expect(product).toBeCloseTo(1 + total, 9);
    expect(run.times).toHaveLength(4);
    for (const { busy, startIdle, otherIdle } of run.times) {
      expect(busy + startIdle + otherIdle).toBeCloseTo(run.virtualSeconds, 9);
    }
  });

  test('counts as speculation what lies beyond the last iteration', { tags: 'long' }, async () => {
    const moves = 'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 f7 c5 b6 b4 b5 c6 a5';
    const usual = { algorithm: 'aphid', processors: 8, profile: 'paper', threads: 0, hash: 16 };
    const { playMoves } = await loadGame('othello');
    const root = unwrap(playMoves(start, moves));
    const whole = await simulate(root, { ...usual, depth: 9, table: 'shared' });
    expect(whole.counters.aheadNodes).toBeGreaterThan(0);
    expect(whole.counters.speculativeNodes).toBe(0);
    expect(whole.overheads.speculative).toBe(0);
    // Stopped on its way, it has worked for iterations to which it did not come, unless one has just begun.
    let speculative = 0;
    for (const share of [0.6, 0.7, 0.8, 0.9, 1]) {
      const limit = { depth: 12, limitMs: Math.ceil(share * whole.virtualSeconds * 1000) };
      const { counters } = await simulate(root, { ...usual, ...limit, table: 'shared' });
      expect(counters.speculativeNodes).toBeLessThan(counters.nodes);
      speculative += counters.speculativeNodes;
    }
    expect(speculative).toBeGreaterThan(0);
  });

  test("tells the plies of APHID's master tree, chosen or given", async () => {
    const usual = { algorithm: 'aphid', processors: 8, depth: 10, threads: 0 };
    const chosen = await simulate(start, usual);
    expect(chosen.horizon).toBeGreaterThanOrEqual(1);
    expect(chosen.horizon).toBeLessThan(10);
    // The command leaves the choice as it was.
    expect(chosen.command).not.toContain('--horizon');
    expect((await simulate(start, { ...usual, horizon: 2 })).horizon).toBe(2);
    // A tree that is too small for pieces of work has no master.
    expect((await simulate(start, { ...usual, depth: 1 })).horizon).toBeNull();
    expect((await simulate(start, { ...usual, algorithm: 'root-split' })).horizon).toBeNull();
  });

  test('of the sequential search alone is no faster and no slower', async () => {
    const run = await simulate(start, {
      algorithm: 'sequential',
      processors: 1,
      depth: 7,
      threads: 0,
    });
    expect(run.value).toBe(run.sequential.value);
    expect(run.counters.nodes).toBe(run.sequential.nodes);
    expect(run.speedup).toBeCloseTo(1, 6);
  });

  test('on record can be replayed, on other threads', async () => {
    const record: string[] = [];
    const run = await simulate(position('synthetic', 'b=8,seed=3'), {
      algorithm: 'root-split',
      processors: 5,
      depth: 6,
      seed: 9,
      faults: 'random',
      threads: 0,
      onRecord: (lines) => record.push(...lines),
    });
    expect(record.length).toBeGreaterThan(3);
    const again = await replay(record, { threads: 2 });
    expect(again.difference).toBeUndefined();
    expect(facts(again.simulation)).toEqual(facts(run));
    const changed = record.map((line) => line.replace('"seed":9', '"seed":10'));
    const other = await replay(changed, { threads: 0 });
    expect(other.difference?.line).toBeGreaterThan(1);
    await expect(replay(['{}'])).rejects.toMatchObject({ code: 'ERR_VALUE' });
  });

  test('ends with a reason when process 0 crashes', async () => {
    const run = await simulate(start, {
      algorithm: 'root-split',
      processors: 3,
      depth: 7,
      faults: 'crash:0@0.0001s',
      threads: 0,
    });
    expect(run).toMatchObject({ end: 'failed', value: undefined });
    expect(run.failure).toContain('process 0 crashed');
    expect(run.command).toBe(
      'plyades sim othello --position ' +
        "'---------------------------OX------XO--------------------------- X' " +
        '--algorithm root-split --processors 3 --depth 7 --profile measured --seed 1 ' +
        '--table local --hash 64 --faults crash:0@0.0001s+0.1s',
    );
  });

  test('goes on without workers that are away for a long time', async () => {
    const run = await simulate(start, {
      algorithm: 'root-split',
      processors: 3,
      depth: 7,
      faults: 'crash:1@0s+2s,crash:2@0s+2s',
      threads: 0,
    });
    expect(run).toMatchObject({ end: 'done', value: run.sequential.value });
    // The master searches by itself what they leave open.
    expect(run.virtualSeconds).toBeLessThan(2);
  });

  test('can be aborted', async () => {
    const run = simulate(start, {
      algorithm: 'root-split',
      processors: 3,
      depth: 30,
      threads: 2,
      sequential: { value: 0, nodes: 1e12 },
      signal: AbortSignal.timeout(1500),
    });
    await expect(run).resolves.toMatchObject({ end: 'stopped' });
  });

  test.each([
    [{ processors: 0 }, 'ERR_OPTION'],
    [{ processors: 1 }, 'ERR_OPTION'],
    [{ processors: -3 }, 'ERR_OPTION'],
    [{ processors: 1e9 }, 'ERR_OPTION'],
    [{ processors: 2.5 }, 'ERR_OPTION'],
    [{ depth: 0 }, 'ERR_LIMIT'],
    [{ depth: 1000 }, 'ERR_LIMIT'],
    [{ algorithm: 'magic' }, 'ERR_OPTION'],
    [{ algorithm: 'constructor' }, 'ERR_OPTION'],
    [{ profile: 'guessed' }, 'ERR_OPTION'],
    [{ seed: -1 }, 'ERR_OPTION'],
    [{ horizon: 0 }, 'ERR_OPTION'],
    [{ hash: -1 }, 'ERR_OPTION'],
    [{ threads: -1 }, 'ERR_OPTION'],
    [{ epochNs: 0 }, 'ERR_OPTION'],
    [{ table: 'round' as never }, 'ERR_OPTION'],
    [{ faults: 'flood' }, 'ERR_VALUE'],
  ])('with %j is refused as %s', async (wrong, code) => {
    const options = { algorithm: 'root-split', processors: 3, depth: 5, ...wrong };
    await expect(simulate(start, options)).rejects.toMatchObject({ code });
  });
});
