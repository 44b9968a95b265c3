import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { loa, PASS } from '#dist/games/loa/index.js';
import { dataLines } from '../support/data.js';
import {
  isConnected,
  type LoaGame,
  loaGame,
  loaMoves,
  loaStart,
  loaText,
  moveText,
  playLoa,
} from '../support/loa-rules.js';
import { obeysTheLaws, recordsFromTheMover, refusal } from '../support/notation-laws.js';

const read = (text: string) => unwrap(loa.parsePosition(text));
const refused = (text: string) => refusal(loa.parsePosition(text));

const start = loaText(loaStart);

/** A board with stones on the named squares and nowhere else. */
function board(black: string, white: string, side: 'X' | 'O'): string {
  const squares = Array.from({ length: 64 }, () => '-');
  for (const [stone, names] of [
    ['X', black],
    ['O', white],
  ] as const) {
    for (const [name] of names.matchAll(/../g)) {
      squares['abcdefgh'.indexOf(name[0]!) + 8 * (Number(name[1]) - 1)] = stone;
    }
  }
  return loaText({ squares, side });
}

/** Every position of a few random games. */
function randomGames(count: number): LoaGame[] {
  const random = createRandom(5);
  const met: LoaGame[] = [];
  for (let i = 0; i < count; i++) {
    let game = loaStart;
    for (let moves = loaMoves(game); moves.length > 0; moves = loaMoves(game)) {
      met.push(game);
      game = playLoa(game, moves[random.below(moves.length)]!);
    }
    met.push(game);
  }
  return met;
}

/** Every pair of squares on one line, and the pass. */
const moves = Array.from({ length: 4096 }, (_, code) => code).filter((code) => {
  const [from, to] = [code >> 6, code & 63];
  const [dx, dy] = [Math.abs((from & 7) - (to & 7)), Math.abs((from >> 3) - (to >> 3))];
  return from !== to && (dx === 0 || dy === 0 || dx === dy);
});

obeysTheLaws(
  loa,
  fc.constantFrom(...randomGames(5)).map((game) => read(loaText(game))),
  [...moves, PASS],
);

recordsFromTheMover(loa);

describe('a position of Lines of Action', () => {
  test('starts with black above and below, white left and right, black to move', () => {
    const { record } = loa.start();
    expect(loa.makePosition(loa.start())).toBe(start);
    expect([...record]).toEqual([
      ...[0x7e, 0, 0, 0, 0, 0, 0, 0x7e],
      ...[0, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0],
      0,
    ]);
  });

  test('of the collections is read and written again', () => {
    for (const file of ['positions', 'wins']) {
      for (const line of dataLines(`loa/${file}.txt`)) {
        const text = line.split(' | ')[0]!;
        expect(loa.makePosition(read(text))).toBe(text);
      }
    }
  });

  test('of a tournament game is accepted, from the first to the last', () => {
    const lines = dataLines('loa/games.txt');
    expect(lines).toHaveLength(16);
    for (const line of lines) {
      const [, plies, winner, written] = line.split('|');
      let game = loaStart;
      const texts = written!.split(' ');
      expect(texts).toHaveLength(Number(plies));
      for (const text of texts) {
        const plain = text.replace(/[-x]/, '');
        const move = loaMoves(game).find((each) => moveText(each) === plain);
        expect([plain, move !== undefined]).toEqual([plain, true]);
        expect(text.includes('x')).toBe(game.squares[unwrap(loa.parseMove(plain)) % 64] !== '-');
        game = playLoa(game, move!);
        expect(loa.makePosition(read(loaText(game)))).toBe(loaText(game));
      }
      expect(isConnected(game, 'X')).toBe(winner === 'B');
      expect(isConnected(game, 'O')).toBe(winner === 'W');
    }
  });

  test('needs exactly 64 squares of X, O and -, and names one side', () => {
    expect(refused('')).toMatchObject({ code: 'ERR_LENGTH', at: 0 });
    expect(refused(start.slice(1))).toMatchObject({ code: 'ERR_LENGTH', at: 63 });
    expect(refused(`-${start}`)).toMatchObject({ code: 'ERR_LENGTH', input: '- X', at: 64 });
    expect(refused(`x${start.slice(1)}`)).toMatchObject({ code: 'ERR_CHARACTER', at: 0 });
    expect(refused(start.slice(0, 64))).toMatchObject({ code: 'ERR_SIDE', at: 64 });
    expect(refused(`${start} O`)).toMatchObject({ code: 'ERR_SIDE', at: 66 });
    expect(refused(start.replace(' X', ' B'))).toMatchObject({ code: 'ERR_SIDE', at: 65 });
    expect(loa.parsePosition(start.padEnd(1000)).ok).toBe(true);
    expect(refused(start.padEnd(1001))).toMatchObject({ code: 'ERR_TOO_LONG', at: 1000 });
  });

  test('has no side with 13 stones, and none without any', () => {
    expect(refused(`XX${start.slice(2)}`)).toEqual({
      code: 'ERR_IMPOSSIBLE',
      message: 'the stone on g8 is one too many: X has at most 12',
      input: 'X',
      at: 62,
    });
    expect(refused(`${start.slice(0, 63)}O X`)).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 63 });
    expect(refused(start.replaceAll('O', '-'))).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 64 });
    expect(refused(`${'-'.repeat(64)} X`)).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 64 });
  });

  test('has no side that has moved its last stone, which had won before', () => {
    const text = board('a1', 'c3e5', 'O');
    expect(refused(text)).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: 'X', at: 0 });
    expect(loa.parsePosition(board('a1', 'c3e5', 'X')).ok).toBe(true);
  });

  test('has no side to move that is connected without having lost a stone', () => {
    const black = 'a1b1c1d1e1f1g1h1a2b2c2d2';
    expect(refused(board(black, 'a4c4', 'X'))).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 65 });
    expect(loa.parsePosition(board(black, 'a4c4', 'O')).ok).toBe(true);
    expect(loa.parsePosition(board(black.slice(2), 'a4c4', 'X')).ok).toBe(true);
    expect(loa.parsePosition(board(`${black.slice(0, -2)}d3`, 'a4c4', 'X')).ok).toBe(false);
    expect(loa.parsePosition(board(`${black.slice(0, -2)}e4`, 'a4c4', 'X')).ok).toBe(true);
  });
});

describe('a move of Lines of Action', () => {
  test('is two squares on one line in either case, or a pass', () => {
    expect(unwrap(loa.parseMove('a1b1'))).toBe(1);
    expect(unwrap(loa.parseMove('B1B3'))).toBe(64 + 17);
    expect(unwrap(loa.parseMove('h8a1'))).toBe(63 * 64);
    expect(unwrap(loa.parseMove('PASS'))).toBe(PASS);
    expect(loa.makeMove(64 + 17)).toBe('b1b3');
    expect(loa.makeMove(PASS)).toBe('pass');
  });

  test('is refused with the place of the mistake', () => {
    for (const [text, at] of [
      ['', 0],
      ['b1', 0],
      ['b1-b3', 0],
      ['b1b3 ', 0],
      ['i1b3', 0],
      ['b9b3', 1],
      ['b1j3', 2],
      ['b1b0', 3],
      ['b1b1', 2],
      ['b1c3', 2],
      ['pas', 0],
    ] as const) {
      expect([text, refusal(loa.parseMove(text))]).toMatchObject([text, { code: 'ERR_MOVE', at }]);
    }
    expect(() => loa.makeMove(10)).toThrow(RangeError);
  });
});

test('a board of Lines of Action is drawn with coordinates, targets of moves and the turn', () => {
  const game = loaGame(start);
  const codes = loaMoves(game).map((move) => unwrap(loa.parseMove(moveText(move))));
  expect(loa.draw(loa.start(), codes)).toBe(
    [
      '  a b c d e f g h',
      '1 * X X X X X X *',
      '2 O - - - - - - O',
      '3 O * * * * * * O',
      '4 O - - - - - - O',
      '5 O - - - - - - O',
      '6 O * * * * * * O',
      '7 O - - - - - - O',
      '8 * X X X X X X *',
      'X to move',
    ].join('\n'),
  );
  expect(loa.draw(loa.start(), [PASS])).toContain('X must pass');
});
