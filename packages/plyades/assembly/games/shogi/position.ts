// The bytes of a position: 128 of them, so that playing a move by copying stays cheap. The pieces are
// in four bit planes, one per bit of their kind, beside the squares of each side: a set of all pieces
// of one kind is a few vector operations away, and no board of 81 bytes has to be copied.

/** Squares of Black and of White, 16 bytes each; at `side << 4`. */
export const SIDES: usize = 0;
/** Planes 0 to 3 of the kinds, 16 bytes each. */
export const PLANES: usize = 32;
/** Hash of the pieces on the board, u64. */
export const BOARD_HASH: usize = 96;
/** Hands of Black and of White, u32 each. */
export const HANDS: usize = 104;
/** Value of pieces and hands from Black's side, i32; see evaluation.ts. */
export const BALANCE: usize = 112;
/** Squares of the two kings, u8 each. */
export const KINGS: usize = 116;
/** The side to move, u8; 0 is Black. */
export const SIDE: usize = 118;
/** How many of the best moves are kept, u16; 0 for all. */
export const BRANCHING: usize = 120;
export const POSITION_BYTES: i32 = 128;

export function sideToMove(position: usize): u32 {
  return load<u8>(position, SIDE);
}

export function branchingOf(position: usize): u32 {
  return load<u16>(position, BRANCHING);
}

export function squaresOf(position: usize, side: u32): v128 {
  return v128.load(position + ((<usize>side) << 4), SIDES);
}

export function handOf(position: usize, side: u32): u32 {
  return load<u32>(position + ((<usize>side) << 2), HANDS);
}

export function kingOf(position: usize, side: u32): u32 {
  return load<u8>(position + <usize>side, KINGS);
}

/** The kind of the piece on a square, 0 when there is none. */
export function kindAt(position: usize, square: u32): u32 {
  const inHigh = square >= 63;
  const lane = position + (inHigh ? 8 : 0);
  const bit = <u64>(inHigh ? square - 63 : square);
  return <u32>(
    (((load<u64>(lane, PLANES) >> bit) & 1) |
      (((load<u64>(lane, PLANES + 16) >> bit) & 1) << 1) |
      (((load<u64>(lane, PLANES + 32) >> bit) & 1) << 2) |
      (((load<u64>(lane, PLANES + 48) >> bit) & 1) << 3))
  );
}

// The sets of pieces of both sides by kind, from the four planes.

export function pawns(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return v128.andnot(p0, v128.or(v128.or(p1, p2), p3));
}

export function lances(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return v128.andnot(p1, v128.or(v128.or(p0, p2), p3));
}

export function knights(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return v128.andnot(v128.and(p0, p1), v128.or(p2, p3));
}

export function silvers(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return v128.andnot(p2, v128.or(v128.or(p0, p1), p3));
}

/** Everything that moves like a gold: golds and promoted pawns, lances, knights and silvers. */
export function golds(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  const low = v128.or(p0, p1);
  const promoted = v128.and(p3, v128.xor(low, p2));
  return v128.or(promoted, v128.and(v128.andnot(v128.and(p0, p1), p3), p2));
}

/** Bishops and horses. */
export function bishops(p0: v128, p1: v128, p2: v128): v128 {
  return v128.andnot(v128.and(p0, p2), p1);
}

/** Rooks and dragons. */
export function rooks(p0: v128, p1: v128, p2: v128): v128 {
  return v128.andnot(v128.and(p1, p2), p0);
}
