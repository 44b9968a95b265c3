// The static value of a position, in centipawns from the side to move: values and places of the pieces,
// which `play` keeps up to date, and what is counted here for both sides: mobility, pawns, files of
// rooks, safety of the king. Scores of the middle game and the endgame are kept in the halves of one
// number and mixed at the end by the pieces that are left.
import { KING, KNIGHT } from './geometry';
import { DIAGONAL, FILE_A, FILE_H, OPP, OTHER, OWN, STRAIGHT } from './position';
import { Sliders } from './sliders';
import {
  BISHOP_MOBILITY,
  BISHOP_PAIR,
  DANGER,
  DOUBLED,
  HALF_OPEN_FILE,
  ISOLATED,
  KNIGHT_MOBILITY,
  OPEN_FILE,
  PASSED,
  PASSED_ENEMY_NEAR,
  PASSED_KING_NEAR,
  PAWN_THREAT,
  QUEEN_MOBILITY,
  ROOK_MOBILITY,
  SHELTER,
  SUPPORTED,
  TEMPO,
} from './terms';

/** Pieces as they count towards the middle game: minor 1, rook 2, queen 4, at the start 24. */
const FULL_PHASE: i32 = 24;

/**
 * Squares of the zone of the enemy king that a piece attacks count by the piece; pressure is squared. The
 * zone is the squares next to that king and the ones below those, seen by the side that moves up: two
 * ranks before it, and its own square unless it stands on the last rank.
 */
const MINOR_PRESSURE: i32 = 2;
const ROOK_PRESSURE: i32 = 3;
const QUEEN_PRESSURE: i32 = 4;
const MOST_PRESSURE: i32 = 60;

export function evaluate(position: usize, psq: i32): i32 {
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  const score = psq + counted(position);
  const queens = diagonal & straight;
  const phase = min(
    FULL_PHASE,
    <i32>(
      (popcnt(diagonal & ~straight) +
        2 * popcnt(straight & ~diagonal & ~other) +
        4 * popcnt(queens))
    ),
  );
  const middle = <i32>(<i16>score);
  let end = (score + 0x8000) >> 16;
  end = (end * scale(end > 0 ? own : opp, end > 0 ? opp : own, diagonal, straight, other)) >> 2;
  return (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE + TEMPO;
}

/** What is counted for the side to move less what is counted for the other side, both halves. */
export function counted(position: usize): i32 {
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  return (
    countSide(own, opp, diagonal, straight, other) -
    countSide(
      bswap<u64>(opp),
      bswap<u64>(own),
      bswap<u64>(diagonal),
      bswap<u64>(straight),
      bswap<u64>(other),
    )
  );
}

/** Quarters that an advantage is worth: without pawns it takes more than a minor piece to win. */
function scale(strong: u64, weak: u64, diagonal: u64, straight: u64, other: u64): i32 {
  if (strong & other & ~(diagonal | straight)) return 4;
  return pieces(strong, diagonal, straight, other) - pieces(weak, diagonal, straight, other) <= 3
    ? 1
    : 4;
}

function pieces(side: u64, diagonal: u64, straight: u64, other: u64): i32 {
  return <i32>(
    (3 * popcnt(side & diagonal & ~straight) +
      5 * popcnt(side & straight & ~diagonal & ~other) +
      9 * popcnt(side & diagonal & straight))
  );
}

/**
 * All that is counted for one side, which moves up the board. Mobility is squares attacked that hold none
 * of its pieces and that no enemy pawn attacks. A pawn threat is an enemy piece, no pawn and no king, that
 * one pawn or two attack. A queen is two attackers of the king. Pawns one or two ranks before the own king,
 * on its file or beside it, shelter it.
 */
function countSide(own: u64, opp: u64, diagonal: u64, straight: u64, other: u64): i32 {
  const occupied = own | opp;
  const allPawns = other & ~(diagonal | straight);
  const pawns = own & allPawns;
  const enemies = opp & allPawns;
  const kings = straight & other;
  const king = <i32>ctz(own & kings);
  const enemyKing = <i32>ctz(opp & kings);
  const guarded = ((enemies & ~FILE_A) >> 9) | ((enemies & ~FILE_H) >> 7);
  const attacked = ((pawns & ~FILE_A) << 7) | ((pawns & ~FILE_H) << 9);
  const area = ~(own | guarded);
  const around = load<u64>(KING + ((<usize>enemyKing) << 3));
  const zone = around | (around >> 8);

  let score = PAWN_THREAT * <i32>popcnt(attacked & opp & ~allPawns & ~kings);
  let pressure = 0;
  let attackers = 0;

  let left = own & other & diagonal;
  while (left) {
    const seen = load<u64>(KNIGHT + ((<usize>ctz(left)) << 3));
    score += KNIGHT_MOBILITY * <i32>popcnt(seen & area);
    if (seen & zone) {
      attackers++;
      pressure += MINOR_PRESSURE * <i32>popcnt(seen & zone);
    }
    left &= left - 1;
  }
  left = own & diagonal & ~straight & ~other;
  if (left & (left - 1)) score += BISHOP_PAIR;
  while (left) {
    const seen = Sliders.diagonal(<i32>ctz(left), occupied);
    score += BISHOP_MOBILITY * <i32>popcnt(seen & area);
    if (seen & zone) {
      attackers++;
      pressure += MINOR_PRESSURE * <i32>popcnt(seen & zone);
    }
    left &= left - 1;
  }
  left = own & straight & ~diagonal & ~other;
  while (left) {
    const square = <i32>ctz(left);
    const seen = Sliders.straight(square, occupied);
    const file = FILE_A << (square & 7);
    score += ROOK_MOBILITY * <i32>popcnt(seen & area);
    if ((file & pawns) == 0) score += file & enemies ? HALF_OPEN_FILE : OPEN_FILE;
    if (seen & zone) {
      attackers++;
      pressure += ROOK_PRESSURE * <i32>popcnt(seen & zone);
    }
    left &= left - 1;
  }
  left = own & diagonal & straight;
  while (left) {
    const square = <i32>ctz(left);
    const seen = Sliders.diagonal(square, occupied) | Sliders.straight(square, occupied);
    score += QUEEN_MOBILITY * <i32>popcnt(seen & area);
    if (seen & zone) {
      attackers += 2;
      pressure += QUEEN_PRESSURE * <i32>popcnt(seen & zone);
    }
    left &= left - 1;
  }
  // A lone piece near the king threatens little. Counts in the middle game only.
  if (attackers > 2) {
    const felt = min(pressure, MOST_PRESSURE);
    score += (felt * felt * DANGER) >> 6;
  }

  const shield = ((own & kings) << 8) | ((own & kings) << 16);
  const wide = shield | ((shield & ~FILE_A) >> 1) | ((shield & ~FILE_H) << 1);
  score += SHELTER * <i32>popcnt(wide & pawns);
  return score + countPawns(pawns, enemies, king, enemyKing);
}

/**
 * A pawn is supported by one on a neighbouring file, on its rank or the one below; isolated without any on
 * those files; doubled with an own one ahead on its file; passed when it is not doubled and no enemy pawn
 * is ahead on its file or beside it. From its fourth rank on, the distances of both kings to the square
 * before a passed pawn count, once on the fourth, twice on the fifth, and so on.
 */
function countPawns(pawns: u64, enemies: u64, king: i32, enemyKing: i32): i32 {
  let score = 0;
  const beside = ((pawns & ~FILE_A) >> 1) | ((pawns & ~FILE_H) << 1);
  const supported = pawns & (beside | (beside << 8));
  score += SUPPORTED * <i32>popcnt(supported);
  const files = fill(pawns);
  const isolated = pawns & ~(((files & ~FILE_A) >> 1) | ((files & ~FILE_H) << 1));
  score += ISOLATED * <i32>popcnt(isolated);
  // A pawn with another of its own somewhere ahead.
  const behind = downFill(pawns >> 8);
  score += DOUBLED * <i32>popcnt(pawns & behind);
  const stopped = downFill(enemies >> 8);
  const barred = stopped | ((stopped & ~FILE_A) >> 1) | ((stopped & ~FILE_H) << 1);
  let passed = pawns & ~barred & ~behind;
  while (passed) {
    const square = <i32>ctz(passed);
    const rank = square >> 3;
    score += load<i32>(PASSED + ((<usize>rank) << 2));
    if (rank > 2) {
      const ahead = square + 8;
      score +=
        (rank - 2) *
        (PASSED_KING_NEAR * distance(king, ahead) + PASSED_ENEMY_NEAR * distance(enemyKing, ahead));
    }
    passed &= passed - 1;
  }
  return score;
}

function distance(a: i32, b: i32): i32 {
  return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)));
}

/** The squares and all below them on their files. */
function downFill(set: u64): u64 {
  set |= set >> 8;
  set |= set >> 16;
  return set | (set >> 32);
}

/** Whole files. */
function fill(set: u64): u64 {
  set |= rotr(set, 8);
  set |= rotr(set, 16);
  return set | rotr(set, 32);
}
