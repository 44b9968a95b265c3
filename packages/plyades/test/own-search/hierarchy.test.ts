// A program's own search in a hierarchy: middle masters take pieces from the master above and divide them among their
// workers. The value is the one of the program alone, in every interleaving that a seed makes, with lost packets, dead
// workers and dead middle masters.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ParallelSearch, parallelize } from '#dist/own-search/index.js';
import { SiteHorizon } from '#dist/parallel/own-search/site-horizon.js';
import { testCases } from '../support/long.js';
import randomTree, { create } from '../support/own-search/random-tree.mjs';

const DEPTH = 7;

const tree = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  branching: fc.integer({ min: 3, max: 5 }),
  spread: fc.constantFrom(3, 50, 900),
  doubles: fc.boolean(),
  extensions: fc.boolean(),
  keyed: fc.boolean(),
  byPly: fc.boolean(),
  throws: fc.boolean(),
});

const team = fc.record({
  sites: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
  seed: fc.integer(),
  loss: fc.constantFrom(0, 0, 0.1, 0.3),
  deaths: fc.constantFrom(0, 0, 2, 5),
  minPieces: fc.integer({ min: 1, max: 2 }),
  updateNodes: fc.integer({ min: 1, max: 60 }),
  exemption: fc.constantFrom(2, 8),
  keepScores: fc.boolean(),
});
type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never;
type Team = typeof team extends fc.Arbitrary<infer T> ? T : never;
type Search = ParallelSearch<unknown, unknown>;

const open = ({ sites, seed, loss, deaths, ...aphid }: Team) =>
  parallelize(randomTree as never, {
    simulate: { sites, seed, loss, deaths },
    aphid: { ...aphid, minSize: 1 },
  }) as Promise<Search>;

function alone(position: Tree) {
  const program = create(undefined);
  program.setRoot(position);
  return (depth: number): number => program.search(0, depth, -9999, 9999) + 0;
}

async function deepen(search: Search, position: Tree, depth: number): Promise<number[]> {
  const values: number[] = [];
  search.begin(position, { maxDepth: depth + 2 });
  for (let d = 1; d <= depth; d++) {
    const found = await search.rootSearch(0, d, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    expect(found.certain).toBe(true);
    values.push(found.value);
  }
  search.end();
  return values;
}

describe('with middle masters the values are those of the program alone', () => {
  testCases('with every kind of tree, hierarchy and fault', 30, 400, async (numRuns) => {
    let divided = 0;
    await fc.assert(
      fc.asyncProperty(tree, team, async (position, options) => {
        const search = await open(options);
        const truth = alone(position);
        const expected = Array.from({ length: DEPTH }, (_, i) => truth(i + 1));
        expect(await deepen(search, position, DEPTH)).toEqual(expected);
        divided += search.counters!.tasks;
      }),
      { numRuns },
    );
    // Searches that sites have divided among their workers.
    expect(divided).toBeGreaterThan(0);
  });

  test('of one tree, divided by the middle masters among their workers', async () => {
    const position: Tree = {
      ...{ seed: 12345, branching: 6, spread: 50, keyed: true, throws: false },
      ...{ doubles: false, extensions: false, byPly: false },
    };
    for (const seed of [1, 2, 3]) {
      const common = { loss: 0.1, deaths: 2, minPieces: 2, updateNodes: 20, exemption: 8 } as const;
      const search = await open({ sites: [3, 2], seed, ...common, keepScores: true });
      expect((await deepen(search, position, 12)).at(-1)).toBe(alone(position)(12));
      const { tasks, entriesReceived } = search.counters!;
      expect(tasks).toBeGreaterThan(10);
      expect(entriesReceived).toBeGreaterThan(100);
    }
  });

  test('in one search after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tree, { minLength: 2, maxLength: 3 }),
        team,
        async (all, options) => {
          const search = await open(options);
          for (const position of all) {
            const truth = alone(position);
            expect(await deepen(search, position, 5)).toEqual([1, 2, 3, 4, 5].map(truth));
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a middle master', () => {
  // Twenty times the size of the top's smallest leaves: a hundred nodes.
  const settings = [{ minSize: 5 }, { pieces: 5, grain: 4 }] as const;
  const horizon = new SiteHorizon(...settings);
  // A tree of three moves at every node.
  for (let depth = 1; depth <= 8; depth++) horizon.note(depth, 3 ** depth);

  test('divides a search whose leaves are enough, and large enough, for its workers', () => {
    // Ten leaves at ply 3; a thousand nodes at depth 7, so leaves of 4 plies.
    expect(horizon.of(7, 2)).toEqual({ plies: 3, granularity: 4 });
    expect(horizon.of(6, 2)).toBeUndefined();
    // Twenty leaves at ply 3, two thousand nodes at depth 7.
    expect(horizon.of(12, 4)).toEqual({ plies: 3, granularity: 4 });
    expect(horizon.of(12, 20)).toEqual({ plies: 5, granularity: 4 });
  });

  test('expects deeper searches to grow as those before', () => {
    expect(horizon.of(30, 4000)).toEqual({ plies: 10, granularity: 4 });
  });

  test('searches alone without workers, and before it has seen a search', () => {
    expect(horizon.of(12, 0)).toBeUndefined();
    const fresh = new SiteHorizon(...settings);
    expect(fresh.of(12, 2)).toBeUndefined();
    // The depths between are filled: 3^4 at ply 4.
    fresh.note(8, 3 ** 8);
    expect(fresh.of(8, 2)).toEqual({ plies: 3, granularity: 4 });
  });
});
