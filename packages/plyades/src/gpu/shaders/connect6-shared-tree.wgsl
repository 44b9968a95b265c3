// A searcher of Connect6 is a workgroup with one board: stones are placed and taken away, and the leaves below a node
// are looked at side by side. Lists of branches lie in the scratch memory.

const MOST_PLIES: u32 = 12u;
/** Entries of all nodes of a line. */
const LIST_WORDS: u32 = 3072u;
const POLLED: u32 = 1u;

/** Whether the node on the board is to be looked into. */
var<workgroup> enters: u32;
var<workgroup> leafBest: atomic<i32>;

fn beginSearcher() {
  beginWorkgroup(lane);
  restore(itemOf(0u));
}

/** The board is the root's whenever a depth begins. */
fn beginRoot() {
  var hash = hashedWith(Hash(0x2545f491u, 0x4f6cdd1du, 0x27d4eb2fu), limitAsked());
  for (var side = 0u; side < 2u; side++) {
    for (var row = 0u; row < 19u; row++) {
      var left = rowAt(side, row);
      while (left != 0u) {
        hash ^= stoneHash(19u * row + countTrailingZeros(left), side);
        left &= left - 1u;
      }
    }
  }
  frames[0].hash = hash;
}

fn stoneHash(point: u32, side: u32) -> Hash {
  return hashedWith(Hash(0x165667b1u, 0x9e3779b1u, 0x85ebca77u), 1u + point + 512u * side);
}

fn hashAfter(hash: Hash, point: u32, side: u32) -> Hash {
  if (point >= POINTS) { return hash; }
  return hash ^ stoneHash(point, side);
}

/** After a move from the node on the board. */
fn hashBelow(choice: u32) -> Hash {
  let side = sideToMove();
  return hashAfter(hashAfter(frames[ply].hash, choice >> 9u, side), choice & 511u, side);
}

fn playOn(choice: u32) {
  let side = sideToMove();
  frames[ply + 1u].hash = hashBelow(choice);
  place(choice >> 9u, side);
  place(choice & 511u, side);
}

fn takeBack() {
  let choice = frames[ply].current;
  let side = 1u - sideToMove();
  takeAway(choice >> 9u, side);
  takeAway(choice & 511u, side);
}

fn listEntry(at: u32) -> u32 { return scratch[searcher * LIST_WORDS + at]; }
fn setEntry(at: u32, entry: u32) { scratch[searcher * LIST_WORDS + at] = entry; }
fn choiceOf(entry: u32) -> u32 { return moveOf(entry); }
fn shownChoice(choice: u32) -> u32 { return choice; }

fn sortKey(entry: u32, hint: u32) -> u32 {
  if (hint == 0u) { return entry; }
  return select(entry, 0xffffffffu, moveOf(entry) == hint);
}

/** The order of branches is better than what a search learns. */
fn credit(choice: u32, depth: i32) {}

/** All lanes: the node on the board is entered; it gets a value, or entries. */
fn enterNode() {
  let number = ply;
  let depth = depthHere();
  workgroupBarrier();
  if (lane == 0u) {
    enters = 0u;
    if (goesOn() && !lookUp()) { enters = 1u; }
    atomicStore(&leafBest, -INFINITE);
  }
  if (workgroupUniformLoad(&enters) == 0u) { return; }
  let fits = expandNode(limitAsked());
  if (kind != 3u) {
    let first = frames[number].first;
    for (var i = lane; i < listCount; i += WORKGROUP) {
      if (depth == 1) {
        atomicMax(&leafBest, valueOfLeaf(list[i]));
      } else if (first + i < LIST_WORDS) {
        setEntry(first + i, list[i]);
      }
    }
  }
  storageBarrier();
  workgroupBarrier();
  if (lane == 0u) {
    let end = frames[number].first + listCount;
    if (!fits || (depth > 1 && end > LIST_WORDS)) {
      giveUp();
    } else if (kind == 3u) {
      giveValue(select(0, -WIN - depth, atomicLoad(&sums[2]) > 0u));
    } else if (depth == 1) {
      nodes += listCount;
      let value = atomicLoad(&leafBest);
      writeTable(frames[number].hash, 1, EXACTLY, value, 0u);
      giveValue(value);
    } else {
      openFrame(-INFINITE, end);
    }
  }
}
