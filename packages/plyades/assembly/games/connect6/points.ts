// The scores of points and of pairs of points: by how much a stone, or two, would change the
// evaluation in favour of the side that plays. All points are scored at once from the planes, sixteen
// to a vector.
import { MARGIN, PLANE, PLANES, stepOf } from './board';
import { sortGreatest } from './greatest';
import { PLACES, POINTS_IN_ORDER } from './order';
import { allSeenBy, changesOf, togetherOf } from './shapes';

const ZEROS: v128 = i64x2.splat(0);

/** Points, rounded up to whole vectors. */
const ROUNDED: i32 = 368;
/** Bytes of planes with a byte for each window, of which vectors may be read past the last. */
export const WINDOWS_BYTES: i32 = PLANES + 16;
/** Bytes of the scores of all points, a u16 each. */
export const SCORES_BYTES: i32 = ROUNDED * 2;
/** Bytes of scratch for `bestPoints`. */
export const BEST_BYTES: i32 = SCORES_BYTES + ROUNDED * 4 + 16;

/**
 * Writes the score of each point; those of occupied points mean nothing. Beside them it writes to `pairs`
 * what two stones change together in each window. Both `pairs` and `scratch` have WINDOWS_BYTES.
 */
export function scorePoints(
  planes: usize,
  side: i32,
  scores: usize,
  pairs: usize,
  scratch: usize,
): void {
  for (let at: usize = 0; at < <usize>WINDOWS_BYTES; at += 16) {
    const windows = v128.load(planes + at);
    const own = allSeenBy(side, windows);
    const other = allSeenBy(1 - side, windows);
    v128.store(scratch + at, changesOf(own, other));
    v128.store(pairs + at, togetherOf(own, other));
  }
  for (let first: usize = 0; first < <usize>ROUNDED; first += 16) {
    let low = ZEROS;
    let high = ZEROS;
    let at = scratch + MARGIN + first;
    for (let direction = 0; direction < 4; direction++) {
      // Of the six windows that may contain the point, two bytes of at most 127 have room in one.
      const step = <usize>stepOf(direction);
      const a = i8x16.add(v128.load(at), v128.load(at - step));
      const b = i8x16.add(v128.load(at - 2 * step), v128.load(at - 3 * step));
      const c = i8x16.add(v128.load(at - 4 * step), v128.load(at - 5 * step));
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(a));
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(b));
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(c));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(a));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(b));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(c));
      at += PLANE;
    }
    v128.store(scores + 2 * first, low);
    v128.store(scores + 2 * first, high, 16);
  }
}

export function scoreOf(scores: usize, point: i32): i32 {
  return <i32>load<u16>(scores + ((<usize>point) << 1));
}

/** Distances, as differences of points, of two points of one window: bit i for i, and for 64 + i. */
const NEAR: u64 = 0x3e | (7 << 18) | ((<u64>0b10101) << 36) | ((<u64>0b1001001) << 54);
const FAR: u64 = 0x11100 | ((<u64>0x421) << 26);

/** What two stones, on different empty points, change beyond their scores; `pairs` is from `scorePoints`. */
export function togetherAt(pairs: usize, one: i32, two: i32): i32 {
  const distance = abs(two - one);
  const close = distance < 64 ? NEAR >> distance : distance < 128 ? FAR >> (distance - 64) : 0;
  if ((close & 1) == 0) return 0;
  // Such points may still lie in different rows: then no window is found that contains both.
  const point = min(one, two);
  const rows = (distance + 9) / 19;
  if (rows == 0) return together(pairs, 0, point, distance);
  const columns = distance - 19 * rows;
  return together(pairs, columns == 0 ? 1 : columns > 0 ? 2 : 3, point, rows);
}

/** What the windows add that contain a point and another one `apart` steps after it. */
function together(pairs: usize, direction: i32, point: i32, apart: i32): i32 {
  const step = <usize>stepOf(direction);
  let at = pairs + <usize>(direction * PLANE + MARGIN + point);
  let sum = <i32>load<i8>(at);
  for (let more = 5 - apart; more > 0; more--) {
    at -= step;
    sum += <i32>load<i8>(at);
  }
  return sum;
}

/** The last place there could be in nine bits: the place of a point is kept as this less the place. */
export const LAST_PLACE: u32 = 511;

/** The point's place in the order that decides between equals, the first the greatest. */
export function precedence(point: i32): u32 {
  return LAST_PLACE - <u32>load<i16>(PLACES + ((<usize>point) << 1));
}

/** The point of a precedence. */
export function pointOf(precedence: u32): i32 {
  return <i32>load<i16>(POINTS_IN_ORDER + ((<usize>(LAST_PLACE - precedence)) << 1));
}

/**
 * Writes the best `limit` empty points, best first and of equals the first in the order of points, and
 * returns how many there are. An entry is u32: the score from bit 9 on, below it the precedence. `scratch`
 * has BEST_BYTES.
 */
export function bestPoints(
  board: usize,
  scores: usize,
  best: usize,
  limit: i32,
  scratch: usize,
): i32 {
  // Scores plus 1, and 0 for occupied points.
  let greatest = ZEROS;
  for (let first: usize = 0; first < <usize>ROUNDED; first += 8) {
    const empty = i16x8.extend_low_i8x16_s(i8x16.eq(v128.load64_zero(board + first), ZEROS));
    const more = i16x8.sub(v128.load(scores + 2 * first), i16x8.splat(-1));
    const score = v128.and(more, empty);
    greatest = v128.or(greatest, score);
    v128.store(scratch + 2 * first, score);
  }
  const least = leastScore(scratch, greatest, limit);
  const entries = scratch + SCORES_BYTES;
  let end = entries;
  for (let first = 0; first < ROUNDED; first += 8) {
    const reached = i16x8.ge_u(v128.load(scratch + ((<usize>first) << 1)), i16x8.splat(least));
    for (let rest = i16x8.bitmask(reached); rest; rest &= rest - 1) {
      const point = first + ctz(rest);
      store<u32>(end, ((<u32>scoreOf(scores, point)) << 9) | precedence(point));
      end += 4;
    }
  }
  return sortGreatest(entries, end, limit, best);
}

/** The greatest number, at least 1, that `limit` of the scores reach, or 1; `all` has all their bits. */
function leastScore(scores: usize, all: v128, limit: i32): u16 {
  const pair = i64x2.extract_lane(all, 0) | i64x2.extract_lane(all, 1);
  const half = <u32>(pair | (pair >> 32));
  let bit: u32 = 0x8000_0000 >> clz((half | (half >> 16)) & 0xffff);
  let least: u32 = 0;
  for (; bit != 0; bit >>= 1) {
    const tried = i16x8.splat(<u16>(least | bit));
    let count = ZEROS;
    for (let at: usize = 0; at < <usize>SCORES_BYTES; at += 16) {
      count = i16x8.sub(count, i16x8.ge_u(v128.load(scores + at), tried));
    }
    const sums = i32x4.extadd_pairwise_i16x8_u(count);
    const both = i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1);
    const reached = <i32>both + <i32>(both >> 32);
    if (reached < limit) continue;
    least |= bit;
    if (reached == limit) break;
  }
  return <u16>max(least, 1);
}

/** The point of an entry of `bestPoints`. */
export function pointAt(best: usize, index: i32): i32 {
  return pointOf(load<u32>(best + ((<usize>index) << 2)) & LAST_PLACE);
}
