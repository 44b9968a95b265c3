// The search with predicted minimal trees is exact with all options, tables and faults, the same in every
// counter for one seed, and refuses what cannot be. A failure prints the command that runs it again.
import { describe, expect, test } from 'vitest';
import { PlyadesError } from '#dist/core/errors.js';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { type MinimalTreeOptions, PAPER } from '#dist/parallel/minimal-tree/index.js';
import type { SimulateOptions } from '#dist/sim/options.js';
import { type Simulation, simulate } from '#dist/sim/simulate.js';
import { testSeeds } from '../support/long.js';

const synthetic = (text: string) => unwrap(notationOf('synthetic').parsePosition(text));
const usual = { algorithm: 'minimal-tree', threads: 0 } as const;

/** Everything but the time it took. */
const facts = ({ seconds: _, ...rest }: Simulation) => rest;

const epsilons = ['off', 'auto', 0, 3, 40] as const;

function randomOptions(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const coin = () => random.below(2) === 0;
  const [negascout, estimateWindows] = [coin(), coin()];
  // What would say nothing is refused.
  const wanted = estimateWindows ? epsilons.filter((one) => one !== 'off') : epsilons;
  const minimalTree: MinimalTreeOptions = {
    updates: coin(),
    negascout,
    epsilon: negascout || estimateWindows ? pick(wanted) : 'off',
    estimateWindows,
    steady: coin(),
    persist: coin(),
    presort: random.below(5),
    textbook: coin(),
    split: coin(),
    ...(coin() && { delegate: pick(['off', 0, 3] as const) }),
    incremental: coin(),
    resend: coin(),
    deepening: coin(),
  };
  const depth = 4 + random.below(5);
  const table = pick(['shared', 'ring', 'local'] as const);
  // Each is refused where it has no effect.
  const more = {
    handOver: table === 'local' && minimalTree.split === true && coin(),
    ...(table === 'ring' && coin() && { sharing: random.below(4) }),
  };
  const options: SimulateOptions = {
    ...usual,
    settings: { ...minimalTree, ...more },
    processors: 2 + random.below(coin() ? 4 : 20),
    depth,
    profile: pick(['measured', 'paper']),
    table,
    hash: pick([0, 1, 4]),
    faults: coin() ? 'none' : 'random',
    seed,
    ...(coin() && { horizon: 1 + random.below(depth - 1) }),
  };
  const position = coin()
    ? synthetic(`b=${2 + random.below(5)},seed=${seed}`)
    : notationOf(pick(['othello', 'tic-tac-toe', 'checkers'])).start();
  return { position, options };
}

const findsTheValue = async (seeds: readonly number[]): Promise<void> => {
  let divided = 0;
  for (const seed of seeds) {
    const { position, options } = randomOptions(seed);
    const run = await simulate(position, options).catch((cause: unknown) => {
      throw new Error(`seed ${seed}: ${JSON.stringify(options)}`, { cause });
    });
    expect(run.failure, `seed ${seed}; run again with: ${run.command}`).toBeUndefined();
    if (run.counters.jobs > 0) divided++;
  }
  expect(divided).toBeGreaterThan(seeds.length / 2);
};

testSeeds('the value is sequential with any options, tables and faults', 20, 200, findsTheValue);

describe('one seed', () => {
  const isRepeated = async (_: string, own: MinimalTreeOptions) => {
    const options = { ...usual, processors: 24, depth: 9, horizon: 5, settings: own, hash: 8 };
    const once = await simulate(synthetic('b=4,seed=2'), {
      ...options,
      faults: 'random',
      seed: 3,
    });
    const again = await simulate(synthetic('b=4,seed=2'), {
      ...options,
      ...{ faults: 'random', seed: 3, threads: 2 },
    });
    expect(once.failure).toBeUndefined();
    expect(facts(again)).toEqual(facts(once));
  };
  const name = '%s rules: two runs are the same in every counter, on any threads';
  test.each([
    ['usual', {}],
    ['split', { split: true }],
  ] as const)(name, isRepeated);
  test.each([
    ['paper', PAPER],
    ['estimated windows', { negascout: false, estimateWindows: true }],
  ] as const)(name, { tags: 'long' }, isRepeated);
});

test('a thousand processors and more', async () => {
  const run = await simulate(synthetic('b=5,seed=4,order=1000,dist=normal'), {
    ...usual,
    ...{ processors: 1536, depth: 12, horizon: 8, profile: 'paper', hash: 384 },
  });
  expect(run.failure).toBeUndefined();
});

test('updates, epsilon-windows and what is sent change the work, not the value', async () => {
  const runs = await Promise.all(
    [{}, { updates: false }, { epsilon: 'off' as const }, PAPER].map((settings) =>
      simulate(synthetic('b=5,seed=7,order=1000,dist=normal'), {
        ...usual,
        ...{ processors: 16, depth: 10, horizon: 5, profile: 'paper', settings },
      }),
    ),
  );
  expect(new Set(runs.map(({ value }) => value)).size).toBe(1);
  expect(new Set(runs.map(({ counters }) => counters.nodes)).size).toBe(runs.length);
  const [ours, , , paper] = runs as [Simulation, Simulation, Simulation, Simulation];
  expect(ours.counters.bytes).toBeLessThan(paper.counters.bytes);
});

test("the textbook's search gives no parts away, and keeps its value", async () => {
  // Simulations throw where the value is not the sequential one.
  const run = await simulate(synthetic('b=7,seed=962846,spread=100,order=0,dist=uniform'), {
    ...{ ...usual, processors: 32, depth: 7, horizon: 1, profile: 'measured', seed: 20084 },
    ...{ table: 'local', hash: 4 },
    settings: {
      ...{ updates: false, epsilon: 0, estimateWindows: true, steady: false },
      ...{ textbook: true, split: true, deepening: true },
    },
  });
  expect([run.value, run.sequential.value, run.counters.helpNodes]).toEqual([99, 99, 0]);
});

test('parts come with what the table of their owner knows', async () => {
  const run = async (handOver: boolean) =>
    simulate(synthetic('b=6,seed=7'), {
      ...usual,
      ...{ processors: 48, depth: 9, horizon: 1, profile: 'paper', hash: 16 },
      settings: { handOver },
    });
  const [handed, without] = [await run(true), await run(false)];
  expect(handed.counters.entriesSent).toBeGreaterThan(100);
  expect(handed.counters.entriesReceived).toBeGreaterThan(handed.counters.entriesSent / 4);
  expect(without.counters.entriesSent).toBe(0);
  expect(handed.value).toBe(without.value);
});

test('on a ring workers share down to some plies below their positions', async () => {
  const sent = async (minimalTree: MinimalTreeOptions) => {
    const { counters } = await simulate(synthetic('b=5,seed=3'), {
      ...usual,
      ...{ processors: 8, depth: 10, horizon: 3, profile: 'paper', table: 'ring', hash: 16 },
      settings: { ...minimalTree, split: false },
    });
    return counters.entriesSent;
  };
  // The textbook's workers, too.
  for (const rules of [{}, PAPER]) {
    const [none, one, four] = [0, 1, 4].map((sharing) => sent({ ...rules, sharing }));
    expect(await none).toBeGreaterThan(0);
    expect(await one).toBeGreaterThan((await none!) * 2);
    expect(await four).toBeGreaterThan((await one!) * 2);
  }
});

test('under a clock it takes the depths in turn and has an answer at any time', async () => {
  const depths: number[] = [];
  const run = await simulate(notationOf('othello').start(), {
    ...usual,
    ...{ processors: 4, depth: 40, limitMs: 40, hash: 4 },
    onDepth: ({ depth }) => depths.push(depth),
  });
  expect(run.failure).toBeUndefined();
  expect(run.end).toBe('late');
  expect(depths.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(depths).toEqual([...depths].sort((a, b) => a - b));
  expect(depths.at(-1)).toBeGreaterThan(6);
  expect(run.move).toBeDefined();
});

describe('is refused', () => {
  test.each([
    [{ horizon: 8 }, /horizon 8: expected less than the depth of the search, 8/],
    [{ settings: { horizon: 9 } }, /horizon 9: expected less than the depth/],
    [{ horizon: 0 }, /horizon 0: expected an integer/],
    [{ settings: { epsilon: -1 } }, /settings.epsilon -1: expected .* an integer/],
    [{ settings: { epsilon: 'wide' as never } }, /settings.epsilon 'wide'/],
    [{ settings: { updates: 'on' as never } }, /expected true or false/],
    [{ settings: { magic: 1 } as never }, /settings.magic: expected one of/],
    [{ processors: 1 }, /processors 1: expected an integer from 2/],
    [
      { processors: 4096, table: 'shared' as const, hash: 3999 },
      /4096: .*memory.*; (\d+ would fit|give less --hash)/,
    ],
    [{ hash: 4_000_000, processors: 1536 }, /1536: .*memory.*; give less --hash/],
  ])('%j', async (options, message) => {
    const run = simulate(synthetic('b=5,seed=1'), {
      ...usual,
      processors: 8,
      depth: 8,
      ...options,
    });
    await expect(run).rejects.toThrow(PlyadesError);
    await expect(run).rejects.toThrow(message);
  });
});

test.each([
  [{ settings: { handOver: true, split: false } }, /handOver: has no effect without split/],
  [{ settings: { handOver: true }, table: 'shared' }, /handOver: has no effect with tables/],
  [{ settings: { sharing: 2 } }, /sharing: has no effect with tables/],
] as const)('settings that say nothing are refused: %j', async (options, message) => {
  const asked = { ...usual, processors: 4, depth: 4, ...options };
  await expect(simulate(synthetic('b=3,seed=1'), asked)).rejects.toThrow(message);
});
