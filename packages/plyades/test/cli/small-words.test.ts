// Refusals that name the limit or the reason of the game at hand, and a bench of one game.
import { describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';

const refusal = async (...words: string[]) => {
  const { code, stderr } = await plyadesHere(words);
  expect(code).toBe(2);
  return stderr;
};

describe('--branching', () => {
  test.each([
    ['shogi', 593],
    ['connect6', 255],
    ['synthetic', 64],
  ])('of %s names its own limit', async (game, most) => {
    for (const width of ['0', '1', String(most + 1), '99999']) {
      const text = await refusal('show', game, '--branching', width);
      expect(text).toContain(`expected an integer from 2 to ${most}`);
    }
    expect(await refusal('show', game, '--branching', 'x')).toContain(`${most} in ${game}`);
  });
});

test('a Connect6 move on a stone is refused as such', async () => {
  const text = await refusal('show', 'connect6', '--moves', 'j10 j10k10');
  expect(text).toContain("'j10k10' is not a legal move: j10 is occupied");
});

test('bench takes one game, if the set has it', async () => {
  const { stdout, code } = await plyadesHere(['bench', 'tic-tac-toe', '--json']);
  expect(code).toBe(0);
  const { searches, nodes, signature } = JSON.parse(stdout);
  expect(searches.map(({ game }: { game: string }) => game)).toEqual([
    'tic-tac-toe',
    'tic-tac-toe',
  ]);
  expect(signature).toBe(nodes);
  expect(await refusal('bench', 'go')).toContain('ERR_GAME');
});

test('PDN ranges are read, and refused when they are none', async () => {
  const shown = await plyadesHere(['show', 'checkers', '--position', 'B:W21-32:B1-12', '--json']);
  expect(JSON.parse(shown.stdout).position).toBe(
    'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',
  );
  for (const range of ['W32-21', 'W21-21', 'W21-33', 'W21-']) {
    await refusal('show', 'checkers', '--position', `B:${range}:B1-12`);
  }
  const text = await refusal('show', 'checkers', '--position', 'B:W32-21:B1-12');
  expect(text).toContain('is no range');
});

test('a FEN whose clock has run since the pawn that may be taken en passant is refused', async () => {
  const fen = (clock: number) =>
    `rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 ${clock} 3`;
  expect((await plyadesHere(['show', 'chess', '--position', fen(0)])).code).toBe(0);
  expect(await refusal('show', 'chess', '--position', fen(1))).toContain('a pawn has just moved');
});
