// Threats: windows with four or five stones of a side and none of the other, which that side fills
// with its next move. The other side must put a stone into each of them, and has two.
import { contains, firstPoint, PLANE, PLANES, stepOf } from './board';

/** No point: stands for a stone that is not placed. */
export const NOWHERE: i32 = 511;

/** The next window at or after `from` that is a threat of this side, or -1. `planes` is their address. */
export function nextThreat(planes: usize, side: i32, from: i32): i32 {
  // Four and five stones differ in one bit.
  const fifth = i8x16.splat(side == 0 ? 1 : 8);
  const five = i8x16.splat(side == 0 ? 5 : 40);
  let mask = ~0 << (from & 15);
  for (let at = from & ~15; at < PLANES; at += 16) {
    const windows = v128.load(planes + <usize>at);
    const found = i8x16.bitmask(i8x16.eq(v128.or(windows, fifth), five)) & mask;
    if (found) return at + ctz(found);
    mask = ~0;
  }
  return -1;
}

/** The first threat of this side that neither point stops, or -1. */
export function threatBeside(planes: usize, side: i32, one: i32, two: i32): i32 {
  let window = nextThreat(planes, side, 0);
  while (window >= 0 && (contains(window, one) || contains(window, two))) {
    window = nextThreat(planes, side, window + 1);
  }
  return window;
}

/** The first empty point of a window from its point number `from` on, or NOWHERE. */
export function emptyPoint(board: usize, window: i32, from: i32): i32 {
  const step = stepOf(window / PLANE);
  let point = firstPoint(window) + from * step;
  for (let i = from; i < 6; i++) {
    if (load<u8>(board + <usize>point) == 0) return point;
    point += step;
  }
  return NOWHERE;
}

/** The other empty point of a threat, or NOWHERE when `one` is the only one. */
export function otherEmptyPoint(board: usize, window: i32, one: i32): i32 {
  return emptyPoint(board, window, (one - firstPoint(window)) / stepOf(window / PLANE) + 1);
}

/** Stones needed to stop all of `count` threats of this side: 0, 1, 2, or 3 for too many. */
export function stonesToStop(board: usize, planes: usize, side: i32, count: i32): i32 {
  if (count <= 1) return count;
  const first = nextThreat(planes, side, 0);
  let needed = count == 2 ? 2 : 3;
  let one = emptyPoint(board, first, 0);
  while (one != NOWHERE) {
    const second = threatBeside(planes, side, one, NOWHERE);
    if (second < 0) return 1;
    let two = emptyPoint(board, second, 0);
    while (needed > 2 && two != NOWHERE) {
      if (threatBeside(planes, side, one, two) < 0) needed = 2;
      two = otherEmptyPoint(board, second, two);
    }
    one = otherEmptyPoint(board, first, one);
  }
  return needed;
}
