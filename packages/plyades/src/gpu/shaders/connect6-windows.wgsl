// Connect6: the 924 windows of six points, all windows of a row and direction at once. A row of the board
// is a word of 19 bits for each side; `rowAt(side, row)` is defined by the text that uses this. A bit of a
// word below stands for the window that begins at that column.

const ROOT_WORDS: u32 = 40u;
const POINTS: u32 = 361u;
const NOWHERE: u32 = 511u;
const DECIDED: i32 = 200000;
/** Rows of a side, five of them behind the last, always empty. */
const SIDE_ROWS: u32 = 24u;
/** Directions: along the row, the column, the diagonal to the right, the one to the left. */
const DIRECTIONS: u32 = 4u;

/** Columns where windows of this direction begin in this row. */
fn beginnings(direction: u32, row: u32) -> u32 {
  if (direction == 0u) { return 0x3fffu; }
  if (row > 13u) { return 0u; }
  return select(select(0x7ffe0u, 0x3fffu, direction == 2u), 0x7ffffu, direction == 1u);
}

/** The six points of each window, of one side. */
fn sixth(side: u32, direction: u32, row: u32, i: u32) -> u32 {
  let word = rowAt(side, row + select(i, 0u, direction == 0u));
  if (direction == 3u) { return word << i; }
  return select(word >> i, word, direction == 1u);
}

/** How many stones of a side each window has, as the three bits of a number. */
fn tally(side: u32, direction: u32, row: u32) -> vec3<u32> {
  let a = sixth(side, direction, row, 0u);
  let b = sixth(side, direction, row, 1u);
  let c = sixth(side, direction, row, 2u);
  let d = sixth(side, direction, row, 3u);
  let e = sixth(side, direction, row, 4u);
  let f = sixth(side, direction, row, 5u);
  let ab = a ^ b;
  let de = d ^ e;
  let abc = ab ^ c;
  let def = de ^ f;
  let carry1 = (a & b) | (ab & c);
  let carry2 = (d & e) | (de & f);
  let carry3 = abc & def;
  let carries = carry1 ^ carry2;
  return vec3<u32>(
    abc ^ def, carries ^ carry3, (carry1 & carry2) | (carries & carry3)
  );
}

/** Windows with 4 or 5 stones of a side, by its tally. */
fn fourOrFive(stones: vec3<u32>) -> u32 {
  return stones.z & ~stones.y;
}

fn anyOf(stones: vec3<u32>) -> u32 {
  return stones.x | stones.y | stones.z;
}

/** Windows with six. */
fn six(stones: vec3<u32>) -> u32 {
  return stones.z & stones.y;
}

/** What these windows are worth to the side whose tally it is; `live` have no stone of the other side. */
fn worthOfWindows(stones: vec3<u32>, live: u32) -> i32 {
  let one = live & stones.x;
  let low = one & ~stones.z;
  let pairs = live & stones.y & ~stones.z;
  return W1 * i32(countOneBits(low & ~stones.y))
    + W2 * i32(countOneBits(pairs & ~stones.x))
    + W3 * i32(countOneBits(pairs & stones.x))
    + W4 * i32(countOneBits(live & stones.z & ~stones.y & ~stones.x))
    + W5 * i32(countOneBits(one & stones.z & ~stones.y))
    + W5 * i32(countOneBits(live & six(stones)));
}

/** Threats of a side in this row and direction. */
fn threatsIn(side: u32, direction: u32, row: u32) -> u32 {
  return fourOrFive(tally(side, direction, row))
    & ~anyOf(tally(1u - side, direction, row))
    & beginnings(direction, row);
}

/** Windows of this row and direction that contain the point. */
fn containing(direction: u32, row: u32, point: u32) -> u32 {
  if (point >= POINTS) { return 0u; }
  let column = point % 19u;
  let pointRow = point / 19u;
  if (direction == 0u) { return select(0u, (0x3fu << column) >> 5u, row == pointRow); }
  let i = pointRow - row;
  if (i > 5u) { return 0u; }
  if (direction == 1u) { return 1u << column; }
  return select((1u << column) >> i, 1u << (column + i), direction == 3u);
}

fn isEmpty(point: u32) -> bool {
  let row = point / 19u;
  return (((rowAt(0u, row) | rowAt(1u, row)) >> (point % 19u)) & 1u) == 0u;
}

fn stepOf(direction: u32) -> u32 {
  return select(select(select(18u, 20u, direction == 2u), 19u, direction == 1u), 1u, direction == 0u);
}

/** A window as a number: its direction and its first point. */
fn windowOfBit(direction: u32, row: u32, mask: u32) -> u32 {
  return (direction << 9u) | (19u * row + countTrailingZeros(mask));
}

/** The first empty point of a window from its point number `from` on, or NOWHERE; `from` moves behind it. */
fn emptyPoint(window: u32, source: ptr<function, u32>) -> u32 {
  let step = stepOf(window >> 9u);
  loop {
    if (*source >= 6u) { return NOWHERE; }
    let point = (window & 511u) + *source * step;
    *source += 1u;
    if (isEmpty(point)) { return point; }
  }
}
