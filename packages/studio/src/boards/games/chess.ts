// Chess: positions in FEN, moves as UCI writes them. A castling move is the king's; a pawn on the last rank chooses.

import type { Side } from 'plyades';
import { letters, numbers, squareNames } from '../grid-names.js';
import type { BoardGame, BoardPicture, Piece } from '../picture.js';

const columnNames = letters(8);
const rowNames = numbers(8, 'down');
const { squareName, squareOf } = squareNames(columnNames, rowNames);

const names = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
} as const;
type Letter = keyof typeof names;

function pieceOf(letter: Letter, side: Side): Piece {
  return { side, kind: letter, name: `${side === 0 ? 'white' : 'black'} ${names[letter]}` };
}

const pieces = new Map<string, Piece>(
  (Object.keys(names) as Letter[]).flatMap((letter) => [
    [letter.toUpperCase(), pieceOf(letter, 0)],
    [letter, pieceOf(letter, 1)],
  ]),
);

export const chessBoard: BoardGame = {
  columns: 8,
  rows: 8,
  style: 'chequered',
  sides: ['White', 'Black'],
  columnNames,
  rowNames,
  squareName,

  readPosition(text): BoardPicture {
    const [board = '', side] = text.split(' ');
    const squares = Array.from(board.replaceAll('/', '')).flatMap((character) =>
      character >= '1' && character <= '8'
        ? Array.from({ length: Number(character) }, () => undefined)
        : [pieces.get(character)],
    );
    return { squares, turn: side === 'w' ? 0 : 1 };
  },

  readMove(text, { turn }) {
    const path = [squareOf(text.slice(0, 2)), squareOf(text.slice(2, 4))];
    const letter = text.charAt(4);
    if (letter === '') return { path };
    const piece = pieceOf(letter as Letter, turn);
    const name = names[letter as Letter];
    return { path, choice: { label: name[0]!.toUpperCase() + name.slice(1), piece } };
  },
};
