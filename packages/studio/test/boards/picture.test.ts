// The squares that a board shows are those of the text picture, which other code draws.
import { loadGame } from 'plyades';
import { expect, test } from 'vitest';
import { boardGameOf } from '../../src/boards/games/index.js';
import { type BoardGame, describeSquare, type Piece, pictureOf } from '../../src/boards/picture.js';
import { randomGame } from './random-games.js';

/** A piece as the text picture of a game has it. */
const signs: Readonly<Record<string, (piece: Piece) => string>> = {
  othello: ({ side }) => 'XO'[side]!,
  loa: ({ side }) => 'XO'[side]!,
  'tic-tac-toe': ({ side }) => 'XO'[side]!,
  chess: ({ side, kind }) => (side === 0 ? kind.toUpperCase() : kind),
  shogi: ({ side, kind }) => (side === 0 ? kind : kind.toLowerCase()),
  connect6: ({ side }) => 'xo'[side]!,
  checkers: ({ side, kind }) => {
    const letter = 'bw'[side]!;
    return kind === 'king' ? letter.toUpperCase() : letter;
  },
};

/** The signs of the text picture without coordinates, row by row; empty squares are dots. */
function signsOf(drawing: string, { columns, rows, numbersSquares }: BoardGame): string {
  const written = drawing.split('\n');
  const lines = (numbersSquares === true ? written.slice(0, rows) : written).map((line) => {
    // Unused squares of checkers are blanks, two characters each.
    if (numbersSquares === true) {
      return Array.from({ length: columns }, (_, i) => line[3 + 2 * i]?.replace(' ', '.') ?? '');
    }
    const signs = line.trim().split(/\s+/);
    const isCoordinate = (sign: string) => /^(\d+|[a-i])$/.test(sign);
    // Names of rows stand before or behind.
    const from = signs.length === columns + 1 && isCoordinate(signs[0]!) ? 1 : 0;
    return signs.slice(from, from + columns);
  });
  const isRow = (signs: readonly string[]) =>
    signs.length === columns && signs.every((sign) => /^(\+?[A-Za-z]|[-.])$/.test(sign));
  const isHeader = (signs: readonly string[]) => /^a(,b)?,/.test(signs.join()) && signs[2] === 'c';
  const board = lines.filter((signs) => isRow(signs) && !isHeader(signs));
  expect(board.length).toBe(rows);
  return board.flat().join(' ').replaceAll('-', '.');
}

test.each(Object.keys(signs))('%s shows what the text picture shows', async (id) => {
  const game = await loadGame(id as 'chess');
  const board = boardGameOf(id)!;
  for (const position of randomGame(game, 3, 120).positions) {
    const picture = pictureOf(board, game.notation, position);
    const shown = picture.squares.map((piece) => (piece === undefined ? '.' : signs[id]!(piece)));
    expect(shown.join(' ')).toBe(signsOf(game.notation.draw(position), board));
    expect(picture.turn).toBe(game.turn(position));
  }
});

test('hands of shogi hold what the position says', async () => {
  const game = await loadGame('shogi');
  const text = '8k/9/9/9/9/9/9/9/K8 b R2B3G4S17Prg4n4lp 1';
  const position = game.parsePosition(text);
  const { hands } = pictureOf(
    boardGameOf('shogi')!,
    game.notation,
    position.ok ? position.value : expect.fail(),
  );
  const counts = hands!.map((slots) =>
    slots.map(({ piece, count }) => `${piece.kind}${count}`).join(' '),
  );
  expect(counts).toEqual(['R1 B2 G3 S4 N0 L0 P17', 'R1 B0 G1 S0 N4 L4 P1']);
});

test('names of squares say what stands there', async () => {
  const game = await loadGame('chess');
  const board = boardGameOf('chess')!;
  const picture = pictureOf(board, game.notation, game.notation.start());
  const names = picture.squares.map((_, square) => describeSquare(board, picture, square));
  expect(names).toContain('g1, white knight');
  expect(names).toContain('e4, empty');
  expect(names).toContain('d8, black queen');
});
