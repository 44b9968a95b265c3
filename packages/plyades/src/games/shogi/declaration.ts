// The declaration of an entered king, by the 27-point rule of the Computer Shogi Association: a side to
// move whose king has come into the other camp, safe and with company, may declare and wins. It is a
// claim about a game rather than a move, so the search does not know it.
import type { Position } from '../../core/game.js';
import { inCheck, kingOf } from './attacks.js';
import {
  BISHOP,
  countInHand,
  HAND_ORDER,
  KING,
  plainKind,
  ROOK,
  type ShogiSide,
  SIDE,
  SQUARES,
  sideOf,
} from './pieces.js';
import { rankOf } from './squares.js';

/** Points that each side needs: Black, who moves first, one more. */
const POINTS = [28, 27] as const;

/** Pieces in the other camp beside the king. */
const COMPANY = 10;

/** Why a declaration would not hold, or that it does; `points` counts pieces in the camp and in hand. */
export interface Declaration {
  /** True when the side to move may declare and win. */
  readonly wins: boolean;
  readonly points: number;
  /** Points that the side to move needs. */
  readonly needed: number;
  /** Its pieces in the other camp, the king left out; ten are needed. */
  readonly company: number;
  readonly kingEntered: boolean;
  readonly inCheck: boolean;
}

/** The grounds of a declaration by the side to move. */
export function declaration(position: Position): Declaration {
  const { record } = position;
  const side = record[SIDE] as ShogiSide;
  const king = kingOf(record, side);
  let company = 0;
  let points = 0;
  for (let square = 0; square < SQUARES; square++) {
    const piece = record[square]!;
    if (piece === 0 || sideOf(piece) !== side || !isInCamp(square, side)) continue;
    const kind = plainKind(piece);
    if (kind === KING) continue;
    company++;
    points += pointsOf(kind);
  }
  for (const kind of HAND_ORDER) points += pointsOf(kind) * countInHand(record, side, kind);
  const needed = POINTS[side];
  const kingEntered = king !== undefined && isInCamp(king, side);
  const check = inCheck(record, side);
  const wins = kingEntered && !check && company >= COMPANY && points >= needed;
  return { wins, points, needed, company, kingEntered, inCheck: check };
}

/** Large pieces, promoted or not, count five. */
function pointsOf(kind: number): number {
  return kind === BISHOP || kind === ROOK ? 5 : 1;
}

function isInCamp(square: number, side: ShogiSide): boolean {
  return side === 0 ? rankOf(square) < 3 : rankOf(square) > 5;
}
