// A game in plain TypeScript obeys the golden invariant like any other: in exact mode every method,
// with any table and any slicing, returns the minimax value and a move that has it.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import connectFour from '#dist/examples/connect-four.js';
import { bindGame, defineGame, type PlainGame } from '#dist/games/plain/index.js';
import { type KernelMethod, Table } from '#dist/kernel/index.js';
import { minimaxOf } from '../support/minimax.js';
import { openPlain, type PlainBench, randomState, randomWalk } from '../support/plain-games.js';

const methods: readonly KernelMethod[] = ['alphabeta', 'negascout', 'mtdf', 'textbook'];
const slices = [1, 3, 50, 1000, 1_000_000] as const;

const scenario = (maxDepth: number) =>
  fc.record({
    seed: fc.nat(),
    depth: fc.integer({ min: 1, max: maxDepth }),
    deepening: fc.boolean(),
    method: fc.constantFrom(...methods),
    table: fc.nat(2),
    clear: fc.boolean(),
    slice: fc.constantFrom(...slices),
  });

type Scenario = ReturnType<typeof scenario> extends fc.Arbitrary<infer T> ? T : never;

/** No table, one bucket, a big one. */
function makeTables<State, Move>({ kernel, binding }: PlainBench<State, Move>) {
  if (!binding.usesTable) return [undefined, undefined, undefined];
  return [undefined, Table.create(kernel, 0), Table.create(kernel, 2 << 20)];
}

function searchesExactly<State, Move>(
  bench: PlainBench<State, Move>,
  tables: readonly (Table | undefined)[],
  s: Scenario,
  state: State,
): void {
  const { game, binding, searcher, slot } = bench;
  const table = tables[s.table];
  if (s.clear) table?.clear();
  searcher.attach(table).start(binding.place(slot, state), {
    method: s.method,
    minDepth: s.deepening ? 1 : s.depth,
    maxDepth: s.depth,
  });
  while (searcher.run(s.slice) === 'running');
  const found = searcher.found!;
  expect(found.value).toBe(minimaxOf(game, state, s.depth));
  expect(found.bound).toBe('exact');
  const over = game.winner(state) !== undefined;
  expect(found.move === undefined).toBe(over);
  if (found.move === undefined) return;
  const next = binding.play(state, found.move);
  const value = minimaxOf(game, next, s.depth - 1);
  expect(game.turn(next) === game.turn(state) ? value : 0 - value).toBe(found.value);
  expect(binding.line(state, found.pv)).toHaveLength(found.pv.length);
}

test.each(['number', 'string', 'bigint', 'none'] as const)(
  'random walks in which a side may move twice in a row are searched exactly, key: %s',
  async (kind) => {
    for (let seed = 1; seed <= 6; seed++) {
      const bench = await openPlain(randomWalk(seed, kind));
      const tables = makeTables(bench);
      fc.assert(
        fc.property(scenario(7), fc.nat(6), (s, plies) => {
          const state = randomState(bench.game, plies, createRandom(s.seed));
          searchesExactly(bench, tables, s, state);
        }),
        { numRuns: 25 },
      );
    }
  },
);

describe('Connect Four', () => {
  type State = ReturnType<typeof connectFour.start>;
  let bench: PlainBench<State, number>;
  let tables: readonly (Table | undefined)[];

  beforeAll(async () => {
    bench = await openPlain(connectFour);
    tables = makeTables(bench);
  });

  test('is searched exactly from random positions', () => {
    fc.assert(
      fc.property(scenario(5), fc.nat(38), (s, plies) => {
        const state = randomState(connectFour, plies, createRandom(s.seed));
        searchesExactly(bench, tables, s, state);
      }),
      { numRuns: 150 },
    );
  });

  test('a win in one is seen at depth 1', () => {
    const columns = [3, 0, 3, 0, 3, 0];
    const state = columns.reduce((s, column) => connectFour.play(s, column), connectFour.start());
    const { searcher, binding, slot } = bench;
    searcher.attach(undefined).start(binding.place(slot, state), { maxDepth: 1 });
    searcher.run(1000);
    expect(searcher.found).toMatchObject({ value: 500_000, bound: 'exact' });
    expect(binding.line(state, searcher.found!.pv)).toEqual([3]);
  });
});

describe('a game without evaluate', () => {
  const { evaluate: _, key: __, ...rules } = { ...connectFour };
  const game: PlainGame<ReturnType<typeof connectFour.start>, number> = defineGame({
    ...rules,
    playouts: 4,
    seed: 7,
  });

  test('has a value that depends on the state alone, and another with another seed', async () => {
    const { binding } = await openPlain(game);
    const state = randomState(game, 9, createRandom(3));
    const again = await openPlain(game);
    expect(binding.value(structuredClone(state))).toBe(binding.value(state));
    expect(again.binding.value(state)).toBe(binding.value(state));
    const values = [1, 2, 3, 4, 5].map((seed) => {
      return bindGame(defineGame({ ...rules, playouts: 3, seed })).value(state);
    });
    expect(new Set(values).size).toBeGreaterThan(1);
  });

  test('is searched to the minimax value of its playouts', async () => {
    const bench = await openPlain(game);
    const oracle = { ...game, evaluate: (s: never) => bench.binding.value(s) } as typeof game;
    for (const method of methods) {
      const state = randomState(game, 12, createRandom(5));
      bench.searcher.attach(undefined).start(bench.binding.place(bench.slot, state), {
        method,
        maxDepth: 3,
      });
      while (bench.searcher.run(10) === 'running');
      expect(bench.searcher.found!.value).toBe(minimaxOf(oracle, state, 3));
    }
  });
});
