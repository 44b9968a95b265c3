// Bots at levels below 10: the same game for a seed, an end by the node budget alone, and no silly mistakes.
import { bot, closeAll, isProvenWin, loadGame, type Position, unwrap } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { playable } from '#dist/api/games.js';
import { openGame } from '#dist/games/open.js';
import { LevelPlayer } from '#dist/levels/index.js';
import { playRandomly } from '../support/positions.js';

afterAll(closeAll);

const CONNECT_FOUR = 'dist/examples/connect-four.js';
/** Without an evaluation: it is played by random games. */
const THREE_IN_LINE = 'test/support/three-in-line.mjs';
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** A player on this thread: bots have one on a thread of their own. */
async function openPlayer(id: string) {
  const game = await playable(id);
  const player = await LevelPlayer.open(game.source);
  const think = (position: Position, level: number, seed: number, slice = 1e6) => {
    player.start(game.sourcePosition(position), [], { level, seed });
    while (!player.run(slice));
    const { move: _, line, ...report } = player.report('nodes', 0);
    const plainLine = player.plainLine(line);
    return { ...report, move: game.translate({ line, ...(plainLine && { plainLine }) }).line[0] };
  };
  return { game, think };
}

type Player = Awaited<ReturnType<typeof openPlayer>>;

/** The moves of a game of a level against itself. */
function playOut({ game, think }: Player, level: number, seed: number, plies: number): string {
  const played: Position[] = [game.notation.start()];
  const moves: string[] = [];
  while (game.ending(played) === undefined && moves.length < plies) {
    const position = played.at(-1)!;
    const { move } = think(position, level, seed, 1 + ((7 * moves.length) % 50));
    moves.push(game.notation.makeMove(move!));
    played.push(unwrap(game.play(position, move!)));
  }
  return moves.join(' ');
}

describe.each(['chess', 'othello', 'checkers', CONNECT_FOUR, THREE_IN_LINE])('%s', (id) => {
  test('is the same game for the same seed, and another one for another', async () => {
    const player = await openPlayer(id);
    const first = playOut(player, 3, 7, 16);
    // Another instance, which has seen other positions before.
    const other = await openPlayer(id);
    const others = [8, 9, 10].map((seed) => playOut(other, 3, seed, 16));
    expect(playOut(other, 3, 7, 16)).toBe(first);
    expect(others.some((each) => each !== first)).toBe(true);
  });

  test('every level chooses a legal move in any position, however the search is sliced', async () => {
    const { game, think } = await openPlayer(id);
    for (const level of numbers) {
      const position = playRandomly(game, level, 3);
      const chosen = think(position, level, level);
      expect(game.legalMoves(position)).toContain(chosen.move);
      if (level < 7) expect(think(position, level, level, 13)).toEqual(chosen);
    }
  });
});

test('a bot answers as the player does, and ends by its budget where it has an hour', async () => {
  const { game, think } = await openPlayer('chess');
  const position = game.notation.start();
  await using ai = await bot('chess', { level: 9, seed: 3 });
  const { move, value, nodes, status } = await ai.move(position, { ms: 3_600_000 });
  const wanted = think(position, 9, 3);
  expect({ move, value, nodes, status }).toEqual({
    move: wanted.move,
    value: wanted.value,
    nodes: wanted.nodes,
    status: 'nodes',
  });
});

test('a bot has a move where it has hardly any time, or is aborted', async () => {
  const { notation } = await loadGame('chess');
  await using ai = await bot('chess', { level: 9 });
  const limits = [{ ms: 1 }, { clock: { remainingMs: 10 } }, { nodes: 1 }, { depth: 1 }];
  for (const limit of [...limits, { signal: AbortSignal.abort() }]) {
    expect((await ai.move(notation.start(), limit)).move).toBeDefined();
  }
});

test.each([
  ['chess', '6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1', 'a1a8'],
  ['tic-tac-toe', 'XX-OO---- X', 'c1'],
  [THREE_IN_LINE, 'start 0 10 1 11', '2'],
] as const)('%s: every level takes a win in one', async (id, text, wanted) => {
  const { game, think } = await openPlayer(id);
  const position = unwrap(game.notation.parsePosition(text));
  for (const level of numbers) {
    const { move, value } = think(position, level, 5);
    expect(game.notation.makeMove(move!)).toBe(wanted);
    expect(isProvenWin(value)).toBe(true);
  }
});

test('a free queen is taken from level 3 on, and a level below rarely lets it go', async () => {
  const { game, think } = await openPlayer('chess');
  const text = 'rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3';
  const position = unwrap(game.notation.parsePosition(text));
  const seeds = Array.from({ length: 20 }, (_, i) => i);
  const taken = (level: number) =>
    seeds.filter((seed) => game.notation.makeMove(think(position, level, seed).move!) === 'f3h4')
      .length;
  for (const level of [3, 4, 5, 6]) expect(taken(level)).toBe(seeds.length);
  expect(taken(1)).toBeGreaterThan(seeds.length / 2);
});

test('a game with repetition and without an evaluation is played by random games', async () => {
  const { source } = await playable('test/support/repeating-ring.mjs');
  const { binding } = await openGame(source, { capacity: 1 << 20 });
  expect(binding!.evaluates).toBe(false);
});

test('levels and seeds that there are not are refused by name', async () => {
  const refused = (options: object) => bot('chess', options as never);
  for (const level of [0, 11, 1.5, '3', 'expert']) {
    await expect(refused({ level })).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(refused({ level })).rejects.toThrow(/level/);
  }
  for (const seed of [-1, 0.5, 2 ** 32, 'x']) {
    await expect(refused({ level: 3, seed })).rejects.toThrow(/seed/);
  }
});

test('a method of the root is for level 10 alone', async () => {
  const refused = { code: 'ERR_OPTION', message: expect.stringContaining('level 10') };
  await expect(bot('othello', { level: 9, method: 'mtdf' })).rejects.toMatchObject(refused);
  await (await bot('othello', { level: 10, method: 'mtdf' })).close();
});
