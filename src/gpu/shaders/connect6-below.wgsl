// The leaves below a node of Connect6, a lane each: their values follow from the windows of the node and what two
// stones change in them.

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
