// Sets of squares that move ordering looks at.

export const CORNERS: u64 = 0x8100000000000081;

/** Moves here tend to give the corner away. */
export const CORNER_NEIGHBOURS: u64 = 0x42c300000000c342;

/** The squares themselves and all that touch them. */
export function withNeighbours(squares: u64): u64 {
  const wide =
    squares | ((squares << 1) & 0xfefefefefefefefe) | ((squares >> 1) & 0x7f7f7f7f7f7f7f7f);
  return wide | (wide << 8) | (wide >> 8);
}

/**
 * The quadrants with an odd number of empty squares. To move there tends to get the last move in
 * that corner of the board, so such moves are tried first.
 */
export function oddQuadrants(empty: u64): u64 {
  return (
    (0x000000000f0f0f0f & (0 - (popcnt(empty & 0x000000000f0f0f0f) & 1))) |
    (0x00000000f0f0f0f0 & (0 - (popcnt(empty & 0x00000000f0f0f0f0) & 1))) |
    (0x0f0f0f0f00000000 & (0 - (popcnt(empty & 0x0f0f0f0f00000000) & 1))) |
    (0xf0f0f0f000000000 & (0 - (popcnt(empty & 0xf0f0f0f000000000) & 1)))
  );
}
