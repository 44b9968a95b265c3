// The one drop that a mate forbids: a pawn may not be dropped to give it. The square is the one in
// front of the king, so the drop is a check by a single piece that nothing can be put in front of; it is
// mate when the pawn is protected, nothing can take it, and the king has no square to go to.
import { attackersOf, attackMap } from './attacks';
import { any, high, low } from './bitboard';
import { bishops, kingOf, PLANES, rooks, sideToMove, squaresOf } from './position';
import { between, cross, direction, kingSteps, ray, saltire, squareSet } from './tables';

/** Whether the side to move mates with a pawn dropped on `square`, the one in front of the king. */
export function isPawnDropMate(position: usize, square: u32): bool {
  const us = sideToMove(position);
  const them = us ^ 1;
  const king = kingOf(position, them);
  const dropped = squareSet(square);
  const occupied = v128.or(v128.or(squaresOf(position, 0), squaresOf(position, 1)), dropped);

  const ownKing = v128.and(kingSteps(kingOf(position, us)), dropped);
  if (!any(v128.or(attackersOf(position, square, us, occupied), ownKing))) return false;

  const takers = attackersOf(position, square, them, occupied);
  let lo = low(takers);
  let hi = high(takers);
  while ((lo | hi) != 0) {
    const from = lo != 0 ? <u32>ctz(lo) : 63 + <u32>ctz(hi);
    if (lo != 0) lo &= lo - 1;
    else hi &= hi - 1;
    if (!exposes(position, king, from, square, us, occupied)) return false;
  }

  const without = v128.andnot(occupied, squareSet(king));
  const steppable = v128.andnot(kingSteps(king), v128.or(squaresOf(position, them), dropped));
  return !any(v128.andnot(steppable, attackMap(position, us, without, steppable)));
}

/**
 * Whether a piece that leaves `from` for `to` opens a line on its king. No lance's: the pawn stands on the
 * only line on which one could reach the king.
 */
function exposes(position: usize, king: u32, from: u32, to: u32, by: u32, occupied: v128): bool {
  const origin = squareSet(from);
  const straight = any(v128.and(cross(king), origin));
  if (!straight && !any(v128.and(saltire(king), origin))) return false;
  const line = ray(direction(king, from), king);
  if (any(v128.and(line, squareSet(to)))) return false;
  const p0 = v128.load(position, PLANES);
  const p1 = v128.load(position, PLANES + 16);
  const p2 = v128.load(position, PLANES + 32);
  const far = straight ? rooks(p0, p1, p2) : bishops(p0, p1, p2);
  const sliders = v128.and(v128.and(far, line), squaresOf(position, by));
  let lo = low(sliders);
  let hi = high(sliders);
  while ((lo | hi) != 0) {
    const square = lo != 0 ? <u32>ctz(lo) : 63 + <u32>ctz(hi);
    if (lo != 0) lo &= lo - 1;
    else hi &= hi - 1;
    const shields = v128.and(between(king, square), occupied);
    if (!any(v128.andnot(shields, origin)) && any(shields)) return true;
  }
  return false;
}
