// Searches simulated as on a real host: the value is the sequential one, runs do not depend on the threads that make
// them, and every cost of the host shows in the time of the search.
import { describe, expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { type HostCosts, NODES_ONLY, valueAt } from '#dist/hosts/epochs/costs.js';
import { StepBudget } from '#dist/hosts/epochs/step-budget.js';
import { findAlgorithm } from '#dist/sim/algorithms.js';
import { calibrate } from '#dist/sim/calibrate.js';
import { ascending } from '#dist/sim/calibrate-threads.js';
import { type HostProfile, hostSetting } from '#dist/sim/host-profile.js';
import { type SimulateOptions, type Simulation, simulate } from '#dist/sim/index.js';
import { checkProfile, loadProfile, type Profile } from '#dist/sim/profiles.js';

const start = notationOf('othello').start();
const measured = await loadProfile('measured');

const PROGRAM = { masterNodeNs: 3000, receiveNs: 10_000 };
const THREADS: HostProfile = {
  cores: 8,
  hash: 4,
  sendNs: 3000,
  latencyNs: 300,
  wakeNs: 30_000,
  brokerNs: 0,
  startNs: [[1, 1e6]],
  startAloneNs: 1e6,
  touchNs: 0,
  games: {
    othello: {
      nodeNs: 100,
      jobNs: 1000,
      ownTables: [[1, 1]],
      sharedTable: [[1, 1]],
      programs: {
        'young-brothers': PROGRAM,
        aphid: PROGRAM,
        'minimal-tree': PROGRAM,
        'lazy-smp': PROGRAM,
      },
    },
  },
};

const withHost = (change: Partial<HostProfile> = {}): Profile => ({
  ...measured,
  hosts: { threads: { ...THREADS, ...change } },
});

const run = (algorithm: string, more: Partial<SimulateOptions> = {}): Promise<Simulation> => {
  const options = { algorithm, processors: 4, depth: 8, hash: 4, threads: 0, host: 'threads' };
  return simulate(start, { ...options, profile: withHost(), ...more } as SimulateOptions);
};

const facts = ({ seconds: _, ...rest }: Simulation) => rest;

describe.each(['young-brothers', 'aphid', 'minimal-tree', 'lazy-smp'])('%s', (algorithm) => {
  test('finds the sequential value, with tables of its own and with one for all', async () => {
    for (const table of ['local', 'shared'] as const)
      expect((await run(algorithm, { table })).failure).toBeUndefined();
  });

  test('is the same on one, two and three threads, and on none', async () => {
    const alone = await run(algorithm, { depth: 7 });
    for (const threads of [1, 2, 3])
      expect(facts(await run(algorithm, { depth: 7, threads }))).toEqual(facts(alone));
  });
});

test('no process takes another for a liar where a packet ends a slice of many epochs', async () => {
  const long = withHost({ sendNs: 0, wakeNs: 0, startNs: [[1, 0]] });
  for (const game of ['othello', 'checkers']) {
    const hosts = { threads: { ...long.hosts!.threads! } };
    const games = { ...hosts.threads.games, [game]: hosts.threads.games.othello! };
    const profile = { ...long, hosts: { threads: { ...hosts.threads, games } } };
    const position = notationOf(game).start();
    for (const depth of [8, 9, 10]) {
      const options = { algorithm: 'young-brothers', processors: 4, depth, hash: 4, threads: 0 };
      const search = { ...options, table: 'shared', host: 'threads', profile } as const;
      const { counters } = await simulate(position, search as SimulateOptions);
      expect(counters.refused).toBe(0);
    }
  }
});

test('four searches of the root take longer on two processors', async () => {
  const from = { startNs: [[1, 0]] } as const;
  const many = await run('lazy-smp', { depth: 9, profile: withHost(from) });
  const few = await run('lazy-smp', { depth: 9, profile: withHost({ ...from, cores: 2 }) });
  expect(few.virtualSeconds / many.virtualSeconds).toBeGreaterThan(1.4);
});

test('processes that search the root side by side meet in shorter epochs', () => {
  const epochOf = (name: string, table: 'shared' | 'local') => {
    const search = {
      game: 'othello',
      algorithm: findAlgorithm(name),
      processes: 2,
      table,
      hash: 4,
    };
    return hostSetting('threads', THREADS, NODES_ONLY, search).epochNs;
  };
  expect(epochOf('young-brothers', 'shared') / epochOf('lazy-smp', 'shared')).toBeCloseTo(4, 1);
  expect(epochOf('lazy-smp', 'local')).toBe(epochOf('young-brothers', 'local'));
});

test('the begin of a search counts on both sides', async () => {
  const slow = withHost({ startNs: [[1, 1e9]], startAloneNs: 5e8 });
  const { virtualSeconds, sequential } = await run('young-brothers', { profile: slow });
  expect(virtualSeconds).toBeGreaterThan(1);
  expect(sequential.virtualSeconds).toBeGreaterThan(0.5);
});

test('on a cluster, seats of workers that never come change no value', async () => {
  const profile = {
    ...measured,
    hosts: { nats: { ...THREADS, latencyNs: 100_000, brokerNs: 50_000 } },
  };
  for (const algorithm of ['young-brothers', 'aphid', 'minimal-tree'])
    expect((await run(algorithm, { profile, host: 'nats' })).failure).toBeUndefined();
});

test('a host that the profile does not describe is refused', async () => {
  const none = run('aphid', { profile: measured });
  await expect(none).rejects.toMatchObject({ code: 'ERR_OPTION' });
  const other = run('aphid', { host: 'nats' });
  await expect(other).rejects.toMatchObject({ code: 'ERR_OPTION' });
});

test.each([{ wakeNs: -1 }, { cores: 0 }, { startNs: [] }])(
  'a profile with %o is refused',
  (change) => {
    expect(() => checkProfile(withHost(change))).toThrow(/of threads cannot be/);
  },
);

test('a curve is linear between its points and constant beyond', () => {
  const curve = [
    [1, 1],
    [4, 2],
    [8, 4],
  ] as const;
  expect([0, 1, 2.5, 4, 6, 8, 20].map((at) => valueAt(curve, at))).toEqual([1, 1, 1.5, 2, 3, 4, 4]);
});

describe('slices', () => {
  const HOST: HostCosts = {
    ...{ cores: 8, busyFactor: [[1, 1]], nodeFactor: [[1, 1]], startNs: 0, jobNs: 0, sendNs: 0 },
    ...{ wakeNs: 30_000, brokerNs: 0, sliceNs: 100_000, interrupts: true },
  };

  /** After the first slices, which are short. */
  function later(host: HostCosts): StepBudget {
    const slices = new StepBudget(host);
    for (let whole = 16; whole < 1000; whole *= 2) slices.stepped(slices.next(1000, 100).budget);
    return slices;
  }

  test('are short at first, and twice as long after each', () => {
    const slices = new StepBudget(HOST);
    const budgets = Array.from({ length: 8 }, () => {
      const { budget } = slices.next(2000, 100);
      slices.stepped(budget);
      return budget;
    });
    expect(budgets).toEqual([16, 32, 64, 128, 256, 512, 1000, 1000]);
  });

  test('go on over the ends of epochs until they are searched', () => {
    const slices = later(HOST);
    const steps = Array.from({ length: 3 }, () => {
      const step = slices.next(400, 100);
      slices.stepped(step.budget);
      return step;
    });
    expect(steps.map(({ budget, goesOn }) => [budget, goesOn])).toEqual([
      [400, true],
      [400, true],
      [200, false],
    ]);
  });

  test('end with a packet, after which one is short', () => {
    const slices = later(HOST);
    slices.stepped(slices.next(400, 100).budget);
    slices.interrupt();
    expect(slices.next(400, 100)).toEqual({ budget: 128, goesOn: false });
    slices.stepped(128);
    expect(slices.next(400, 100)).toEqual({ budget: 400, goesOn: true });
  });

  test('are one step where no packet ends them', () => {
    const slices = later({ ...HOST, interrupts: false });
    expect(slices.next(400, 100)).toEqual({ budget: 1000, goesOn: false });
  });

  test('a process that has waited for long has to be woken', () => {
    const slices = new StepBudget(HOST);
    expect([50_000, 70_000, 50_000, 10_000, 50_000].map((waited) => slices.wake(waited))).toEqual([
      0, 30_000, 30_000, 0, 0,
    ]);
  });
});

test('more busy threads never make a node cheaper', () => {
  const noisy = [
    [1, 1.1],
    [2, 1],
    [4, 1.5],
    [8, 1.2],
    [16, 1.3],
  ] as const;
  expect(ascending(noisy)).toEqual([
    [1, 1],
    [2, 1],
    [4, 1.2],
    [8, 1.2],
    [16, 1.3],
  ]);
});

test('calibrate describes the threads of this machine', { tags: 'long' }, async () => {
  const profile = checkProfile(await calibrate('a machine', { games: ['othello'], cores: 2 }));
  expect(Object.keys(profile.games)).toEqual(['othello']);
  const { games, cores } = profile.hosts!.threads!;
  expect(cores).toBe(2);
  const { ownTables, sharedTable, programs } = games.othello!;
  expect([ownTables, sharedTable].map((curve) => curve.map(([busy]) => busy))).toEqual([
    [1, 2],
    [1, 2],
  ]);
  for (const curve of [ownTables, sharedTable]) expect(curve).toEqual(ascending(curve));
  expect(programs.aphid!.masterNodeNs).toBeGreaterThan(0);
  expect(programs['lazy-smp']!.masterNodeNs).toBe(0);
  const { failure } = await run('aphid', { profile, processors: 3 });
  expect(failure).toBeUndefined();
});
