// Sets of squares as 128-bit vectors. Files 1 to 7 are the low 63 bits of the first lane, files 8 and
// 9 the low 18 bits of the second, nine bits a file: a step along a file never leaves its lane, and a
// step to the next file moves nine bits across the lanes. One vector is one value to the compiler,
// where two 64-bit words would be two and could not be returned from a function.

/** The first rank (a): bit 0 of every file. */
export function rankA(): v128 {
  return i64x2(0x0040201008040201, 0x201);
}

export function everySquare(): v128 {
  return i64x2(0x7fffffffffffffff, 0x3ffff);
}

export function low(set: v128): u64 {
  return <u64>i64x2.extract_lane(set, 0);
}

export function high(set: v128): u64 {
  return <u64>i64x2.extract_lane(set, 1);
}

export function size(set: v128): u32 {
  return <u32>(popcnt(low(set)) + popcnt(high(set)));
}

export function any(set: v128): bool {
  return v128.any_true(set);
}

/** The one square, or the first one, of a set that is not empty. */
export function firstOf(set: v128): u32 {
  const lo = low(set);
  return lo != 0 ? <u32>ctz(lo) : 63 + <u32>ctz(high(set));
}

/** Every square one step towards rank a. */
export function towardsA(set: v128): v128 {
  return i64x2.shr_u(v128.andnot(set, rankA()), 1);
}

/** Every square one step towards rank i. */
export function towardsI(set: v128): v128 {
  return i64x2.shl(v128.andnot(set, i64x2.shl(rankA(), 8)), 1);
}

/** One step in the direction in which a side (0 is Black) plays. */
export function forward(set: v128, side: u32): v128 {
  return side == 0 ? towardsA(set) : towardsI(set);
}

/** One step to both neighbouring files. */
export function sideways(set: v128): v128 {
  const none = i64x2.splat(0);
  const up = v128.or(i64x2.shl(set, 9), v128.shuffle<u64>(none, i64x2.shr_u(set, 54), 0, 2));
  const down = v128.or(i64x2.shr_u(set, 9), v128.shuffle<u64>(i64x2.shl(set, 54), none, 1, 2));
  return v128.and(v128.or(up, down), everySquare());
}

/** Ranks a to c for Black (0), g to i for White (1): where pieces promote. */
export function promotionZone(side: u32): v128 {
  return side == 0 ? i64x2(0x01c0e070381c0e07, 0xe07) : i64x2(0x70381c0e070381c0, 0x381c0);
}

/** The last rank of a side, where pawns and lances must promote. */
export function lastRank(side: u32): v128 {
  return side == 0 ? rankA() : i64x2.shl(rankA(), 8);
}

/** The last two ranks, where knights must promote. */
export function lastTwoRanks(side: u32): v128 {
  return side == 0 ? i64x2(0x00c06030180c0603, 0x603) : i64x2(0x6030180c06030180, 0x30180);
}

/**
 * All squares of the files without any of these pawns. In each file of nine bits, 256 minus the pawn
 * keeps its top bit exactly when there is none; that bit is then spread over the file.
 */
export function filesWithout(pawns: v128): v128 {
  const top = i64x2.shl(rankA(), 8);
  const without = v128.and(i64x2.sub(top, pawns), top);
  return i64x2.sub(i64x2.shl(without, 1), i64x2.shr_u(without, 8));
}
