// Leaves of Connect6, a lane each: the position is restored and every window counted.

var<private> rows: array<u32, 48>;

fn rowAt(side: u32, row: u32) -> u32 {
  return rows[side * SIDE_ROWS + row];
}

var<private> stones: u32;

fn place(point: u32, side: u32) {
  if (point >= POINTS) { return; }
  rows[side * SIDE_ROWS + point / 19u] |= 1u << (point % 19u);
  stones++;
}

/** Fills the rows with the position of an item. */
fn restore(item: u32) {
  let path = pathOf(item);
  let root = rootAt(path);
  for (var i = 0u; i < 48u; i++) { rows[i] = 0u; }
  for (var i = 0u; i < 19u; i++) {
    rows[i] = input[root + i];
    rows[SIDE_ROWS + i] = input[root + 19u + i];
  }
  stones = input[root + 38u];
  let moves = pathAt(path) + 1u;
  for (var i = 0u; i <= pathLength(); i++) {
    var choice = moveOfItem(item);
    if (i < pathLength()) { choice = input[moves + i]; }
    if (choice == NO_MOVE) { continue; }
    let side = ((stones + 1u) >> 1u) & 1u;
    place(choice >> 9u, side);
    place(choice & 511u, side);
  }
}

/** The first threat of a side that neither point stops, or NOWHERE for none. */
fn threatBeside(side: u32, one: u32, two: u32) -> u32 {
  for (var direction = 0u; direction < DIRECTIONS; direction++) {
    for (var row = 0u; row < 19u; row++) {
      let found = threatsIn(side, direction, row)
        & ~containing(direction, row, one) & ~containing(direction, row, two);
      if (found != 0u) { return windowOfBit(direction, row, found); }
    }
  }
  return NOWHERE;
}

/** Stones needed to stop the two or more threats of a side: 1, 2, or 3 for too many. */
fn stonesToStop(side: u32) -> i32 {
  let first = threatBeside(side, NOWHERE, NOWHERE);
  var needed = 3;
  var source = 0u;
  loop {
    let one = emptyPoint(first, &source);
    if (one == NOWHERE) { break; }
    let second = threatBeside(side, one, NOWHERE);
    if (second == NOWHERE) { return 1; }
    var other = 0u;
    while (needed > 2) {
      let two = emptyPoint(second, &other);
      if (two == NOWHERE) { break; }
      if (threatBeside(side, one, two) == NOWHERE) { needed = 2; }
    }
  }
  return needed;
}

fn leafValue() -> i32 {
  var value = 0;
  var threats = array<u32, 2>(0u, 0u);
  var won = 0u;
  for (var direction = 0u; direction < DIRECTIONS; direction++) {
    for (var row = 0u; row < 19u; row++) {
      let begin = beginnings(direction, row);
      let black = tally(0u, direction, row);
      let white = tally(1u, direction, row);
      let blackLive = begin & ~anyOf(white);
      let whiteLive = begin & ~anyOf(black);
      won |= begin & (six(black) | six(white));
      value += worthOfWindows(black, blackLive) - worthOfWindows(white, whiteLive);
      threats[0] += countOneBits(fourOrFive(black) & blackLive);
      threats[1] += countOneBits(fourOrFive(white) & whiteLive);
    }
  }
  if (won != 0u) { return -WIN; }
  if (stones == POINTS) { return 0; }
  let side = ((stones + 1u) >> 1u) & 1u;
  if (side == 1u) { value = -value; }
  if (threats[side] > 0u) { return DECIDED + value; }
  let toStop = threats[1u - side];
  if (toStop == 0u) { return value + 2 * FREE_STONE; }
  if (toStop == 1u) { return value + FREE_STONE; }
  let needed = stonesToStop(1u - side);
  return select(value + (2 - needed) * FREE_STONE, value - DECIDED, needed > 2);
}

@compute @workgroup_size(WORKGROUP)
fn evaluate(@builtin(global_invocation_id) id: vec3<u32>) {
  for (var item = id.x; item < itemCount(); item += laneCount()) {
    restore(itemOf(item));
    output[item] = u32(leafValue());
  }
}
