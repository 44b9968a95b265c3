// Which moves are worth a branch: the best of the 65,000 pairs of points, as in the branch calculation
// of the paper on game trees on GPUs. Where a side can fill a six, only moves that do are branches;
// where it must stop threats, only moves that stop all of them; where it cannot, it is lost whatever it
// does, and one branch says so. A stone that is free beside a forced one goes to the best points only.
// Otherwise the best points are paired and the best pairs kept. Of equal pairs the one comes first whose
// later point comes first in the order of `order.mjs`, and then the one whose other point does, so that
// the branches depend on nothing but the position and favour no side of the board.
import { POINTS } from './board';
import { POINTS_IN_ORDER } from './order';
import {
  bestPoints,
  pairScore,
  pointAt,
  pointOf,
  precedence,
  SCORES_BYTES,
  SCORING_BYTES,
  scoreAt,
  scorePoints,
} from './points';
import { MOST_TOGETHER } from './shapes';
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
const BEST_AT: usize = SCORES_AT + SCORES_BYTES;
/** The scratch of the scores is free again when the best points are collected. */
const SCRATCH_AT: usize = BEST_AT;
/** Bytes that `branches` writes to. */
export const BRANCHES_BYTES: i32 = <i32>SCRATCH_AT + SCORING_BYTES;

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
  scorePoints(planes, side, scores, list + SCRATCH_AT);
  const points = bestPoints(board, scores, best, PAIRED);
  let count = 0;
  if (threats > 0) {
    count = addWins(board, planes, side, limit, list);
  } else if (toStop > 0) {
    count = addDefences(board, planes, side, points, limit, list);
  }
  if (count == 0) {
    count = addPairs(planes, side, points, toStop > 0 ? 1 : limit, list);
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

/** Pairs the best points, best first: once a pair has no chance, those after it have none either. */
function addPairs(planes: usize, side: i32, points: i32, limit: i32, list: usize): i32 {
  const best = list + BEST_AT;
  const last = list + ((<usize>(limit - 1)) << 2);
  let count = 0;
  for (let i = 1; i < points; i++) {
    const two = pointAt(best, i);
    const score = scoreAt(best, i) + MOST_TOGETHER;
    for (let j = 0; j < i; j++) {
      const hopeless = <u32>(score + scoreAt(best, j)) < load<u32>(last) >> 18;
      if (count == limit && hopeless) {
        if (j == 0) return count;
        break;
      }
      count = add(planes, side, pointAt(best, j), two, count, limit, list);
    }
  }
  return count;
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
    count = add(planes, side, one, two, count, limit, list);
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
  side: i32,
  points: i32,
  limit: i32,
  list: usize,
): i32 {
  const best = list + BEST_AT;
  const other = 1 - side;
  let count = 0;
  const first = nextThreat(planes, other, 0);
  let one = emptyPoint(board, first, 0);
  while (one != NOWHERE) {
    const second = threatBeside(planes, other, one, NOWHERE);
    if (second < 0) {
      for (let i = 0; i < points; i++) {
        const two = pointAt(best, i);
        if (two != one) count = add(planes, side, one, two, count, limit, list);
      }
    } else {
      let two = emptyPoint(board, second, 0);
      while (two != NOWHERE) {
        const both = threatBeside(planes, other, one, two) < 0;
        if (both && threatBeside(planes, other, two, NOWHERE) >= 0) {
          count = add(planes, side, one, two, count, limit, list);
        }
        two = otherEmptyPoint(board, second, two);
      }
    }
    one = otherEmptyPoint(board, first, one);
  }
  return count;
}

/**
 * Enters a move into the list of the best `limit`, sorted by score and then by the order of points, unless
 * it is there already. An entry is the score from bit 18 on, the smaller precedence of its points from bit
 * 9 on, and the greater one. Returns the new length.
 */
function add(
  planes: usize,
  side: i32,
  one: i32,
  two: i32,
  count: i32,
  limit: i32,
  list: usize,
): i32 {
  const score = <u32>pairScore(planes, side, list + SCORES_AT, one, two);
  const key = (score << 18) | placed(precedence(one), precedence(two));
  const end = list + ((<usize>count) << 2);
  if (count == limit && load<u32>(end - 4) >= key) return count;
  let at = end;
  while (at > list && load<u32>(at - 4) < key) at -= 4;
  if (at > list && load<u32>(at - 4) == key) return count;
  const length = count == limit ? count : count + 1;
  for (let to = list + ((<usize>(length - 1)) << 2); to > at; to -= 4) {
    store<u32>(to, load<u32>(to - 4));
  }
  store<u32>(at, key);
  return length;
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
