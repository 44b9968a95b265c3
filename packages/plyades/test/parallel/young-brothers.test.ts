// Young Brothers Wait finds the value of the sequential search: for any game, number of processes,
// table, length of an epoch, seed and fault.
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { stateBoard } from '#dist/games/plain/index.js';
import { Searcher, Table } from '#dist/kernel/index.js';
import { childDepth, settle } from '#dist/parallel/depths.js';
import { youngBrothers, youngBrothersWith } from '#dist/parallel/young-brothers/index.js';
import { completeSettings, SETTINGS } from '#dist/parallel/young-brothers/settings.js';
import { VictimChoice } from '#dist/parallel/young-brothers/victim-choice.js';
import { recordBoard } from '#dist/search/board.js';
import { simulate } from '#dist/sim/simulate.js';
import { createRandom, openBench, randomPosition } from '../support/kernels.js';
import { testSeeds } from '../support/long.js';
import { minimaxOf } from '../support/minimax.js';
import { Bench, hostileWorld, type Run, TEST_LINK_TIMES } from '../support/parallel.js';
import { openPlain, randomState, randomWalk } from '../support/plain-games.js';

const MAX_PLY = 48;
const MOST = 32;
const SEARCHES = 4;
/** Plies that end every game that is searched to its end here. */
const TO_THE_END = 20;
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
  const truth = (record: Uint8Array, maxDepth: number) => {
    judge.start(record, { maxDepth });
    judge.run(Number.POSITIVE_INFINITY);
    return judge.found!.value;
  };
  return {
    bench,
    local: new Bench<Uint8Array>({ ...stand, table: (self) => own[self] }),
    shared: new Bench<Uint8Array>({ ...stand, table: () => shared }),
    truth,
    /** The moves are legal, and every position on the way has the value of the root. */
    expectLine(record: Uint8Array, { finding }: Run, where: string) {
      const { pv, move: best } = finding!;
      expect(pv[0], where).toBe(best);
      let at = record;
      let { depth, value } = finding!;
      for (const move of pv) {
        expect(rules.moves(at), where).toContain(move);
        const next = rules.play(at, move);
        if (rules.turn(next) !== rules.turn(at)) value = 0 - value;
        depth = childDepth(depth);
        at = next;
        if (rules.over(at)) expect(settle(rules.result(at), depth), where).toBe(value);
        else if (depth > 0) expect(truth(at, Math.min(depth, TO_THE_END)), where).toBe(value);
        else if (!rules.quiesces) expect(rules.evaluate(at), where).toBe(value);
      }
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
    stand.expectLine(root, run, where);
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
    const where = `seed ${seed}, ${plan.size} processes`;
    expect(run.finding?.value, where).toBe(stand.truth(root, 16));
    stand.expectLine(root, run, where);
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
      const { pv } = run.finding!;
      expect(binding.line(root, pv), where).not.toContain(undefined);
      const end = pv.reduce((state, move) => game.play(state, game.moves(state)[move]!), root);
      const value = minimaxOf(game, end, depth - pv.length);
      const signed = game.turn(end) === game.turn(root) ? value : 0 - value;
      expect(signed, where).toBe(run.finding?.value);
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
  expect(alone.at / together.at).toBeGreaterThan(2);
});

describe.each(['measured', 'paper'])('at the costs of %s', (profile) => {
  testSeeds('every process finds work', 1, 5, async (seeds) => {
    const text = '------------------XO------XXXO-----XXOO----OOX-----O------------ X';
    const position = unwrap(notationOf('othello').parsePosition(text));
    const base = { algorithm: 'young-brothers', depth: 9, hash: 64, threads: 0, profile } as const;
    let sequential: { value: number; nodes: number } | undefined;
    for (const processors of [4, 6, 8, 16, 32]) {
      for (const seed of seeds) {
        const options = { ...base, processors, seed, ...(sequential && { sequential }) };
        const run = await simulate(position, options);
        sequential = run.sequential;
        const where = `${processors} processors, seed ${seed}`;
        expect(run.failure, where).toBeUndefined();
        expect(run.counters.jobs, where).toBeGreaterThan(20);
        expect(run.speedup, where).toBeGreaterThan(1.5);
        // A process that looks for work does not do so at every turn.
        const { messages, jobs } = run.counters;
        expect(messages, where).toBeLessThan(400 * processors + 4 * jobs);
      }
    }
  });
});

test('idle processes that name each other still ask all others', () => {
  const others = [1, 2, 3, 4, 5, 6, 7];
  const victims = new VictimChoice(createRandom(1), 500, 100);
  const asked: number[] = [];
  for (let i = 0; i < 200; i++) {
    const now = victims.wakeAt;
    asked.push(victims.ask(others, [], now));
    victims.refused(asked.at(-1) === 1 ? 2 : 1, now);
  }
  expect(new Set(asked)).toEqual(new Set(others));
});

test('a task changes the settings of its search', async () => {
  const stand = await openStand('synthetic', 'b=6,seed=9,spread=9');
  const root = stand.bench.start;
  const plan = { algorithm: youngBrothers, root, depth: 7, size: 4, seed: 1, epochNs: 3000 };
  const jobs = async (grain: number) => {
    const run = await stand.local.run({ ...plan, table: 'local', settings: { grain } });
    expect(run.finding?.value).toBe(stand.truth(root, 7));
    return run.counters.jobs;
  };
  expect(await jobs(1e9)).toBe(0);
  expect(await jobs(8)).toBeGreaterThan(0);
});

test('more searches than the host provides are refused', async () => {
  const stand = await openStand('synthetic', 'b=6,seed=9,spread=9');
  const plan = { algorithm, root: stand.bench.start, depth: 4, size: 2, seed: 1, epochNs: 3000 };
  const run = stand.local.run({ ...plan, table: 'local', settings: { searches: 5 } });
  await expect(run).rejects.toThrow(RangeError);
});

test('patience and rest outlast a round trip', () => {
  const plan = { request: { depth: 1, mode: 'exact', table: 'local', seed: 1 } } as const;
  expect(completeSettings(SETTINGS, plan)).toEqual(SETTINGS);
  const linkTimes = { ...TEST_LINK_TIMES, roundTrip: 12_000 };
  const { patience, rest } = completeSettings(SETTINGS, { ...plan, linkTimes });
  expect(patience).toBeGreaterThan(12_000);
  expect(rest).toBeGreaterThanOrEqual(12_000);
});
