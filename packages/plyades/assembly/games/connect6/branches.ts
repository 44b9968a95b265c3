// Which moves are worth a branch: the best of the 65,000 pairs of points, as in the branch calculation
// of the paper on game trees on GPUs. Where a side can fill a six, only moves that do are branches;
// where it must stop threats, only moves that stop all of them; where it cannot, it is lost with every
// move, and one branch is enough. A stone that is free beside a forced one goes to the best points only.
// Otherwise the best points are paired and the best pairs kept. Of equal pairs the one comes first whose
// later point comes first in the order of `order.mjs`, and then the one whose other point does, so that
// the branches depend on nothing but the position and favour no side of the board.
import { MARGIN, PLANE, POINTS, stepOf } from './board';
import { sortGreatest } from './greatest';
import { POINTS_IN_ORDER } from './order';
import {
  BEST_BYTES,
  bestPoints,
  LAST_PLACE,
  pointAt,
  pointOf,
  precedence,
  SCORES_BYTES,
  scoreOf,
  scorePoints,
  togetherAt,
  WINDOWS_BYTES,
} from './points';
import { emptyPoint, NOWHERE, nextThreat, otherEmptyPoint, threatBeside } from './threats';

/** The most branches that can be asked for. */
export const MOST_BRANCHES: i32 = 255;

/** Points that are paired: 24 give 276 pairs. */
const PAIRED: i32 = 24;

/** A move: the smaller point from bit 9 on, and the larger one, or NOWHERE, below. */
export function moveOf(one: i32, two: i32): u32 {
  return one < two ? ((<u32>one) << 9) | <u32>two : ((<u32>two) << 9) | <u32>one;
}

/** Where things lie behind the list of branches. */
const SCORES_AT: usize = <usize>(MOST_BRANCHES + 1) * 4;
/** What two stones change together, for each window. */
const WINDOWS_AT: usize = SCORES_AT + SCORES_BYTES;
const SCRATCH_AT: usize = WINDOWS_AT + WINDOWS_BYTES;
/** When the points have their scores, the scratch is free for the best of them and for their pairs. */
const BEST_AT: usize = SCRATCH_AT;
const ENTRIES_AT: usize = BEST_AT + PAIRED * 4;
const MATRIX_AT: usize = ENTRIES_AT + PAIRED * (PAIRED - 1) * 2 + 16;
/** A row for each of the points, and one for all others. */
const ROW: usize = 64;
const MATRIX_BYTES: usize = <usize>(PAIRED + 1) * ROW;
/** Bytes that `branches` writes to. */
export const BRANCHES_BYTES: i32 = <i32>(
  max(MATRIX_AT + MATRIX_BYTES, ENTRIES_AT + <usize>BEST_BYTES)
);

/**
 * Writes the moves as u32, best first, and returns their number, 1 .. `limit`. `side` plays; the numbers of
 * threats are its own and those of the other side. `list` has room for BRANCHES_BYTES.
 */
export function branches(
  board: usize,
  planes: usize,
  side: i32,
  threats: i32,
  toStop: i32,
  limit: i32,
  list: usize,
): i32 {
  const scores = list + SCORES_AT;
  const best = list + BEST_AT;
  scorePoints(planes, side, scores, list + WINDOWS_AT, list + SCRATCH_AT);
  const points = bestPoints(board, scores, best, PAIRED, list + ENTRIES_AT);
  let count = 0;
  if (threats > 0) {
    count = addWins(board, planes, side, limit, list);
  } else if (toStop > 0) {
    count = addDefences(board, planes, 1 - side, points, limit, list);
  }
  if (count == 0) {
    count = addPairs(points, toStop > 0 ? 1 : limit, list);
  }
  return finish(list, count);
}

/** The first move of a game is a single stone; on the empty board the points near the centre are best. */
export function firstBranches(limit: i32, list: usize): i32 {
  const count = min(limit, POINTS);
  for (let i = 0; i < count; i++) {
    const point = <i32>load<i16>(POINTS_IN_ORDER + ((<usize>i) << 1));
    store<u32>(list + ((<usize>i) << 2), moveOf(point, NOWHERE));
  }
  return count;
}

/** Pairs the best points, four pairs at a time. */
function addPairs(points: i32, limit: i32, list: usize): i32 {
  fillMatrix(points, list);
  const best = list + BEST_AT;
  const places = i32x4.splat(LAST_PLACE);
  let end = list + ENTRIES_AT;
  for (let i = 1; i < points; i++) {
    const row = list + MATRIX_AT + <usize>i * ROW;
    const point = i32x4.splat(load<u32>(best + ((<usize>i) << 2)));
    const place = v128.and(point, places);
    const score = i32x4.shr_u(point, 9);
    for (let j = 0; j < i; j += 4) {
      const others = v128.load(best + ((<usize>j) << 2));
      const otherPlaces = v128.and(others, places);
      const changes = i32x4.extend_low_i16x8_s(v128.load64_zero(row + ((<usize>j) << 1)));
      const sum = i32x4.add(i32x4.add(score, i32x4.shr_u(others, 9)), changes);
      const early = i32x4.max_u(place, otherPlaces);
      const late = i32x4.min_u(place, otherPlaces);
      const entries = v128.or(i32x4.shl(sum, 18), v128.or(i32x4.shl(late, 9), early));
      v128.store(end + ((<usize>j) << 2), entries);
    }
    // What was written behind the last pair of this row is overwritten by the next, or by the end.
    end += (<usize>i) << 2;
  }
  return sortGreatest(list + ENTRIES_AT, end, limit, list);
}

/**
 * Writes what each two of the best points change beyond their scores, an i16 in the rows of both. The
 * list, which is still empty, says of each point which of the best it is.
 */
function fillMatrix(points: i32, list: usize): void {
  const best = list + BEST_AT;
  const matrix = list + MATRIX_AT;
  memory.fill(matrix, 0, MATRIX_BYTES);
  memory.fill(list, <u8>PAIRED, POINTS + MARGIN);
  for (let i = 0; i < points; i++) store<u8>(list + <usize>pointAt(best, i), <u8>i);
  for (let i: usize = 0; i < <usize>points; i++) {
    const point = pointAt(best, <i32>i);
    for (let direction = 0; direction < 4; direction++) {
      const step = <usize>stepOf(direction);
      let window = list + WINDOWS_AT + <usize>(direction * PLANE + MARGIN + point);
      let other = list + <usize>point + 5 * step;
      let sum = 0;
      // The farther apart two points are, the fewer windows contain both.
      for (let apart = 5; apart > 0; apart--) {
        sum += <i32>load<i8>(window);
        const j = <usize>load<u8>(other);
        store<i16>(matrix + i * ROW + 2 * j, <i16>sum);
        store<i16>(matrix + j * ROW + 2 * i, <i16>sum);
        window -= step;
        other -= step;
      }
    }
  }
}

/** Fills each six that can be filled; a stone that is left over goes to the best other point. */
function addWins(board: usize, planes: usize, side: i32, limit: i32, list: usize): i32 {
  const best = list + BEST_AT;
  let count = 0;
  let window = nextThreat(planes, side, 0);
  while (window >= 0) {
    const one = emptyPoint(board, window, 0);
    let two = otherEmptyPoint(board, window, one);
    if (two == NOWHERE) two = pointAt(best, pointAt(best, 0) == one ? 1 : 0);
    count = add(one, two, count, limit, list);
    window = nextThreat(planes, side, window + 1);
  }
  return count;
}

/**
 * Stops all threats of the other side: with one stone, and then the other goes to any of the best
 * points, or with two of which neither would be enough.
 */
function addDefences(
  board: usize,
  planes: usize,
  other: i32,
  points: i32,
  limit: i32,
  list: usize,
): i32 {
  const best = list + BEST_AT;
  let count = 0;
  const first = nextThreat(planes, other, 0);
  let one = emptyPoint(board, first, 0);
  while (one != NOWHERE) {
    const second = threatBeside(planes, other, one, NOWHERE);
    if (second < 0) {
      for (let i = 0; i < points; i++) {
        const two = pointAt(best, i);
        if (two != one) count = add(one, two, count, limit, list);
      }
    } else {
      let two = emptyPoint(board, second, 0);
      while (two != NOWHERE) {
        const both = threatBeside(planes, other, one, two) < 0;
        if (both && threatBeside(planes, other, two, NOWHERE) >= 0) {
          count = add(one, two, count, limit, list);
        }
        two = otherEmptyPoint(board, second, two);
      }
    }
    one = otherEmptyPoint(board, first, one);
  }
  return count;
}

/** Enters the move of two points into the list, unless it is there already. Returns the new length. */
function add(one: i32, two: i32, count: i32, limit: i32, list: usize): i32 {
  const scores = list + SCORES_AT;
  const change = togetherAt(list + WINDOWS_AT, one, two);
  const score = <u32>(scoreOf(scores, one) + scoreOf(scores, two) + change);
  const entry = (score << 18) | placed(precedence(one), precedence(two));
  for (let i = 0; i < count; i++) {
    if (load<u32>(list + ((<usize>i) << 2)) == entry) return count;
  }
  return enter(entry, count, limit, list);
}

/**
 * Enters into the list of the best `limit`, sorted by score and then by the order of points. An entry is
 * the score from bit 18 on, the smaller precedence of its points from bit 9 on, and the greater one.
 * Returns the new length.
 */
function enter(entry: u32, count: i32, limit: i32, list: usize): i32 {
  let at = list + ((<usize>count) << 2);
  if (count == limit) {
    at -= 4;
    if (load<u32>(at) > entry) return count;
  } else {
    count++;
  }
  while (at > list && load<u32>(at - 4) < entry) {
    store<u32>(at, load<u32>(at - 4));
    at -= 4;
  }
  store<u32>(at, entry);
  return count;
}

/** Two precedences in 18 bits, of which the smaller one counts more. */
function placed(one: u32, two: u32): u32 {
  return (min(one, two) << 9) | max(one, two);
}

/** Turns the entries of the list into moves. */
function finish(list: usize, count: i32): i32 {
  for (let at = list; at < list + ((<usize>count) << 2); at += 4) {
    const entry = load<u32>(at);
    store<u32>(at, moveOf(pointOf((entry >> 9) & 511), pointOf(entry & 511)));
  }
  return count;
}
