// The legal moves. Checks and pins are found first, from the king's square; then no move has to be
// tried out: pieces that are not pinned may go to every square that the check allows, pinned ones along their line,
// the king where nothing attacks, and drops fill what a check leaves open.
import { Attacks, attackersOf, attackMap, attacksOf } from './attacks';
import {
  any,
  everySquare,
  filesWithout,
  firstOf,
  forward,
  high,
  lastRank,
  lastTwoRanks,
  low,
  promotionZone,
  size,
} from './bitboard';
import { isPawnDropMate } from './pawn-drop-mate';
import { BISHOP, DRAGON, GOLD, HORSE, inHand, KNIGHT, LANCE, PAWN, ROOK, SILVER } from './pieces';
import {
  bishops,
  golds,
  handOf,
  kindAt,
  kingOf,
  knights,
  lances,
  PLANES,
  pawns,
  rooks,
  sideToMove,
  silvers,
  squaresOf,
} from './position';
import { Counter, Sink } from './sink';
import {
  between,
  cross,
  direction,
  kingSteps,
  ray,
  STEPS_OF_PAWN,
  saltire,
  squareSet,
  steps,
  TOWARDS_A,
  TOWARDS_I,
} from './tables';

/** Hands the legal moves to the sink and returns the address behind the last one. */
export function legalMoves<S extends Sink>(position: usize, start: usize): usize {
  const sink = changetype<S>(0);
  const us = sideToMove(position);
  const them = us ^ 1;
  const own = squaresOf(position, us);
  const theirs = squaresOf(position, them);
  const occupied = v128.or(own, theirs);
  const king = kingOf(position, us);
  const p0 = v128.load(position, PLANES);
  const p1 = v128.load(position, PLANES + 16);
  const p2 = v128.load(position, PLANES + 32);
  const p3 = v128.load(position, PLANES + 48);
  const allPawns = pawns(p0, p1, p2, p3);
  const allLances = lances(p0, p1, p2, p3);
  const allKnights = knights(p0, p1, p2, p3);
  const allSilvers = silvers(p0, p1, p2, p3);
  const allGolds = golds(p0, p1, p2, p3);
  const allBishops = bishops(p0, p1, p2);
  const allRooks = rooks(p0, p1, p2);
  let at = start;

  // Pieces that step check from nearby. Those that slide towards the king check with nothing between,
  // and with one piece between they pin it.
  let checkers = v128.and(theirs, Attacks.steppersTo(king, us, p0, p1, p2, p3));
  let pinned = i64x2.splat(0);
  const snipers = v128.and(
    theirs,
    v128.or(
      v128.or(v128.and(cross(king), allRooks), v128.and(saltire(king), allBishops)),
      v128.and(ray(us == 0 ? TOWARDS_A : TOWARDS_I, king), allLances),
    ),
  );
  let left = snipers;
  while (any(left)) {
    const square = firstOf(left);
    left = v128.xor(left, squareSet(square));
    const shields = v128.and(between(king, square), occupied);
    const first = low(shields);
    const second = high(shields);
    if ((first | second) == 0) {
      checkers = v128.or(checkers, squareSet(square));
    } else if ((first & (first - 1)) == 0 && (second & (second - 1)) == 0) {
      if (first == 0 || second == 0) pinned = v128.or(pinned, v128.and(shields, own));
    }
  }

  // The king. It may not step back along the line of a check, so it is taken off the board meanwhile.
  const steppable = v128.and(kingSteps(king), sink.tactical() ? theirs : v128.not(own));
  if (any(steppable)) {
    const without = v128.andnot(occupied, squareSet(king));
    const danger = attackMap(position, them, without, steppable);
    at = sink.piece(at, king, v128.andnot(steppable, danger), i64x2.splat(0));
  }

  // Where the others may go.
  let targets = v128.andnot(everySquare(), own);
  let droppable = v128.andnot(everySquare(), occupied);
  if (any(checkers)) {
    if (size(checkers) > 1) return at;
    const shields = fillable(king, firstOf(checkers));
    targets = v128.or(checkers, shields);
    droppable = shields;
  }

  const free = v128.andnot(own, pinned);
  const zone = promotionZone(us);

  let pushes = v128.and(forward(v128.and(allPawns, free), us), targets);
  if (sink.tactical()) {
    pushes = v128.and(pushes, v128.or(theirs, zone));
    targets = v128.and(targets, theirs);
  }
  at = sink.pawns(at, us == 0 ? 1 : -1, v128.andnot(pushes, lastRank(us)), v128.and(pushes, zone));

  const promoted = v128.and(free, p3);
  const plain = v128.andnot(free, p3);
  at = Each.moves<S>(at, LANCE, v128.and(allLances, free), us, occupied, targets);
  at = Each.moves<S>(at, KNIGHT, v128.and(allKnights, free), us, occupied, targets);
  at = Each.moves<S>(at, SILVER, v128.and(allSilvers, free), us, occupied, targets);
  at = Each.moves<S>(at, GOLD, v128.and(allGolds, free), us, occupied, targets);
  at = Each.moves<S>(at, BISHOP, v128.and(allBishops, plain), us, occupied, targets);
  at = Each.moves<S>(at, HORSE, v128.and(allBishops, promoted), us, occupied, targets);
  at = Each.moves<S>(at, ROOK, v128.and(allRooks, plain), us, occupied, targets);
  at = Each.moves<S>(at, DRAGON, v128.and(allRooks, promoted), us, occupied, targets);

  left = pinned;
  while (any(left)) {
    const from = firstOf(left);
    left = v128.xor(left, squareSet(from));
    const kind = kindAt(position, from);
    const line = v128.and(targets, ray(direction(king, from), king));
    const to = v128.and(attacksOf(kind, us, from, occupied), line);
    at = sink.piece(at, from, mayStay(kind, us, to), mayPromote(kind, us, from, to));
  }

  const hand = sink.tactical() ? 0 : handOf(position, us);
  if (hand == 0 || !any(droppable)) return at;
  if (inHand(hand, PAWN) != 0) {
    const allowed = v128.andnot(filesWithout(v128.and(allPawns, own)), lastRank(us));
    let to = v128.and(droppable, allowed);
    const mating = v128.and(to, steps(them, STEPS_OF_PAWN, kingOf(position, them)));
    if (any(mating) && isPawnDropMate(position, firstOf(mating))) to = v128.andnot(to, mating);
    at = sink.drops(at, PAWN, to);
  }
  if (inHand(hand, LANCE) != 0) {
    at = sink.drops(at, LANCE, v128.andnot(droppable, lastRank(us)));
  }
  if (inHand(hand, KNIGHT) != 0) {
    at = sink.drops(at, KNIGHT, v128.andnot(droppable, lastTwoRanks(us)));
  }
  if (inHand(hand, SILVER) != 0) at = sink.drops(at, SILVER, droppable);
  if (inHand(hand, BISHOP) != 0) at = sink.drops(at, BISHOP, droppable);
  if (inHand(hand, ROOK) != 0) at = sink.drops(at, ROOK, droppable);
  if (inHand(hand, GOLD) != 0) at = sink.drops(at, GOLD, droppable);
  return at;
}

/** Between the king and what checks it; a knight is in no line and leaves nothing to fill. */
function fillable(king: u32, checker: u32): v128 {
  return any(v128.and(v128.or(cross(king), saltire(king)), squareSet(checker)))
    ? between(king, checker)
    : i64x2.splat(0);
}

/** The targets where a piece of this kind could still move if it does not promote. */
function mayStay(kind: u32, side: u32, to: v128): v128 {
  if (kind == PAWN || kind == LANCE) return v128.andnot(to, lastRank(side));
  return kind == KNIGHT ? v128.andnot(to, lastTwoRanks(side)) : to;
}

/** The targets where it may promote: those in the zone, or all when it comes from there. */
function mayPromote(kind: u32, side: u32, from: u32, to: v128): v128 {
  if (kind >= GOLD) return i64x2.splat(0);
  const zone = promotionZone(side);
  // Who cannot go back out of the zone is inside it after the move.
  if (kind <= KNIGHT) return v128.and(to, zone);
  return any(v128.and(squareSet(from), zone)) ? to : v128.and(to, zone);
}

@unmanaged
class Each {
  /** The moves of pieces that are not pinned, all of one kind; compiled for each kind by itself. */
  @inline
  static moves<S extends Sink>(
    at: usize,
    kind: u32,
    pieces: v128,
    side: u32,
    occupied: v128,
    targets: v128,
  ): usize {
    const sink = changetype<S>(0);
    let left = pieces;
    while (any(left)) {
      const from = firstOf(left);
      left = v128.xor(left, squareSet(from));
      const to = v128.and(Attacks.of(kind, side, from, occupied), targets);
      at = sink.piece(at, from, mayStay(kind, side, to), mayPromote(kind, side, from, to));
    }
    return at;
  }
}

/** Whether the king of the side to move is attacked. */
export function inCheck(position: usize): bool {
  const us = sideToMove(position);
  const occupied = v128.or(squaresOf(position, 0), squaresOf(position, 1));
  return any(attackersOf(position, kingOf(position, us), us ^ 1, occupied));
}

/** Whether there is a legal move. Most often some pawn out of line with its king can step ahead. */
export function hasMove(position: usize): bool {
  if (!inCheck(position)) {
    const us = sideToMove(position);
    const king = kingOf(position, us);
    const own = squaresOf(position, us);
    const ownPawns = v128.and(
      own,
      pawns(
        v128.load(position, PLANES),
        v128.load(position, PLANES + 16),
        v128.load(position, PLANES + 32),
        v128.load(position, PLANES + 48),
      ),
    );
    const loose = v128.andnot(ownPawns, v128.or(cross(king), saltire(king)));
    if (any(v128.andnot(forward(loose, us), own))) return true;
  }
  return legalMoves<Counter>(position, 0) != 0;
}
