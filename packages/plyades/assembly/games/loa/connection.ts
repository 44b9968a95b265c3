// Are all stones of a side connected? By quads, the 2 x 2 blocks of the board: the number of groups
// less the number of holes in them (the Euler number) follows from counts alone (Minsky and Papert,
// as in Winands' MIA). More than one means at least two groups, which settles almost every position
// of a game; only the rest is filled from one stone on.

export const NOT_A: u64 = 0xfefefefefefefefe;
export const NOT_H: u64 = 0x7f7f7f7f7f7f7f7f;

/**
 * Groups less holes. Stones, less neighbours in a row and in a column, less quads of exactly two
 * stones in a diagonal, plus full quads: what other quads add and take away cancels out.
 */
export function eulerNumber(stones: u64): i32 {
  const right = (stones >> 1) & NOT_H;
  const above = stones >> 8;
  const across = (stones >> 9) & NOT_H;
  const rows = stones & right;
  const diagonal = (stones ^ right) & (stones ^ above) & ~(stones ^ across);
  return <i32>(
    (popcnt(stones) -
      popcnt(rows) -
      popcnt(stones & above) -
      popcnt(diagonal) +
      popcnt(rows & (rows >> 8)))
  );
}

/** The squares themselves and all that touch them. */
export function withNeighbours(squares: u64): u64 {
  const wide = squares | ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H);
  return wide | (wide << 8) | (wide >> 8);
}

/** True when the stones, at least one, are one group. */
export function connected(stones: u64): bool {
  return eulerNumber(stones) <= 1 && isOneGroup(stones);
}

function isOneGroup(stones: u64): bool {
  let group = stones & (0 - stones);
  let before: u64;
  do {
    before = group;
    group = withNeighbours(group) & stones;
  } while (group != before);
  return group == stones;
}
