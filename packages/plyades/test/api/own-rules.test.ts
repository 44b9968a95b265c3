// Own games with repetition, a margin and double moves on threads: through bots, searches, proofs and loaded games.
import { bot, closeAll, loadGame, type Move, type PlainGame, search, solve, unwrap } from 'plyades';
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest';
import { PROVEN, WIN } from '#dist/core/score.js';
import { gameWinner } from '#dist/games/plain/index.js';
import { minimaxOf } from '../support/minimax.js';
import graphModule, { endless as endlessModule } from '../support/own-games/graph.mjs';
import harvestModule from '../support/own-games/harvest.mjs';
import { randomGame } from '../support/rule-games.js';

interface Place {
  readonly node: number;
}
interface Way {
  readonly to: number;
}

const graph = graphModule as unknown as PlainGame<Place, Way>;
const endless = endlessModule as unknown as PlainGame<Place, Way>;
const harvest = harvestModule as unknown as PlainGame<unknown, number>;

const graphPath = 'test/support/own-games/graph.mjs';
const harvestPath = 'test/support/own-games/harvest.mjs';
const isOver = (states: readonly Place[]) => gameWinner(graph, states) !== undefined;

/** In play mode a game that is won by repetition is worth a little less than a proof. */
const bounded = (value: number) => Math.max(1 - PROVEN, Math.min(PROVEN - 1, value));

afterAll(closeAll);

const searches = [
  {},
  { algorithm: 'root-split', workers: 2 },
  { algorithm: 'young-brothers', workers: 2 },
  { algorithm: 'aphid', workers: 3 },
  { algorithm: 'minimal-tree', workers: 2 },
  { algorithm: 'lazy-smp', workers: 2 },
  { algorithm: 'abdada', workers: 3 },
] as const;

test.each(searches)('exact search on threads finds the minimax value: %o', async (options) => {
  for (const [path, game] of [
    [graphPath, graph],
    [harvestPath, harvest],
  ] as const) {
    const { notation } = await loadGame(path);
    const position = notation.start();
    for (const depth of [3, 6]) {
      const found = await search({ position, depth, mode: 'exact', hash: 1, ...options }).result;
      const expected = minimaxOf(game as PlainGame, game.start(), depth);
      expect(found.value).toBe(expected);
    }
  }
});

describe('a bot', () => {
  test.each([1, 2])('knows the states before, on %i threads', async (workers) => {
    const ai = await bot(graph, { workers, hash: 1 });
    expectTypeOf(ai.move)
      .parameter(1)
      .exclude<undefined>()
      .toHaveProperty('before')
      .toEqualTypeOf<readonly Place[] | undefined>();
    for (let seed = 1; seed <= 10; seed++) {
      const states = randomGame(graph, seed, seed, isOver);
      const state = states.at(-1)!;
      const before = states.slice(0, -1);
      // Too shallow for the table, which does not know the way in play mode.
      const { move, value } = await ai.move(state, { before, depth: 2 });
      expect(bounded(value)).toBe(bounded(minimaxOf(graph, state, 2, before)));
      const played = graph.play(state, move!);
      const next = minimaxOf(graph, played, 1, states);
      const own = graph.turn(played) === graph.turn(state) ? next : 0 - next;
      expect(bounded(own)).toBe(bounded(value));
    }
    await ai.close();
  });

  test.each([1, 2])('returns the very objects of `moves`, on %i threads', async (workers) => {
    const ai = await bot(endless, { workers, hash: 1 });
    let state = endless.start();
    for (let i = 0; i < 6 && endless.winner(state) === undefined; i++) {
      const legal = endless.moves(state);
      const { move, line } = await ai.move(state, { depth: 6 });
      expect(legal.some((each) => each === move)).toBe(true);
      let current = state;
      for (const each of line) {
        expect(endless.moves(current).some((other) => other === each)).toBe(true);
        current = endless.play(current, each);
      }
      state = endless.play(state, move!);
    }
    await ai.close();
  });

  test('maximises the margin and reports it', async () => {
    const ai = await bot(harvest, { workers: 1, hash: 1 });
    const { value, solved } = await ai.move(harvest.start(), { depth: 12 });
    expect(solved).toBe(true);
    expect(value).toBe(minimaxOf(harvest, harvest.start(), 12));
    await ai.close();
  });
});

describe('a loaded game', () => {
  test('ends by repetition', async () => {
    const game = await loadGame(graphPath);
    let position = game.notation.start();
    const played = [position];
    const states = [graph.start()];
    while (game.ending(played) === undefined) {
      expect(isOver(states)).toBe(false);
      expect(game.repetition(played)).toBeUndefined();
      // Towards a node that was visited, if there is one.
      const legal: Move[] = game.legalMoves(position);
      const visited = legal.find((move) => {
        const { to } = JSON.parse(game.notation.makeMove(move));
        return states.some(({ node }) => node === to);
      });
      const move = visited ?? legal[0]!;
      position = unwrap(game.play(position, move));
      played.push(position);
      states.push({ node: JSON.parse(game.notation.makeMove(move)).to });
    }
    const loser = graph.turn(states.at(-2)!);
    expect(game.repeats).toBe(2);
    expect(game.repetition(played)).toEqual({ result: 'loss', loser });
    expect(game.ending(played)).toEqual({
      winner: 1 - loser,
      reason: 'the same position for the 2nd time',
    });
    expect(game.over(position)).toBe(true);
    expect(game.legalMoves(position)).toEqual([]);
    expect(Math.abs(game.result(position))).toBe(WIN);
  });

  test('ends with a margin', async () => {
    const game = await loadGame(harvestPath);
    let position = game.notation.start();
    while (!game.over(position)) {
      position = unwrap(game.play(position, game.legalMoves(position)[0]!));
    }
    const ending = game.ending([position])!;
    expect(ending.marginName).toBe('points');
    expect(ending.margin).toBe(Math.abs(game.result(position)));
    expect(ending.margin).toBeGreaterThan(0);
  });

  test('is solved as repetition decides', async () => {
    const game = await loadGame(graphPath);
    const expected = minimaxOf(graph, graph.start(), 14);
    expect(Math.abs(expected)).toBeGreaterThanOrEqual(WIN);
    for (const side of [0, 1] as const) {
      const wins = expected > 0 === (graph.turn(graph.start()) === side);
      const { result } = await solve(game.notation.start(), { goal: 'win', side }).result;
      expect(result).toBe(wins ? 'proved' : 'disproved');
    }
  });
});
