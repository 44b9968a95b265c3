// A board of Connect6 that a workgroup shares: stones are placed and taken away by its first lane, and the
// position of an item is restored by all.

var<workgroup> board: array<u32, 48>;
var<workgroup> stones: u32;

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
