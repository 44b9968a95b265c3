// ABDADA in one thread: searchers with one table and its marks take turns, in slices of any size. Each finds the
// sequential value, whatever is marked, lost or left behind, and together they search little more than one alone.
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '#dist/core/random.js';
import { INFINITE } from '#dist/core/score.js';
import { type Kernel, Searcher, Table } from '#dist/kernel/index.js';
import { description as abdada } from '#dist/parallel/abdada/description.js';
import { openBench, randomPosition } from '../support/kernels.js';

const MAX_PLY = 48;
const MARKS_WORDS = (64 << 10) / 4;

/** Games, how far into them random positions lie, depths, and how many searches. */
const cases = [
  { id: 'synthetic', text: 'b=4,seed=1,spread=9', plies: [0, 6], depths: [3, 7], runs: 60 },
  { id: 'synthetic', text: 'b=2,seed=4,spread=3', plies: [0, 4], depths: [6, 10], runs: 40 },
  { id: 'othello', text: undefined, plies: [0, 30], depths: [3, 7], runs: 40 },
  { id: 'othello', text: undefined, plies: [44, 54], depths: [16, 18], runs: 40 },
  { id: 'checkers', text: undefined, plies: [0, 60], depths: [3, 8], runs: 40 },
  { id: 'chess', text: undefined, plies: [0, 80], depths: [2, 4], runs: 30 },
  { id: 'shogi', text: undefined, plies: [0, 60], depths: [2, 3], runs: 15 },
  { id: 'loa', text: undefined, plies: [0, 60], depths: [2, 4], runs: 20 },
  { id: 'tic-tac-toe', text: undefined, plies: [0, 4], depths: [3, 9], runs: 40 },
  {
    id: 'connect6',
    text: `${'19/'.repeat(18)}19 x 1 w=7`,
    plies: [0, 30],
    depths: [2, 4],
    runs: 20,
  },
] as const;

const kernelIds = [...new Set<string>(cases.map(({ id }) => id))];

const between = ([least, most]: readonly [number, number], random: Random): number =>
  least + random.below(most - least + 1);

/** Words of the marks that are not cleared. */
function marksLeft(kernel: Kernel, table: Table): number {
  const at = kernel.u32[(table.address + 12) >>> 2]! >>> 2;
  return kernel.u32.subarray(at, at + MARKS_WORDS).filter((word) => word !== 0).length;
}

/** Lets searchers take turns until all are done. */
function takeTurns(searchers: readonly Searcher[], random: Random, mostNodes: number): void {
  let running = [...searchers];
  while (running.length > 0) {
    running[random.below(running.length)]!.run(1 + random.below(mostNodes));
    running = running.filter(({ status }) => status !== 'done');
  }
}

describe.each(cases)('$id $text', ({ id, text, plies, depths, runs }) => {
  test('has the sequential value in every searcher', async () => {
    const bench = await openBench(id, text);
    const { kernel } = bench;
    const searchers = Array.from({ length: 5 }, () => new Searcher(kernel, MAX_PLY));
    const judge = new Searcher(kernel, MAX_PLY);
    const tables = [1 << 8, 1 << 14, 1 << 20].map((bytes) =>
      Table.create(kernel, bytes).addMarks(),
    );
    for (let seed = 1; seed <= runs; seed++) {
      const random = createRandom(seed);
      const record = randomPosition(bench, between(plies, random), random);
      const maxDepth = between(depths, random);
      judge.start(record, { maxDepth });
      judge.run(Number.POSITIVE_INFINITY);
      const truth = judge.found!;
      const table = tables[random.below(tables.length)]!;
      const methods = ['negascout', 'alphabeta', 'mtdf'] as const;
      for (const searcher of searchers) {
        const method = methods[random.below(4)] ?? 'negascout';
        searcher.attach(table).start(record, { maxDepth, markDepth: 2 * random.below(2), method });
      }
      // A searcher that is started again, and one whose window changes, leave no mark behind.
      searchers[0]!.run(1 + random.below(300));
      searchers[0]!.start(record, { maxDepth, markDepth: 2 });
      searchers[1]!.run(1 + random.below(300));
      searchers[1]!.rewindow(-INFINITE, INFINITE);
      searchers[2]!.run(1 + random.below(300));
      searchers[2]!.advance(1 + random.below(maxDepth));
      takeTurns(searchers, random, 400);
      for (const { found } of searchers) {
        expect([seed, found!.value, found!.bound]).toEqual([seed, truth.value, 'exact']);
        expect(found!.complete).toBe(truth.complete);
      }
      expect(marksLeft(kernel, table)).toBe(0);
    }
  });
});

test('the end of the game has its exact value in play mode, too', async () => {
  const bench = await openBench('othello');
  const { kernel } = bench;
  const searchers = Array.from({ length: 4 }, () => new Searcher(kernel, MAX_PLY));
  const judge = new Searcher(kernel, MAX_PLY);
  const table = Table.create(kernel, 1 << 18).addMarks();
  for (let seed = 1; seed <= 30; seed++) {
    const random = createRandom(seed);
    const record = randomPosition(bench, 44 + random.below(10), random);
    judge.start(record, { maxDepth: 18 });
    judge.run(Number.POSITIVE_INFINITY);
    for (const searcher of searchers)
      searcher.attach(table).start(record, { maxDepth: 18, mode: 'play', markDepth: 2 });
    takeTurns(searchers, random, 400);
    for (const { found } of searchers)
      expect([seed, found!.value]).toEqual([seed, judge.found!.value]);
    expect(marksLeft(kernel, table)).toBe(0);
    table.clear();
  }
});

test('searchers share a tree in play mode of the games that the description names', async () => {
  for (const id of kernelIds) {
    const { kernel } = await openBench(id);
    expect([id, kernel.exports.sharesPlay() !== 0]).toEqual([id, abdada.plays!.includes(id)]);
  }
});

test('searchers that put off what others search repeat little in play mode', async () => {
  const bench = await openBench('othello');
  const { kernel } = bench;
  const record = randomPosition(bench, 20, createRandom(7));
  const nodesOf = (options: { readonly markDepth?: number }) => {
    const table = Table.create(kernel, 4 << 20).addMarks();
    const searchers = Array.from({ length: 4 }, () => new Searcher(kernel, MAX_PLY));
    for (const searcher of searchers)
      searcher.attach(table).start(record, { maxDepth: 13, mode: 'play', ...options });
    takeTurns(searchers, createRandom(1), 1);
    return searchers.reduce((sum, { nodes }) => sum + nodes, 0);
  };
  expect(nodesOf({})).toBeGreaterThan(1.5 * nodesOf({ markDepth: 4 }));
});

test('searchers that put off what others search repeat little', async () => {
  const bench = await openBench('othello');
  const { kernel } = bench;
  const record = randomPosition(bench, 20, createRandom(7));
  const nodesOf = (count: number, options: { readonly markDepth?: number }) => {
    const table = Table.create(kernel, 4 << 20).addMarks();
    const searchers = Array.from({ length: count }, () => new Searcher(kernel, MAX_PLY));
    for (const searcher of searchers)
      searcher.attach(table).start(record, { maxDepth: 8, ...options });
    takeTurns(searchers, createRandom(1), 1);
    return searchers.reduce((sum, { nodes }) => sum + nodes, 0);
  };
  const alone = nodesOf(1, {});
  expect(nodesOf(1, { markDepth: 4 })).toBe(alone);
  const together = nodesOf(4, { markDepth: 4 });
  expect(together).toBeLessThan(2 * alone);
  expect(nodesOf(4, {})).toBeGreaterThan(1.5 * together);
});

test('searchers count what marks of others did to them', async () => {
  const bench = await openBench('othello');
  const { kernel } = bench;
  const record = randomPosition(bench, 20, createRandom(7));
  const countsOf = (count: number) => {
    const table = Table.create(kernel, 4 << 20).addMarks();
    const searchers = Array.from({ length: count }, () => new Searcher(kernel, MAX_PLY));
    for (const searcher of searchers)
      searcher.attach(table).start(record, { maxDepth: 8, markDepth: 2 });
    takeTurns(searchers, createRandom(1), 40);
    const sum = (part: (searcher: Searcher) => number) =>
      searchers.reduce((total, each) => total + part(each), 0);
    return [sum(({ putOff }) => putOff), sum(({ decidedMeanwhile }) => decidedMeanwhile)] as const;
  };
  const [none, few] = countsOf(1);
  expect(none).toBe(0);
  const [putOff, decidedMeanwhile] = countsOf(4);
  expect(putOff).toBeGreaterThan(0);
  // A window that has narrowed lets an entry of its own decide a node, now and then.
  expect(decidedMeanwhile).toBeGreaterThan(10 * few);
});

test('what the table knows of a root decides no search of some of its moves', async () => {
  const bench = await openBench('othello');
  const { kernel, rules } = bench;
  const table = Table.create(kernel, 1 << 20).addMarks();
  const [whole, some, judge] = Array.from({ length: 3 }, () => new Searcher(kernel, MAX_PLY));
  let differing = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const random = createRandom(seed);
    const record = randomPosition(bench, 4 + random.below(30), random);
    const depths = { minDepth: 5, maxDepth: 5 };
    whole!.attach(table).start(record, { ...depths, markDepth: 2 });
    whole!.run(Number.POSITIVE_INFINITY);
    const only = rules.moves(record).filter((move) => move !== whole!.found!.move);
    if (only.length === 0) continue;
    judge!.start(record, { ...depths, only });
    judge!.run(Number.POSITIVE_INFINITY);
    some!.attach(table).start(record, { ...depths, only, markDepth: 2 });
    // At the beginning of each run it looks whether a node above has been decided.
    while (some!.status !== 'done') some!.run(1);
    expect([seed, some!.found!.value]).toEqual([seed, judge!.found!.value]);
    if (judge!.found!.value !== whole!.found!.value) differing++;
  }
  expect(differing).toBeGreaterThan(5);
});

test('marks that a searcher left behind put moves off, and change no value', async () => {
  const bench = await openBench('checkers');
  const { kernel } = bench;
  const table = Table.create(kernel, 1 << 20).addMarks();
  const [gone, stays] = [new Searcher(kernel, MAX_PLY), new Searcher(kernel, MAX_PLY)];
  for (let seed = 1; seed <= 20; seed++) {
    const random = createRandom(seed);
    const record = randomPosition(bench, random.below(30), random);
    gone.attach(table).start(record, { maxDepth: 7, markDepth: 2 });
    gone.run(1 + random.below(2000));
    stays.attach(undefined).start(record, { maxDepth: 7 });
    stays.run(Number.POSITIVE_INFINITY);
    const truth = stays.found!.value;
    stays.attach(table).start(record, { maxDepth: 7, markDepth: 2 });
    stays.run(Number.POSITIVE_INFINITY);
    expect([seed, stays.found!.value]).toEqual([seed, truth]);
  }
});
