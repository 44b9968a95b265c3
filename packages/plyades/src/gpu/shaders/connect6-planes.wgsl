// What stones change in each window of the board, for all points at once: planes of windows, filled by the lanes of
// a workgroup from the tallies of rows, with the threats of both sides and the evaluation beside them.

/** A plane of windows by their first points, with room before it: see assembly/games/connect6/board.ts. */
const PLANE: u32 = 464u;
const MARGIN: u32 = 100u;

/**
 * For each window, seen by the side that plays: bits 0-7 what a stone changes, 8-15 what two change beyond
 * that, plus 128, 16-18 own stones, 20-22 other stones, 24 that it is one.
 */
var<workgroup> planes: array<u32, 1856>;
/** Threats of both sides by direction and row. */
var<workgroup> threatened: array<u32, 152>;
/** Which of them there are, a bit for each direction and row: three words for a side. */
var<workgroup> threatRows: array<atomic<u32>, 6>;
/** 0, 1: threats of each side; 2: windows with six; 3: pairs; 4: entries kept. */
var<workgroup> sums: array<atomic<u32>, 8>;
var<workgroup> valueSum: atomic<i32>;
/** What `describe` says of a window, by its own stones and 8 times the other ones. */
var<workgroup> described: array<u32, 64>;

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

/** Threats of a side in a direction and row. */
fn noteThreats(side: u32, group: u32, threats: u32) {
  threatened[side * 76u + group] = threats;
  if (threats == 0u) { return; }
  atomicAdd(&sums[side], countOneBits(threats));
  atomicOr(&threatRows[3u * side + group / 32u], 1u << (group % 32u));
}

/** Counts all windows: planes, threats, sixes and the evaluation from the side that plays. */
fn countWindows() {
  if (lane < 8u) { atomicStore(&sums[lane], 0u); }
  if (lane < 6u) { atomicStore(&threatRows[lane], 0u); }
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
    noteThreats(side, group, ownThreats);
    noteThreats(1u - side, group, otherThreats);
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
