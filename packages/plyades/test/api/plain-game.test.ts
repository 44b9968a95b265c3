// A game in plain TypeScript by the path of its module: the same functions as for games by name.

import { bot, closeAll, loadGame, perft, search, unwrap } from 'plyades';
import { afterAll, expect, test } from 'vitest';

const path = 'dist/examples/connect-four.js';
const connectFour = await loadGame(path);
const { notation } = connectFour;

afterAll(closeAll);

test('a position is the line from the start, and text and line say the same', () => {
  const position = unwrap(connectFour.parsePosition('start 3 3', '2 4'));
  expect(notation.makePosition(position)).toBe('start 3 3 2 4');
  expect(unwrap(notation.parsePosition('start 3 3 2 4'))).toEqual(position);
  expect(connectFour.turn(position)).toBe(0);
  expect(notation.draw(position).split('\n').at(-2)).toBe('. . X X O . .');
});

test('moves are legal or refused with their place', () => {
  const full = unwrap(connectFour.parsePosition('start 3 3 3 3 3 3'));
  expect(connectFour.legalMoves(full).map(notation.makeMove)).toEqual([
    '2',
    '4',
    '1',
    '5',
    '0',
    '6',
  ]);
  expect(connectFour.parsePosition('start', '0 0 3 7')).toMatchObject({
    ok: false,
    error: { code: 'ERR_ILLEGAL_MOVE', at: 6, input: '7' },
  });
  expect(connectFour.parsePosition('stop')).toMatchObject({ ok: false, error: { at: 0 } });
});

test('perft counts the known numbers, on one thread and on two', async () => {
  const known = [7, 49, 343, 2401, 16807, 117649, 823536];
  for (const [i, nodes] of known.entries()) {
    const workers = i % 2 === 0 ? 1 : 2;
    expect((await perft(notation.start(), i + 1, { workers })).nodes).toBe(nodes);
  }
});

test('search finds a win in one and names it in the moves of the game', async () => {
  const position = unwrap(connectFour.parsePosition('start 0 6 0 6 0 5'));
  const { move, line, solved } = await search({ position, depth: 3, mode: 'exact' }).result;
  expect(notation.makeMove(move!)).toBe('0');
  expect(line).toEqual([move]);
  expect(solved).toBe(true);
});

test('the bot plays a whole game by codes', async () => {
  const ai = await bot(path, { level: 'easy' });
  let position = notation.start();
  while (!connectFour.over(position)) {
    const { move } = await ai.move(position);
    position = unwrap(connectFour.play(position, move!));
  }
  expect(connectFour.legalMoves(position)).toEqual([]);
  await ai.close();
});

test('a module that is not there, or has no game, is refused by name', async () => {
  await expect(loadGame('./nowhere.js')).rejects.toMatchObject({ code: 'ERR_GAME' });
  await expect(loadGame('dist/core/result.js')).rejects.toThrow(/has no game/);
});
