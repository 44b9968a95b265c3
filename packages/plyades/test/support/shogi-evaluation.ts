// The evaluation of shogi and which captures its quiescence search leaves out, once more, by the words of
// assembly/games/shogi alone: on an array of pieces, with loops over squares. Shares its weights with the
// kernel and nothing else.
import { weightsOf } from './weights.js';

const FILE = 'shogi/weights.ts';
const ON_BOARD = weightsOf(FILE, 'ON_BOARD');
const IN_HAND = weightsOf(FILE, 'IN_HAND');
const BY_RANK = weightsOf(FILE, 'BY_RANK');
const BY_FILE = weightsOf(FILE, 'BY_FILE');
const GUARD = weightsOf(FILE, 'GUARD');
const THREAT = weightsOf(FILE, 'THREAT');

/** Kinds 1 to 8; those that can promote have a kind 8 higher then. */
const LETTERS = '-plnsbrgk';
const KING = 8;

interface ShogiPiece {
  readonly side: 'b' | 'w';
  readonly kind: number;
  /** From 0, on Black's right. */
  readonly file: number;
  /** From 0, at White's end. */
  readonly rank: number;
}

export interface ShogiBoard {
  readonly pieces: readonly ShogiPiece[];
  /** One entry for each piece in a hand. */
  readonly hands: readonly { readonly side: 'b' | 'w'; readonly kind: number }[];
  readonly side: 'b' | 'w';
}

/** Reads an SFEN. */
export function shogiBoard(sfen: string): ShogiBoard {
  const [ranks = '', side, inHand = '-'] = sfen.split(' ');
  const pieces: ShogiPiece[] = [];
  for (const [rank, row] of ranks.split('/').entries()) {
    let file = 8;
    for (const [, promoted, letter = ''] of row.matchAll(/(\+?)([a-zA-Z]|\d)/g)) {
      if (/\d/.test(letter)) {
        file -= Number(letter);
        continue;
      }
      const kind = LETTERS.indexOf(letter.toLowerCase()) + (promoted === '+' ? 8 : 0);
      pieces.push({ side: sideOf(letter), kind, file, rank });
      file--;
    }
  }
  const hands = [...inHand.matchAll(/(\d*)([a-zA-Z])/g)].flatMap(([, count, letter = '']) =>
    Array.from({ length: Number(count || 1) }, () => ({
      side: sideOf(letter),
      kind: LETTERS.indexOf(letter.toLowerCase()),
    })),
  );
  return { pieces, hands, side: side === 'b' ? 'b' : 'w' };
}

const sideOf = (letter: string): 'b' | 'w' => (letter === letter.toUpperCase() ? 'b' : 'w');

/** From the side to move. */
export function evaluateShogi(board: ShogiBoard): number {
  let sum = 0;
  for (const piece of board.pieces) sum += sign(board, piece.side) * worthOf(board, piece);
  for (const { side, kind } of board.hands) sum += sign(board, side) * IN_HAND[kind]!;
  return sum;
}

const sign = (board: ShogiBoard, side: 'b' | 'w') => (side === board.side ? 1 : -1);

function worthOf({ pieces }: ShogiBoard, piece: ShogiPiece): number {
  const { side, kind, file, rank } = piece;
  const rankSeen = side === 'b' ? rank : 8 - rank;
  let sum =
    ON_BOARD[kind]! + BY_RANK[9 * kind + rankSeen]! + BY_FILE[5 * kind + Math.min(file, 8 - file)]!;
  for (const king of pieces) {
    if (king.kind !== KING) continue;
    const distance = Math.max(Math.abs(king.file - file), Math.abs(king.rank - rank));
    if (distance < 1 || distance > 4) continue;
    sum += (king.side === side ? GUARD : THREAT)[4 * kind + distance - 1]!;
  }
  return sum;
}

/** True when a piece that goes to `to` could be taken there by one of the other side's that sees it now. */
function isAnswered(board: ShogiBoard, to: { file: number; rank: number }): boolean {
  return board.pieces.some(
    (piece) => piece.side !== board.side && attacks(board, piece, to.file, to.rank),
  );
}

/**
 * True when the quiescence search leaves the move out: the square is protected, and what is on it is worth
 * less than the piece that goes there, which is no king.
 */
export function losesMaterial(board: ShogiBoard, from: number, to: number): boolean {
  const at = (square: number) =>
    board.pieces.find(({ file, rank }) => 9 * file + rank === square)?.kind ?? 0;
  if (at(from) === KING) return false;
  if (!isAnswered(board, { file: Math.floor(to / 9), rank: to % 9 })) return false;
  return ON_BOARD[at(to)]! < ON_BOARD[at(from)]!;
}

const GOLD_STEPS = ['0 1', '-1 1', '1 1', '-1 0', '1 0', '0 -1'];
const SILVER_STEPS = ['0 1', '-1 1', '1 1', '-1 -1', '1 -1'];

/** Whether a piece attacks a square, whatever stands there. */
function attacks(board: ShogiBoard, piece: ShogiPiece, file: number, rank: number): boolean {
  const across = file - piece.file;
  // Black moves to smaller ranks.
  const ahead = piece.side === 'b' ? piece.rank - rank : rank - piece.rank;
  const step = `${across} ${ahead}`;
  const isNear = Math.max(Math.abs(across), Math.abs(ahead)) === 1;
  const isStraight = (across === 0) !== (ahead === 0);
  const isDiagonal = across !== 0 && Math.abs(across) === Math.abs(ahead);
  switch (piece.kind) {
    case 1:
      return step === '0 1';
    case 2:
      return across === 0 && ahead > 0 && isOpen(board, piece, file, rank);
    case 3:
      return Math.abs(across) === 1 && ahead === 2;
    case 4:
      return SILVER_STEPS.includes(step);
    case 5:
      return isDiagonal && isOpen(board, piece, file, rank);
    case 6:
      return isStraight && isOpen(board, piece, file, rank);
    case KING:
      return isNear;
    case 13:
      return isNear || (isDiagonal && isOpen(board, piece, file, rank));
    case 14:
      return isNear || (isStraight && isOpen(board, piece, file, rank));
    default:
      return GOLD_STEPS.includes(step);
  }
}

/** Whether nothing stands between a piece and a square in line with it. */
function isOpen({ pieces }: ShogiBoard, from: ShogiPiece, file: number, rank: number): boolean {
  const steps = Math.max(Math.abs(file - from.file), Math.abs(rank - from.rank));
  for (let i = 1; i < steps; i++) {
    const x = from.file + (i * (file - from.file)) / steps;
    const y = from.rank + (i * (rank - from.rank)) / steps;
    if (pieces.some((piece) => piece.file === x && piece.rank === y)) return false;
  }
  return true;
}
