// loadGame(): rules and notation of the games that come with the library.

import { gameNames, isProvenLoss, type LoadedGame, loadGame, unwrap } from 'plyades';
import { beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../support/notation-laws.js';

test('every game of the catalogue can be loaded, and only once', async () => {
  expect(gameNames).toEqual(expect.arrayContaining(['othello', 'tic-tac-toe', 'synthetic']));
  for (const id of gameNames) {
    const game = await loadGame(id);
    expect(game.id).toBe(id);
    expect(await loadGame(id)).toBe(game);
    expect(game.legalMoves(game.notation.start()).length).toBeGreaterThan(0);
    expect([0, 1]).toContain(game.turn(game.notation.start()));
    expect(game.over(game.notation.start())).toBe(false);
  }
});

test('a game that is not there is refused by name', async () => {
  // @ts-expect-error: no game of the library, and no path.
  await expect(loadGame('go')).rejects.toMatchObject({ name: 'PlyadesError', code: 'ERR_GAME' });
  const word: string = 'chss';
  await expect(loadGame(word)).rejects.toThrow(/'chss'.*\(did you mean chess\?\)/);
});

describe('tic-tac-toe', () => {
  let game: LoadedGame;
  beforeAll(async () => {
    game = await loadGame('tic-tac-toe');
  });

  test('is played to its end with moves as text', () => {
    const won = unwrap(game.parsePosition('--------- X', 'a1 b1 a2 b2  a3'));
    expect(game.notation.makePosition(won)).toBe('XO-XO-X-- O');
    expect(game.over(won)).toBe(true);
    expect(game.legalMoves(won)).toEqual([]);
    expect(isProvenLoss(game.result(won))).toBe(true);
    expect(game.turn(won)).toBe(1);
  });

  test('refuses moves that are illegal, and says where they stand and what would be legal', () => {
    const taken = refusal(game.parsePosition('--------- X', 'a1 b2 a1 c3'));
    expect(taken).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', input: 'a1', at: 6 });
    expect(taken.message).toContain('b1, c1');
    const late = refusal(game.parsePosition('XXX-OO--- O', 'c3'));
    expect(late.code).toBe('ERR_ILLEGAL_MOVE');
    expect(late.message).toContain('over');
    expect(refusal(game.parsePosition('--------- X', 'a1 z9'))).toMatchObject({
      code: 'ERR_MOVE',
      at: 3,
    });
    expect(refusal(game.parsePosition('---- X')).code).toBe('ERR_LENGTH');
    expect(refusal(game.playMoves(game.notation.start(), 'a1 '.repeat(40_000))).code).toBe(
      'ERR_TOO_LONG',
    );
    expect(refusal(game.play(unwrap(game.play(game.notation.start(), 4)), 4)).code).toBe(
      'ERR_ILLEGAL_MOVE',
    );
  });

  test('does not change a position that is played on', () => {
    const start = game.notation.start();
    const before = start.record.slice();
    const next = unwrap(game.play(start, 4));
    expect(start.record).toEqual(before);
    expect(next.record).not.toEqual(before);
    unwrap(game.play(next, 0));
    expect(game.notation.makePosition(next)).toBe('----X---- O');
  });

  test('does not take positions of other games or records of a wrong size', async () => {
    const other = (await loadGame('othello')).notation.start();
    const short = { game: 'tic-tac-toe', record: new Uint8Array(2) };
    for (const position of [other, short]) {
      expect(() => game.legalMoves(position)).toThrow(TypeError);
      expect(() => game.play(position, 0)).toThrow(TypeError);
      expect(() => game.over(position)).toThrow(TypeError);
      expect(() => game.result(position)).toThrow(TypeError);
      expect(() => game.turn(position)).toThrow(TypeError);
    }
  });
});
