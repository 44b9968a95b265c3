import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { othello, PASS } from '#dist/games/othello/index.js';
import { dataLines } from '../support/data.js';
import { obeysTheLaws, recordsFromTheMover, refusal } from '../support/notation-laws.js';
import {
  type OthelloGame,
  othelloStart,
  othelloText,
  placements,
  playOthello,
} from '../support/othello-rules.js';

const read = (text: string) => unwrap(othello.parsePosition(text));
const refused = (text: string) => refusal(othello.parsePosition(text));

/** An Othello position as text with one character replaced. */
const withSquare = (text: string, index: number, character: string) =>
  text.slice(0, index) + character + text.slice(index + 1);

const start = othelloText(othelloStart);

/** The position after some random moves: few at the start, or the end of the game. */
function randomGame(seed: number, plies: number): OthelloGame {
  const random = createRandom(seed);
  let game = othelloStart;
  for (let ply = 0; ply < plies; ply++) {
    const moves = placements(game);
    if (moves.length > 0) game = playOthello(game, moves[random.below(moves.length)]!);
    else if (placements(playOthello(game, 'pass')).length > 0) game = playOthello(game, 'pass');
    else break;
  }
  return game;
}

const games = fc
  .tuple(fc.nat(), fc.integer({ min: 0, max: 70 }))
  .map(([seed, plies]) => randomGame(seed, plies));

obeysTheLaws(
  othello,
  games.map((game) => read(othelloText(game))),
  Array.from({ length: PASS + 1 }, (_, code) => code),
);

recordsFromTheMover(othello);

describe('an Othello position', () => {
  test('starts with black on d5 and e4, white on d4 and e5, black to move', () => {
    const { record } = othello.start();
    expect(record).toHaveLength(17);
    const view = new DataView(record.buffer);
    const bit = (column: string, row: number) =>
      1n << BigInt((row - 1) * 8 + 'abcdefgh'.indexOf(column));
    expect(view.getBigUint64(0, true)).toBe(bit('d', 5) | bit('e', 4));
    expect(view.getBigUint64(8, true)).toBe(bit('d', 4) | bit('e', 5));
    expect(view.getUint8(16)).toBe(0);
  });

  test('of the FFO suite is read with its comments, and written without', () => {
    const lines = ['ffo-01-19', 'ffo-20-39', 'ffo'].flatMap((file) =>
      dataLines(`othello/${file}.obf`),
    );
    expect(lines).toHaveLength(59);
    for (const line of [...lines, ...dataLines('othello/positions.obf')]) {
      expect(othello.makePosition(read(line))).toBe(line.split(';')[0]);
    }
  });

  test('of a championship game is accepted, from the first to the last', () => {
    const lines = dataLines('othello/games-woc.txt');
    expect(lines).toHaveLength(449);
    for (const line of lines) {
      let game = othelloStart;
      for (const [move] of line.split('|')[4]!.matchAll(/../g)) {
        if (placements(game).length === 0) game = playOthello(game, 'pass');
        const square = unwrap(othello.parseMove(move));
        // 27,000 moves: an assertion for each would take longer than all else.
        if (!placements(game).includes(square)) expect([line, move]).toBe('legal');
        game = playOthello(game, square);
        const text = othelloText(game);
        const written = othello.makePosition(read(text));
        if (written !== text) expect([line, written]).toEqual([line, text]);
      }
    }
  });

  test('may leave a side without discs, and both without a move', () => {
    const wipedOut = 'X'.repeat(64);
    expect(othello.makePosition(read(`${wipedOut} O`))).toBe(`${wipedOut} O`);
  });

  test('ends at the semicolon, and blanks before it do not matter', () => {
    for (const tail of [';', ' ;', '; E6:+2; % note', '\r', ' ; O']) {
      expect(othello.makePosition(read(start + tail))).toBe(start);
    }
  });

  test('needs exactly 64 squares', () => {
    expect(refused('')).toMatchObject({ code: 'ERR_LENGTH', at: 0 });
    expect(refused(start.slice(1))).toMatchObject({ code: 'ERR_LENGTH', at: 63 });
    expect(refused(start.slice(0, 40))).toMatchObject({ code: 'ERR_LENGTH', at: 40 });
    expect(refused(`-${start}`)).toMatchObject({ code: 'ERR_LENGTH', input: '- X', at: 64 });
  });

  test('has no other characters than X, O and -', () => {
    expect(refused(withSquare(start, 12, 'x'))).toEqual({
      code: 'ERR_CHARACTER',
      message: "the square e2 is 'x': expected X, O or -",
      input: 'x',
      at: 12,
    });
    expect(refused(withSquare(start, 0, '\u001b')).message).toContain("'\\u001b'");
  });

  test('names one side to move', () => {
    const board = start.slice(0, 64);
    expect(refused(board)).toMatchObject({ code: 'ERR_SIDE', at: 64 });
    expect(refused(`${board} `)).toMatchObject({ code: 'ERR_SIDE', at: 65 });
    expect(refused(`${board}; X`)).toMatchObject({ code: 'ERR_SIDE', at: 64 });
    expect(refused(`${board}\tX`)).toMatchObject({ code: 'ERR_SIDE', at: 64 });
    expect(refused(`${board} W`)).toMatchObject({ code: 'ERR_SIDE', input: 'W', at: 65 });
    expect(refused(`${board} X O`)).toMatchObject({ code: 'ERR_SIDE', input: ' O', at: 66 });
    expect(refused(`${board} XX`)).toMatchObject({ code: 'ERR_SIDE', input: 'X', at: 66 });
  });

  test('of 1,000 characters is read, of 1,001 is not', () => {
    expect(othello.parsePosition(`${start};`.padEnd(1000)).ok).toBe(true);
    expect(refused(`${start};`.padEnd(1001))).toMatchObject({ code: 'ERR_TOO_LONG', at: 1000 });
  });

  test('with an empty centre square occurs in no game', () => {
    for (const [name, square] of [
      ['d4', 27],
      ['e4', 28],
      ['d5', 35],
      ['e5', 36],
    ] as const) {
      const error = refused(withSquare(start, square, '-'));
      expect(error).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: '-', at: square });
      expect(error.message).toContain(name);
    }
  });

  test('with a disc that no move can have placed occurs in no game', () => {
    // Alone in a corner; beside a single disc, with none behind it; behind a gap; and the last one
    // only seems to have two discs in line, around the edge of the board.
    const strays: [discs: string[], stray: string][] = [
      [['a1'], 'a1'],
      [['c3', 'b3'], 'b3'],
      [['f4', 'h4'], 'h4'],
      [['f4', 'g4', 'h4', 'a5'], 'a5'],
    ];
    for (const [discs, stray] of strays) {
      const text = discs.reduce(
        (board, disc) => withSquare(board, unwrap(othello.parseMove(disc)), 'O'),
        start,
      );
      const at = unwrap(othello.parseMove(stray));
      expect(refused(text)).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: 'O', at });
    }
  });
});

describe('an Othello move', () => {
  test('is a square in either case, or a pass', () => {
    expect(unwrap(othello.parseMove('a1'))).toBe(0);
    expect(unwrap(othello.parseMove('b1'))).toBe(1);
    expect(unwrap(othello.parseMove('F5'))).toBe(37);
    expect(unwrap(othello.parseMove('h8'))).toBe(63);
    expect(unwrap(othello.parseMove('Pass'))).toBe(PASS);
    expect(othello.makeMove(37)).toBe('f5');
    expect(othello.makeMove(PASS)).toBe('pass');
  });

  test('is refused with the place of the mistake', () => {
    expect(refusal(othello.parseMove(''))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
    expect(refusal(othello.parseMove('i1'))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
    expect(refusal(othello.parseMove('a9'))).toMatchObject({ code: 'ERR_MOVE', at: 1 });
    expect(refusal(othello.parseMove('a0'))).toMatchObject({ code: 'ERR_MOVE', at: 1 });
    expect(refusal(othello.parseMove('a01'))).toMatchObject({ code: 'ERR_MOVE', at: 1 });
    expect(refusal(othello.parseMove('a'))).toMatchObject({ code: 'ERR_MOVE', at: 1 });
    expect(refusal(othello.parseMove('a1 '))).toMatchObject({ code: 'ERR_MOVE', at: 1 });
    expect(refusal(othello.parseMove('a1b2'))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
    expect(refusal(othello.parseMove('passes'))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
  });
});

test('an Othello board is drawn with coordinates, legal moves, the turn and the count', () => {
  const moves = ['d3', 'c4', 'f5', 'e6'].map((text) => unwrap(othello.parseMove(text)));
  expect(othello.draw(othello.start(), moves)).toBe(
    [
      '  a b c d e f g h',
      '1 - - - - - - - -',
      '2 - - - - - - - -',
      '3 - - - * - - - -',
      '4 - - * O X - - -',
      '5 - - - X O * - -',
      '6 - - - - * - - -',
      '7 - - - - - - - -',
      '8 - - - - - - - -',
      'X to move',
      'X 2, O 2',
    ].join('\n'),
  );
  expect(othello.draw(othello.start())).not.toContain('*');
  expect(othello.draw(othello.start(), [PASS])).toContain('X must pass');
});
