// The branches of a node of Connect6 by a workgroup: its lanes score points and pairs and keep the best together
// (assembly/games/connect6/branches.ts). Forced pairs, wins and defences, are found by the first lane.

/** Points that are paired. */
const PAIRED: u32 = 24u;
const MOST_ENTRIES: u32 = 320u;
const LAST_PLACE: u32 = 511u;

// Tables: the place of each point in the order of points, and the points in that order.
const PLACES: u32 = 0u;
const IN_ORDER: u32 = 361u;

var<workgroup> best: array<u32, 24>;
var<workgroup> bestPoints: array<u32, 24>;
/** The branches of the node, best first. */
var<workgroup> list: array<u32, 256>;
var<workgroup> listCount: u32;
/** What kind of node: 0 open, 1 wins, 2 defends, 3 over. */
var<workgroup> kind: u32;
var<workgroup> pointCount: u32;
var<workgroup> pairCount: u32;

fn precedence(point: u32) -> u32 {
  return LAST_PLACE - tables[PLACES + point];
}

fn pointOf(precedence: u32) -> u32 {
  return tables[IN_ORDER + LAST_PLACE - precedence];
}

fn scoreOf(point: u32) -> u32 {
  var score = 0u;
  for (var direction = 0u; direction < DIRECTIONS; direction++) {
    let step = stepOf(direction);
    let at = direction * PLANE + MARGIN + point;
    for (var i = 0u; i < 6u; i++) { score += changeOf(planes[at - i * step]); }
  }
  return score;
}

fn bestPointAt(index: u32) -> u32 {
  return bestPoints[index];
}

/** What two stones change beyond their scores. */
fn togetherAt(one: u32, two: u32) -> i32 {
  let first = min(one, two);
  let second = max(one, two);
  let rows = i32(second / 19u) - i32(first / 19u);
  let columns = i32(second % 19u) - i32(first % 19u);
  let apart = max(rows, abs(columns));
  if (apart > 5 || !(rows == 0 || columns == 0 || rows == abs(columns))) { return 0; }
  var direction = 0u;
  if (rows > 0) { direction = select(select(3u, 2u, columns > 0), 1u, columns == 0); }
  let step = stepOf(direction);
  let at = direction * PLANE + MARGIN + first;
  var sum = 0;
  for (var i = 0u; i < 6u - u32(apart); i++) {
    let window = planes[at - i * step];
    if (isWindow(window)) { sum += togetherOf(window); }
  }
  return sum;
}

/** The score of a pair, and the places of its points: the later one counts more. */
fn entryOf(one: u32, two: u32, scores: u32) -> u32 {
  return entryAt(one, two, precedence(one), precedence(two), scores);
}

fn entryAt(one: u32, two: u32, a: u32, b: u32, scores: u32) -> u32 {
  return (u32(i32(scores) + togetherAt(one, two)) << 18u) | (min(a, b) << 9u) | max(a, b);
}

fn moveOf(entry: u32) -> u32 {
  let a = pointOf((entry >> 9u) & 511u);
  let b = pointOf(entry & 511u);
  return (min(a, b) << 9u) | max(a, b);
}

/** The first threat of a side that neither point stops, or NOWHERE. */
fn threatBeside(side: u32, one: u32, two: u32) -> u32 {
  for (var word = 0u; word < 3u; word++) {
    var groups = atomicLoad(&threatRows[3u * side + word]);
    while (groups != 0u) {
      let group = 32u * word + countTrailingZeros(groups);
      groups &= groups - 1u;
      let direction = group / 19u;
      let row = group % 19u;
      let found = threatened[side * 76u + group]
        & ~containing(direction, row, one) & ~containing(direction, row, two);
      if (found != 0u) { return windowOfBit(direction, row, found); }
    }
  }
  return NOWHERE;
}

/** Lane 0: a pair for the list; scored later by all lanes. */
fn addPair(one: u32, two: u32) {
  let at = atomicAdd(&sums[3], 1u);
  if (at < MOST_ENTRIES) { keys[at] = (one << 9u) | two; }
}

/** Lane 0: fills each six that can be filled. */
fn addWins(side: u32) {
  for (var word = 0u; word < 3u; word++) {
    var groups = atomicLoad(&threatRows[3u * side + word]);
    while (groups != 0u) {
      let group = 32u * word + countTrailingZeros(groups);
      groups &= groups - 1u;
      var left = threatened[side * 76u + group];
      while (left != 0u) {
        let window = windowOfBit(group / 19u, group % 19u, left);
        left &= left - 1u;
        var source = 0u;
        let one = emptyPoint(window, &source);
        var two = emptyPoint(window, &source);
        if (two == NOWHERE) { two = bestPointAt(select(0u, 1u, bestPointAt(0u) == one)); }
        addPair(one, two);
      }
    }
  }
}

/** Lane 0: stops all threats of the other side with one stone, or with two that are both needed. */
fn addDefences(other: u32) {
  let first = threatBeside(other, NOWHERE, NOWHERE);
  var source = 0u;
  loop {
    let one = emptyPoint(first, &source);
    if (one == NOWHERE) { break; }
    let second = threatBeside(other, one, NOWHERE);
    if (second == NOWHERE) {
      for (var i = 0u; i < pointCount; i++) {
        let two = bestPointAt(i);
        if (two != one) { addPair(one, two); }
      }
      continue;
    }
    var next = 0u;
    loop {
      let two = emptyPoint(second, &next);
      if (two == NOWHERE) { break; }
      if (threatBeside(other, one, two) == NOWHERE && threatBeside(other, two, NOWHERE) != NOWHERE) {
        addPair(one, two);
      }
    }
  }
}

/**
 * Finds the branches of the node on the board, at most `limit`: `kind`, `list` and `listCount`. False when
 * there are more pairs than fit.
 */
fn expandNode(limit: u32) -> bool {
  countWindows();
  let side = sideToMove();
  if (lane == 0u) {
    kind = 0u;
    if (atomicLoad(&sums[2]) > 0u || stones == POINTS) {
      kind = 3u;
    } else if (atomicLoad(&sums[side]) > 0u) {
      kind = 1u;
    } else if (atomicLoad(&sums[1u - side]) > 0u) {
      kind = 2u;
    }
    listCount = 0u;
  }
  if (workgroupUniformLoad(&kind) == 3u) { return true; }

  // The best points.
  for (var point = lane; point < POINTS; point += WORKGROUP) {
    keys[point] = select(0u, (scoreOf(point) << 9u) | precedence(point), isEmpty(point));
  }
  workgroupBarrier();
  let points = keepGreatest(POINTS, 22u, PAIRED);
  if (lane < points) {
    best[lane] = kept[lane];
    bestPoints[lane] = pointOf(kept[lane] & LAST_PLACE);
  }
  if (lane == 0u) { pointCount = points; }
  workgroupBarrier();

  // Pairs that the threats call for.
  if (lane == 0u) {
    if (kind == 1u) { addWins(side); }
    if (kind == 2u) { addDefences(1u - side); }
    pairCount = atomicLoad(&sums[3]);
  }
  var pairs = workgroupUniformLoad(&pairCount);
  let forced = pairs > 0u;
  if (pairs > MOST_ENTRIES) { return false; }
  var most = limit;
  if (forced) {
    for (var at = lane; at < pairs; at += WORKGROUP) {
      let one = keys[at] >> 9u;
      let two = keys[at] & 511u;
      keys[at] = entryOf(one, two, scoreOf(one) + scoreOf(two));
    }
  } else {
    if (kind == 2u) { most = 1u; }
    pairs = points * (points - 1u) / 2u;
    for (var at = lane; at < points * PAIRED; at += WORKGROUP) {
      let i = at / PAIRED;
      let j = at % PAIRED;
      if (j < i) {
        let scores = (best[i] >> 9u) + (best[j] >> 9u);
        let a = best[i] & LAST_PLACE;
        let b = best[j] & LAST_PLACE;
        keys[i * (i - 1u) / 2u + j] = entryAt(bestPoints[i], bestPoints[j], a, b, scores);
      }
    }
  }
  workgroupBarrier();
  if (forced) {
    // The same pair may have been found twice: only the first stays. 0 is no entry.
    var again = array<bool, 8>();
    for (var at = lane; at < pairs; at += WORKGROUP) {
      for (var before = 0u; before < at; before++) {
        if (keys[before] == keys[at]) { again[at / WORKGROUP] = true; }
      }
    }
    workgroupBarrier();
    for (var at = lane; at < pairs; at += WORKGROUP) {
      if (again[at / WORKGROUP]) { keys[at] = 0u; }
    }
    workgroupBarrier();
  }
  let found = keepGreatest(pairs, 32u, most);
  for (var at = lane; at < found; at += WORKGROUP) { list[at] = kept[at]; }
  if (lane == 0u) { listCount = found; }
  workgroupBarrier();
  return true;
}
