// The fifty-move rule of chess. Exact trees do not know it, so results must not promise a win that it takes
// away; play mode knows it.
import {
  closeAll,
  isProvenWin,
  type LoadedGame,
  loadGame,
  search,
  searchMethods,
  unwrap,
} from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let chess: LoadedGame;

beforeAll(async () => {
  chess = await loadGame('chess');
});

afterAll(closeAll);

const at = (text: string, moves?: string) => unwrap(chess.parsePosition(text, moves));

/** White mates with the rook after three plies: Kb6, Kb8, Rh8. */
const mateIn3 = (clock: number) => at(`k7/8/2K5/8/8/8/8/7R w - - ${clock} 90`);
const depth = 5;

describe.each(['exact', 'play'] as const)('in %s mode', (mode) => {
  test('a win within fifty moves is solved', async () => {
    const result = await search({ position: mateIn3(0), depth, mode, hash: 1 }).result;
    expect(isProvenWin(result.value)).toBe(true);
    expect(result.solved).toBe(true);
  });

  test('a win that the fifty moves come before is not', async () => {
    const result = await search({ position: mateIn3(98), depth, mode, hash: 1 }).result;
    expect(result.solved).toBe(false);
  });
});

test('in exact mode a win that takes all that is left is solved: mate comes before the draw', async () => {
  const solved = async (clock: number) =>
    (await search({ position: mateIn3(clock), depth, mode: 'exact', hash: 1 }).result).solved;
  expect(await solved(97)).toBe(true);
  expect(await solved(98)).toBe(false);
});

test('play mode takes what it can when the clock leaves no time for the mate', async () => {
  const { value } = await search({ position: mateIn3(98), depth: 8, mode: 'play', hash: 1 }).result;
  expect(value).toBe(0);
});

test('play mode does not believe the table about wins when the draw is near', async () => {
  const game = at('8/8/8/4k3/8/8/8/KQ6 w - - 0 1');
  const far = await search({ position: game, depth: 14, mode: 'play', hash: 16 }).result;
  const near = at('8/8/8/4k3/8/8/8/KQ6 w - - 96 90');
  const { value } = await search({ position: near, depth: 12, mode: 'play', hash: 16 }).result;
  expect(far.value).toBeGreaterThan(0);
  expect(value).toBe(0);
});

test('the line of a play search ends where the game is drawn', async () => {
  const position = at('8/8/8/4k3/8/8/8/KQ6 w - - 97 90');
  const { line } = await search({ position, depth: 10, mode: 'play', hash: 1 }).result;
  expect(line.length).toBeLessThanOrEqual(3);
  const end = line.reduce((here, move) => unwrap(chess.play(here, move)), position);
  expect(chess.drawnByCount(end)).toBe(true);
});

/** Neither is won within ten plies. */
const endings = [
  { name: 'king and rook', board: '8/8/8/8/8/k7/2R5/2K5' },
  { name: 'king and queen', board: '8/8/8/4k3/8/8/8/KQ6' },
];
const clocks = Array.from({ length: 10 }, (_, i) => 90 + i);
/** Deep searches, half of all the time. */
const farClocks = [90, 91];

describe.each(endings)('play mode with $name', ({ board }) => {
  describe.each(clocks)('at a clock of %i', (clock) => {
    const tags = farClocks.includes(clock) ? ['long'] : [];
    test('sees the draw as soon as the depth reaches it', { tags }, async () => {
      const left = 100 - clock;
      for (const depth of [left, left + 1, left + 2, left + 5]) {
        for (const method of searchMethods) {
          const options = { mode: 'play', hash: 4, settings: { method } } as const;
          const result = await search({
            position: at(`${board} w - - ${clock} 100`),
            depth,
            ...options,
          }).result;
          const where = `depth ${depth}, ${method}`;
          expect(result.value, where).toBe(0);
          expect(result.line[0], where).toBe(result.move);
          expect(result.line.length, where).toBeLessThanOrEqual(left);
        }
      }
    });
  });

  test('sees it in a search of some nodes', async () => {
    for (const clock of clocks) {
      const position = at(`${board} w - - ${clock} 100`);
      const result = await search({ position, nodes: 200_000, hash: 4 }).result;
      if (result.depth >= 100 - clock) expect(result.value, `clock ${clock}`).toBe(0);
      else expect(clock, 'this many nodes are enough near the draw').toBeLessThan(95);
    }
  });

  test('believes no table that was filled far from the draw', async () => {
    const options = { mode: 'play', hash: 4 } as const;
    await search({ position: at(`${board} w - - 0 100`), depth: 12, ...options }).result;
    for (const clock of [92, 95, 98]) {
      const position = at(`${board} w - - ${clock} 100`);
      expect((await search({ position, depth: 9, ...options }).result).value).toBe(0);
    }
  });
});

describe('a position says that it is drawn', () => {
  test('at a clock of 100 and not before', () => {
    expect(chess.drawnByCount(at('8/8/8/4k3/8/8/8/KQ6 w - - 99 90'))).toBe(false);
    expect(chess.drawnByCount(at('8/8/8/4k3/8/8/8/KQ6 w - - 99 90', 'b1b2'))).toBe(true);
    expect(chess.drawnByCount(at('8/8/8/4k3/8/7P/8/KQ6 w - - 99 90', 'h3h4'))).toBe(false);
  });

  test('never in games without the rule', async () => {
    for (const id of ['othello', 'checkers', 'loa', 'shogi', 'tic-tac-toe']) {
      const game = await loadGame(id);
      expect(game.drawnByCount(game.notation.start())).toBe(false);
    }
  });
});
