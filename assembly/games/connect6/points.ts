// The scores of points and of pairs of points: by how much a stone, or two, would change the
// evaluation in favour of the side that plays. All points are scored at once from the planes, sixteen
// to a vector.
import { columnOf, MARGIN, PLANE, POINTS, rowOf, stepOf } from './board';
import { changesOf, seenBy, togetherOf } from './shapes';

/** Points, rounded up to whole vectors. */
const ROUNDED: i32 = 368;
/** Bytes of scratch for `scorePoints`. */
export const SCORING_BYTES: i32 = MARGIN + ROUNDED + 12;
/** Bytes of the scores of all points, a u16 each. */
export const SCORES_BYTES: i32 = ROUNDED * 2;

/** Writes the score of each point; those of occupied points mean nothing. */
export function scorePoints(planes: usize, side: i32, scores: usize, scratch: usize): void {
  memory.fill(scratch, 0, MARGIN);
  memory.fill(scores, 0, SCORES_BYTES);
  const changes = scratch + MARGIN;
  for (let direction = 0; direction < 4; direction++) {
    const plane = planes + <usize>(direction * PLANE + MARGIN);
    for (let i: usize = 0; i < <usize>ROUNDED; i += 16) {
      v128.store(changes + i, changesOf(side, v128.load(plane + i)));
    }
    addWindows(changes, <usize>stepOf(direction), scores);
  }
}

/** Adds to each score what the six windows that may contain the point change. */
function addWindows(changes: usize, step: usize, scores: usize): void {
  for (let i: usize = 0; i < <usize>ROUNDED; i += 16) {
    const at = changes + i;
    // Two bytes of at most 127 have room in one.
    const a = i8x16.add(v128.load(at), v128.load(at - step));
    const b = i8x16.add(v128.load(at - 2 * step), v128.load(at - 3 * step));
    const c = i8x16.add(v128.load(at - 4 * step), v128.load(at - 5 * step));
    const low = i16x8.add(
      i16x8.add(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b)),
      i16x8.extend_low_i8x16_u(c),
    );
    const high = i16x8.add(
      i16x8.add(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b)),
      i16x8.extend_high_i8x16_u(c),
    );
    const to = scores + 2 * i;
    v128.store(to, i16x8.add(v128.load(to), low));
    v128.store(to, i16x8.add(v128.load(to, 16), high), 16);
  }
}

export function scoreOf(scores: usize, point: i32): i32 {
  return <i32>load<u16>(scores + ((<usize>point) << 1));
}

/** What two stones, on different empty points, change. */
export function pairScore(planes: usize, side: i32, scores: usize, one: i32, two: i32): i32 {
  const low = min(one, two);
  const high = max(one, two);
  const rows = rowOf(high) - rowOf(low);
  const columns = columnOf(high) - columnOf(low);
  const apart = max(rows, abs(columns));
  const sum = scoreOf(scores, one) + scoreOf(scores, two);
  if (apart > 5) return sum;
  if (rows == 0) return sum + together(planes, side, 0, low, apart);
  if (columns == 0) return sum + together(planes, side, 1, low, apart);
  if (columns == rows) return sum + together(planes, side, 2, low, apart);
  if (columns == -rows) return sum + together(planes, side, 3, low, apart);
  return sum;
}

/** What the windows add that contain a point and another one so many steps after it. */
function together(planes: usize, side: i32, direction: i32, point: i32, apart: i32): i32 {
  const step = stepOf(direction);
  const plane = planes + <usize>(direction * PLANE + MARGIN);
  let sum = 0;
  for (let steps = 0; steps <= 5 - apart; steps++) {
    const window = <u32>load<u8>(plane + <usize>(point - steps * step));
    if (window < 64) sum += togetherOf(seenBy(side, window));
  }
  return sum;
}

/**
 * Writes the best `limit` empty points, best first and of equals the first, and returns how many there
 * are. An entry is u32: the score plus 1 from bit 9 on, below it 511 less the point.
 */
export function bestPoints(board: usize, scores: usize, best: usize, limit: i32): i32 {
  let count = 0;
  let least: u32 = 0;
  for (let point = 0; point < POINTS; point++) {
    if (load<u8>(board + <usize>point) != 0) continue;
    const key = ((<u32>scoreOf(scores, point) + 1) << 9) | <u32>(511 - point);
    if (key <= least) continue;
    if (count < limit) count++;
    let at = best + ((<usize>(count - 1)) << 2);
    while (at > best && load<u32>(at - 4) < key) {
      store<u32>(at, load<u32>(at - 4));
      at -= 4;
    }
    store<u32>(at, key);
    if (count == limit) least = load<u32>(best + ((<usize>(limit - 1)) << 2));
  }
  return count;
}

/** The point of an entry of `bestPoints`. */
export function pointAt(best: usize, index: i32): i32 {
  return 511 - <i32>(load<u32>(best + ((<usize>index) << 2)) & 511);
}
