// The drawing of a piece by the board it stands on, in a box of 100 by 100.
import type { BoardStyle, Piece } from '../picture.js';
import './pieces.css';
import { CheckersPiece } from './checkers.js';
import { ChessPiece } from './chess.js';
import { ShogiPiece } from './shogi.js';
import { Sign, Stone } from './stones.js';

export interface PieceProps {
  readonly piece: Piece;
  readonly style: BoardStyle;
  /** Upside down, in games whose pieces point forward. */
  readonly turned?: boolean;
}

export function PieceDrawing({ piece, style, turned = false }: PieceProps) {
  if (style === 'shogi') return <ShogiPiece piece={piece} turned={turned} />;
  if (style === 'cells') return <Sign piece={piece} />;
  switch (piece.kind) {
    case 'x':
    case 'o':
      return <Stone piece={piece} radius={style === 'points' ? 46 : 41} />;
    case 'man':
    case 'king':
      return <CheckersPiece piece={piece} />;
    default:
      return <ChessPiece piece={piece} />;
  }
}
