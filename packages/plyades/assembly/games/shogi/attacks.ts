// What pieces attack. Steps are looked up; lances, bishops and rooks look along each ray for its
// first occupied square and take the ray up to there. Sets of pieces that step are moved as a whole.
import { any, firstOf, forward, high, low, sideways } from './bitboard';
import { BISHOP, DRAGON, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER } from './pieces';
import {
  bishops,
  golds,
  kingOf,
  knights,
  lances,
  PLANES,
  pawns,
  rooks,
  silvers,
  squaresOf,
} from './position';
import {
  cross,
  kingSteps,
  ray,
  STEPS_OF_GOLD,
  STEPS_OF_KNIGHT,
  STEPS_OF_PAWN,
  STEPS_OF_SILVER,
  saltire,
  squareSet,
  steps,
  TOWARDS_A,
  TOWARDS_I,
} from './tables';

/** The squares of a ray to a greater square up to the first occupied one, which is included. */
function slideUp(towards: u32, square: u32, occupied: v128): v128 {
  const whole = ray(towards, square);
  const blockers = v128.and(whole, occupied);
  const lo = low(blockers);
  // Bit 18 of the second lane is NOWHERE, whose ray is empty.
  const hi = high(blockers) | (1 << 18);
  const first = <u32>select<u64>(ctz(lo), 63 + ctz(hi), lo != 0);
  return v128.xor(whole, ray(towards, first));
}

/** The same towards smaller squares; the square -1 also has an empty ray. */
function slideDown(towards: u32, square: u32, occupied: v128): v128 {
  const whole = ray(towards, square);
  const blockers = v128.and(whole, occupied);
  const hi = high(blockers);
  const last = <u32>select<u64>(126 - clz(hi), 63 - clz(low(blockers)), hi != 0);
  return v128.xor(whole, ray(towards, last));
}

export function lanceAttacks(side: u32, square: u32, occupied: v128): v128 {
  return side == 0 ? slideDown(TOWARDS_A, square, occupied) : slideUp(TOWARDS_I, square, occupied);
}

export function bishopAttacks(square: u32, occupied: v128): v128 {
  return v128.or(
    v128.or(slideUp(2, square, occupied), slideUp(3, square, occupied)),
    v128.or(slideDown(6, square, occupied), slideDown(7, square, occupied)),
  );
}

export function rookAttacks(square: u32, occupied: v128): v128 {
  return v128.or(
    v128.or(slideUp(0, square, occupied), slideUp(1, square, occupied)),
    v128.or(slideDown(4, square, occupied), slideDown(5, square, occupied)),
  );
}

@unmanaged
export class Attacks {
  /** What a piece attacks; for a kind that is a constant nothing of the choice is left. */
  @inline
  static of(kind: u32, side: u32, square: u32, occupied: v128): v128 {
    switch (kind) {
      case PAWN:
        return steps(side, STEPS_OF_PAWN, square);
      case LANCE:
        return lanceAttacks(side, square, occupied);
      case KNIGHT:
        return steps(side, STEPS_OF_KNIGHT, square);
      case SILVER:
        return steps(side, STEPS_OF_SILVER, square);
      case BISHOP:
        return bishopAttacks(square, occupied);
      case ROOK:
        return rookAttacks(square, occupied);
      case KING:
        return kingSteps(square);
      case HORSE:
        return v128.or(bishopAttacks(square, occupied), kingSteps(square));
      case DRAGON:
        return v128.or(rookAttacks(square, occupied), kingSteps(square));
      default:
        return steps(side, STEPS_OF_GOLD, square);
    }
  }

  /** The pieces in these planes that attack a square of `side` in one step, as if all were the other's. */
  @inline
  static steppersTo(square: u32, side: u32, p0: v128, p1: v128, p2: v128, p3: v128): v128 {
    const crowned = v128.and(p3, v128.or(bishops(p0, p1, p2), rooks(p0, p1, p2)));
    return v128.or(
      v128.or(
        v128.or(
          v128.and(steps(side, STEPS_OF_PAWN, square), pawns(p0, p1, p2, p3)),
          v128.and(steps(side, STEPS_OF_KNIGHT, square), knights(p0, p1, p2, p3)),
        ),
        v128.or(
          v128.and(steps(side, STEPS_OF_SILVER, square), silvers(p0, p1, p2, p3)),
          v128.and(steps(side, STEPS_OF_GOLD, square), golds(p0, p1, p2, p3)),
        ),
      ),
      v128.and(kingSteps(square), crowned),
    );
  }
}

/** What a piece of any kind attacks. */
export function attacksOf(kind: u32, side: u32, square: u32, occupied: v128): v128 {
  return Attacks.of(kind, side, square, occupied);
}

/** The pieces of a side that attack a square, its king left out. */
export function attackersOf(position: usize, square: u32, by: u32, occupied: v128): v128 {
  const own = squaresOf(position, by);
  const p0 = v128.and(v128.load(position, PLANES), own);
  const p1 = v128.and(v128.load(position, PLANES + 16), own);
  const p2 = v128.and(v128.load(position, PLANES + 32), own);
  const p3 = v128.and(v128.load(position, PLANES + 48), own);
  const from = by ^ 1;
  let found = Attacks.steppersTo(square, from, p0, p1, p2, p3);
  const diagonal = bishops(p0, p1, p2);
  const straight = rooks(p0, p1, p2);
  const lancers = v128.and(lances(p0, p1, p2, p3), ray(from == 0 ? TOWARDS_A : TOWARDS_I, square));
  if (any(lancers)) {
    found = v128.or(found, v128.and(lancers, lanceAttacks(from, square, occupied)));
  }
  if (any(v128.and(diagonal, saltire(square)))) {
    found = v128.or(found, v128.and(diagonal, bishopAttacks(square, occupied)));
  }
  if (any(v128.and(straight, cross(square)))) {
    found = v128.or(found, v128.and(straight, rookAttacks(square, occupied)));
  }
  return found;
}

/**
 * The squares that a side attacks, its king included: exact for the squares of `zone`, while pieces
 * that slide may be left out elsewhere.
 */
export function attackMap(position: usize, by: u32, occupied: v128, zone: v128): v128 {
  const own = squaresOf(position, by);
  const p0 = v128.and(v128.load(position, PLANES), own);
  const p1 = v128.and(v128.load(position, PLANES + 16), own);
  const p2 = v128.and(v128.load(position, PLANES + 32), own);
  const p3 = v128.and(v128.load(position, PLANES + 48), own);
  const diagonal = bishops(p0, p1, p2);
  const straight = rooks(p0, p1, p2);

  // Every stepping piece goes forward or back first; one step to both neighbouring files does the rest.
  const silver = silvers(p0, p1, p2, p3);
  const gold = golds(p0, p1, p2, p3);
  const kingly = v128.or(
    v128.and(v128.or(diagonal, straight), p3),
    squareSet(kingOf(position, by)),
  );
  const aheadOf = forward(v128.or(v128.or(silver, gold), kingly), by);
  const behindSilver = forward(silver, by ^ 1);
  const behind = forward(v128.or(gold, kingly), by ^ 1);
  const behindKingly = forward(kingly, by ^ 1);
  const knightly = forward(forward(knights(p0, p1, p2, p3), by), by);
  const wide = v128.or(
    v128.or(v128.or(aheadOf, gold), v128.or(kingly, behindSilver)),
    v128.or(behindKingly, knightly),
  );
  let map = v128.or(
    v128.or(forward(pawns(p0, p1, p2, p3), by), aheadOf),
    v128.or(behind, sideways(wide)),
  );

  let left = lances(p0, p1, p2, p3);
  while (any(left)) {
    const square = firstOf(left);
    left = v128.xor(left, squareSet(square));
    if (any(v128.and(ray(by == 0 ? TOWARDS_A : TOWARDS_I, square), zone))) {
      map = v128.or(map, lanceAttacks(by, square, occupied));
    }
  }
  left = diagonal;
  while (any(left)) {
    const square = firstOf(left);
    left = v128.xor(left, squareSet(square));
    if (any(v128.and(saltire(square), zone))) map = v128.or(map, bishopAttacks(square, occupied));
  }
  left = straight;
  while (any(left)) {
    const square = firstOf(left);
    left = v128.xor(left, squareSet(square));
    if (any(v128.and(cross(square), zone))) map = v128.or(map, rookAttacks(square, occupied));
  }
  return map;
}
