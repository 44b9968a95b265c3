// Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q+`. The text means something only in a
// position, so both directions ask the rules for the legal moves there.
import { type InputError, inputError, quote } from '../../core/errors.js';
import type { Move, MoveRules } from '../../core/game.js';
import { err, ok, type Result } from '../../core/result.js';
import { type ChessBoard, fileOf, fromRecord, isInCheck, makeSquare, rankOf } from './board.js';
import { PROMOTIONS, partsOf } from './moves.js';

const PATTERN = /^([NBRQK])?([a-h])?([1-8])?(x)?([a-h][1-8])(?:=?([NBRQ]))?$/;

/** The text of a legal move, with a sign for check and mate. */
export function makeSan(rules: MoveRules, record: Uint8Array, move: Move): string {
  const next = rules.play(record, move);
  const check = !isInCheck(fromRecord(next)) ? '' : rules.moves(next).length === 0 ? '#' : '+';
  return withoutSign(fromRecord(record), rules.moves(record), move) + check;
}

/** Reads a move; signs for check, mate and praise at the end do not matter. */
export function parseSan(
  rules: MoveRules,
  record: Uint8Array,
  text: string,
): Result<Move, InputError> {
  const refuse = (code: 'ERR_MOVE' | 'ERR_ILLEGAL_MOVE', what: string) =>
    err(inputError(code, `${quote(text)} ${what}`, text, 0));
  const written = text.length > 12 ? '' : text.replace(/[+#]?[!?]{0,2}$/, '').replace(/0/g, 'O');
  const castles = written === 'O-O' || written === 'O-O-O';
  const match = PATTERN.exec(written);
  if (!castles && match === null) return refuse('ERR_MOVE', 'is no move in algebraic notation');
  const board = fromRecord(record);
  const legal = rules.moves(record);
  const fitting = legal.filter((move) => {
    if (castles) return castling(board, move) === written;
    const [, letter = 'P', file, rank, , target, promoted = ''] = match!;
    const { from, to, promotion } = partsOf(move);
    return (
      castling(board, move) === undefined &&
      board.squares[from]!.toUpperCase() === letter &&
      makeSquare(to) === target &&
      (file === undefined || makeSquare(from)[0] === file) &&
      (rank === undefined || makeSquare(from)[1] === rank) &&
      PROMOTIONS[promotion] === promoted.toLowerCase()
    );
  });
  const [move] = fitting;
  if (move === undefined) return refuse('ERR_ILLEGAL_MOVE', 'is not legal here');
  if (fitting.length > 1) return refuse('ERR_ILLEGAL_MOVE', 'can be more than one move');
  return ok(move);
}

function castling({ squares }: ChessBoard, move: Move): 'O-O' | 'O-O-O' | undefined {
  const { from, to } = partsOf(move);
  if (squares[from]!.toUpperCase() !== 'K' || Math.abs(from - to) !== 2) return undefined;
  return to > from ? 'O-O' : 'O-O-O';
}

function withoutSign(board: ChessBoard, legal: readonly Move[], move: Move): string {
  const castles = castling(board, move);
  if (castles !== undefined) return castles;
  const { squares } = board;
  const { from, to, promotion } = partsOf(move);
  const piece = squares[from]!;
  const letter = piece.toUpperCase();
  const takes = squares[to] !== undefined || (letter === 'P' && fileOf(from) !== fileOf(to));
  const target = (takes ? 'x' : '') + makeSquare(to);
  if (letter === 'P') {
    const start = takes ? makeSquare(from)[0] : '';
    return start + target + (promotion > 0 ? `=${PROMOTIONS[promotion]!.toUpperCase()}` : '');
  }
  const rivals = legal
    .map(partsOf)
    .filter((other) => other.to === to && other.from !== from && squares[other.from] === piece);
  const sameFile = rivals.some((other) => fileOf(other.from) === fileOf(from));
  const sameRank = rivals.some((other) => rankOf(other.from) === rankOf(from));
  const file = rivals.length > 0 && (!sameFile || sameRank) ? makeSquare(from)[0]! : '';
  const rank = sameFile ? makeSquare(from)[1]! : '';
  return letter + file + rank + target;
}
