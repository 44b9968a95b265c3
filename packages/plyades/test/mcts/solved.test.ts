// Values that a tree of random games proves are those of minimax, in games where a side may move twice, with draws, by
// every setting; statistics add up; and a subtree that becomes the tree is the subtree.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import { loadKernel } from '#dist/games/load.js';
import type { GameSource } from '#dist/games/open.js';
import type { PlainGame } from '#dist/games/plain/index.js';
import type { MctsNode, MctsTree } from '#dist/kernel/index.js';
import { findingOf } from '#dist/mcts/root.js';
import type { MctsSearch } from '#dist/mcts/search.js';
import { openTree, type Place, snapshot, sourceOf, valueForFirst } from '../support/mcts.js';
import ring from '../support/repeating-ring.mjs';
import scoredWalk from '../support/scored-walk.mjs';
import walk from '../support/seeded-walk.mjs';

const game = walk as PlainGame<Place, unknown>;
const margins = scoredWalk as PlainGame<Place, unknown>;
const ENOUGH = 20_000;
let source: GameSource;
let search: MctsSearch;

beforeAll(async () => {
  source = await sourceOf(game as PlainGame);
  search = await openTree(source);
});

const start = (seed: number): Place => ({ seed, x: 0, y: 0 });
const isOver = (state: Place) => game.winner(state) !== undefined;

const settings = fc.record({
  exploration: fc.constantFrom(0, 0.3, 2),
  rave: fc.constantFrom(0, 10, 500),
  expand: fc.constantFrom(1, 2, 7),
});

function solve(state: Place, given: object, seed: number): void {
  search.prepare(state, undefined, given);
  search.tree.begin(ENOUGH);
  search.start(state, seed, 0);
  search.run(ENOUGH);
}

/** Every node whose value is proved, with the state that it stands for. */
function* provedNodes(
  tree: MctsTree,
  node: MctsNode,
  state: Place,
): Generator<readonly [MctsNode, Place]> {
  if (node.turn !== undefined) yield [node, state];
  for (const child of tree.children(node)) {
    yield* provedNodes(tree, child, game.play(state, game.moves(state)[child.move]));
  }
}

describe('a proved value', () => {
  test('is that of minimax, whatever the settings', () => {
    fc.assert(
      fc.property(fc.nat(100_000), settings, fc.nat(), (seed, given, random) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        solve(state, given, random);
        const { root } = search.tree;
        expect(root.lower).toBe(root.upper);
        expect(root.lower).toBe(valueForFirst(game, state));
      }),
      { numRuns: 300 },
    );
  });

  test('bounds every node on the way to it', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 60 }), (seed, most) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        search.prepare(state, undefined, { expand: 1 });
        search.tree.begin(most);
        search.start(state, seed, 0);
        search.run(most);
        for (const [node, at] of provedNodes(search.tree, search.tree.root, state)) {
          const value = valueForFirst(game, at);
          expect(node.lower).toBeLessThanOrEqual(value);
          expect(node.upper).toBeGreaterThanOrEqual(value);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('has a line that ends with it', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        solve(state, {}, seed);
        const found = findingOf(search.statistics(state))!;
        const end = found.pv.reduce((at, move) => game.play(at, game.moves(at)[move]), state);
        const result = valueForFirst(game, end);
        expect(isOver(end)).toBe(true);
        expect(found.complete).toBe(true);
        expect((game.turn(state) === 0 ? result : -result) + 0).toBe(found.value);
        if (found.value === WIN) expect(found.depth).toBe(found.pv.length);
      }),
      { numRuns: 200 },
    );
  });

  test('of tic-tac-toe is a draw', async () => {
    const kernel = await loadKernel('tic-tac-toe');
    const board = await openTree({ kind: 'kernel', kernel }, 8 << 20);
    const empty = new Uint8Array(5);
    for (const seed of [1, 2, 3]) {
      board.prepare(empty, undefined, {});
      board.tree.begin(200_000);
      board.start(empty, seed, 0);
      board.run(200_000);
      const found = findingOf(board.statistics(empty))!;
      expect(found).toMatchObject({ value: 0, complete: true });
      expect(found.pv).toHaveLength(9);
    }
  });
});

describe('statistics', () => {
  test('of children add up to those of their parent', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 40 }), (seed, most) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        search.prepare(state, undefined, { expand: 3 });
        search.tree.begin(most);
        search.start(state, seed, 0);
        const done = search.run(most);
        const { root } = search.tree;
        const children = search.tree.children(root);
        expect(done).toBe(search.tree.simulations);
        expect(root.visits).toBe(done);
        expect(children.reduce((sum, { visits }) => sum + visits, 0)).toBe(done);
        expect(children.reduce((sum, { wins }) => sum + wins, 0)).toBe(root.wins);
        for (const { wins, visits } of children) expect(wins).toBeLessThanOrEqual(2 * visits);
      }),
      { numRuns: 100 },
    );
  });

  test('favour the side that wins more random games', () => {
    const seeds = Array.from({ length: 300 }, (_, seed) => seed);
    const rates = seeds.flatMap((seed) => {
      const state = start(seed);
      if (isOver(state) || game.moves(state).length < 2) return [];
      search.prepare(state, undefined, { expand: 1000, rave: 0, exploration: 2 });
      search.tree.begin(100);
      search.start(state, seed, 0);
      search.run(100);
      const { root } = search.tree;
      if (root.lower === root.upper) return [];
      const rate = root.wins / (2 * root.visits);
      const value = valueForFirst(game, state) / WIN;
      return [(game.turn(state) === 0 ? value : -value) * (rate - 0.5)];
    });
    expect(rates.length).toBeGreaterThan(50);
    expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeGreaterThan(0.05);
  });
});

describe('a tree', () => {
  test('becomes any of its subtrees, and the space of the rest is free', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(), (seed, choice) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        search.prepare(state, undefined, { expand: 1 });
        search.tree.begin(30);
        search.start(state, seed, 0);
        search.run(30);
        const { tree } = search;
        const nodes = [...provedNodes(tree, tree.root, state)].map(([node]) => node);
        const node = nodes[choice % nodes.length]!;
        const before = snapshot(tree, node);
        const used = tree.used;
        tree.moveRoot(node);
        expect(snapshot(tree, tree.root)).toEqual(before);
        expect(tree.used).toBeLessThanOrEqual(used);
      }),
      { numRuns: 200 },
    );
  });

  test('is kept for a position that follows, and proves the same there', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(1), (seed, second) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        search.prepare(state, undefined, {});
        search.tree.begin(20);
        search.start(state, seed, 0);
        search.run(20);
        const played = search.tree.children(search.tree.root).filter(({ visits }) => visits > 0);
        const { move } = played[second % played.length]!;
        const next = game.play(state, game.moves(state)[move]);
        fc.pre(!isOver(next));
        expect(search.prepare({ ...next }, state, {})).toBe(true);
        search.tree.begin(ENOUGH);
        search.start(next, seed, 0);
        search.run(ENOUGH);
        expect(search.tree.root.lower).toBe(valueForFirst(game, next));
        expect(search.tree.root.upper).toBe(search.tree.root.lower);
      }),
      { numRuns: 150 },
    );
  });

  test('that is full still proves nothing wrong', async () => {
    const tiny = await openTree(source, 1024);
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const state = start(seed);
        fc.pre(!isOver(state));
        tiny.prepare(state, undefined, { expand: 1 });
        tiny.tree.begin(300);
        tiny.start(state, seed, 0);
        tiny.run(300);
        const { root } = tiny.tree;
        const value = valueForFirst(game, state);
        expect(root.lower).toBeLessThanOrEqual(value);
        expect(root.upper).toBeGreaterThanOrEqual(value);
        expect(tiny.tree.used).toBeLessThanOrEqual(1000);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the rules of a game', () => {
  test('played for a margin: the margin is proved', async () => {
    const scored = await openTree(await sourceOf(margins as PlainGame));
    const values = Array.from({ length: 40 }, (_, seed) => start(seed))
      .filter((state) => margins.winner(state) === undefined)
      .map((state) => {
        scored.prepare(state, undefined, {});
        scored.tree.begin(ENOUGH);
        scored.start(state, state.seed, 0);
        scored.run(ENOUGH);
        const { lower, upper } = scored.tree.root;
        expect([lower, upper]).toEqual([marginOf(state), marginOf(state)]);
        return lower;
      });
    expect(new Set(values).size).toBeGreaterThan(4);
  });

  test('of repetition: what a proof says holds with the past of the game', async () => {
    const circle = await openTree(await sourceOf(ring as PlainGame));
    for (const before of [[], [{ at: 1, turn: 1 }]]) {
      const position = { state: { at: 0, turn: 0 }, before };
      circle.prepare(position, undefined, {});
      circle.tree.begin(ENOUGH);
      circle.start(position, 1, 0);
      circle.run(ENOUGH);
      const { lower, upper } = circle.tree.root;
      const expected = repeatedValue(position.state, before);
      expect([lower, upper]).toEqual([expected, expected]);
    }
  });
});

/** The margin for side 0 of a walk that is scored. */
function marginOf(state: Place): number {
  if (margins.winner(state) !== undefined) return margins.score!(state);
  const values = margins.moves(state).map((move: unknown) => marginOf(margins.play(state, move)));
  return margins.turn(state) === 0 ? Math.max(...values) : Math.min(...values);
}

interface Stone {
  readonly at: number;
  readonly turn: number;
}

/** The value for side 0 on a ring on which a position that comes again is a draw. */
function repeatedValue(state: Stone, before: readonly Stone[]): number {
  const winner = ring.winner(state as never);
  if (winner !== undefined) return winner === 0 ? WIN : -WIN;
  if (before.some(({ at, turn }) => at === state.at && turn === state.turn)) return 0;
  const values = ring
    .moves(state as never)
    .map((move: number) => repeatedValue(ring.play(state as never, move), [...before, state]));
  return state.turn === 0 ? Math.max(...values) : Math.min(...values);
}

test('moves that are compared get the same number of visits, and the others none', async () => {
  const kernel = await loadKernel('tic-tac-toe');
  const compared = await openTree({ kind: 'kernel', kernel });
  const empty = new Uint8Array(5);
  compared.prepare(empty, undefined, {});
  compared.tree.begin(ENOUGH);
  compared.start(empty, 1, 0);
  compared.run(100);
  const visitsOf = () =>
    new Map(compared.tree.children(compared.tree.root).map(({ move, visits }) => [move, visits]));
  const before = visitsOf();
  const [first, second, ...others] = before.keys();
  compared.tree.compare([first!, second!]);
  compared.run(400);
  const after = visitsOf();
  expect(Math.abs(after.get(first!)! - after.get(second!)!)).toBeLessThanOrEqual(1);
  expect(after.get(first!)!).toBeGreaterThan(200);
  for (const move of others) expect(after.get(move)).toBe(before.get(move));
});

describe('a ranking by a tree', () => {
  const child = { visits: 0, wins: 0, lower: -WIN, upper: WIN, length: 0, line: [] };
  const root = { turn: 0, lower: -WIN, upper: WIN, length: 0, simulations: 1 } as const;
  const lost = { ...child, move: 1, visits: 3, upper: -WIN };
  const unlucky = { ...child, move: 2, visits: 1 };
  const unknown = { ...child, move: 3 };

  test('takes a move of which nothing is known for even, before one that has lost so far', () => {
    const found = findingOf(
      { ...root, moves: [lost, unlucky, unknown] },
      { lines: 3, only: [1, 2, 3] },
    );
    const { others = [], ...best } = found!;
    const values = [best, ...others].map(({ move, value }) => [move, value]);
    expect(values).toEqual([
      ...[
        [3, 0],
        [2, -1000],
        [1, -WIN],
      ],
    ]);
  });
});
