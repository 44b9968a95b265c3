// Young Brothers Wait finds the value of the sequential search: for any game, number of processes,
// table, length of an epoch, seed and fault.
import { expect, test } from 'vitest';
import { stateBoard } from '#dist/games/plain/index.js';
import { Searcher, Table } from '#dist/kernel/index.js';
import { youngBrothersWith } from '#dist/parallel/young-brothers/index.js';
import { recordBoard } from '#dist/search/board.js';
import { createRandom, openBench, randomPosition } from '../support/kernels.js';
import { minimaxOf } from '../support/minimax.js';
import { Bench, hostileWorld, type Run, TEST_LINK_TIMES } from '../support/parallel.js';
import { openPlain, randomState, randomWalk } from '../support/plain-games.js';

const MAX_PLY = 48;
const MOST = 32;
const SEARCHES = 4;
const sizes = [1, 2, 3, 5, 8, 16, 32];
const epochs = [700, 5_000, 40_000];

/** Small pieces, so that small trees are split everywhere. */
const algorithm = youngBrothersWith({ searches: SEARCHES, grain: 8, patience: 20, rest: 5 });

const cases = [
  { id: 'synthetic', text: 'b=6,seed=1,spread=9', plies: 3, depths: [4, 7], runs: 60 },
  { id: 'synthetic', text: 'b=5,seed=3,order=700', plies: 3, depths: [4, 7], runs: 40 },
  { id: 'synthetic', text: 'b=2,seed=4,spread=3', plies: 3, depths: [8, 12], runs: 40 },
  { id: 'othello', text: undefined, plies: 40, depths: [4, 6], runs: 30 },
  { id: 'checkers', text: undefined, plies: 50, depths: [5, 8], runs: 30 },
  { id: 'chess', text: undefined, plies: 60, depths: [3, 4], runs: 25 },
  { id: 'loa', text: undefined, plies: 30, depths: [3, 4], runs: 15 },
  { id: 'tic-tac-toe', text: undefined, plies: 3, depths: [5, 9], runs: 30 },
  {
    id: 'connect6',
    text: `${'19/'.repeat(18)}19 x 1 w=7`,
    plies: 20,
    depths: [3, 5],
    runs: 20,
  },
] as const;

async function openStand(id: string, text: string | undefined) {
  const bench = await openBench(id, text, 160 << 20);
  const { kernel, rules } = bench;
  const own = Array.from({ length: MOST }, () => Table.create(kernel, 1 << 15));
  const shared = Table.create(kernel, 1 << 18);
  const board = recordBoard(rules);
  const stand = { kernel, board, maxPly: MAX_PLY };
  const judge = new Searcher(kernel, MAX_PLY);
  return {
    bench,
    local: new Bench<Uint8Array>({ ...stand, table: (self) => own[self] }),
    shared: new Bench<Uint8Array>({ ...stand, table: () => shared }),
    truth(record: Uint8Array, maxDepth: number) {
      judge.start(record, { maxDepth });
      judge.run(Number.POSITIVE_INFINITY);
      return judge.found!.value;
    },
    expectLegal(record: Uint8Array, { finding }: Run) {
      let at = record;
      for (const move of finding!.pv) {
        expect(rules.moves(at)).toContain(move);
        at = rules.play(at, move);
      }
      if (finding!.pv.length > 0) expect(finding!.pv[0]).toBe(finding!.move);
    },
  };
}

test.each(cases)('$id $text: the value of the sequential search', async (game) => {
  const stand = await openStand(game.id, game.text);
  let jobs = 0;
  for (let seed = 1; seed <= game.runs; seed++) {
    const random = createRandom(seed);
    const root = randomPosition(stand.bench, random.below(game.plies + 1), random);
    const [least, most] = game.depths;
    const depth = least + random.below(most - least + 1);
    const table = seed % 2 === 0 ? 'local' : 'shared';
    const size = sizes[random.below(sizes.length)]!;
    const epochNs = epochs[random.below(epochs.length)]!;
    const run = await stand[table].run({ algorithm, root, depth, size, seed, table, epochNs });
    const where = `seed ${seed}, ${size} processes, ${table}`;
    expect(run.end, where).toBe('done');
    expect(run.finding?.value, where).toBe(stand.truth(root, depth));
    stand.expectLegal(root, run);
    jobs += run.counters.jobs;
  }
  expect(jobs).toBeGreaterThan(game.runs / 2);
});

test('Othello to the end of the game', async () => {
  const stand = await openStand('othello', undefined);
  let jobs = 0;
  for (let seed = 1; seed <= 25; seed++) {
    const random = createRandom(seed);
    const root = randomPosition(stand.bench, 46 + random.below(6), random);
    const plan = { algorithm, root, depth: 16, size: 1 + random.below(12), seed, epochNs: 5000 };
    const run = await stand.local.run({ ...plan, table: 'local' });
    expect(run.end).toBe('done');
    expect(run.finding?.value, `seed ${seed}`).toBe(stand.truth(root, 16));
    stand.expectLegal(root, run);
    jobs += run.counters.jobs;
  }
  expect(jobs).toBeGreaterThan(25);
});

test('a game in plain TypeScript whose sides move twice running', async () => {
  for (let walk = 1; walk <= 4; walk++) {
    const game = randomWalk(walk, walk % 2 === 0 ? 'none' : 'number');
    const { binding, kernel } = await openPlain(game, 64 << 20);
    const size = 4;
    const board = stateBoard(binding, MAX_PLY, size * SEARCHES);
    const shared = binding.usesTable ? Table.create(kernel, 1 << 14) : undefined;
    const bench = new Bench({ kernel, board, maxPly: MAX_PLY, table: () => shared });
    for (let seed = 1; seed <= 15; seed++) {
      const random = createRandom(seed * 100 + walk);
      const root = randomState(game, random.below(6), random);
      const depth = 5 + random.below(5);
      const plan = { algorithm, root, depth, size, seed, epochNs: 700 };
      const run = await bench.run({ ...plan, table: 'shared' });
      const where = `walk ${walk}, seed ${seed}`;
      expect(run.end, where).toBe('done');
      expect(run.finding?.value, where).toBe(minimaxOf(game, root, depth));
      expect(binding.line(root, run.finding!.pv), where).not.toContain(undefined);
    }
  }
});

test('lost messages and processes change nothing', async () => {
  const stand = await openStand('synthetic', 'b=6,seed=7,spread=9');
  let refused = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const random = createRandom(seed);
    const root = randomPosition(stand.bench, random.below(4), random);
    const depth = 6 + random.below(3);
    const table = seed % 2 === 0 ? 'local' : 'shared';
    const size = 2 + random.below(12);
    const world = hostileWorld(seed, size);
    const plan = { algorithm, root, depth, size, seed, table, world, epochNs: 5000 } as const;
    const run = await stand[table].run({ ...plan, linkTimes: TEST_LINK_TIMES });
    expect(run.end, `seed ${seed}`).toBe('done');
    expect(run.finding?.value, `seed ${seed}`).toBe(stand.truth(root, depth));
    refused += run.counters.refused;
  }
  expect(refused).toBe(0);
});

test('two runs of a seed are the same in every counter', async () => {
  const runs: Run[] = [];
  for (let i = 0; i < 2; i++) {
    const stand = await openStand('synthetic', 'b=6,seed=9,spread=9');
    const plan = { algorithm, root: stand.bench.start, depth: 8, size: 7, seed: 5 };
    runs.push(await stand.local.run({ ...plan, table: 'local', epochNs: 3000 }));
  }
  expect(runs[0]).toEqual(runs[1]);
});

test('many processes share the work', async () => {
  const stand = await openStand('synthetic', 'b=8,seed=11');
  const plan = { algorithm, root: stand.bench.start, depth: 8, seed: 1, epochNs: 2000 };
  const alone = await stand.local.run({ ...plan, size: 1, table: 'local' });
  const fresh = await openStand('synthetic', 'b=8,seed=11');
  const together = await fresh.local.run({ ...plan, size: 8, table: 'local' });
  expect(together.finding?.value).toBe(alone.finding?.value);
  expect(alone.at / together.at).toBeGreaterThan(3);
});
