// Algorithms with a master play on threads: in time, with a legal move, and promptly when it is not wanted any
// more.
import { bot, closeAll, loadGame, pliesToWin, search, unwrap } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { playRandomly } from '../support/positions.js';
import { AT_ONCE_MS } from '../support/waiting.js';

afterAll(closeAll);

const algorithms = ['aphid', 'minimal-tree'] as const;
const cases = algorithms.flatMap((algorithm) =>
  ['othello', 'chess'].map((id) => ({ algorithm, id })),
);

describe.each(cases)('$algorithm plays $id', ({ algorithm, id }) => {
  const options = { algorithm, workers: 2 } as const;

  test('in play mode, in time, with a legal move', async () => {
    const game = await loadGame(id);
    for (const ms of [1, 100, 400]) {
      const position = playRandomly(game, ms, 12);
      const startedAt = performance.now();
      const found = await search({ position, ms, ...options }).result;
      expect(performance.now() - startedAt).toBeLessThan(ms + AT_ONCE_MS);
      expect(found).toMatchObject({ mode: 'play', status: 'time', algorithm });
      expect(game.legalMoves(position)).toContain(found.move);
      expect(found.line[0]).toBe(found.move);
    }
  });

  test('with a clock', async () => {
    const game = await loadGame(id);
    const position = playRandomly(game, 5, 16);
    const clock = { remainingMs: 4000, incrementMs: 0 };
    const found = await search({ position, clock, ...options }).result;
    expect(found.seconds).toBeLessThan(AT_ONCE_MS / 1000);
    expect(game.legalMoves(position)).toContain(found.move);
  });

  test('and ends at once when it is aborted', async () => {
    const game = await loadGame(id);
    const position = playRandomly(game, 7, 14);
    const controller = new AbortController();
    const handle = search({ position, signal: controller.signal, ...options });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const abortedAt = performance.now();
    controller.abort();
    const found = await handle.result;
    expect(performance.now() - abortedAt).toBeLessThan(AT_ONCE_MS);
    expect(found.status).toBe('aborted');
    expect(game.legalMoves(position)).toContain(found.move);
  });
});

test.each([...algorithms, 'lazy-smp'] as const)(
  '%s calls no mate shorter than it is',
  async (algorithm) => {
    const game = await loadGame('chess');
    const problems = [
      ['1Q6/8/k5p1/p7/P1PPp3/4PP2/3B4/4K3 w - - 0 40', 3],
      ['8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1', 5],
      ['1K3RQ1/ppn3p1/r3N1pq/2pN4/2b1kPB1/b5r1/8/2BR4 w - - 0 1', 5],
    ] as const;
    // Play mode reduces moves, so that an iteration of the mate's own length may miss it: up to four more.
    for (const [fen, plies] of problems) {
      const position = unwrap(game.parsePosition(fen));
      const handle = search({ position, depth: plies + 5, algorithm, workers: 2, mode: 'play' });
      const said: (number | undefined)[] = [];
      for await (const { value, depth } of handle) said.push(pliesToWin(value, depth));
      const { value, depth } = await handle.result;
      said.push(pliesToWin(value, depth));
      expect(said.filter((each) => each !== undefined && each < plies)).toEqual([]);
      expect(said.at(-1)).toBeDefined();
      // A master sees windows of the tree, in which a longer mate may be good enough.
      if (algorithm === 'lazy-smp') expect([fen, said.at(-1)]).toEqual([fen, plies]);
    }
  },
);

test.each(algorithms)('a bot can think by %s, move after move', async (algorithm) => {
  const game = await loadGame('othello');
  const ai = await bot('othello', { algorithm, workers: 2 });
  let position = game.notation.start();
  for (let ply = 0; ply < 6; ply++) {
    const { move } = await ai.move(position, { ms: 60 });
    expect(game.legalMoves(position)).toContain(move);
    const played = game.play(position, move!);
    if (!played.ok) throw new Error(played.error.message);
    position = played.value;
  }
  await ai.close();
});

test('a bot refuses algorithms that do not play', async () => {
  const algorithm = 'young-brothers' as 'aphid';
  await expect(bot('othello', { algorithm })).rejects.toThrow(
    /expected one of auto, .*aphid, lazy-smp/,
  );
});
