// Hierarchies are exact: whatever their shape, the policy of their middle masters and what goes wrong, with
// middle masters and the workers below them crashed, paused and cut off, the value is the sequential one.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { parentsOf, parseHierarchy } from '#dist/parallel/hierarchy/file.js';
import { policies } from '#dist/parallel/hierarchy/settings.js';
import type { SimulateOptions } from '#dist/sim/options.js';
import { replay } from '#dist/sim/replay.js';
import { simulate } from '#dist/sim/simulate.js';
import { testSeeds } from '../support/long.js';

const sizeOf = (hierarchy: string) => parentsOf(unwrap(parseHierarchy(hierarchy))).length;

function randomRun(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const some = (most: number) => 1 + random.below(most);
  const trees = [
    () => `site x${some(3)}\n\tworker x${some(4)}\n`,
    () => `site x${some(2)}\n\tworker x${some(3)}\nworker x${some(2)}\n`,
    () => `site x${some(2)}\n\troom x${some(2)}\n\t\tworker x${some(2)}\n\tworker\n`,
  ];
  const hierarchy = [
    `tasks ${some(4)}`,
    `policy ${pick(policies)}`,
    `pieces ${some(6)}`,
    `grain ${some(4)}`,
    `latency ${pick(['1ms', '200us', '30us'])} 50us`,
    pick(trees)(),
  ].join('\n');
  const [game, depth] = pick([
    ['othello', 6],
    ['synthetic', 7],
    ['tic-tac-toe', 9],
    ['checkers', 7],
  ] as const);
  const horizon = some(3);
  const options: SimulateOptions = {
    hierarchy,
    processors: sizeOf(hierarchy),
    depth,
    horizon,
    hash: pick([0, 1, 4]),
    faults: random.below(4) === 0 ? 'none' : 'random',
    seed,
    threads: 0,
    algorithm: pick(['aphid', 'minimal-tree']),
  };
  const position =
    game === 'synthetic'
      ? unwrap(notationOf(game).parsePosition(`b=${2 + random.below(4)},seed=${seed}`))
      : notationOf(game).start();
  return { position, options };
}

describe('hierarchies', () => {
  const findsTheValue = async (seeds: readonly number[]): Promise<void> => {
    let divided = 0;
    for (const seed of seeds) {
      const { position, options } = randomRun(seed);
      const run = await simulate(position, options).catch((cause: unknown) => {
        throw new Error(`seed ${seed}: ${JSON.stringify(options)}`, { cause });
      });
      expect(run.failure, `seed ${seed}; run again with: ${run.command}`).toBeUndefined();
      if (run.counters.passes > 2) divided++;
    }
    expect(divided).toBeGreaterThan(seeds.length / 2);
  };

  testSeeds('any shape, policy and faults: the sequential value', 5, 40, findsTheValue);

  const hierarchy = 'latency 1ms 50us\nsite x2\n\tworker x3\n';
  const usual = { hierarchy, processors: 9, depth: 8, threads: 0, hash: 4 } as const;
  const othello = notationOf('othello').start();

  test.each(['aphid', 'minimal-tree'])('%s: a site that is lost for good', async (algorithm) => {
    const faults = 'crash:1@2ms+1000s,crash:6@3ms+1000s';
    const run = await simulate(othello, { ...usual, algorithm, horizon: 2, faults });
    expect(run.failure).toBeUndefined();
    expect(run.counters.nodes).toBeGreaterThan(0);
  });

  test.each(['aphid', 'minimal-tree'])('%s: workers of all sites search', async (algorithm) => {
    const run = await simulate(othello, { ...usual, algorithm, horizon: 2 });
    expect(run.failure).toBeUndefined();
    const idle = run.times.filter(({ busy, startIdle, otherIdle }) => {
      return busy < 0.001 * (busy + startIdle + otherIdle);
    });
    expect(idle).toHaveLength(0);
  });

  test.each([
    ['aphid', 3, 6500],
    ['minimal-tree', 2, 3500],
  ])(
    '%s: a site spreads its searches over its workers, and asks them for no more than it was asked',
    async (algorithm, most, messages) => {
      const tree = unwrap(notationOf('synthetic').parsePosition('b=5,seed=1,dist=normal'));
      const sites = 'latency 1ms 50us\nsite x2\n\tworker x8\n';
      const run = await simulate(tree, {
        ...{ algorithm, hierarchy: sites, processors: 19, depth: 10, threads: 0, hash: 20 },
        ...{ profile: 'paper', epochNs: 100_000 },
      });
      expect(run.failure).toBeUndefined();
      const masters = [0, 1, 10];
      const busy = run.times.flatMap((each, index) => (masters.includes(index) ? [] : [each.busy]));
      // 0.05 where every search began with the first worker; now 0.8 and more.
      expect(Math.min(...busy)).toBeGreaterThan(0.4 * Math.max(...busy));
      // 3.4 with an open window for every first leaf of a site's tree; now 2.4 and 1.3.
      expect(run.counters.nodes).toBeLessThan(most * run.sequential.nodes);
      // 7500 where all learn of every search; now 5400 and 2600.
      expect(run.counters.messages).toBeLessThan(messages);
    },
  );

  // Near the end of a game deepening begins with all plies: a master that began with one waited for its workers for ever.
  test('end where the first iteration reaches the end of the game', async () => {
    const text = 'OOOXXXXXOOOOX-X-OOOXOXO-OOOOXOX-OOOOOXXXOOOOXOXXOO-X-X-XO-XXX--- O';
    const run = await simulate(unwrap(notationOf('othello').parsePosition(text)), {
      algorithm: 'aphid',
      hierarchy: 'tasks 4\npieces 3\ngrain 1\nlatency 1ms 50us\nsite x2\n\tworker x4\nworker x2\n',
      ...{ processors: 13, depth: 18, horizon: 4, hash: 16, threads: 0, profile: 'measured' },
    });
    expect(run.failure).toBeUndefined();
    expect(run.value).toBe(4800);
  });

  test('one seed, one run: a record is repeated epoch by epoch, on threads, too', {
    tags: 'long',
  }, async () => {
    const record: string[] = [];
    const onRecord = (lines: readonly string[]) => void record.push(...lines);
    const options = { ...usual, algorithm: 'minimal-tree', faults: 'random', seed: 3 } as const;
    await simulate(othello, { ...options, onRecord });
    expect((await replay(record, { threads: 2 })).difference).toBeUndefined();
  });

  test.each([
    [{ algorithm: 'young-brothers' }, 'young-brothers has no hierarchies'],
    [{ processors: 8 }, 'processors 8: the hierarchy has 9'],
    [{ mode: 'play' as const }, 'exact mode'],
    [{ table: 'ring' as const }, 'every process has its own'],
    [{ hierarchy: 'site\n  worker' }, 'line 2'],
  ])('%j is refused', async (given, message) => {
    const asked = simulate(othello, { algorithm: 'aphid', ...usual, ...given });
    await expect(asked).rejects.toThrow(message);
  });

  test('distances without levels', async () => {
    const near = await simulate(othello, { algorithm: 'minimal-tree', ...usual, flat: true });
    const far = { ...usual, hierarchy: hierarchy.replace('1ms', '20ms') };
    const slow = await simulate(othello, { algorithm: 'minimal-tree', ...far, flat: true });
    expect(near.failure ?? slow.failure).toBeUndefined();
    expect(slow.virtualSeconds).toBeGreaterThan(2 * near.virtualSeconds);
  });
});
