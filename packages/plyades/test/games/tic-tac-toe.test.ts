import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { ticTacToe } from '#dist/games/tic-tac-toe/index.js';
import { obeysTheLaws, refusal } from '../support/notation-laws.js';

const read = (text: string) => unwrap(ticTacToe.parsePosition(text));
const refused = (text: string) => refusal(ticTacToe.parsePosition(text));

/** Every position of the game, found by playing all games from the empty board. */
function playAll(): Set<string> {
  const seen = new Set<string>();
  const visit = (board: string, side: 'X' | 'O') => {
    const text = `${board} ${side}`;
    if (seen.has(text)) return;
    seen.add(text);
    const [rows, columns] = [
      board.match(/.../g)!,
      [0, 1, 2].map((i) => board[i]! + board[i + 3]! + board[i + 6]!),
    ];
    const diagonals = [board[0]! + board[4]! + board[8]!, board[2]! + board[4]! + board[6]!];
    if ([...rows, ...columns, ...diagonals].some((line) => line === 'XXX' || line === 'OOO'))
      return;
    for (let square = 0; square < 9; square++) {
      if (board[square] !== '-') continue;
      visit(board.slice(0, square) + side + board.slice(square + 1), side === 'X' ? 'O' : 'X');
    }
  };
  visit('---------', 'X');
  return seen;
}

const reachable = playAll();

obeysTheLaws(
  ticTacToe,
  fc.constantFrom(...reachable).map(read),
  Array.from({ length: 9 }, (_, square) => square),
);

describe('a tic-tac-toe position', () => {
  test('is accepted exactly when a game leads to it: 5,478 of the 39,366 that can be written', () => {
    expect(reachable.size).toBe(5478);
    const accepted = new Set<string>();
    for (let number = 0; number < 3 ** 9; number++) {
      const board = [...number.toString(3).padStart(9, '0')].map((digit) => '-XO'[Number(digit)]);
      for (const side of ['X', 'O']) {
        const text = `${board.join('')} ${side}`;
        if (ticTacToe.parsePosition(text).ok) accepted.add(text);
      }
    }
    expect(accepted).toEqual(reachable);
  });

  test('is recorded from the side to move, top row first', () => {
    expect([...read('X---O---- X').record]).toEqual([0b1, 0, 0b10000, 0, 0]);
    expect([...read('X-------- O').record]).toEqual([0, 0, 0b1, 0, 1]);
    expect([...read('OX------X O').record]).toEqual([0b1, 0, 0b10, 0b1, 1]);
  });

  test('cannot give a turn to the side that is ahead', () => {
    expect(refused('X-------- X')).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 10 });
    expect(refused('--------- O')).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 10 });
    expect(refused('XX------- O')).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 10 });
  });

  test('cannot go on after a line', () => {
    expect(refused('XXX-OO--O X').message).toContain('line');
    expect(refused('XXXOOO--- X')).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 10 });
  });

  test('needs nine squares, no other characters, and one side', () => {
    expect(refused('-------- X')).toMatchObject({ code: 'ERR_LENGTH', at: 8 });
    expect(refused('---------- X')).toMatchObject({ code: 'ERR_LENGTH', at: 9 });
    expect(refused('----?---- X')).toMatchObject({ code: 'ERR_CHARACTER', input: '?', at: 4 });
    expect(refused('---------')).toMatchObject({ code: 'ERR_SIDE', at: 9 });
    expect(refused('--------- Z')).toMatchObject({ code: 'ERR_SIDE', input: 'Z', at: 10 });
    expect(refused('--------- X O')).toMatchObject({ code: 'ERR_SIDE', input: ' O', at: 11 });
    expect(refused('--------- X; note')).toMatchObject({ code: 'ERR_SIDE', at: 11 });
    expect(refused('--------- X'.padEnd(101))).toMatchObject({ code: 'ERR_TOO_LONG', at: 100 });
  });
});

test('a tic-tac-toe move is a square from a1, top left, to c3, bottom right', () => {
  expect(unwrap(ticTacToe.parseMove('a1'))).toBe(0);
  expect(unwrap(ticTacToe.parseMove('c1'))).toBe(2);
  expect(unwrap(ticTacToe.parseMove('a3'))).toBe(6);
  expect(unwrap(ticTacToe.parseMove('C3'))).toBe(8);
  expect(refusal(ticTacToe.parseMove('d1'))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
  expect(refusal(ticTacToe.parseMove('b4'))).toMatchObject({ code: 'ERR_MOVE', at: 1 });
  expect(refusal(ticTacToe.parseMove('5'))).toMatchObject({ code: 'ERR_MOVE', at: 0 });
});

test('a tic-tac-toe board is drawn with coordinates, legal moves and the turn', () => {
  expect(ticTacToe.draw(read('X---O---- X'), [1, 8])).toBe(
    ['  a b c', '1 X * -', '2 - O -', '3 - - *', 'X to move'].join('\n'),
  );
});
