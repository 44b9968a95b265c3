// How good a move looks before it is searched: what it adds to the pieces' worth, what it puts at risk,
// what it saves, and whether it checks. The score orders moves in a search, by the worths of the
// evaluation; by worths of its own it decides which moves a tree of bounded width keeps, where a good move
// left out is lost for ever. It depends on the position alone.
import { attackersOf, attackMap, attacksOf } from './attacks';
import { any, everySquare, forward } from './bitboard';
import { DROP, KING, PAWN, SILVER } from './pieces';
import { kindAt, kingOf, PLANES, pawns, sideToMove, squaresOf } from './position';
import { kingSteps, squareSet } from './tables';
import { LOOKS, VALUES, worth, worthInHand, worthOnSquare } from './worth';

/** A check with a piece that can be taken, and with one that cannot. */
const BOLD_CHECK: i32 = 40;
const SAFE_CHECK: i32 = 160;

/** History counts up to 2^14 in the search: a pawn won should outweigh most of it. */
const SCALE: i32 = 64;

/** Scores lie inside +- this; the largest gain, a dragon for nothing, is some 2,400. */
const SCORE_LIMIT: i32 = 1 << 16;

/** A score and a move in one word: greater is better, and the smaller number where scores are equal. */
const MOVE_BITS: u32 = 15;
const MOVE_MASK: u32 = (1 << MOVE_BITS) - 1;

export function rankedMove(word: u32): u32 {
  return MOVE_MASK - (word & MOVE_MASK);
}

function ranked(score: i32, move: u32): u32 {
  return ((<u32>(score + SCORE_LIMIT)) << MOVE_BITS) | (MOVE_MASK - move);
}

/** What losing a piece of this kind to the other side's hand costs. */
function loss(set: usize, kind: u32): i32 {
  return worth(set, kind) + worthInHand(set, kind);
}

/** Writes an i32 score for each move, by the values that the search compares in the end. */
export function scoreMoves(position: usize, moves: usize, scores: usize, count: i32): void {
  judge(VALUES, position, moves, scores, count, false);
}

/** Writes a word for each move that ranks it among them by its looks, in place of the move. */
export function rankMoves(position: usize, moves: usize, count: i32): void {
  judge(LOOKS, position, moves, moves, count, true);
}

function judge(
  set: usize,
  position: usize,
  moves: usize,
  out: usize,
  count: i32,
  ranks: bool,
): void {
  const us = sideToMove(position);
  const them = us ^ 1;
  const own = squaresOf(position, us);
  const theirs = squaresOf(position, them);
  const occupied = v128.or(own, theirs);
  const king = kingOf(position, us);
  const other = kingOf(position, them);
  const allPawns = pawns(
    v128.load(position, PLANES),
    v128.load(position, PLANES + 16),
    v128.load(position, PLANES + 32),
    v128.load(position, PLANES + 48),
  );
  const attacked = attackMap(position, them, occupied, everySquare());
  const protectedByUs = attackMap(position, us, occupied, everySquare());
  const byPawns = forward(v128.and(theirs, allPawns), them);
  const hanging = v128.or(
    v128.andnot(v128.and(own, attacked), protectedByUs),
    v128.andnot(v128.and(own, byPawns), allPawns),
  );

  // Moves of one piece follow each other: what depends on the piece alone is kept for the next one.
  let origin: u32 = u32.MAX_VALUE;
  let moved: u32 = 0;
  let before: i32 = 0;
  let put: u32 = 0;
  let checking = i64x2.splat(0);
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const move = load<u32>(moves + i);
    const to = move & 127;
    const target = squareSet(to);
    const from = (move >> 7) & 127;
    if (from != origin) {
      origin = from;
      if (from > DROP) {
        moved = from - DROP;
        before = worthInHand(set, moved);
      } else {
        moved = kindAt(position, from);
        before = worthOnSquare(set, us, moved, from, king, other);
        if (any(v128.and(hanging, squareSet(from)))) before -= (3 * loss(set, moved)) >> 2;
      }
    }
    const becomes = moved + ((move >> 14) << 3);
    if (becomes != put) {
      put = becomes;
      // It attacks the king from where a piece of its kind in the king's place would attack.
      checking = put == KING ? i64x2.splat(0) : attacksOf(put, them, other, occupied);
    }
    let score = worthOnSquare(set, us, put, to, king, other) - before;
    if (any(v128.and(theirs, target))) {
      const captured = kindAt(position, to);
      score += worthOnSquare(set, them, captured, to, other, king) + worthInHand(set, captured);
    }
    let risk: i32 = 0;
    if (put != KING && any(v128.and(attacked, target))) {
      risk = loss(set, put);
      const source = from > DROP ? i64x2.splat(0) : squareSet(from);
      if (isProtected(position, us, to, source, king, v128.andnot(occupied, source))) {
        risk -= loss(set, any(v128.and(byPawns, target)) ? PAWN : SILVER);
        if (risk < 0) risk = 0;
      }
      score -= risk;
    }
    if (any(v128.and(checking, target))) score += risk == 0 ? SAFE_CHECK : BOLD_CHECK;
    store<u32>(out + i, ranks ? ranked(score, move) : <u32>(score * SCALE));
  }
}

/** Whether a piece that comes to a square could be avenged there. */
function isProtected(
  position: usize,
  us: u32,
  square: u32,
  source: v128,
  king: u32,
  occupied: v128,
): bool {
  if (any(v128.and(kingSteps(king), squareSet(square)))) return true;
  return any(v128.andnot(attackersOf(position, square, us, occupied), source));
}
