// Shogi: positions in SFEN, moves as USI writes them. A drop begins on a slot of the hand; a piece that enters the
// camp of the other side may have a choice.

import type { Side } from 'plyades';
import { letters, numbers, squareNames } from '../grid-names.js';
import type { BoardGame, BoardPicture, HandSlot, Piece } from '../picture.js';

const columnNames = numbers(9, 'down');
const rowNames = letters(9);
const { squareName, squareOf } = squareNames(columnNames, rowNames);
const SQUARES = 81;

const names: Readonly<Record<string, string>> = {
  K: 'king',
  R: 'rook',
  B: 'bishop',
  G: 'gold',
  S: 'silver',
  N: 'knight',
  L: 'lance',
  P: 'pawn',
};
/** Kinds that can be in hand, in the order of SFEN. */
const held = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/** `letter` is upper-case; a promoted piece has a plus before it. */
function pieceOf(letter: string, side: Side): Piece {
  const promoted = letter.startsWith('+') ? 'promoted ' : '';
  const colour = side === 0 ? 'black' : 'white';
  return { side, kind: letter, name: `${colour} ${promoted}${names[letter.at(-1)!]}` };
}

const slotOf = (side: Side, letter: string): number =>
  SQUARES + side * held.length + held.indexOf(letter);

const sideOf = (letter: string): Side => (letter === letter.toUpperCase() ? 0 : 1);

function readHand(text: string, side: Side): HandSlot[] {
  const counts = new Map<string, number>();
  for (const [, count, letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    if (sideOf(letter) === side) counts.set(letter.toUpperCase(), Number(count || 1));
  }
  return held.map((letter) => ({
    target: slotOf(side, letter),
    piece: pieceOf(letter, side),
    count: counts.get(letter) ?? 0,
  }));
}

export const shogiBoard: BoardGame = {
  columns: 9,
  rows: 9,
  style: 'shogi',
  sides: ['Black', 'White'],
  columnNames,
  rowNames,
  squareName,

  readPosition(text): BoardPicture {
    const [board = '', side, hands = '-'] = text.split(' ');
    const squares = [...board.matchAll(/\+?[A-Za-z]|[1-9]/g)].flatMap(([part]) =>
      part >= '1' && part <= '9'
        ? Array.from({ length: Number(part) }, () => undefined)
        : [pieceOf(part.toUpperCase(), sideOf(part.at(-1)!))],
    );
    const turn = side === 'b' ? 0 : 1;
    return { squares, turn, hands: [readHand(hands, 0), readHand(hands, 1)] };
  },

  readMove(text, { turn, squares }) {
    const to = squareOf(text.slice(2, 4));
    if (text.charAt(1) === '*') return { path: [slotOf(turn, text.charAt(0)), to] };
    const from = squareOf(text.slice(0, 2));
    const path = [from, to];
    const piece = squares[from];
    if (piece === undefined) return { path };
    const choice = text.endsWith('+')
      ? { label: 'Promote', piece: pieceOf(`+${piece.kind}`, piece.side) }
      : { label: 'Do not promote', piece };
    return { path, choice };
  },
};
