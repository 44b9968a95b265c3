// The greatest of some numbers, sorted: what makes points and pairs a list of the best. Both steps count
// how many numbers are greater, four at a time and without branches that depend on them, which costs a
// third of entering one after the other into a sorted list.

const ZEROS: v128 = i64x2.splat(0);

/**
 * Sorts the greatest `limit` of the u32 from `from` to `end`, different and none of them 0, to `list`, the
 * greatest first, and returns how many there are. Changes the numbers; four more are written behind them.
 */
export function sortGreatest(from: usize, end: usize, limit: i32, list: usize): i32 {
  v128.store(end, ZEROS);
  let count = <i32>((end - from) >> 2);
  if (count > limit) {
    end = keep(from, end, leastOf(from, end, limit));
    count = limit;
    v128.store(end, ZEROS);
  }
  for (let at = from; at < end; at += 4) {
    const number = load<u32>(at);
    store<u32>(list + ((<usize>notLess(from, end, number) - 1) << 2), number);
  }
  return count;
}

/** The greatest number that `limit` of the numbers reach, bit by bit. */
function leastOf(from: usize, end: usize, limit: i32): u32 {
  let all = ZEROS;
  for (let at = from; at < end; at += 16) all = v128.or(all, v128.load(at));
  const pair = i64x2.extract_lane(all, 0) | i64x2.extract_lane(all, 1);
  let bit: u32 = 0x8000_0000 >> clz(<u32>(pair | (pair >> 32)));
  let least: u32 = 0;
  for (; bit != 0; bit >>= 1) {
    const reached = notLess(from, end, least | bit);
    if (reached < limit) continue;
    least |= bit;
    if (reached == limit) break;
  }
  return least;
}

/** How many numbers are not less than this one, which is not 0. */
function notLess(from: usize, end: usize, number: u32): i32 {
  const least = i32x4.splat(number);
  let count = ZEROS;
  for (let at = from; at < end; at += 16) {
    count = i32x4.sub(count, i32x4.ge_u(v128.load(at), least));
  }
  const pair = i64x2.extract_lane(count, 0) + i64x2.extract_lane(count, 1);
  return <i32>pair + <i32>(pair >> 32);
}

/** Moves the numbers that are not less to the front and returns where they end. */
function keep(from: usize, end: usize, least: u32): usize {
  let to = from;
  for (let at = from; at < end; at += 4) {
    const number = load<u32>(at);
    store<u32>(to, number);
    to += (<usize>(number >= least)) << 2;
  }
  return to;
}
