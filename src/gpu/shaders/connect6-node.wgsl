// Nodes of Connect6, a workgroup each: its lanes count windows, score points and pairs and keep the best
// together (assembly/games/connect6/branches.ts), and look at the leaves below a node side by side. A
// workgroup can also search a subtree by alpha-beta: the board is shared, and a stone that was placed is
// taken away again.

/** Points that are paired. */
const PAIRED: u32 = 24u;
/** A plane of windows by their first points, with room before it: see assembly/games/connect6/board.ts. */
const PLANE: u32 = 464u;
const MARGIN: u32 = 100u;
const MOST_ENTRIES: u32 = 320u;
const LAST_PLACE: u32 = 511u;
/** Nodes of a subtree above its last branches. */
const MOST_LEVELS: u32 = 3u;
const LIST: u32 = 256u;

// Tables: the place of each point in the order of points, and the points in that order.
const PLACES: u32 = 0u;
const IN_ORDER: u32 = 361u;

var<workgroup> board: array<u32, 48>;
var<workgroup> stones: u32;
/**
 * For each window, seen by the side that plays: bits 0-7 what a stone changes, 8-15 what two change beyond
 * that, plus 128, 16-18 own stones, 20-22 other stones, 24 that it is one.
 */
var<workgroup> planes: array<u32, 1856>;
/** Threats of both sides by direction and row. */
var<workgroup> threatened: array<u32, 152>;
/** 0, 1: threats of each side; 2: windows with six; 3: pairs; 4: entries kept. */
var<workgroup> sums: array<atomic<u32>, 8>;
var<workgroup> valueSum: atomic<i32>;
var<workgroup> reached: array<atomic<u32>, 16>;
/** What `describe` says of a window, by its own stones and 8 times the other ones. */
var<workgroup> described: array<u32, 64>;
var<workgroup> keys: array<u32, 368>;
var<workgroup> kept: array<u32, 256>;
var<workgroup> best: array<u32, 24>;
var<workgroup> bestPoints: array<u32, 24>;
/** The branches of the node, best first. */
var<workgroup> list: array<u32, 256>;
var<workgroup> listCount: u32;
/** What kind of node: 0 open, 1 wins, 2 defends, 3 over. */
var<workgroup> kind: u32;
var<workgroup> pointCount: u32;
var<workgroup> pairCount: u32;

var<private> lane: u32;

fn rowAt(side: u32, row: u32) -> u32 {
  return board[side * SIDE_ROWS + row];
}

fn sideToMove() -> u32 {
  return ((stones + 1u) >> 1u) & 1u;
}

/** Lane 0 only. */
fn place(point: u32, side: u32) {
  if (point >= POINTS) { return; }
  board[side * SIDE_ROWS + point / 19u] |= 1u << (point % 19u);
  stones++;
}

fn takeAway(point: u32, side: u32) {
  if (point >= POINTS) { return; }
  board[side * SIDE_ROWS + point / 19u] &= ~(1u << (point % 19u));
  stones--;
}

fn restore(item: u32) {
  let path = pathOf(item);
  let root = rootAt(path);
  for (var i = lane; i < 48u; i += WORKGROUP) {
    let row = i % SIDE_ROWS;
    board[i] = select(0u, input[root + (i / SIDE_ROWS) * 19u + min(row, 18u)], row < 19u);
  }
  workgroupBarrier();
  if (lane == 0u) {
    stones = input[root + 38u];
    let moves = pathAt(path) + 1u;
    for (var i = 0u; i <= pathLength(); i++) {
      var choice = moveOfItem(item);
      if (i < pathLength()) { choice = input[moves + i]; }
      if (choice == NO_MOVE) { continue; }
      let side = sideToMove();
      place(choice >> 9u, side);
      place(choice & 511u, side);
    }
  }
  workgroupBarrier();
}

/** What the first, second, ... own stone adds to a window without others. */
fn gained(own: u32) -> i32 {
  switch own {
    case 0u: { return W1; }
    case 1u: { return W2 - W1; }
    case 2u: { return W3 - W2; }
    case 3u: { return W4 - W3; }
    case 4u: { return W5 - W4; }
    default: { return 0; }
  }
}

fn worthOfStones(stones: u32) -> i32 {
  switch stones {
    case 1u: { return W1; }
    case 2u: { return W2; }
    case 3u: { return W3; }
    case 4u: { return W4; }
    case 5u: { return W5; }
    default: { return 0; }
  }
}

/** What two own stones add to a window beyond twice what one of them does. */
fn gainedTogether(own: u32) -> i32 {
  switch own {
    case 0u: { return W2 - 2 * W1; }
    case 1u: { return W3 - 2 * W2 + W1; }
    case 2u: { return W4 - 2 * W3 + W2; }
    case 3u: { return W5 - 2 * W4 + W3; }
    case 4u: { return W4 - W5; }
    default: { return 0; }
  }
}

fn describe(own: u32, other: u32) -> u32 {
  var change = 0;
  var together = 0;
  if (other == 0u) {
    change = gained(own);
    together = gainedTogether(own);
  }
  if (own == 0u) {
    change += worthOfStones(other);
    together -= worthOfStones(other);
  }
  return u32(change) | (u32(together + 128) << 8u) | (own << 16u) | (other << 20u) | (1u << 24u);
}

fn changeOf(window: u32) -> u32 { return window & 255u; }
fn togetherOf(window: u32) -> i32 { return i32((window >> 8u) & 255u) - 128; }
fn isWindow(window: u32) -> bool { return (window >> 24u) != 0u; }
/** Own stones of a window without others; of anything else a great number. */
fn aloneIn(window: u32) -> u32 { return ((window >> 16u) & 0x177u) ^ 0x100u; }

/** Before anything else. The planes are empty then, and windows always lie at the same places of them. */
fn beginWorkgroup(local: u32) {
  lane = local;
  for (var i = lane; i < 64u; i += WORKGROUP) { described[i] = describe(i & 7u, i >> 3u); }
  workgroupBarrier();
}

/** Counts all windows: planes, threats, sixes and the evaluation from the side that plays. */
fn countWindows() {
  if (lane < 8u) { atomicStore(&sums[lane], 0u); }
  if (lane == 0u) { atomicStore(&valueSum, 0); }
  workgroupBarrier();
  let side = sideToMove();
  for (var group = lane; group < 76u; group += WORKGROUP) {
    let direction = group / 19u;
    let row = group % 19u;
    let begin = beginnings(direction, row);
    let own = tally(side, direction, row);
    let other = tally(1u - side, direction, row);
    let ownLive = begin & ~anyOf(other);
    let otherLive = begin & ~anyOf(own);
    let ownThreats = fourOrFive(own) & ownLive;
    let otherThreats = fourOrFive(other) & otherLive;
    threatened[side * 76u + group] = ownThreats;
    threatened[(1u - side) * 76u + group] = otherThreats;
    if (ownThreats != 0u) { atomicAdd(&sums[side], countOneBits(ownThreats)); }
    if (otherThreats != 0u) { atomicAdd(&sums[1u - side], countOneBits(otherThreats)); }
    if ((begin & (six(own) | six(other))) != 0u) { atomicAdd(&sums[2], 1u); }
    atomicAdd(&valueSum, worthOfWindows(own, ownLive) - worthOfWindows(other, otherLive));
    var left = begin;
    while (left != 0u) {
      let column = countTrailingZeros(left);
      left &= left - 1u;
      let o = ((own.x >> column) & 1u) | (((own.y >> column) & 1u) << 1u) | (((own.z >> column) & 1u) << 2u);
      let e = ((other.x >> column) & 1u) | (((other.y >> column) & 1u) << 1u) | (((other.z >> column) & 1u) << 2u);
      planes[direction * PLANE + MARGIN + 19u * row + column] = described[o | (e << 3u)];
    }
  }
  workgroupBarrier();
}

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

/**
 * The greatest number that `limit` of the first `count` keys reach, all below 2^bits, an even number, or 0
 * when there are not as many. Two bits at a time: how many keys reach each of three numbers is counted in
 * ten bits each of one word.
 */
fn leastKept(count: u32, bits: u32, limit: u32) -> u32 {
  if (lane < 16u) { atomicStore(&reached[lane], 0u); }
  workgroupBarrier();
  var least = 0u;
  for (var shift = bits; shift > 0u; shift -= 2u) {
    let step = 1u << (shift - 2u);
    let one = least + step;
    let two = one + step;
    let three = two + step;
    var found = 0u;
    for (var at = lane; at < count; at += WORKGROUP) {
      let key = keys[at];
      found += select(0u, 1u, key >= one) + select(0u, 1u << 10u, key >= two)
        + select(0u, 1u << 20u, key >= three);
    }
    let slot = (shift >> 1u) - 1u;
    if (found > 0u) { atomicAdd(&reached[slot], found); }
    workgroupBarrier();
    let all = atomicLoad(&reached[slot]);
    if ((all >> 20u) >= limit) {
      least = three;
    } else if (((all >> 10u) & 1023u) >= limit) {
      least = two;
    } else if ((all & 1023u) >= limit) {
      least = one;
    }
  }
  return least;
}

/** Writes the keys that are not less to `kept` and returns their number; all lanes. */
fn keepGreatest(count: u32, bits: u32, limit: u32) -> u32 {
  let least = max(leastKept(count, bits, limit), 1u);
  if (lane == 0u) { atomicStore(&sums[4], 0u); }
  workgroupBarrier();
  for (var at = lane; at < count; at += WORKGROUP) {
    if (keys[at] >= least) { kept[atomicAdd(&sums[4], 1u)] = keys[at]; }
  }
  workgroupBarrier();
  return atomicLoad(&sums[4]);
}

/** How many of the kept keys are greater. */
fn rankOf(key: u32, count: u32) -> u32 {
  var rank = 0u;
  for (var i = 0u; i < count; i++) { rank += select(0u, 1u, kept[i] > key); }
  return rank;
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
  for (var group = 0u; group < 76u; group++) {
    var found = threatened[side * 76u + group];
    if (found == 0u) { continue; }
    let direction = group / 19u;
    let row = group % 19u;
    found &= ~containing(direction, row, one) & ~containing(direction, row, two);
    if (found != 0u) { return windowOfBit(direction, row, found); }
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
  for (var group = 0u; group < 76u; group++) {
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
    let rank = rankOf(kept[lane], points);
    best[rank] = kept[lane];
    bestPoints[rank] = pointOf(kept[lane] & LAST_PLACE);
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
  for (var at = lane; at < found; at += WORKGROUP) { list[rankOf(kept[at], found)] = kept[at]; }
  if (lane == 0u) { listCount = found; }
  workgroupBarrier();
  return true;
}

// --- leaves below a node -----------------------------------------------------------------------

/** True when the window of this direction that begins at `first` contains the point. */
fn inWindow(direction: u32, first: u32, point: u32) -> bool {
  let row = first / 19u;
  return (containing(direction, row, point) & (1u << (first % 19u))) != 0u;
}

/** The first new threat by stones on `one` and `two` that neither `x` nor `y` stops, or NOWHERE. */
fn newThreatBeside(one: u32, two: u32, x: u32, y: u32) -> u32 {
  for (var number = 0u; number < 8u; number++) {
    let stone = select(one, two, number >= 4u);
    let partner = select(two, one, number >= 4u);
    let direction = number & 3u;
    let step = stepOf(direction);
    var at = direction * PLANE + MARGIN + stone;
    for (var i = 0u; i < 6u; i++) {
      let alone = aloneIn(planes[at - i * step]);
      if (alone < 2u || alone > 4u) { continue; }
      let first = stone - i * step;
      let own = alone + 1u + select(0u, 1u, inWindow(direction, first, partner));
      if (own != 4u && own != 5u) { continue; }
      if (inWindow(direction, first, x) || inWindow(direction, first, y)) { continue; }
      return (direction << 9u) | first;
    }
  }
  return NOWHERE;
}

/** The first point of a window from number `from` on that stays empty after stones on `one` and `two`. */
fn emptyAfter(window: u32, one: u32, two: u32, source: ptr<function, u32>) -> u32 {
  loop {
    let point = emptyPoint(window, source);
    if (point != one && point != two) { return point; }
  }
}

/** Stones needed to stop what `one` and `two` threaten: 0, 1, 2, or 3 for too many. */
fn stonesToStopNew(one: u32, two: u32) -> i32 {
  let first = newThreatBeside(one, two, NOWHERE, NOWHERE);
  if (first == NOWHERE) { return 0; }
  var needed = 3;
  var source = 0u;
  loop {
    let x = emptyAfter(first, one, two, &source);
    if (x == NOWHERE) { break; }
    let second = newThreatBeside(one, two, x, NOWHERE);
    if (second == NOWHERE) { return 1; }
    var next = 0u;
    while (needed > 2) {
      let y = emptyAfter(second, one, two, &next);
      if (y == NOWHERE) { break; }
      if (newThreatBeside(one, two, x, y) == NOWHERE) { needed = 2; }
    }
  }
  return needed;
}

/** The value of the leaf after the branch of an entry, from the side that made the move. */
fn valueOfLeaf(entry: u32) -> i32 {
  if (kind == 1u) { return WIN; }
  if (stones + 2u >= POINTS) { return 0; }
  let choice = moveOf(entry);
  let one = choice >> 9u;
  let two = choice & 511u;
  let value = atomicLoad(&valueSum) + i32(entry >> 18u);
  if (kind == 2u && threatBeside(1u - sideToMove(), one, two) != NOWHERE) { return value - DECIDED; }
  let needed = stonesToStopNew(one, two);
  return select(value - (2 - needed) * FREE_STONE, value + DECIDED, needed > 2);
}

// --- entry points ------------------------------------------------------------------------------

/** Branches: per item the number of moves and the moves, best first; 0 and the result of a finished game. */
@compute @workgroup_size(WORKGROUP)
fn expand(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>
) {
  beginWorkgroup(local);
  let limit = limitAsked();
  for (var item = workgroup.x; item < itemCount(); item += workgroups.x) {
    restore(itemOf(item));
    let fits = expandNode(limit);
    let at = item * (limit + 1u);
    for (var i = lane; i < listCount; i += WORKGROUP) { output[at + 1u + i] = moveOf(list[i]); }
    if (lane == 0u) {
      output[at] = select(NOT_FOUND, listCount, fits && stones > 0u);
      if (kind == 3u) { output[at + 1u] = u32(select(-WIN, 0, atomicLoad(&sums[2]) == 0u)); }
    }
    workgroupBarrier();
  }
}

/** The same with the values of the children as leaves behind them, each from its own side. */
@compute @workgroup_size(WORKGROUP)
fn open(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>
) {
  beginWorkgroup(local);
  let limit = limitAsked();
  for (var item = workgroup.x; item < itemCount(); item += workgroups.x) {
    restore(itemOf(item));
    let fits = expandNode(limit);
    let at = item * (2u * limit + 1u);
    if (kind != 3u) {
      for (var i = lane; i < listCount; i += WORKGROUP) {
        output[at + 1u + i] = moveOf(list[i]);
        output[at + 1u + limit + i] = u32(-valueOfLeaf(list[i]));
      }
    }
    if (lane == 0u) {
      output[at] = select(NOT_FOUND, listCount, fits && stones > 0u);
      if (kind == 3u) { output[at + 1u] = u32(select(-WIN, 0, atomicLoad(&sums[2]) == 0u)); }
    }
    workgroupBarrier();
  }
}

// The stack of a search in a workgroup.
var<workgroup> lists: array<u32, LIST * MOST_LEVELS>;
var<workgroup> counts: array<u32, MOST_LEVELS>;
var<workgroup> nexts: array<u32, MOST_LEVELS>;
var<workgroup> alphas: array<i32, MOST_LEVELS>;
var<workgroup> betas: array<i32, MOST_LEVELS>;
var<workgroup> bests: array<i32, MOST_LEVELS>;
/** Where the search is: the level of the node to be entered, -1 when the item is done. */
var<workgroup> level: i32;
var<workgroup> alphaHere: i32;
var<workgroup> betaHere: i32;
var<workgroup> leafBest: atomic<i32>;
var<workgroup> current: u32;

/** Values by alpha-beta of the plies that are asked, 1 to MOST_LEVELS + 1, fail-soft in the windows of the items. */
@compute @workgroup_size(WORKGROUP)
fn search(@builtin(local_invocation_index) local: u32) {
  beginWorkgroup(local);
  let limit = limitAsked();
  let allowed = nodesAllowed();
  var nodes = 0u;
  var entered = 0u;
  loop {
    if (lane == 0u) { current = atomicAdd(&counters[0], 1u); }
    let item = workgroupUniformLoad(&current);
    if (item >= itemCount()) { break; }
    let rootDepth = depthOf(item);
    restore(itemOf(item));
    if (lane == 0u) {
      let window = windowOf(item);
      alphaHere = window.x;
      betaHere = window.y;
      level = 0;
      entered = 0u;
    }
    loop {
      if (workgroupUniformLoad(&level) < 0) { break; }
      let depth = rootDepth - level;
      let fits = expandNode(limit);
      if (lane == 0u) { atomicStore(&leafBest, -INFINITE); }
      workgroupBarrier();
      if (depth == 1 && kind != 3u) {
        for (var i = lane; i < listCount; i += WORKGROUP) { atomicMax(&leafBest, valueOfLeaf(list[i])); }
      } else if (kind != 3u) {
        for (var i = lane; i < listCount; i += WORKGROUP) {
          lists[u32(level) * LIST + i] = moveOf(list[i]);
        }
      }
      workgroupBarrier();
      if (lane == 0u) {
        nodes += 1u;
        entered += 1u;
        var value = 0;
        var returning = true;
        if (!fits) {
          output[item] = NOT_FOUND;
          atomicAdd(&counters[2], 1u);
          level = -1;
          returning = false;
        } else if (allowed > 0u && entered > allowed && rootDepth > 1) {
          output[item] = TOO_LONG;
          level = -1;
          returning = false;
        } else if (kind == 3u) {
          value = select(0, -WIN - depth, atomicLoad(&sums[2]) > 0u);
        } else if (depth == 1) {
          value = atomicLoad(&leafBest);
          nodes += listCount;
        } else {
          let at = u32(level);
          counts[at] = listCount;
          nexts[at] = 0u;
          alphas[at] = alphaHere;
          betas[at] = betaHere;
          bests[at] = -INFINITE;
          returning = false;
        }
        // Values return until a node has a branch left; the stones of finished branches are taken away.
        while (returning) {
          if (level == 0) {
            output[item] = u32(value);
            level = -1;
            break;
          }
          level -= 1;
          let at = u32(level);
          let choice = lists[at * LIST + nexts[at] - 1u];
          let side = 1u - sideToMove();
          takeAway(choice >> 9u, side);
          takeAway(choice & 511u, side);
          bests[at] = max(bests[at], -value);
          alphas[at] = max(alphas[at], -value);
          returning = bests[at] >= betas[at] || nexts[at] == counts[at];
          value = bests[at];
        }
        if (level >= 0) {
          let at = u32(level);
          let choice = lists[at * LIST + nexts[at]];
          nexts[at] += 1u;
          alphaHere = -betas[at];
          betaHere = -alphas[at];
          if (isOpen()) {
            alphaHere = -INFINITE;
            betaHere = INFINITE;
          }
          let side = sideToMove();
          place(choice >> 9u, side);
          place(choice & 511u, side);
          level += 1;
        }
      }
      workgroupBarrier();
    }
  }
  if (lane == 0u) { atomicAdd(&counters[1], nodes); }
}
