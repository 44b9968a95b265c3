// Bots without an evaluation rank and explain moves by their tree of random games. Whatever the limits, the threads and
// the memory, what they say is proved agrees with minimax over all lines, and no proven loss comes before another move.
import fc from 'fast-check';
import { type Bot, bot, gameWinner, type PlainGame, type RankedMove } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { testCases } from '../support/long.js';

type State = { readonly seed: number };
const module = new URL('../support/own-games/random-games.mjs', import.meta.url).href;
const games: Readonly<Record<string, PlainGame<State, number>>> = await import(module);

/** The value for side 0 with all states before: a margin, or 1, 0 and -1. */
function minimaxFor(game: PlainGame<State, number>, path: readonly State[]): number {
  const state = path.at(-1)!;
  const winner = gameWinner(game, path);
  if (winner !== undefined) {
    return game.score?.(state) ?? (winner === 'draw' ? 0 : winner === 0 ? 1 : -1);
  }
  const values = game
    .moves(state)
    .map((move) => minimaxFor(game, [...path, game.play(state, move)]));
  return game.turn(state) === 0 ? Math.max(...values) : Math.min(...values);
}

/** The states of a game of some random moves, without the end of it. */
function playSome(game: PlainGame<State, number>, seed: number, plies: number): State[] {
  const random = createRandom(seed);
  const path = [{ ...game.start(), seed }];
  for (let ply = 0; ply < plies; ply++) {
    const state = path.at(-1)!;
    const moves = game.moves(state);
    const next = game.play(state, moves[random.below(moves.length)]!);
    if (gameWinner(game, [...path, next]) !== undefined) break;
    path.push(next);
  }
  return path;
}

const ENOUGH = 300_000;
const limits = [
  { nodes: 1 },
  { nodes: 7 },
  { nodes: 60 },
  { ms: 1 },
  { nodes: ENOUGH },
  { nodes: ENOUGH, lines: 2 },
];
const signs = { win: 1, draw: 0, loss: -1 } as const;

describe.each(['decided', 'scored', 'repeating'])('a random game, %s', (name) => {
  const game = games[name]!;
  let bots: readonly Bot<State, number>[];
  beforeAll(async () => {
    const made = [
      { workers: 1, hash: 1 },
      { workers: 3, hash: 1 },
      { workers: 2, hash: 0 },
    ];
    bots = await Promise.all(made.map((options) => bot(game, options)));
  });
  afterAll(() => Promise.all(bots.map((ai) => ai.close())));

  const cases = fc.record({
    at: fc.nat(2),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    plies: fc.nat(3),
    limit: fc.constantFrom(...limits),
    move: fc.nat(),
  });

  testCases('is ranked and explained as minimax proves', 12, 200, async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ at, seed, plies, limit, move: drawn }) => {
        const path = playSome(game, seed, plies);
        const state = path.at(-1)!;
        const before = path.slice(0, -1);
        const moves = game.moves(state);
        const side = game.turn(state) === 0 ? 1 : -1;
        const truth = moves.map(
          (move) => side * minimaxFor(game, [...path, game.play(state, move)]),
        );
        const best = Math.max(...truth);
        const isProved = ({ result }: RankedMove<number>) => result !== undefined;
        const check = (each: RankedMove<number>) => {
          if (each.result === undefined) {
            expect(each.outcome).toMatch(/^about \d+ % to win$/);
            return;
          }
          expect(signs[each.result]).toBe(Math.sign(truth[each.move]!) + 0);
          if (game.score) expect(each.value).toBe(truth[each.move]! + 0);
        };
        const { lines = moves.length } = limit;
        const ranked = await bots[at]!.rank(state, { ...limit, before });
        expect(new Set(ranked.map(({ move }) => move)).size).toBe(Math.min(lines, moves.length));
        for (const each of ranked) check(each);
        const results = ranked.map(({ result }) => (result && signs[result]) ?? 0.5);
        expect(results.lastIndexOf(1)).toBeLessThanOrEqual(
          results.filter((each) => each === 1).length,
        );
        const loss = ranked.find(({ result }) => result === 'loss');
        for (const each of loss ? ranked.slice(ranked.indexOf(loss)) : []) {
          // In a lost position a move that cannot be better may follow before its own margin is known.
          expect(truth[each.move]).toBeLessThanOrEqual(truth[loss!.move]!);
          if (each.result === undefined) expect(each.outcome).toBe('about 0 % to win');
          else expect(each.result).toBe('loss');
        }
        if (limit.nodes === ENOUGH) {
          expect(ranked.every(isProved)).toBe(true);
          expect(ranked.map(({ move }) => truth[move]! + 0)).toEqual(
            truth
              .map((value) => value + 0)
              .sort((a, b) => b - a)
              .slice(0, lines),
          );
        }
        const { lines: _, ...within } = limit;
        const move = moves[drawn % moves.length]!;
        const found = await bots[at]!.explain(state, move, { ...within, before });
        expect(found.played.move).toBe(move);
        check(found.played);
        check(found.best);
        expect(found.difference).toBeGreaterThanOrEqual(0);
        expect(/^(as good as the )?best move$/.test(found.words)).toBe(found.isBest);
        if (limit.nodes === ENOUGH) expect(found.isBest).toBe(truth[move] === best);
      }),
      { numRuns },
    );
  });
});

test('a bot whose signal is aborted before it begins ranks all moves', async () => {
  await using ai = await bot(games.decided!, { workers: 1, hash: 1 });
  const state = games.decided!.start();
  await ai.move(state, { nodes: 1 });
  const ranked = await ai.rank(state, { signal: AbortSignal.abort() });
  expect(ranked).toHaveLength(games.decided!.moves(state).length);
});
