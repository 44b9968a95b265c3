// Games in PGN: whole files, what people write between the moves, and damage that stays where it is.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { chess, makePgn, type PgnGame, parsePgn } from '#dist/games/chess/index.js';
import { type Bench, openBench } from '../support/kernels.js';

const matches = readFileSync(
  new URL('../../../lab/data/deep-blue-kasparov.pgn', import.meta.url),
  'utf8',
);

describe('PGN', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench('chess');
  });
  const read = (text: string) => parsePgn(bench.rules, text);
  const good = (text: string): PgnGame[] => read(text).map((each) => unwrap(each));

  test('of the twelve games of Deep Blue and Kasparov is read, written, and read again', () => {
    const games = good(matches);
    expect(games.map(({ moves }) => moves.length).reduce((a, b) => a + b)).toBe(1094);
    for (const game of games) {
      expect(String(game.moves.length)).toBe(game.tags.get('PlyCount'));
      expect(game.result).toBe(game.tags.get('Result'));
    }
    expect(good(games.map((game) => makePgn(bench.rules, game)).join('\n'))).toEqual(games);
  });

  test('with an error in game 7 has eleven other games', () => {
    const parts = matches.split(/(?=\[Event )/);
    parts[7] = parts[7]!.replace(/ 10\. \S+/, ' 10. Qa9');
    const games = read(parts.join(''));
    expect(games).toHaveLength(12);
    const errors = games.flatMap((game) => (game.ok ? [] : game.error));
    expect(errors).toHaveLength(1);
    expect(errors[0]!.game).toBe(7);
    expect(errors[0]!.message).toMatch(/^game 7, line \d+: 10\. 'Qa9' is no move/);
    const line = parts.join('').split('\n')[errors[0]!.lineNumber - 1];
    expect(line).toContain('Qa9');
  });

  test('may have comments, variations, glyphs, escapes and no tags', () => {
    const text = `1.e4 {a comment (with
parentheses) 1-0} e5 $1 (1... c5 (1... c6) 2. Nf3) 2.Nf3! ; the rest 0-1
% an escape
2... Nc6 3. Bb5 1/2-1/2

1. d4 *
`;
    const [first, second] = good(text);
    expect(first!.moves.map(chess.makeMove)).toEqual(['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5']);
    expect([first!.result, second!.result]).toEqual(['1/2-1/2', '*']);
  });

  test.each([
    ['comments that are not closed', '1. e4 ', '{', ''],
    ['comments that are', '1. e4 ', '{}', ' 1-0'],
    ['glyphs', '1. e4 ', '$1 ', '1-0'],
    ['variations', '1. e4 ', '( ) ', '1-0'],
    ['signs in a word', '1. e4', '!', 'x'],
    ['comments to the end of the line', '1. e4 ', ';{\n', '1-0'],
    ['quotation marks', '[Event "', '\\"', ''],
    ['spaces', '[Event', ' ', '"'],
  ])('with 300,000 %s is read in one go', (_, before, sign, after) => {
    const [game] = read(before + sign.repeat(300_000) + after);
    expect(game).toBeDefined();
    if (game!.ok) {
      const [again] = good(makePgn(bench.rules, game!.value));
      expect(again!.moves).toEqual(game!.value.moves);
    }
  });

  test('keeps comments, variations and glyphs when it is written again', () => {
    const text = `{Before.} 1. e4 {a comment (with\nparentheses)} e5 $1 (1... c5 (1... c6 ; solid {so}
) {Sharp.} 2. Nf3) 2. Nf3! Nc6?? $14 3. Bb5 {The end.} 1-0`;
    const [game] = good(text);
    const written = makePgn(bench.rules, game!, { comments: new Map([[2, '+0.30/9']]) });
    expect(written.split('\n\n')[1]!.replace(/\s+/g, ' ').trim()).toBe(
      '{Before.} 1. e4 {a comment (with parentheses)} 1... e5 $1 (1... c5 (1... c6 {solid (so)}) ' +
        '{Sharp.} 2. Nf3) 2. Nf3 {+0.30/9} $1 2... Nc6 $4 $14 3. Bb5 {The end.} 1-0',
    );
    const [again] = good(written);
    expect(again!.moves).toEqual(game!.moves);
    expect(makePgn(bench.rules, again!)).toBe(written);
  });

  test('begins at a position that it names', () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 12';
    const [game] = good(`[SetUp "1"]\n[FEN "${fen}"]\n\n12... Kd7 13. e4 *`);
    const text = makePgn(bench.rules, game!, {
      comments: new Map([[0, 'why {not}']]),
      variations: new Map([[1, [chess.parseMove('e2e3')].map((each) => unwrap(each))]]),
    });
    expect(text).toContain('12... Kd7 {why (not)} 13. e4 (13. e3) *');
    expect(good(text)[0]!.moves).toEqual(game!.moves);
  });

  test.each([
    ['1. e4 e5 2. Ke3 *', "game 1, line 1: 2. 'Ke3' is not legal here"],
    ['[FEN "rubbish"]\n\n1. e4 *', 'game 1, line 3:'],
    ['1. e4 {never closed', "'{' has no partner"],
    ['1. e4 ) e5 *', "')' has no partner"],
    ['1. e4 (1. d4 *', "'(' has no partner"],
  ])('is refused by name: %s', (text, message) => {
    const [game] = read(text);
    expect(game!.ok ? '' : game!.error.message).toContain(message);
  });

  test('of nothing is no game', () => {
    expect(read('')).toEqual([]);
    expect(read('\n% only an escape\n\n')).toEqual([]);
  });
});
