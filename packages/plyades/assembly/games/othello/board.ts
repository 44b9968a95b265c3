// Legal moves and flips, the two functions everything else is made of. Six of the eight directions
// run as three i64x2 vectors: the low lane is the board, the high lane its mirror image with the
// rows reversed, so one left shift serves a direction and its opposite. The two directions along a
// row stay scalar and overlap with the vectors.
// Square 0 is a1, 1 is b1, 63 is h8; bit i of a board is square i.
import { PAIRED_RAYS, RAYS } from './rays';

/** Columns b to g: a disc on an edge column is never enclosed by a line that crosses columns. */
const INNER: u64 = 0x7e7e7e7e7e7e7e7e;

/**
 * Byte orders of a vector: the lower half and its mirror image, and all bytes reversed. They are loaded:
 * as constants of a shuffle they would be built from two registers at each use, 3 % of the solver's time.
 */
const PAIRED: usize = memory.data<u64>(
  [0x0706050403020100, 0x0001020304050607, 0x08090a0b0c0d0e0f, 0x0001020304050607],
  16,
);
const REVERSED: usize = PAIRED + 16;

/** The board and its mirror image in one vector. */
function paired(board: u64): v128 {
  return v128.swizzle(i64x2.splat(board), v128.load(PAIRED));
}

/** Both lanes as one board. */
function unpaired(both: v128): u64 {
  const mirrored = v128.swizzle(both, v128.load(REVERSED));
  return <u64>v128.extract_lane<i64>(v128.or(both, mirrored), 0);
}

/** The two functions for loops that spend their time in them: they become part of the caller. */
export class Board {
  /** The squares where `own` may move. */
  @inline
  static mobility(own: u64, opp: u64): u64 {
    const inner = opp & INNER;
    const own2 = paired(own);
    const opp2 = paired(opp);
    const inner2 = v128.and(opp2, i64x2.splat(INNER));

    // Three parallel prefixes over runs of opponent discs, interleaved by the processor.
    let a = v128.and(inner2, i64x2.shl(own2, 7));
    let b = v128.and(opp2, i64x2.shl(own2, 8));
    let c = v128.and(inner2, i64x2.shl(own2, 9));
    a = v128.or(a, v128.and(inner2, i64x2.shl(a, 7)));
    b = v128.or(b, v128.and(opp2, i64x2.shl(b, 8)));
    c = v128.or(c, v128.and(inner2, i64x2.shl(c, 9)));
    const pairsA = v128.and(inner2, i64x2.shl(inner2, 7));
    const pairsB = v128.and(opp2, i64x2.shl(opp2, 8));
    const pairsC = v128.and(inner2, i64x2.shl(inner2, 9));
    a = v128.or(a, v128.and(pairsA, i64x2.shl(a, 14)));
    b = v128.or(b, v128.and(pairsB, i64x2.shl(b, 16)));
    c = v128.or(c, v128.and(pairsC, i64x2.shl(c, 18)));
    a = v128.or(a, v128.and(pairsA, i64x2.shl(a, 14)));
    b = v128.or(b, v128.and(pairsB, i64x2.shl(b, 16)));
    c = v128.or(c, v128.and(pairsC, i64x2.shl(c, 18)));
    const moves2 = v128.or(v128.or(i64x2.shl(a, 7), i64x2.shl(b, 8)), i64x2.shl(c, 9));

    // East: adding a disc to the run it touches carries to the square behind the run.
    const east = inner + ((own << 1) & inner);
    let west = inner & (own >> 1);
    west |= inner & (west >> 1);
    const pairs = inner & (inner >> 1);
    west |= pairs & (west >> 2);
    west |= pairs & (west >> 2);

    return (unpaired(moves2) | east | (west >> 1)) & ~(own | opp);
  }

  /** The discs of `opp` that `own` turns by playing on the empty `square`; 0 if that is no move. */
  @inline
  static flips(own: u64, opp: u64, square: i32): u64 {
    const own2 = paired(own);
    const opp2 = paired(opp);
    const paired3 = PAIRED_RAYS + <usize>square * 48;
    const a = turned(own2, opp2, v128.load(paired3));
    const b = turned(own2, opp2, v128.load(paired3, 16));
    const c = turned(own2, opp2, v128.load(paired3, 32));

    const rays = RAYS + ((<usize>square) << 6);
    const eastRay = load<u64>(rays);
    const eastRest = eastRay & ~opp;
    const eastEnd = eastRest & (0 - eastRest) & own;
    const east = (eastEnd - <u64>(eastEnd != 0)) & eastRay;
    const westRay = load<u64>(rays, 32);
    const westEnd = (<u64>0x8000000000000000 >> clz((westRay & ~opp) | 1)) & own & westRay;
    const west = (0 - (westEnd << 1)) & westRay;

    return unpaired(v128.or(v128.or(a, b), c)) | east | west;
  }
}

/** The squares where `own` may move. */
export function mobility(own: u64, opp: u64): u64 {
  return Board.mobility(own, opp);
}

/** The discs of `opp` that `own` turns by playing on the empty `square`; 0 if that is no move. */
export function flips(own: u64, opp: u64, square: i32): u64 {
  return Board.flips(own, opp, square);
}

/** On each lane, what lies before the nearest square of the ray that is not `opp`, if that is `own`. */
function turned(own2: v128, opp2: v128, ray: v128): v128 {
  const rest = v128.andnot(ray, opp2);
  const end = v128.and(v128.and(rest, i64x2.neg(rest)), own2);
  const none = i64x2.eq(end, i64x2.splat(0));
  return v128.and(ray, i64x2.sub(i64x2.add(end, i64x2.splat(-1)), none));
}
