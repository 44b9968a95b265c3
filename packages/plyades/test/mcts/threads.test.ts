// The same search on threads, in one tree or a tree each: proved values are those of minimax, nothing is lost, and it
// ends when it should.
import { bot, closeAll } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GameSource } from '#dist/games/open.js';
import type { PlainGame } from '#dist/games/plain/index.js';
import { MctsMemory, runMctsGroup } from '#dist/hosts/threads/mcts-group.js';
import { ThreadPool } from '#dist/hosts/threads/pool.js';
import { sharedNow } from '#dist/hosts/threads/shared-time.js';
import connectFour from '../support/bare-connect-four.mjs';
import { mctsRequest, type Place, sourceOf, valueForMover } from '../support/mcts.js';
import walk from '../support/seeded-walk.mjs';
import { AT_ONCE_MS } from '../support/waiting.js';

const game = walk as PlainGame<Place, unknown>;
const pool = new ThreadPool();
let source: GameSource;

beforeAll(async () => {
  source = await sourceOf(game as PlainGame);
});

afterAll(async () => {
  await pool.close();
  await closeAll();
});

const ongoing = Array.from({ length: 60 }, (_, seed): Place => ({ seed, x: 0, y: 0 })).filter(
  (place) => game.winner(place) === undefined,
);

describe.each([
  ['shared', 1],
  ['shared', 2],
  ['shared', 4],
  ['local', 1],
  ['local', 3],
] as const)('in a %s tree on %i threads', (table, workers) => {
  test('proved values are those of minimax, move by move', async () => {
    const memory = new MctsMemory();
    let position = ongoing[0]!;
    for (const first of ongoing.slice(1, 25)) {
      const request = mctsRequest({ table, workers, nodes: 50_000 });
      const search = { game: source, position, before: [], request, memory, askedAt: sharedNow() };
      const found = await runMctsGroup(pool, search);
      await found.settled;
      expect(found.workers).toBe(workers);
      expect(found.report).toMatchObject({ solved: true, status: 'solved' });
      expect(found.report.value).toBe(valueForMover(game, position));
      // On with the game, or with the next one when it is over.
      const next = game.play(position, found.report.plainMove);
      position = game.winner(next) === undefined ? next : first;
    }
  });
});

test('threads that share a tree lose no visit', async () => {
  const memory = new MctsMemory();
  const request = mctsRequest({ workers: 3, nodes: 3000, game: 'othello' });
  const { loadKernel } = await import('#dist/games/load.js');
  const kernel = await loadKernel('othello');
  const { loadGame } = await import('plyades');
  const { notation } = await loadGame('othello');
  const othello = { kind: 'kernel', kernel } as const;
  const search = {
    ...{ game: othello, position: notation.start().record, before: [] },
    ...{ request, memory, askedAt: sharedNow() },
  };
  const { report, settled } = await runMctsGroup(pool, search);
  await settled;
  expect(report.status).toBe('nodes');
  const { shared } = memory.open(othello, 3, 1 << 20, true);
  const { tree } = shared!;
  const children = tree.children(tree.root);
  expect(tree.simulations).toBe(3000);
  expect(tree.root.visits).toBe(3000);
  expect(children.reduce((sum, { visits }) => sum + visits, 0)).toBeLessThanOrEqual(3000);
  // Threads that came while the first one expanded the root have played from the root itself.
  expect(children.reduce((sum, { visits }) => sum + visits, 0)).toBeGreaterThan(2990);
  for (const { wins, visits } of children) expect(wins).toBeLessThanOrEqual(2 * visits);
});

describe('a bot for a game without an evaluation', () => {
  const state = ongoing[3]!;

  test('thinks by random games, the same for a seed', async () => {
    const moves = await Promise.all(
      [5, 5, 6].map(async (seed) => {
        await using ai = await bot(connectFour, { workers: 1, seed });
        const { seconds: _, ...found } = await ai.move(connectFour.start(), { nodes: 400 });
        return found;
      }),
    );
    expect(moves[0]).toEqual(moves[1]);
    expect(moves[0]!.nodes).toBe(400);
    expect(moves[2]).not.toEqual(moves[0]);
  });

  test('stops at once when it is told to', async () => {
    await using ai = await bot(connectFour, { workers: 2 });
    await ai.move(connectFour.start(), { nodes: 10 });
    const asked = performance.now();
    const signal = AbortSignal.timeout(20);
    const { move, status } = await ai.analyse(connectFour.start(), { signal }).result;
    expect(status).toBe('aborted');
    expect(connectFour.moves(connectFour.start())).toContainEqual(move);
    expect(performance.now() - asked).toBeLessThan(20 + AT_ONCE_MS);
    const { move: again } = await ai.analyse(connectFour.start(), { signal }).result;
    expect(connectFour.moves(connectFour.start())).toContainEqual(again);
  });

  test('passes on what its rules throw, and thinks on about other states', async () => {
    await using ai = await bot(game, { workers: 2 });
    await expect(ai.move({ seed: 666, x: 0, y: 0 }, { ms: 100 })).rejects.toThrow('are broken');
    expect(await ai.move(state, { nodes: 50_000 })).toMatchObject({
      solved: true,
      value: valueForMover(game, state),
    });
  });

  test('that is closed meanwhile says so', async () => {
    const ai = await bot(connectFour, { workers: 2 });
    const thinking = ai.move(connectFour.start(), { ms: 60_000 });
    const refused = expect(thinking).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ai.close();
    await refused;
  });

  test('has a move with hardly any memory', async () => {
    await using ai = await bot(connectFour, { workers: 2, hash: 0 });
    const { move, nodes } = await ai.move(connectFour.start(), { nodes: 2000 });
    expect(nodes).toBe(2000);
    expect(connectFour.moves(connectFour.start())).toContainEqual(move);
  });

  test('ends although no line gets as long as it is asked for', async () => {
    await using ai = await bot(connectFour, { workers: 2, hash: 0 });
    const { status } = await ai.move(connectFour.start(), { depth: 40, ms: 60_000 });
    expect(status).toBe('depth');
    const { seconds } = await ai.move(connectFour.start(), { depth: 40 });
    expect(seconds).toBeLessThan(30);
  });

  test('says what a finished game came to', async () => {
    const over = Array.from({ length: 60 }, (_, seed): Place => ({ seed, x: 0, y: 0 })).find(
      (place) => game.winner(place) !== undefined,
    )!;
    await using ai = await bot(game, { workers: 2 });
    const found = await ai.move(over, { ms: 100 });
    expect(found).toMatchObject({ move: undefined, line: [], value: valueForMover(game, over) });
  });
});
