// A program's own search finds in parallel what it finds alone: in every interleaving that a seed can make of
// its processes, with lost packets and dead processes, and on real threads.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import connectFour from '#dist/examples/connect-four.js';
import fourInParallel, { TABLE_BYTES } from '#dist/examples/own-search/parallel.js';
import { createSearcher, INFINITE } from '#dist/examples/own-search/sequential.js';
import { defineSearch, type ParallelSearch, parallelize } from '#dist/own-search/index.js';
import randomTree, { create } from '../support/own-search/random-tree.mjs';

const tree = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  branching: fc.integer({ min: 2, max: 5 }),
  spread: fc.constantFrom(3, 50, 900),
  doubles: fc.boolean(),
  extensions: fc.boolean(),
  keyed: fc.boolean(),
  byPly: fc.boolean(),
  throws: fc.boolean(),
});

const team = fc.record({
  workers: fc.integer({ min: 1, max: 3 }),
  seed: fc.integer(),
  loss: fc.constantFrom(0, 0, 0.1, 0.3),
  deaths: fc.constantFrom(0, 0, 1, 3),
  minPieces: fc.integer({ min: 1, max: 8 }),
  updateNodes: fc.integer({ min: 1, max: 60 }),
  exemption: fc.constantFrom(2, 8),
  width: fc.constantFrom(0, 3, 'learned' as const),
  keepScores: fc.boolean(),
});
type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never;
type TeamOptions = typeof team extends fc.Arbitrary<infer T> ? T : never;

const DEPTH = 6;

interface RootMove {
  readonly move: { readonly i: number };
  readonly lower: number;
  readonly upper: number;
}

function simulated(program: typeof randomTree, options: TeamOptions) {
  const { workers, seed, loss, deaths, ...aphid } = options;
  return parallelize(program, {
    workers,
    simulate: { seed, loss, deaths },
    aphid: { ...aphid, minSize: 2 },
  });
}

function alone(position: Tree) {
  const program = create(undefined);
  program.setRoot(position);
  return program;
}

async function deepen(search: ParallelSearch<never, never>, position: unknown, depth: number) {
  const values: number[] = [];
  let passes = 0;
  search.begin(position as never, { maxDepth: depth + 2 });
  for (let d = 1; d <= depth; d++) {
    const found = await search.rootSearch(0, d, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    expect(found.certain).toBe(true);
    values.push(found.value);
    passes += found.passes;
  }
  search.end();
  return { values, passes };
}

function sequentially(position: Tree, depth: number): number[] {
  const program = alone(position);
  return Array.from({ length: depth }, (_, i) => program.search(0, i + 1, -9999, 9999) + 0);
}

describe('in a simulation the values are those of the program alone', () => {
  test('with every kind of tree and team', async () => {
    let passes = 0;
    await fc.assert(
      fc.asyncProperty(tree, team, async (position, options) => {
        const search = await simulated(randomTree, options);
        const found = await deepen(search as never, position, DEPTH);
        expect(found.values).toEqual(sequentially(position, DEPTH));
        passes += found.passes;
      }),
      { numRuns: 40 },
    );
    expect(passes).toBeGreaterThan(100);
  });

  test('in one search after the other, with the same workers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tree, { minLength: 2, maxLength: 4 }),
        team,
        async (all, options) => {
          const search = await simulated(randomTree, options);
          for (const position of all) {
            const found = await deepen(search as never, position, 5);
            expect(found.values).toEqual(sequentially(position, 5));
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test('in any window, and without iterative deepening', async () => {
    const bound = fc.integer({ min: -60, max: 60 });
    await fc.assert(
      fc.asyncProperty(tree, team, bound, bound, async (position, options, a, b) => {
        const [alpha, beta] = a < b ? [a, b] : [b, a + 1];
        const search = await simulated(randomTree, options);
        search.begin(position as never, { maxDepth: 8 });
        const { value } = await search.rootSearch(0, 6, alpha, beta);
        const truth = alone(position).search(0, 6, -9999, 9999);
        if (truth <= alpha) expect(value).toBeLessThanOrEqual(alpha);
        else if (truth >= beta) expect(value).toBeGreaterThanOrEqual(beta);
        else expect(value).toBe(truth + 0);
      }),
      { numRuns: 25 },
    );
  });

  test('when the program handles the root itself', async () => {
    await fc.assert(
      fc.asyncProperty(tree, team, async (position, options) => {
        const search = await simulated(randomTree, options);
        const program = alone(position);
        search.begin(position as never, { maxDepth: 8 });
        for (let depth = 2; depth <= 6; depth++) {
          const truth = program.search(0, depth, -9999, 9999);
          const moves = program.rootMoves();
          if (moves.length === 0) return;
          let best = -9999;
          for (const { move, sameSide, extends: extended } of moves) {
            const left = extended ? depth : depth - 1;
            search.premove(0, move as never);
            // A null window for all but the first, and an open one where it finds something better.
            const low = best;
            const value = async (beta: number) => {
              if (sameSide) return (await search.rootSearch(1, left, low, beta)).value;
              return 0 - (await search.rootSearch(1, left, -beta, -low)).value;
            };
            let found = await value(low === -9999 ? 9999 : low + 1);
            if (low > -9999 && found > low) found = await value(9999);
            best = Math.max(best, found);
          }
          // The root's children may all be at the end of the game there.
          expect(best).toBe(truth + 0);
        }
        search.end();
      }),
      { numRuns: 15 },
    );
  });

  test('with windows and depths of the program’s own choice', async () => {
    await fc.assert(
      fc.asyncProperty(tree, team, async (position, options) => {
        const random = createRandom(options.seed);
        const choosing = defineSearch<Tree, { i: number }, unknown>({
          ...randomTree,
          create: (aphid) => ({
            ...create(aphid),
            chooseWindow({ suggested: [alpha, beta] }) {
              return [alpha - random.below(20), beta + random.below(20)];
            },
            deepen: (_ply: number, last: number, max: number) => Math.min(max, last + 2),
          }),
        });
        const search = await simulated(choosing as never, options);
        const found = await deepen(search as never, position, DEPTH);
        expect(found.values).toEqual(sequentially(position, DEPTH));
      }),
      { numRuns: 12 },
    );
  });

  test('and lie between the bounds that are reported on the way, of the root and of its moves', async () => {
    let narrower = 0;
    let moves = 0;
    await fc.assert(
      fc.asyncProperty(
        tree,
        team,
        fc.integer({ min: 1, max: 30 }),
        async (position, options, last) => {
          const search = await simulated(randomTree, options);
          const program = alone(position);
          let passes = 0;
          let reported: { lower: number; upper: number }[] = [];
          const stop = (statistics: { lower: number; upper: number }) => {
            reported.push(statistics);
            return ++passes >= last;
          };
          search.begin(position as never, { maxDepth: 8, stop });
          for (let depth = 1; depth <= DEPTH; depth++) {
            reported = [];
            const truth = program.search(0, depth, -9999, 9999) + 0;
            const found = await search.rootSearch(0, depth, -2000, 2000);
            if (found.certain) expect(found).toMatchObject({ lower: truth, upper: truth });
            for (const { lower, upper } of [...reported, found]) {
              expect(lower).toBeLessThanOrEqual(truth);
              expect(upper).toBeGreaterThanOrEqual(truth);
              if (lower > -2000 || upper < 2000) narrower++;
            }
            for (const { move, lower, upper } of found.moves as unknown as RootMove[]) {
              const { sameSide, extends: extended } = program.rootMoves()[move.i]!;
              const left = extended ? depth : depth - 1;
              program.moveDownPath([move]);
              const below = program.search(1, left, -9999, 9999) + 0;
              program.moveUpPath([move]);
              const worth = sameSide ? below : 0 - below;
              expect(lower).toBeLessThanOrEqual(worth);
              expect(upper).toBeGreaterThanOrEqual(worth);
              if (lower > -2000 || upper < 2000) moves++;
            }
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(narrower).toBeGreaterThan(100);
    expect(moves).toBeGreaterThan(100);
  });

  test('a seed makes the same run again', async () => {
    const options = { ...fc.sample(team, { seed: 5, numRuns: 1 })[0]!, workers: 3 };
    const position = fc.sample(tree, { seed: 6, numRuns: 1 })[0]!;
    const run = async () => {
      const search = await simulated(randomTree, options);
      search.begin(position as never, { maxDepth: 8 });
      const found = [];
      for (let d = 1; d <= 6; d++) found.push(await search.rootSearch(0, d, -2000, 2000));
      return found;
    };
    expect(await run()).toEqual(await run());
  });

  test('workers receive the entries that others share', async () => {
    let inserted = 0;
    const counting = defineSearch<Tree, { i: number }, unknown>({
      ...randomTree,
      create: (aphid) => ({ ...create(aphid), insertEntry: () => void inserted++ }),
    });
    const search = await parallelize(counting, {
      workers: 3,
      simulate: { seed: 1 },
      aphid: { minSize: 2, minPieces: 2, updateNodes: 1 },
    });
    const position = {
      ...{ seed: 77, branching: 6, spread: 50, keyed: true },
      ...{ doubles: false, extensions: false, byPly: false, throws: false },
    };
    await deepen(search as never, position, 11);
    expect(inserted).toBeGreaterThan(0);
  });
});

describe('on threads Connect Four has the values of the sequential program', () => {
  const random = createRandom(2024);
  const searches = new Map<string, Promise<ParallelSearch<never, never>>>();

  afterAll(async () => {
    for (const search of searches.values()) await (await search).close();
  });

  const cases = [1, 2, 3].flatMap((workers) =>
    ['local', 'shared'].map((table) => ({ workers, table })),
  );

  const hasTheValues = async ({ workers, table }: (typeof cases)[number]) => {
    const search = await parallelize(fourInParallel, {
      workers,
      aphid: { minSize: 10, minPieces: 6 },
      ...(table === 'shared' && { shared: new SharedArrayBuffer(TABLE_BYTES) }),
    });
    let passes = 0;
    for (let i = 0; i < 4; i++) {
      let position = connectFour.start();
      for (
        let ply = random.below(14);
        ply > 0 && connectFour.winner(position) === undefined;
        ply--
      ) {
        const moves = connectFour.moves(position);
        position = connectFour.play(position, moves[random.below(moves.length)]!);
      }
      if (connectFour.winner(position) !== undefined) continue;
      const sequential = createSearcher(10_007);
      search.begin(position, { maxDepth: 12 });
      for (let depth = 1; depth <= 8; depth++) {
        const found = await search.rootSearch(0, depth, -INFINITE, INFINITE);
        expect(found.value).toBe(sequential.search(position, depth) + 0);
        expect(connectFour.moves(position)).toContain(found.line[0]);
        passes += found.passes;
      }
      search.end();
    }
    await search.close();
    expect(passes).toBeGreaterThan(0);
  };
  const name = 'with $workers workers and $table tables';
  test.each(cases.filter(({ workers }) => workers === 2))(name, hasTheValues);
  const others = cases.filter(({ workers }) => workers !== 2);
  test.each(others)(name, { tags: 'long' }, hasTheValues);
});
