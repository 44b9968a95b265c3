// Rules that look at more than a position: repetition, a margin, symmetric positions. Every method and algorithm
// still finds the minimax value, judged by an oracle that carries the whole game along.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import {
  defineGame,
  gameWinner,
  type PlainGame,
  positionOf,
  stateBoard,
} from '#dist/games/plain/index.js';
import { type KernelMethod, Table } from '#dist/kernel/index.js';
import * as registry from '#dist/parallel/registry.js';
import { minimaxOf, winnerByRepetition } from '../support/minimax.js';
import { Bench, hostileWorld } from '../support/parallel.js';
import { openPlain, type PlainBench } from '../support/plain-games.js';
import { mirroredWalk, randomGame, randomGraph, ticTacToe } from '../support/rule-games.js';

const methods: readonly KernelMethod[] = ['alphabeta', 'negascout', 'mtdf', 'textbook'];

const repetition = fc.record({
  times: fc.integer({ min: 2, max: 4 }),
  result: fc.constantFrom('draw', 'loss', 'win'),
});

const graph = fc.record(
  {
    nodes: fc.integer({ min: 2, max: 9 }),
    ends: fc.integer({ min: 3, max: 20 }),
    repetition,
    scored: fc.boolean(),
    textKey: fc.boolean(),
  },
  { requiredKeys: ['nodes', 'ends'] },
);

const how = fc.record({
  depth: fc.integer({ min: 1, max: 7 }),
  deepening: fc.boolean(),
  method: fc.constantFrom(...methods),
  table: fc.constantFrom('none', 'tiny', 'large'),
  slice: fc.constantFrom(1, 50, 1_000_000),
});

const isOver =
  <State, Move>(game: PlainGame<State, Move>) =>
  (states: readonly State[]) =>
    gameWinner(game, states) !== undefined;

interface How {
  readonly depth: number;
  readonly deepening: boolean;
  readonly method: KernelMethod;
  readonly slice: number;
}

/** Searches the last of the states and compares value and move with the oracle. */
function searchesExactly<State, Move>(
  { game, binding, searcher, slot }: PlainBench<State, Move>,
  table: Table | undefined,
  states: readonly State[],
  { depth, deepening, method, slice }: How,
): void {
  const state = states.at(-1)!;
  const before = states.slice(0, -1);
  const root = positionOf(game, state, before);
  searcher.attach(table).start(binding.place(slot, root), {
    method,
    minDepth: deepening ? 1 : depth,
    maxDepth: depth,
  });
  while (searcher.run(slice) === 'running');
  const found = searcher.found!;
  expect(found.value).toBe(minimaxOf(game, state, depth, before));
  const next = game.play(state, game.moves(state)[found.move!]!);
  const value = minimaxOf(game, next, depth - 1, states);
  expect(game.turn(next) === game.turn(state) ? value : 0 - value).toBe(found.value);
  binding.line(root, found.pv);
}

const tableOf = <State, Move>({ kernel }: PlainBench<State, Move>, kind: string) =>
  kind === 'none' ? undefined : Table.create(kernel, kind === 'tiny' ? 0 : 1 << 20);

test('games with cycles, repetition and margins are searched exactly, whatever came before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_000_000),
      graph,
      how,
      fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }),
      async (seed, options, how, games) => {
        const game = randomGraph(seed, options);
        const bench = await openPlain(game, 4 << 20);
        // One table for several searches of one game: what they store must hold for each other.
        const table = tableOf(bench, how.table);
        for (const plies of games) {
          const states = randomGame(game, plies, seed + plies, isOver(game));
          searchesExactly(bench, table, states, how);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('play mode shares entries between ways, and takes repetition for no proof', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), graph, fc.nat(12), async (seed, options, plies) => {
      const game = randomGraph(seed, options);
      const bench = await openPlain(game, 4 << 20);
      const { searcher, binding, slot } = bench;
      const states = randomGame(game, plies, seed, isOver(game));
      const root = positionOf(game, states.at(-1)!, states.slice(0, -1));
      const start = { mode: 'play', maxDepth: 7 } as const;
      searcher.attach(tableOf(bench, 'large')).start(binding.place(slot, root), start);
      searcher.run(Number.POSITIVE_INFINITY);
      const { value, depth } = searcher.found!;
      if (Math.abs(value) < WIN) return;
      // A win that play mode calls proven is one in the exact tree.
      const oracle = minimaxOf(game, states.at(-1)!, depth, states.slice(0, -1));
      expect(Math.sign(oracle) * Number(Math.abs(oracle) >= WIN)).toBe(Math.sign(value));
    }),
    { numRuns: 100 },
  );
});

test('the winner of a game knows repetition, the last state first', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), graph, fc.nat(30), (seed, options, plies) => {
      const game = randomGraph(seed, options);
      const states = randomGame(game, plies, seed, isOver(game));
      expect(gameWinner(game, states)).toBeUndefined();
      const next = game.play(states.at(-1)!, game.moves(states.at(-1)!)[0]!);
      const expected = game.winner(next) ?? winnerByRepetition(game, next, states);
      expect(gameWinner(game, [...states, next])).toBe(expected);
    }),
  );
});

describe('symmetries', () => {
  test('change no value and no move of an exact search', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), how, fc.nat(6), async (seed, how, plies) => {
        const game = mirroredWalk(seed, true);
        if (game.winner(game.start()) !== undefined) return;
        const bench = await openPlain(game, 4 << 20);
        const table = tableOf(bench, how.table);
        const states = randomGame(game, plies, seed, isOver(game));
        searchesExactly(bench, table, states, how);
        searchesExactly(bench, table, [game.symmetries!(states.at(-1)!)[0]!], how);
      }),
      { numRuns: 150 },
    );
  });

  test('save two of three nodes of tic-tac-toe', async () => {
    const nodesOf = async (game: typeof ticTacToe) => {
      const bench = await openPlain(game, 4 << 20);
      const { searcher, binding, slot } = bench;
      const table = tableOf(bench, 'large');
      searcher.attach(table).start(binding.place(slot, game.start()), { maxDepth: 9 });
      searcher.run(Number.POSITIVE_INFINITY);
      expect(searcher.found!.value).toBe(0);
      return searcher.nodes;
    };
    const { symmetries: _, ...rules } = ticTacToe;
    // Measured: 2,844 of 9,295.
    expect(await nodesOf(ticTacToe)).toBeLessThan(0.34 * (await nodesOf(defineGame(rules))));
  });
});

const { sequential: _, ...algorithms } = registry;

test.each(Object.entries(algorithms))(
  '%s finds the minimax value with every rule, also while workers fail',
  async (_, algorithm) => {
    for (let seed = 1; seed <= 12; seed++) {
      const results = ['draw', 'loss', 'win'] as const;
      const graph = randomGraph(seed, {
        nodes: 4 + (seed % 5),
        ends: 12,
        repetition: { times: 2 + (seed % 2), result: results[seed % 3]! },
        scored: seed % 4 === 0,
      });
      await findsMinimax(algorithm, graph as PlainGame, seed);
      await findsMinimax(algorithm, mirroredWalk(seed, true) as PlainGame, seed);
    }
  },
);

async function findsMinimax(
  algorithm: (typeof algorithms)[keyof typeof algorithms],
  game: PlainGame,
  seed: number,
): Promise<void> {
  if (game.winner(game.start()) !== undefined) return;
  const size = 2 + (seed % 4);
  const depth = 3 + (seed % 5);
  const maxPly = 40;
  const { kernel, binding } = await openPlain(game, 48 << 20);
  const board = stateBoard(binding, maxPly, size * 8);
  const states = randomGame(game, seed % 7, seed, isOver(game));
  const root = positionOf(game, states.at(-1), states.slice(0, -1));
  const shared = Table.create(kernel, 1 << 18);
  const bench = new Bench({ kernel, board, maxPly, table: () => shared });
  const run = await bench.run({
    algorithm,
    root,
    depth,
    size,
    seed,
    table: 'shared',
    epochNs: [10, 1000][seed % 2]!,
    ...(seed % 3 === 0 && { world: hostileWorld(seed, size) }),
  });
  const expected = minimaxOf(game, states.at(-1), depth, states.slice(0, -1));
  expect(run.finding?.value, `seed ${seed}`).toBe(expected);
}
