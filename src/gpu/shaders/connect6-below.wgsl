// The leaves below a node of Connect6, a lane each: their values follow from the windows of the node and what two
// stones change in them.

/** True when the window of this direction that begins at `first` contains the point. */
fn inWindow(direction: u32, first: u32, point: u32) -> bool {
  let row = first / 19u;
  return (containing(direction, row, point) & (1u << (first % 19u))) != 0u;
}

/**
 * The windows that stones on `one` and `two` turn into threats: bit 6 d + i of the first word is the window of direction
 * d that begins i steps before `one`, of the second word the same for `two`.
 */
fn newThreats(one: u32, two: u32) -> vec2<u32> {
  var found = vec2<u32>(0u, 0u);
  for (var number = 0u; number < 8u; number++) {
    let stone = select(one, two, number >= 4u);
    let partner = select(two, one, number >= 4u);
    let direction = number & 3u;
    let step = stepOf(direction);
    let at = direction * PLANE + MARGIN + stone;
    var bits = 0u;
    for (var i = 0u; i < 6u; i++) {
      let alone = aloneIn(planes[at - i * step]);
      if (alone < 2u || alone > 4u) { continue; }
      let own = alone + 1u + select(0u, 1u, inWindow(direction, stone - i * step, partner));
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

/** The first of these threats that neither `x` nor `y` stops, or NOWHERE. */
fn newThreatBeside(threats: vec2<u32>, one: u32, two: u32, x: u32, y: u32) -> u32 {
  var left = threats;
  while (left.x != 0u || left.y != 0u) {
    let second = left.x == 0u;
    let bit = countTrailingZeros(select(left.x, left.y, second));
    if (second) {
      left.y &= left.y - 1u;
    } else {
      left.x &= left.x - 1u;
    }
    let direction = bit / 6u;
    let first = select(one, two, second) - (bit % 6u) * stepOf(direction);
    if (inWindow(direction, first, x) || inWindow(direction, first, y)) { continue; }
    return (direction << 9u) | first;
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
