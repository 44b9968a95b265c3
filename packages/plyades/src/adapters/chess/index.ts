// chess.js and chessops, as `plyades/adapters/chess`: positions travel as FEN, moves as squares. Neither package is
// imported. chess.js names squares `e2` and writes castling as the king's move; chessops numbers squares from a1 = 0 and
// writes castling as king takes rook.
import { inputError, PlyadesError } from '../../core/errors.js';
import type { Move, Position } from '../../core/game.js';
import { err, unwrap } from '../../core/result.js';
import { fileOf, fromRecord } from '../../games/chess/board.js';
import { isMovement, makeCode, PROMOTIONS, partsOf } from '../../games/chess/moves.js';
import { chess } from '../../games/chess/notation.js';

/** A FEN, as `makeFen` of chessops returns it, or an object that has one, such as a `Chess` of chess.js. */
export type FenSource =
  | string
  | {
      /** The position as FEN. */
      fen(): string;
    };

/** A move as `Chess.move` of chess.js takes it and `history({ verbose: true })` lists it. */
export interface ChessJsMove {
  readonly from: string;
  readonly to: string;
  /** `n`, `b`, `r` or `q`. */
  readonly promotion?: string;
}

/** A move as `Position.play` of chessops takes it; squares from a1 = 0, b1 = 1 to h8 = 63. */
export interface ChessopsMove {
  readonly from: number;
  readonly to: number;
  readonly promotion?: 'knight' | 'bishop' | 'rook' | 'queen';
}

/** Roles by the promotion in the code of a move. */
const ROLES = [undefined, 'knight', 'bishop', 'rook', 'queen'] as const;

/** The position for `bot('chess')` and `search`. Throws a PlyadesError for a FEN that no game leads to. */
export function positionOf(source: FenSource): Position {
  const fen = typeof source === 'string' ? source : source.fen();
  return unwrap(chess.parsePosition(fen), PlyadesError.refusing);
}

/** The FEN of a position, for `new Chess(fen)` of chess.js and `parseFen` of chessops. */
export function fenOf(position: Position): string {
  return chess.makePosition(position);
}

/** The positions of a game of chess.js before its last one, for the option `before` of `move`: repetitions count then. */
export function positionsBefore(game: {
  history(options: { verbose: true }): readonly { readonly before: string }[];
}): Position[] {
  return game.history({ verbose: true }).map(({ before }) => positionOf(before));
}

/** A move of Plyades for chess.js. */
export function toChessJs(move: Move): ChessJsMove {
  const text = chess.makeMove(move);
  const squares = { from: text.slice(0, 2), to: text.slice(2, 4) };
  return text.length === 4 ? squares : { ...squares, promotion: text.slice(4) };
}

/** A move of chess.js for Plyades; the rules decide whether it is legal. */
export function fromChessJs({ from, to, promotion = '' }: ChessJsMove): Move {
  return unwrap(chess.parseMove(from + to + promotion), PlyadesError.refusing);
}

/** A move of Plyades in a position for chessops. */
export function toChessops(move: Move, position: Position): ChessopsMove {
  const { from, to, promotion } = partsOf(move);
  const role = ROLES[promotion];
  if (role !== undefined) return { from, to, promotion: role };
  const { squares } = fromRecord(position.record);
  const steps = fileOf(to) - fileOf(from);
  if (squares[from]?.toLowerCase() !== 'k' || Math.abs(steps) !== 2) return { from, to };
  // The rooks castle from the corners: three squares to the right of the king, four to the left.
  return { from, to: steps > 0 ? from + 3 : from - 4 };
}

/** A move of chessops in a position for Plyades; the rules decide whether it is legal. */
export function fromChessops({ from, to, promotion }: ChessopsMove, position: Position): Move {
  const { squares } = fromRecord(position.record);
  const [piece, target] = [squares[from], squares[to]];
  const castles = piece === 'K' ? target === 'R' : piece === 'k' && target === 'r';
  const end = castles ? from + 2 * Math.sign(to - from) : to;
  const parts = { from, to: end, promotion: promotion ? ROLES.indexOf(promotion) : 0 };
  const isSquare = (square: number) => Number.isInteger(square) && square >= 0 && square < 64;
  if (isSquare(from) && isSquare(to) && PROMOTIONS[parts.promotion] !== undefined) {
    if (isMovement(parts)) return makeCode(parts);
  }
  const text = JSON.stringify({ from, to, promotion });
  const message = `${text} is how no piece moves: expected squares from 0 to 63, and a promotion such as 'queen'`;
  return unwrap(err(inputError('ERR_MOVE', message, text)), PlyadesError.refusing);
}
