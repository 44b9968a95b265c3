// Counts move sequences: the check of the rules and the measure of their speed. A pass is one ply,
// and a finished game is one leaf at every greater depth.
import { flips, mobility } from './board';
import { flipsScalar, mobilityScalar } from './board-scalar';

/** Leaves at `depth` >= 0; the last ply is counted without being played. */
export function perft(own: u64, opp: u64, depth: i32): u64 {
  if (depth <= 0) return 1;
  let moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return 1;
    return depth == 1 ? 1 : perft(opp, own, depth - 1);
  }
  if (depth == 1) return popcnt(moves);
  return depth == 2 ? lastTwo(own, opp, moves) : inner(own, opp, moves, depth);
}

function inner(own: u64, opp: u64, moves: u64, depth: i32): u64 {
  let leaves: u64 = 0;
  while (moves) {
    const square = <i32>ctz(moves);
    const turned = flips(own, opp, square);
    leaves += perft(opp ^ turned, own ^ turned ^ (moves & (0 - moves)), depth - 1);
    moves &= moves - 1;
  }
  return leaves;
}

/** A child with no move counts once, whether it passes or is the end of the game. */
function lastTwo(own: u64, opp: u64, moves: u64): u64 {
  let leaves: u64 = 0;
  while (moves) {
    const square = <i32>ctz(moves);
    const turned = flips(own, opp, square);
    const replies = mobility(opp ^ turned, own ^ turned ^ (moves & (0 - moves)));
    leaves += popcnt(replies) + <u64>(replies == 0);
    moves &= moves - 1;
  }
  return leaves;
}

/**
 * The same count the plain way: scalar, every move of the last ply is played. It is line by line
 * the function of bench/native/othello-perft.cpp.
 */
export function perftPlain(own: u64, opp: u64, depth: i32): u64 {
  if (depth == 0) return 1;
  let moves = mobilityScalar(own, opp);
  if (moves == 0) {
    if (mobilityScalar(opp, own) == 0) return 1;
    return perftPlain(opp, own, depth - 1);
  }
  let leaves: u64 = 0;
  while (moves) {
    const square = <i32>ctz(moves);
    moves &= moves - 1;
    const turned = flipsScalar(own, opp, square);
    leaves += perftPlain(opp ^ turned, own ^ turned ^ ((<u64>1) << square), depth - 1);
  }
  return leaves;
}

/** `perftPlain` on the vectors of board.ts: what they gain on one and the same algorithm. */
export function perftPlainSimd(own: u64, opp: u64, depth: i32): u64 {
  if (depth == 0) return 1;
  let moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return 1;
    return perftPlainSimd(opp, own, depth - 1);
  }
  let leaves: u64 = 0;
  while (moves) {
    const square = <i32>ctz(moves);
    moves &= moves - 1;
    const turned = flips(own, opp, square);
    leaves += perftPlainSimd(opp ^ turned, own ^ turned ^ ((<u64>1) << square), depth - 1);
  }
  return leaves;
}
