// The exact end of the game: a recursive search of the last empty squares, in discs. It works on
// bitboards in locals, keeps no move lists in memory and remembers results in a small table of the
// searcher that stays in the processor's nearest cache, so a node costs about 25 ns.
//
// All values are even (every square counts for one side, or the game is drawn), so the smallest
// window is (alpha, alpha + 2): a value is at most alpha or at least alpha + 2. Fail-soft: a result
// at most alpha is an upper bound, a result of at least beta a lower bound.
import { FULL_DEPTH } from '../../contract';
import { mark, unmark } from '../../search/marks';
import {
  BOUND_LOWER,
  BOUND_UPPER,
  entryBound,
  entryDepth,
  entryPlay,
  entryValue,
  NO_MOVE,
  pack,
  probe,
  remember,
} from '../../search/table';
import { flips, mobility } from './board';
import { hashDiscs } from './key';
import { NEIGHBOURS, turnedLast } from './last-square';
import { CORNERS, oddQuadrants, withNeighbours } from './squares';
import { stableDiscs } from './stability';

/** Value of one disc. */
export const DISC: i32 = 100;

/** Positions with at most this many empty squares are solved here. */
export const SOLVER_EMPTIES: i32 = 12;

/**
 * From this many empty squares on, moves are sorted by the replies they leave and results are remembered;
 * below, parity is the whole ordering.
 */
const SORTED_EMPTIES: i32 = 7;

/**
 * The solver's table: u64 entries, which the upper bits of the hash choose. From bit 0: lower bound + 64
 * (8 bits), 64 - upper bound (8), the lower 48 bits of the hash; so 0 is an entry that knows nothing. 32 KiB
 * save 17 % of the nodes, eight times as much 19 %.
 */
const INDEX_BITS: i32 = 12;
export const SOLVER_BYTES: i32 = 8 << INDEX_BITS;

/** Its address in the solve under way, 0 for none. */
let remembered: usize = 0;

/** The table of threads that share a tree, 0 for none; they share positions of at least so many empty squares. */
let shared: usize = 0;
let leastShared: i32 = i32.MAX_VALUE;
/** Whether no cut is expected at the root of the solve under way. */
let isRootAll: bool = false;

/** Positions visited in the solve under way, and in the upper half the finished games among them. */
let visited: u64 = 0;

/** A finished game, in `visited`. */
const FINISHED: u64 = 1 << 32;

/** Before a solve: positions of at least `least` empty squares are shared through the table; none if it is 0. */
export function shareEndgames(table: usize, least: i32, isAll: bool): void {
  shared = table;
  isRootAll = isAll;
  leastShared = table == 0 ? i32.MAX_VALUE : least;
}

/**
 * The value in the window (alpha, beta), both even. Adds the visited positions to the u64 at
 * `counts`, the finished games among them to the one behind it. `memory` has SOLVER_BYTES, or is 0.
 */
export function solveWindow(
  own: u64,
  opp: u64,
  alpha: i32,
  beta: i32,
  counts: usize,
  memory: usize,
): i32 {
  visited = 0;
  remembered = memory;
  const empties = <i32>popcnt(~(own | opp));
  const value =
    beta - alpha > 2
      ? solveWide(own, opp, alpha, beta, empties)
      : empties >= leastShared
        ? solveShared(own, opp, alpha, empties, isRootAll)
        : solveNull(own, opp, alpha, empties);
  store<u64>(counts, load<u64>(counts) + <u64>(<u32>visited));
  store<u64>(counts, load<u64>(counts, 8) + (visited >> 32), 8);
  return value;
}

/** The result of a finished game from the view of `own`, empty squares to the winner. */
function finalScore(own: u64, opp: u64): i32 {
  visited += FINISHED;
  const mine = <i32>popcnt(own);
  const theirs = <i32>popcnt(opp);
  if (mine == theirs) return 0;
  return mine > theirs ? 64 - 2 * theirs : 2 * mine - 64;
}

// --- sorted moves: 16-bit keys in vectors -----------------------------------------------------
//
// A key is a score above six bits of square, never 0. Eight keys fill a vector, largest first, and
// a second vector takes the overflow; both live in registers or on the machine's own stack.

/** The vector with the key in its place; the last lane falls out. */
function inserted(keys: v128, key: i32): v128 {
  const shifted = v128.shuffle<u16>(i16x8.splat(-1), keys, 7, 8, 9, 10, 11, 12, 13, 14);
  return i16x8.max_u(keys, i16x8.min_u(shifted, i16x8.splat(<i16>key)));
}

/**
 * The key for a move: few replies first, where corners count twice; then few empty squares next to
 * the mover's discs, which are the replies of the future.
 */
function keyOf(own: u64, opp: u64, square: i32, odd: u64): i32 {
  const bit = (<u64>1) << square;
  const turned = flips(own, opp, square);
  const mine = own ^ turned ^ bit;
  const replies = mobility(opp ^ turned, mine);
  const open = withNeighbours(mine) & ~(own | opp | bit);
  const score =
    512 +
    (odd & bit ? 4 : 0) +
    (CORNERS & bit ? 4 : 0) -
    8 * <i32>popcnt(replies) -
    8 * <i32>popcnt(replies & CORNERS) -
    2 * <i32>popcnt(open);
  return (score << 6) | square;
}

/** Any number of empty squares, open window: the first move gets it, the others a null window first. */
function solveWide(own: u64, opp: u64, alpha: i32, beta: i32, empties: i32): i32 {
  visited++;
  let moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return finalScore(own, opp);
    return -solveWide(opp, own, -beta, -alpha, empties);
  }
  const odd = oddQuadrants(~(own | opp));
  let keys = i64x2.splat(0);
  let more = i64x2.splat(0);
  while (moves) {
    const key = keyOf(own, opp, <i32>ctz(moves), odd);
    more = inserted(more, min(<i32>i16x8.extract_lane_u(keys, 7), key));
    keys = inserted(keys, key);
    moves &= moves - 1;
  }
  let best = -64;
  let low = alpha;
  let first = true;
  let key = <i32>i16x8.extract_lane_u(keys, 0);
  while (key) {
    keys = v128.shuffle<u16>(keys, more, 1, 2, 3, 4, 5, 6, 7, 8);
    more = v128.shuffle<u16>(more, i64x2.splat(0), 1, 2, 3, 4, 5, 6, 7, 8);
    const square = key & 63;
    const turned = flips(own, opp, square);
    const nextOwn = opp ^ turned;
    const nextOpp = own ^ turned ^ ((<u64>1) << square);
    let value = first ? 0 : -solveNull(nextOwn, nextOpp, -low - 2, empties - 1);
    if (first || (value > low && value < beta)) {
      value = -solveWide(nextOwn, nextOpp, -beta, -low, empties - 1);
    }
    if (value > best) {
      best = value;
      if (value >= beta) return value;
      if (value > low) low = value;
    }
    first = false;
    key = <i32>i16x8.extract_lane_u(keys, 0);
  }
  return best;
}

/** The value in the window (alpha, alpha + 2), for any number of empty squares. */
function solveNull(own: u64, opp: u64, alpha: i32, empties: i32): i32 {
  if (empties >= leastShared) return solveShared(own, opp, alpha, empties, false);
  if (empties >= SORTED_EMPTIES) return solveSorted(own, opp, alpha, empties);
  if (empties > 4) return solveByParity(own, opp, alpha, empties);
  return solveFew(own, opp, alpha, empties);
}

function solveSorted(own: u64, opp: u64, alpha: i32, empties: i32): i32 {
  visited++;
  if (alpha >= stabilityFloor(empties)) {
    const bound = 64 - 2 * <i32>popcnt(stableDiscs(opp, own | opp));
    if (bound <= alpha) return bound;
  }
  let entry: usize = 0;
  let key: u64 = 0;
  if (remembered != 0) {
    const hash = hashDiscs(own, opp);
    entry = remembered + ((<usize>(hash >> (64 - INDEX_BITS))) << 3);
    key = hash << 16;
    const bounds = load<u64>(entry) ^ key;
    if (bounds < 1 << 16) {
      const lower = (<i32>bounds & 255) - 64;
      if (lower > alpha) return lower;
      const upper = 64 - (<i32>bounds >> 8);
      if (upper <= alpha) return upper;
    }
  }
  let moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return finalScore(own, opp);
    return -solveSorted(opp, own, -alpha - 2, empties);
  }
  const odd = oddQuadrants(~(own | opp));
  let keys = i64x2.splat(0);
  let more = i64x2.splat(0);
  if (popcnt(moves) <= 8) {
    do {
      keys = inserted(keys, keyOf(own, opp, <i32>ctz(moves), odd));
      moves &= moves - 1;
    } while (moves);
  } else {
    do {
      const key = keyOf(own, opp, <i32>ctz(moves), odd);
      more = inserted(more, min(<i32>i16x8.extract_lane_u(keys, 7), key));
      keys = inserted(keys, key);
      moves &= moves - 1;
    } while (moves);
  }
  let best = -64;
  let move = <i32>i16x8.extract_lane_u(keys, 0);
  while (move) {
    keys = v128.shuffle<u16>(keys, more, 1, 2, 3, 4, 5, 6, 7, 8);
    more = v128.shuffle<u16>(more, i64x2.splat(0), 1, 2, 3, 4, 5, 6, 7, 8);
    const square = move & 63;
    const turned = flips(own, opp, square);
    const value = -solveNull(
      opp ^ turned,
      own ^ turned ^ ((<u64>1) << square),
      -alpha - 2,
      empties - 1,
    );
    if (value > best) {
      best = value;
      if (value > alpha) {
        if (entry != 0) store<u64>(entry, key | <u64>(value + 64));
        return value;
      }
    }
    move = <i32>i16x8.extract_lane_u(keys, 0);
  }
  if (entry != 0) store<u64>(entry, key | ((<u64>(64 - best)) << 8));
  return best;
}

/** The stability of the opponent's discs is worth counting when alpha is at least this. */
export function stabilityFloor(empties: i32): i32 {
  return 4 * empties - 16;
}

// --- positions that threads share -----------------------------------------------------------------

/** In place of a value. */
const UNKNOWN: i32 = -128;

/** What the shared table knows of a position that decides the window (alpha, alpha + 2), or UNKNOWN. */
function sharedValue(hash: u64, alpha: i32): i32 {
  const data = probe(shared, hash);
  if (data == 0 || entryDepth(data) != FULL_DEPTH || entryPlay(data) != 0) return UNKNOWN;
  const value = entryValue(data) / DISC;
  return entryBound(data) == (value > alpha ? BOUND_UPPER : BOUND_LOWER) ? UNKNOWN : value;
}

/**
 * As `solveSorted`, by ABDADA (search/marks.ts): children that other threads are searching are put off until the others
 * are done, the eldest only where no cut is expected (`isAll`), and results go into the shared table.
 */
function solveShared(own: u64, opp: u64, alpha: i32, empties: i32, isAll: bool): i32 {
  visited++;
  if (alpha >= stabilityFloor(empties)) {
    const bound = 64 - 2 * <i32>popcnt(stableDiscs(opp, own | opp));
    if (bound <= alpha) return bound;
  }
  const hash = hashDiscs(own, opp);
  const known = sharedValue(hash, alpha);
  if (known != UNKNOWN) return known;
  let moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return finalScore(own, opp);
    return -solveShared(opp, own, -alpha - 2, empties, !isAll);
  }
  const odd = oddQuadrants(~(own | opp));
  let keys = i64x2.splat(0);
  let more = i64x2.splat(0);
  do {
    const key = keyOf(own, opp, <i32>ctz(moves), odd);
    more = inserted(more, min(<i32>i16x8.extract_lane_u(keys, 7), key));
    keys = inserted(keys, key);
    moves &= moves - 1;
  } while (moves);
  const marksChildren = empties > leastShared;
  let mustBeFirst = !isAll;
  let putOff: u64 = 0;
  let best = -64;
  let bestMove = NO_MOVE;
  while (true) {
    const key = <i32>i16x8.extract_lane_u(keys, 0);
    let square = key & 63;
    if (key != 0) {
      keys = v128.shuffle<u16>(keys, more, 1, 2, 3, 4, 5, 6, 7, 8);
      more = v128.shuffle<u16>(more, i64x2.splat(0), 1, 2, 3, 4, 5, 6, 7, 8);
    } else if (putOff != 0) {
      square = <i32>ctz(putOff);
      putOff &= putOff - 1;
    } else break;
    const turned = flips(own, opp, square);
    const nextOwn = opp ^ turned;
    const nextOpp = own ^ turned ^ ((<u64>1) << square);
    let marked: usize = 0;
    if (marksChildren) {
      marked = mark(shared, hashDiscs(nextOwn, nextOpp), FULL_DEPTH);
      if (marked == 0 && key != 0 && !mustBeFirst) {
        putOff |= (<u64>1) << square;
        continue;
      }
    }
    const value = marksChildren
      ? -solveShared(nextOwn, nextOpp, -alpha - 2, empties - 1, !isAll)
      : -solveNull(nextOwn, nextOpp, -alpha - 2, empties - 1);
    unmark(marked);
    if (value > best) {
      best = value;
      bestMove = square;
      if (value > alpha) break;
    }
    mustBeFirst = false;
    if (marksChildren) {
      const found = sharedValue(hash, alpha);
      if (found != UNKNOWN) return found;
    }
  }
  const bound = best > alpha ? BOUND_LOWER : BOUND_UPPER;
  remember(shared, hash, pack(DISC * best, FULL_DEPTH, bound, 0, 0, bestMove));
  return best;
}

// --- six empty squares and fewer ----------------------------------------------------------------

/** Five or six empty squares: parity is the whole ordering. */
function solveByParity(own: u64, opp: u64, alpha: i32, empties: i32): i32 {
  visited++;
  if (alpha >= stabilityFloor(empties)) {
    const bound = 64 - 2 * <i32>popcnt(stableDiscs(opp, own | opp));
    if (bound <= alpha) return bound;
  }
  const moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return finalScore(own, opp);
    return -solveByParity(opp, own, -alpha - 2, empties);
  }
  const odd = oddQuadrants(~(own | opp));
  let best = -64;
  let now = moves & odd;
  let later = moves & ~odd;
  if (now == 0) {
    now = later;
    later = 0;
  }
  while (now) {
    const square = <i32>ctz(now);
    const turned = flips(own, opp, square);
    const nextOwn = opp ^ turned;
    const nextOpp = own ^ turned ^ (now & (0 - now));
    const value =
      empties == 5
        ? -solveFour(nextOwn, nextOpp, -alpha - 2)
        : -solveByParity(nextOwn, nextOpp, -alpha - 2, empties - 1);
    if (value > best) {
      best = value;
      if (value > alpha) return value;
    }
    now &= now - 1;
    if (now == 0) {
      now = later;
      later = 0;
    }
  }
  return best;
}

// --- four empty squares and fewer -------------------------------------------------------------

/** 0 to 4 empty squares in no particular order. */
function solveFew(own: u64, opp: u64, alpha: i32, empties: i32): i32 {
  if (empties == 4) return solveFour(own, opp, alpha);
  let empty = ~(own | opp);
  if (empties == 0) {
    visited++;
    return finalScore(own, opp);
  }
  const a = <i32>ctz(empty);
  if (empties == 1) return solveOne(own, opp, a);
  empty &= empty - 1;
  const b = <i32>ctz(empty);
  if (empties == 2) return solveTwo(own, opp, alpha, a, b);
  empty &= empty - 1;
  return solveThree(own, opp, alpha, a, b, <i32>ctz(empty));
}

/** True when a move on the square might turn something: an opponent's disc is next to it. */
function touches(opp: u64, square: i32): bool {
  return (opp & load<u64>(NEIGHBOURS + ((<usize>square) << 3))) != 0;
}

function solveFour(own: u64, opp: u64, alpha: i32): i32 {
  visited++;
  const empty = ~(own | opp);
  const odd = oddQuadrants(empty);
  let first = empty & odd;
  let second = empty & ~odd;
  if (first == 0) {
    first = second;
    second = 0;
  }
  const a = <i32>ctz(first);
  first &= first - 1;
  if (first == 0) {
    first = second;
    second = 0;
  }
  const b = <i32>ctz(first);
  first &= first - 1;
  if (first == 0) {
    first = second;
    second = 0;
  }
  const c = <i32>ctz(first);
  first &= first - 1;
  const d = <i32>ctz(first | second);

  let best = -128;
  let turned: u64 = 0;
  if (touches(opp, a) && (turned = flips(own, opp, a)) != 0) {
    best = -solveThree(opp ^ turned, own ^ turned ^ ((<u64>1) << a), -alpha - 2, b, c, d);
    if (best > alpha) return best;
  }
  if (touches(opp, b) && (turned = flips(own, opp, b)) != 0) {
    const value = -solveThree(opp ^ turned, own ^ turned ^ ((<u64>1) << b), -alpha - 2, a, c, d);
    if (value > alpha) return value;
    if (value > best) best = value;
  }
  if (touches(opp, c) && (turned = flips(own, opp, c)) != 0) {
    const value = -solveThree(opp ^ turned, own ^ turned ^ ((<u64>1) << c), -alpha - 2, a, b, d);
    if (value > alpha) return value;
    if (value > best) best = value;
  }
  if (touches(opp, d) && (turned = flips(own, opp, d)) != 0) {
    const value = -solveThree(opp ^ turned, own ^ turned ^ ((<u64>1) << d), -alpha - 2, a, b, c);
    if (value > best) best = value;
  }
  if (best > -128) return best;
  if (mobility(opp, own) == 0) return finalScore(own, opp);
  return -solveFour(opp, own, -alpha - 2);
}

/** The quadrant of a square as a number. */
function quadrant(square: i32): i32 {
  return square & 0b100100;
}

/** A square that is alone in its quadrant goes first; the caller's order is kept otherwise. */
function solveThree(own: u64, opp: u64, alpha: i32, a: i32, b: i32, c: i32): i32 {
  const qa = quadrant(a);
  const qb = quadrant(b);
  const qc = quadrant(c);
  if (qb != qc) {
    if (qa == qb) return solveThreeInOrder(own, opp, alpha, c, a, b);
    if (qa == qc) return solveThreeInOrder(own, opp, alpha, b, a, c);
  }
  return solveThreeInOrder(own, opp, alpha, a, b, c);
}

function solveThreeInOrder(own: u64, opp: u64, alpha: i32, a: i32, b: i32, c: i32): i32 {
  visited++;
  let best = -128;
  let turned: u64 = 0;
  if (touches(opp, a) && (turned = flips(own, opp, a)) != 0) {
    best = -solveTwo(opp ^ turned, own ^ turned ^ ((<u64>1) << a), -alpha - 2, b, c);
    if (best > alpha) return best;
  }
  if (touches(opp, b) && (turned = flips(own, opp, b)) != 0) {
    const value = -solveTwo(opp ^ turned, own ^ turned ^ ((<u64>1) << b), -alpha - 2, a, c);
    if (value > alpha) return value;
    if (value > best) best = value;
  }
  if (touches(opp, c) && (turned = flips(own, opp, c)) != 0) {
    const value = -solveTwo(opp ^ turned, own ^ turned ^ ((<u64>1) << c), -alpha - 2, a, b);
    if (value > best) best = value;
  }
  if (best > -128) return best;
  if (mobility(opp, own) == 0) return finalScore(own, opp);
  return -solveThreeInOrder(opp, own, -alpha - 2, a, b, c);
}

function solveTwo(own: u64, opp: u64, alpha: i32, a: i32, b: i32): i32 {
  visited++;
  let best = -128;
  let turned: u64 = 0;
  if (touches(opp, a) && (turned = flips(own, opp, a)) != 0) {
    best = -solveOne(opp ^ turned, own ^ turned ^ ((<u64>1) << a), b);
    if (best > alpha) return best;
  }
  if (touches(opp, b) && (turned = flips(own, opp, b)) != 0) {
    const value = -solveOne(opp ^ turned, own ^ turned ^ ((<u64>1) << b), a);
    if (value > best) best = value;
  }
  if (best > -128) return best;
  if (flips(opp, own, a) == 0 && flips(opp, own, b) == 0) return finalScore(own, opp);
  return -solveTwo(opp, own, -alpha - 2, a, b);
}

/** One empty square: the exact value, without a look at the finished game behind it. */
function solveOne(own: u64, opp: u64, square: i32): i32 {
  visited += FINISHED + 1;
  const mine = <i32>popcnt(own);
  let turned = turnedLast(own, square);
  if (turned) return 2 * (mine + turned) - 62;
  turned = turnedLast(opp, square);
  if (turned) return 2 * (mine - turned) - 64;
  // Neither side can move: the square goes to the winner. 63 discs lie, so there is one.
  return mine >= 32 ? 2 * mine - 62 : 2 * mine - 64;
}
