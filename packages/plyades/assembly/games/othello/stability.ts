// Discs that can never be turned again, found cheaply and therefore not all of them: discs on full
// lines in all four directions, discs that fill an edge from a corner, and what leans on these. They
// bound the result of a game without searching it.

const TOP_AND_BOTTOM: u64 = 0xff000000000000ff;
const LEFT_AND_RIGHT: u64 = 0x8181818181818181;
const EDGES: u64 = 0xff818181818181ff;
const NOT_LEFT: u64 = 0xfefefefefefefefe;
const NOT_RIGHT: u64 = 0x7f7f7f7f7f7f7f7f;

/** Squares of `own` that are stable, where `taken` are the discs of both sides. */
export function stableDiscs(own: u64, taken: u64): u64 {
  const rows = fullRows(taken);
  const columns = fullColumns(taken);
  const falling = fullFalling(taken);
  const rising = fullRising(taken);

  // Along an edge only the edge itself can turn a disc; a corner nothing.
  let stable = own & rows & columns & rising & falling;
  stable |= own & ((rows & TOP_AND_BOTTOM) | (columns & LEFT_AND_RIGHT));
  stable |= own & 0x8100000000000081;
  if (stable == 0) return 0;

  while (true) {
    const before = stable;
    stable |=
      own &
      (rows | ((stable << 1) & NOT_LEFT) | ((stable >> 1) & NOT_RIGHT) | LEFT_AND_RIGHT) &
      (columns | (stable << 8) | (stable >> 8) | TOP_AND_BOTTOM) &
      (falling | ((stable << 9) & NOT_LEFT) | ((stable >> 9) & NOT_RIGHT) | EDGES) &
      (rising | ((stable << 7) & NOT_RIGHT) | ((stable >> 7) & NOT_LEFT) | EDGES);
    if (stable == before) return stable;
  }
}

/** The rows without an empty square. */
function fullRows(taken: u64): u64 {
  let full = taken & (taken >> 1);
  full &= full >> 2;
  full &= full >> 4;
  return (full & 0x0101010101010101) * 255;
}

function fullColumns(taken: u64): u64 {
  let full = taken & rotr(taken, 8);
  full &= rotr(full, 16);
  return full & rotr(full, 32);
}

/** Diagonals parallel to a1-h8: full up to the edge on both sides, where the edge counts as taken. */
function fullFalling(taken: u64): u64 {
  let up = taken & (0xff80808080808080 | (taken >> 9));
  let down = taken & (0x01010101010101ff | (taken << 9));
  up &= 0xffffc0c0c0c0c0c0 | (up >> 18);
  down &= 0x030303030303ffff | (down << 18);
  return up & down & (0xfffffffff0f0f0f0 | (up >> 36)) & (0x0f0f0f0fffffffff | (down << 36));
}

/** Diagonals parallel to a8-h1. */
function fullRising(taken: u64): u64 {
  let up = taken & (0xff01010101010101 | (taken >> 7));
  let down = taken & (0x80808080808080ff | (taken << 7));
  up &= 0xffff030303030303 | (up >> 14);
  down &= 0xc0c0c0c0c0c0ffff | (down << 14);
  return up & down & (0xffffffff0f0f0f0f | (up >> 28)) & (0xf0f0f0f0ffffffff | (down << 28));
}
