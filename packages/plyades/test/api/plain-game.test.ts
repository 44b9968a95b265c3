// A game in plain TypeScript by the path of its module: the same functions as for games by name.

import { analyst, bot, closeAll, loadGame, perft, search, unwrap } from 'plyades';
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

test('a picture is text for the terminal and SVG for a page', () => {
  const position = unwrap(connectFour.parsePosition('start 3 3'));
  expect(notation.draw(position)).not.toContain('<');
  const picture = connectFour.picture!(position)!;
  expect(picture).toMatch(/^<svg /);
  expect(picture.match(/data-move="\d"/g)).toHaveLength(7);
  expect(picture.match(/#d8402f/g)).toHaveLength(1);
});

test('an analyst names the lines of a module in its moves, and where its nodes went', async () => {
  await using one = await analyst(path, { workers: 1 });
  const position = unwrap(connectFour.parsePosition('start 3 2 3 2 3'));
  const reports: string[] = [];
  const found = await one.analyse(position, {
    depth: 8,
    lines: 3,
    onProgress: ({ move }) => reports.push(notation.makeMove(move!)),
  });
  // Every other move loses at once.
  expect(notation.makeMove(found.move!)).toBe('3');
  expect(reports).toContain('3');
  const lines = [found, ...found.others];
  expect(lines).toHaveLength(3);
  for (const { line, move } of lines) {
    expect(line[0]).toBe(move);
    unwrap(connectFour.playMoves(position, line.map(notation.makeMove).join(' ')));
  }
  const shares = lines.map(({ share }) => share!);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.000001);
  const corner = unwrap(notation.parseMove('0'));
  const restricted = await one.analyse(notation.start(), { depth: 10, only: [corner] });
  expect(restricted.move).toBe(corner);
  expect(restricted.share).toBe(1);
  expect(restricted.certainty).toBeUndefined();
});

test('a module without an evaluation is analysed by random games', async () => {
  const bare = 'test/support/bare-connect-four.mjs';
  const game = await loadGame(bare);
  await using one = await analyst(bare, { workers: 1 });
  // Three stones of the other side are in column 3.
  const position = unwrap(game.parsePosition('start 3 2 3 2 3'));
  const found = await one.analyse(position, { nodes: 3000, lines: 2 });
  expect(game.notation.makeMove(found.move!)).toBe('3');
  expect(found.certainty).toBe(1000);
  expect(found.others).toHaveLength(1);
  const [next] = found.others;
  expect(next!.line[0]).toBe(next!.move);
  expect(found.share! + next!.share!).toBeLessThanOrEqual(1);
  expect(found.share).toBeGreaterThan(0);
  await one.forget();
});
