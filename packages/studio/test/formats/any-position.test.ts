// A pasted position finds its game.
import fc from 'fast-check';
import { type GameName, gameNames, loadGame } from 'plyades';
import { describe, expect, test } from 'vitest';
import { parseAnyPosition } from '../../src/formats/index.js';
import { randomGame } from '../boards/random-games.js';

async function found(text: string, preferred?: string) {
  const read = await parseAnyPosition(text, preferred);
  if (!read.ok) return read.error.message;
  const { notation } = await loadGame(read.value.game as 'chess');
  return `${read.value.game} ${notation.makePosition(read.value.position)}`;
}

test.each(gameNames)('every position of %s is one of it', async (id) => {
  const game = await loadGame(id as GameName & 'chess');
  await fc.assert(
    fc.asyncProperty(fc.nat(100_000), fc.nat(60), async (seed, plies) => {
      const position = randomGame(game, seed, plies).positions.at(-1)!;
      const text = game.notation.makePosition(position);
      expect(await found(text, id)).toBe(`${id} ${text}`);
    }),
    { numRuns: 20 },
  );
});

describe('as other programs write them', () => {
  const chess = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
  test.each([
    ['[FEN "', `[FEN "${chess}"]`],
    ['position fen', `position fen ${chess}`],
    ['quotes', `"${chess}"`],
    ['EPD', `${chess.slice(0, -4)} bm Qf5; id "x";`],
    ['blanks', `\n  ${chess}\n`],
  ])('chess: %s', async (_, text) => {
    expect(await found(text)).toBe(`chess ${chess}`);
  });

  test('shogi behind the words of an engine', async () => {
    const sfen = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
    expect(await found(`position sfen ${sfen} moves 7g7f`)).toBe(`shogi ${sfen}`);
  });

  test('Othello with stars and dots, and in rows', async () => {
    const start = '---------------------------OX------XO--------------------------- X';
    const stars = start.replaceAll('X', '*').replaceAll('-', '.');
    expect(await found(stars)).toBe(`othello ${start}`);
    expect(await found(`${start.slice(0, 64).match(/.{8}/g)!.join('\n')}\nX`)).toBe(
      `othello ${start}`,
    );
  });
});

test('where Othello and Lines of Action are written alike, the game in play decides', async () => {
  const { notation } = await loadGame('othello');
  const start = notation.makePosition(notation.start());
  expect(await found(start)).toMatch(/^othello/);
  expect(await found(start, 'loa')).toMatch(/^loa/);
});

describe('errors', () => {
  test('are those of the game that was probably meant', async () => {
    expect(await found('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1')).toMatch(
      /^As a position of Chess/,
    );
    expect(await found('W:W40:B1')).toMatch(/^As a position of English checkers/);
    expect(await found('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNZ b - 1')).toMatch(
      /^As a position of Shogi/,
    );
  });

  test('name what is expected where nothing fits', async () => {
    expect(await found('hello')).toContain('FEN (chess)');
    expect(await found('')).toContain('paste one');
    expect(await found('x'.repeat(3000))).toContain('too many');
  });

  test('never throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => void (await parseAnyPosition(text))),
      { numRuns: 300 },
    );
  });
});
