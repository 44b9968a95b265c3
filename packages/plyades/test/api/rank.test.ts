// rank() gives every move the value of an exact search, explain() agrees with rank(), and both say in words what
// their values prove. search() and solve() take states of the same games.
import fc from 'fast-check';
import {
  type Bot,
  bot,
  closeAll,
  type LoadedGame,
  loadGame,
  type PlainGame,
  type Position,
  PROVEN,
  search,
  solve,
  unwrap,
  WIN,
} from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeComparison, makeOutcome } from '#dist/api/outcome.js';
import { createRandom } from '#dist/core/random.js';
import { minimaxOf } from '../support/minimax.js';
import { randomState } from '../support/plain-games.js';

interface Sticks {
  readonly piles: readonly number[];
  readonly side: 0 | 1;
  readonly ply: number;
}

interface Take {
  readonly pile: number;
  readonly take: number;
}

const module = new URL('../support/own-games/sticks.mjs', import.meta.url).href;
const games: { default: PlainGame<Sticks, Take>; blind: PlainGame<Sticks, Take> } = await import(
  module
);
const sticks = games.default;

let ai: Bot<Sticks, Take>;
let blind: Bot<Sticks, Take>;
let oracle: Bot<Position, number>;
let ticTacToe: LoadedGame;

beforeAll(async () => {
  ai = await bot(sticks, { level: 'easy', hash: 1 });
  blind = await bot(games.blind, { hash: 1, workers: 2 });
  oracle = await bot('tic-tac-toe', { hash: 1 });
  ticTacToe = await loadGame('tic-tac-toe');
});
afterAll(async () => {
  await Promise.all([ai.close(), blind.close(), oracle.close()]);
  await closeAll();
});

/** The value of a move, from the side that moves. */
function moveValue(state: Sticks, move: Take, depth: number): number {
  const next = sticks.play(state, move);
  const value = minimaxOf(sticks, next, depth - 1);
  return sticks.turn(next) === sticks.turn(state) ? value : 0 - value;
}

const scenario = fc.record({
  seed: fc.nat(),
  plies: fc.nat(5),
  depth: fc.integer({ min: 1, max: 8 }),
});

describe('an own game', () => {
  test('has the exact value of every move, best first, whatever the level', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ seed, plies, depth }) => {
        const state = randomState(sticks, plies, createRandom(seed));
        const over = sticks.winner(state) !== undefined;
        const moves = over ? [] : sticks.moves(state);
        const ranked = await ai.rank(state, { depth, mode: 'exact' });
        expect(ranked).toHaveLength(moves.length);
        expect(ranked.map(({ value }) => value)).toEqual(
          moves.map((move) => moveValue(state, move, depth)).sort((a, b) => b - a),
        );
        for (const { move, line, value } of ranked) {
          expect(moves).toContainEqual(move);
          expect(line[0]).toEqual(move);
          expect(value).toBe(moveValue(state, move, depth));
        }
      }),
      { numRuns: 12 },
    );
  });

  test('is explained as it is ranked', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.nat(), async ({ seed, plies, depth }, at) => {
        const state = randomState(sticks, plies, createRandom(seed));
        if (sticks.winner(state) !== undefined) return;
        const moves = sticks.moves(state);
        const move = moves[at % moves.length]!;
        const options = { depth, mode: 'exact' } as const;
        const [best] = await ai.rank(state, { ...options, lines: 1 });
        const {
          played,
          best: better,
          difference,
          isBest,
          words,
        } = await ai.explain(state, { ...move }, options);
        expect(played).toMatchObject({ move, value: moveValue(state, move, depth) });
        expect(better.value).toBe(best!.value);
        expect(difference).toBe(best!.value - played.value);
        expect(isBest).toBe(difference === 0);
        expect(/^(best move|as good as the best move)$/.test(words)).toBe(isBest);
      }),
      { numRuns: 8 },
    );
  });

  test('says in words how a solved game ends', async () => {
    const ranked = await ai.rank(sticks.start(), { depth: 12 });
    for (const { result, outcome, value } of ranked) {
      const said = { win: /^wins in \d+$/, draw: /^draws$/, loss: /^loses in \d+$/ }[result!];
      expect(outcome).toMatch(said);
      expect(Math.sign(value)).toBe({ win: 1, draw: 0, loss: -1 }[result!]);
    }
    expect(new Set(ranked.map(({ result }) => result)).size).toBeGreaterThan(1);
  });

  test('without an evaluation has chances in percent, and the lines that are asked for', async () => {
    const ranked = await blind.rank(sticks.start(), { nodes: 6, lines: 3 });
    expect(ranked).toHaveLength(3);
    for (const { outcome } of ranked) expect(outcome).toMatch(/^about \d+ % to win$/);
    const [first] = await blind.rank(sticks.start(), { depth: 12 });
    expect(first!.result).toBe('win');
  });

  test('without an evaluation is ranked by the tree of the bot: nothing proved is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(5), fc.nat(), async (seed, plies, at) => {
        const state = randomState(sticks, plies, createRandom(seed));
        if (sticks.winner(state) !== undefined) return;
        const moves = sticks.moves(state);
        const truth = (move: Take) => Math.sign(moveValue(state, move, 12));
        const found = await blind.move(state, { nodes: 2000 });
        const ranked = await blind.rank(state, { nodes: 2000 });
        expect(ranked.map(({ move }) => move)).toHaveLength(moves.length);
        expect(truth(ranked[0]!.move)).toBe(truth(found.move!));
        for (const { move, result, line } of ranked) {
          expect(line[0]).toBe(move);
          if (result) expect(truth(move)).toBe({ win: 1, draw: 0, loss: -1 }[result]);
        }
        const move = moves[at % moves.length]!;
        const explained = await blind.explain(state, move, { nodes: 4000 });
        expect(explained.played.move).toEqual(move);
        expect(explained.difference).toBeGreaterThanOrEqual(0);
        // Trees of this size are solved by far fewer simulations.
        expect(truth(move)).toBe(Math.sign(explained.played.value));
        expect(explained.isBest || truth(move) <= truth(explained.best.move)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  test('without an evaluation is ranked in time although its random games hardly end', async () => {
    const game: PlainGame<unknown, number> = (
      await import(new URL('../support/own-games/endless.mjs', import.meta.url).href)
    ).default;
    await using walker = await bot(game, { hash: 1, workers: 2 });
    const began = performance.now();
    const ranked = await walker.rank(game.start(), { ms: 100 });
    const { words } = await walker.explain(game.start(), 2, { ms: 100 });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(ranked).toHaveLength(4);
    for (const { outcome } of ranked) expect(outcome).toMatch(/^about \d+ % to win$/);
    expect(words).toMatch(/best move|gives away about \d+ %/);
  });

  test('by its module is ranked and explained with the codes of its moves', async () => {
    const game = await loadGame(module);
    await using named = await bot(module, { hash: 1 });
    const position = unwrap(game.playMoves(game.notation.start(), '{"pile":1,"take":2}'));
    const state = sticks.play(sticks.start(), { pile: 1, take: 2 });
    const options = { depth: 6, mode: 'exact' } as const;
    const ranked = await named.rank(position, options);
    expect(ranked).toHaveLength(sticks.moves(state).length);
    for (const { move, value } of ranked) {
      const own: Take = JSON.parse(game.notation.makeMove(move));
      expect(value).toBe(moveValue(state, own, 6));
      const { played } = await named.explain(position, move, options);
      expect(played).toMatchObject({ move, value });
    }
  });

  test('knows by the states before that a move repeats', async () => {
    const circle: PlainGame<number, number> = (
      await import(new URL('../support/own-games/circle.mjs', import.meta.url).href)
    ).default;
    await using walker = await bot(circle, { hash: 1 });
    const options = { depth: 2, mode: 'exact' } as const;
    const outcomes = async (before: readonly number[]) => {
      const ranked = await walker.rank(2, { ...options, before });
      return Object.fromEntries(ranked.map(({ move, outcome }) => [move, outcome]));
    };
    expect((await outcomes([]))[1]).toMatch(/^about /);
    expect((await outcomes([3, 1]))[1]).toBe('loses in 1');
    const given = { game: circle, state: 2, before: [3, 1], depth: 1, mode: 'exact' } as const;
    expect((await search(given).result).move).toBe(3);
    expect(await walker.rank(2, { ...options, before: [2] })).toEqual([]);
    await expect(walker.explain(2, 1, { ...options, before: [2] })).rejects.toMatchObject({
      code: 'ERR_ILLEGAL_MOVE',
      message: expect.stringMatching(/the game is over/),
    });
  });

  test('in play mode knows a repetition although its table knows the position', async () => {
    const stay: PlainGame<number, string> = (
      await import(new URL('../support/own-games/stay.mjs', import.meta.url).href)
    ).default;
    for (const workers of [1, 2]) {
      await using walker = await bot(stay, { hash: 1, workers });
      for (const depth of [3, 6, 12]) {
        for (const node of [0, 1, 2, 5]) {
          expect([node, (await walker.move(node, { depth })).move]).toEqual([node, 'go']);
          const [best, other] = await walker.rank(node, { depth });
          expect([node, best!.move, other!.move]).toEqual([node, 'go', 'stay']);
          expect(other!.value).toBeLessThan(-400_000);
          expect(other!.outcome).toBe('loses by repetition');
        }
      }
    }
  });

  test('refuses moves that are not legal and options that are wrong', async () => {
    const start = sticks.start();
    await expect(ai.explain(start, { pile: 0, take: 9 })).rejects.toMatchObject({
      code: 'ERR_ILLEGAL_MOVE',
    });
    await expect(ai.rank(start, { lines: 0 })).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(ai.rank(start, { line: 1 } as never)).rejects.toThrow(/did you mean lines/);
    await expect(ai.explain(start, { pile: 0, take: 1 }, { lines: 2 } as never)).rejects.toThrow(
      /^lines: expected one of/,
    );
    await expect(ai.rank(start, { ms: 0 })).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    for (const wrong of [{ before: 5 }, { signal: {} }]) {
      await expect(ai.move(start, wrong as never)).rejects.toMatchObject({ code: 'ERR_OPTION' });
      await expect(ai.rank(start, wrong as never)).rejects.toMatchObject({ code: 'ERR_OPTION' });
    }
  });
});

describe('a game of the library', () => {
  test('has the exact value of every move', async () => {
    const random = createRandom(11);
    for (let round = 0; round < 4; round++) {
      let position = ticTacToe.notation.start();
      for (let ply = 0; ply < 2 + random.below(3); ply++) {
        const moves = ticTacToe.legalMoves(position);
        position = unwrap(ticTacToe.play(position, moves[random.below(moves.length)]!));
      }
      const ranked = await oracle.rank(position, { depth: 9, mode: 'exact' });
      expect(ranked).toHaveLength(ticTacToe.legalMoves(position).length);
      for (const { move, value } of ranked) {
        const next = unwrap(ticTacToe.play(position, move));
        const below = await search({ position: next, depth: 8, mode: 'exact', hash: 1 }).result;
        expect(value).toBe(0 - below.value);
      }
    }
  });

  test('is explained in words, and a finished one has no moves', async () => {
    const at = (text: string) => unwrap(ticTacToe.parsePosition(text));
    const [completing, blunder] = [2, 8];
    const winning = at('XX-OO---- X');
    expect(await oracle.explain(winning, completing)).toMatchObject({
      words: 'best move',
      difference: 0,
      best: { outcome: 'wins in 1', result: 'win' },
    });
    expect((await oracle.explain(winning, blunder)).words).toBe(
      'turns a win in 1 into a loss in 2',
    );
    expect(await oracle.rank(at('XXXOO---- O'))).toEqual([]);
  });
});

describe('an own state', () => {
  test('is searched exactly, by the game or by its module, with own moves', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.boolean(), async ({ seed, plies, depth }, byModule) => {
        const state = randomState(sticks, plies, createRandom(seed));
        const game = byModule ? (module as `${string}/x.js`) : sticks;
        const found = await search<Sticks, Take>({ game, state, depth, mode: 'exact', hash: 1 })
          .result;
        expect(found.value).toBe(minimaxOf(sticks, state, depth));
        if (sticks.winner(state) !== undefined) return;
        const move: Take = found.move!;
        expect(moveValue(state, move, depth)).toBe(found.value);
        expect(found.line[0]).toEqual(move);
      }),
      { numRuns: 8 },
    );
  });

  test('is solved, with a line of own moves', async () => {
    const state = sticks.start();
    const isWon = minimaxOf(sticks, state, 12) >= WIN;
    const { result, line } = await solve({ game: sticks, state }).result;
    expect(result).toBe(isWon ? 'proved' : 'disproved');
    const first: Take | undefined = line[0];
    expect(sticks.moves(state)).toContainEqual(first);
  });

  test('is refused where a text would be needed', async () => {
    const state = sticks.start();
    const query = { game: sticks, state, depth: 2 };
    const refused = (name: string) =>
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringMatching(name) });
    expect(() => search({ ...query, cluster: {} } as never)).toThrow(refused('^cluster'));
    expect(() => search({ ...query, position: 'start' } as never)).toThrow(refused('^position'));
    expect(() => solve({ game: sticks, state }, { proof: true })).toThrow(refused('^proof'));
    expect(() => search({ state, depth: 1 } as never)).toThrow(
      expect.objectContaining({ code: 'ERR_GAME' }),
    );
  });
});

describe('words', () => {
  const found = (value: number, depth = 10, solved = false) => ({ value, depth, solved });
  test.each([
    [found(WIN + 3), {}, 'wins in 7'],
    [found(-WIN - 6), {}, 'loses in 4'],
    [found(WIN, 255), {}, 'wins'],
    [found(0, 10, true), {}, 'draws'],
    [found(PROVEN - 1), {}, 'wins by repetition'],
    [found(1 - PROVEN), {}, 'loses by repetition'],
    [found(0), {}, 'about 0'],
    [found(120), {}, 'about +120'],
    [found(-7), {}, 'about -7'],
    [found(100), { certainty: 1000 }, 'about 55 % to win'],
    [found(-1000), { certainty: 1000 }, 'about 0 % to win'],
    [found(125), { marginUnit: 100 }, 'about +1.25'],
    [found(1200, 10, true), { marginUnit: 100 }, 'wins by 12'],
    [found(-400, 10, true), { marginUnit: 100 }, 'loses by 4'],
  ])('for %o on the scale %o are: %s', (judged, scale, words) => {
    expect(makeOutcome(judged, scale)).toBe(words);
  });

  test.each([
    [found(WIN + 5), found(WIN + 1), {}, 'wins in 9 instead of 5'],
    [found(WIN + 5), found(20), {}, 'loses a win in 5'],
    [found(WIN + 5), found(0, 10, true), {}, 'turns a win in 5 into a draw'],
    [found(0, 10, true), found(-WIN - 6), {}, 'turns a draw into a loss in 4'],
    [found(0, 10, true), found(-30), {}, 'loses a draw'],
    [found(-WIN - 2), found(-WIN - 8), {}, 'loses in 2 instead of 8'],
    [found(30), found(-WIN - 6), {}, 'loses in 4'],
    [found(30), found(1 - PROVEN), {}, 'loses by repetition'],
    [found(PROVEN - 1), found(30), {}, 'loses a win by repetition'],
    [found(0, 10, true), found(1 - PROVEN), {}, 'turns a draw into a loss by repetition'],
    [found(90), found(10), {}, 'gives away about 80'],
    [found(100), found(-140), { certainty: 1000 }, 'gives away about 12 %'],
    [found(1200, 10, true), found(400, 10, true), { marginUnit: 100 }, 'wins by 4 instead of 12'],
    [found(10), found(10), {}, 'as good as the best move'],
  ])('for the best %o and the played %o on %o are: %s', (best, played, scale, words) => {
    expect(makeComparison(best, played, scale)).toBe(words);
  });
});
