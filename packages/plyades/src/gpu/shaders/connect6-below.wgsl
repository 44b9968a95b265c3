// The leaves below a node of Connect6, a lane each: their values follow from the windows of the node and what two
// stones change in them.

/** Steps of this direction that lead this number of rows and columns away; a great number when it does not. */
fn stepsAlong(direction: u32, rows: i32, columns: i32) -> i32 {
  if (direction == 0u) { return select(99, columns, rows == 0); }
  let wanted = select(select(-rows, rows, direction == 2u), 0, direction == 1u);
  return select(99, rows, columns == wanted);
}

/**
 * The windows that stones on `one` and `two` turn into threats: bit 6 d + i of the first word is the window of direction
 * d that begins i steps before `one`, of the second word the same for `two`.
 */
fn newThreats(one: u32, two: u32) -> vec2<u32> {
  var found = vec2<u32>(0u, 0u);
  let rows = i32(two / 19u) - i32(one / 19u);
  let columns = i32(two % 19u) - i32(one % 19u);
  for (var number = 0u; number < 8u; number++) {
    let stone = select(one, two, number >= 4u);
    let direction = number & 3u;
    let apart = stepsAlong(direction, rows, columns) * select(1, -1, number >= 4u);
    let step = stepOf(direction);
    let at = direction * PLANE + MARGIN + stone;
    var bits = 0u;
    for (var i = 0u; i < 6u; i++) {
      let alone = aloneIn(planes[at - i * step]);
      if (alone < 2u || alone > 4u) { continue; }
      let own = alone + 1u + select(0u, 1u, u32(i32(i) + apart) < 6u);
      if (own == 4u || own == 5u) { bits |= 1u << i; }
    }
    if (number < 4u) {
      found.x |= bits << (6u * direction);
    } else {
      found.y |= bits << (6u * direction);
    }
  }
  return found;
}

/** The row and the column of a point; of none of them one far away. */
fn placeOf(point: u32) -> vec2<i32> {
  return select(vec2<i32>(i32(point / 19u), i32(point % 19u)), vec2<i32>(99, 0), point >= POINTS);
}

/** The first of these threats that neither `x` nor `y` stops, or NOWHERE. */
fn newThreatBeside(threats: vec2<u32>, one: u32, two: u32, x: u32, y: u32) -> u32 {
  var left = threats;
  // From each stone to the points that would stop it.
  let fromOne = vec4<i32>(placeOf(x) - placeOf(one), placeOf(y) - placeOf(one));
  let fromTwo = vec4<i32>(placeOf(x) - placeOf(two), placeOf(y) - placeOf(two));
  while (left.x != 0u || left.y != 0u) {
    let second = left.x == 0u;
    let bit = countTrailingZeros(select(left.x, left.y, second));
    if (second) {
      left.y &= left.y - 1u;
    } else {
      left.x &= left.x - 1u;
    }
    let direction = bit / 6u;
    let before = bit % 6u;
    let away = select(fromOne, fromTwo, second);
    if (u32(stepsAlong(direction, away.x, away.y) + i32(before)) < 6u) { continue; }
    if (u32(stepsAlong(direction, away.z, away.w) + i32(before)) < 6u) { continue; }
    return (direction << 9u) | (select(one, two, second) - before * stepOf(direction));
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
  let threats = newThreats(one, two);
  let first = newThreatBeside(threats, one, two, NOWHERE, NOWHERE);
  if (first == NOWHERE) { return 0; }
  var needed = 3;
  var source = 0u;
  loop {
    let x = emptyAfter(first, one, two, &source);
    if (x == NOWHERE) { break; }
    let second = newThreatBeside(threats, one, two, x, NOWHERE);
    if (second == NOWHERE) { return 1; }
    var next = 0u;
    while (needed > 2) {
      let y = emptyAfter(second, one, two, &next);
      if (y == NOWHERE) { break; }
      if (newThreatBeside(threats, one, two, x, y) == NOWHERE) { needed = 2; }
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
