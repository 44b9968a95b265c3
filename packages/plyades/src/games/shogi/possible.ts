// Which well-written shogi positions no game can reach: more pieces than a set has, pieces that could
// never move again, two pawns of a side on a file, kings that are missing or could be taken.
import { type InputError, inputError } from '../../core/errors.js';
import { attackers, kingOf } from './attacks.js';
import {
  countInHand,
  HAND_ORDER,
  KING,
  KNIGHT,
  LANCE,
  letterOf,
  makePiece,
  PAWN,
  plainKind,
  type ShogiSide,
  SIDE,
  sideOf,
  TOTALS,
  WHITE,
} from './pieces.js';
import type { Written } from './sfen.js';
import { fileOf, makeSquare, rankOf } from './squares.js';

/** The first reason why a position is impossible, at the place of the piece that makes it so. */
export function findImpossible(written: Written): InputError | undefined {
  return badPiece(written) ?? badCount(written) ?? badKings(written);
}

function impossible(written: Written, square: number, message: string): InputError {
  const input = makePiece(written.record[square]!);
  return inputError('ERR_IMPOSSIBLE', message, input, written.places.get(square)!);
}

function badPiece(written: Written): InputError | undefined {
  const { record, places } = written;
  const pawnsByFile = new Set<string>();
  for (const square of places.keys()) {
    const piece = record[square]!;
    const kind = piece % WHITE;
    const side = sideOf(piece);
    const ranksAhead = side === 0 ? rankOf(square) : 8 - rankOf(square);
    const needed = kind === KNIGHT ? 2 : kind === PAWN || kind === LANCE ? 1 : 0;
    if (ranksAhead < needed) {
      const message = `${makePiece(piece)} on ${makeSquare(square)} could never move again`;
      return impossible(written, square, message);
    }
    if (kind !== PAWN) continue;
    const file = `${side}${fileOf(square)}`;
    if (pawnsByFile.has(file)) {
      const name = side === 0 ? 'Black' : 'White';
      const message = `${name} has two unpromoted pawns on file ${fileOf(square) + 1}`;
      return impossible(written, square, message);
    }
    pawnsByFile.add(file);
  }
  return undefined;
}

function badCount(written: Written): InputError | undefined {
  const { record, places, hands, handsAt } = written;
  const counts = TOTALS.map(() => 0);
  for (const side of [0, 1] as const) {
    for (const kind of HAND_ORDER) counts[kind]! += countInHand(record, side, kind);
  }
  for (let kind = 1; kind < KING; kind++) {
    if (counts[kind]! > TOTALS[kind]!) return tooMany(kind, hands, handsAt);
  }
  for (const [square, at] of places) {
    const piece = record[square]!;
    const kind = plainKind(piece);
    if (kind === KING) continue;
    counts[kind]!++;
    if (counts[kind]! > TOTALS[kind]!) return tooMany(kind, makePiece(piece), at);
  }
  return undefined;
}

function tooMany(kind: number, input: string, at: number): InputError {
  const message = `there are more than ${TOTALS[kind]} of ${letterOf(kind)}, on the board and in hand`;
  return inputError('ERR_IMPOSSIBLE', message, input, at);
}

/** Mate problems leave out the king of the side that mates, so one king may be missing. */
function badKings(written: Written): InputError | undefined {
  const { record, places } = written;
  const kings = [...places.keys()].filter((square) => record[square]! % WHITE === KING);
  for (const side of [0, 1] as const) {
    const own = kings.filter((square) => sideOf(record[square]!) === side);
    if (own.length > 1) {
      const message = `${side === 0 ? 'Black' : 'White'} has more than one king`;
      return impossible(written, own[1]!, message);
    }
  }
  if (kings.length === 0) return inputError('ERR_IMPOSSIBLE', 'there is no king', '', 0);
  const mover = record[SIDE] as ShogiSide;
  const waiting: ShogiSide = mover === 0 ? 1 : 0;
  const king = kingOf(record, waiting);
  if (king === undefined) return undefined;
  const [checker] = attackers(record, king, mover);
  if (checker === undefined) return undefined;
  const name = mover === 0 ? 'Black' : 'White';
  const message = `${name} is to move and could take the king on ${makeSquare(king)}`;
  return impossible(written, king, message);
}
