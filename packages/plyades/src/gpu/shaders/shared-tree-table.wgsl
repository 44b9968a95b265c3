// What the searchers of one tree share, in memory that all of them read and write at any time: a table of proved
// bounds, marks of the moves that a searcher is at, and a history of moves that cut. Nothing is locked. An entry
// is four words, and its two keys are stored xor what it says: a mixture of two entries matches no position, so that
// values never depend on who came first. Marks and history only choose what is searched next.

@group(0) @binding(5) var<storage, read_write> commons: array<atomic<u32>>;

// Where things lie: what is decided, marks, history, the table.
const DECIDED_DEPTH: u32 = 0u;
const DECIDED_VALUE: u32 = 1u;
const DECIDED_MOVE: u32 = 2u;
/** Searchers that ran out of room, so that their search ended for nothing. */
const OVERFLOWS: u32 = 3u;
/** Nodes looked up at their entry, found, and decided by the table; nodes left for a cut above; moves joined. */
const PROBES: u32 = 4u;
const HITS: u32 = 5u;
const CUTS: u32 = 6u;
const LEFT: u32 = 7u;
const JOINED: u32 = 8u;
const MARKS_AT: u32 = 16u;
const MARKS: u32 = 16384u;
const HISTORY_AT: u32 = MARKS_AT + MARKS;
const HISTORY: u32 = 8192u;
const TABLE_AT: u32 = HISTORY_AT + HISTORY;

const NOTHING: u32 = 0u;
const AT_LEAST: u32 = 1u;
const AT_MOST: u32 = 2u;
const EXACTLY: u32 = 3u;

/** What the table says of a position. */
struct Known {
  /** NOTHING, or how `value` bounds the value of a search of `depth` plies. */
  bound: u32,
  value: i32,
  depth: i32,
  choice: u32,
}

/** Three words of a position: one says where its entry lies, two are compared. */
alias Hash = vec3<u32>;

fn mixed(word: u32) -> u32 {
  var h = word;
  h ^= h >> 16u;
  h *= 0x7feb352du;
  h ^= h >> 15u;
  h *= 0x846ca68bu;
  return h ^ (h >> 16u);
}

fn hashedWith(hash: Hash, word: u32) -> Hash {
  return Hash(
    mixed(hash.x ^ word),
    mixed(hash.y + word * 0x9e3779b1u + 0x85ebca6bu),
    mixed((hash.z ^ (word << 7u)) + (word >> 25u) + 0xc2b2ae35u)
  );
}

/** Two entries for each place. */
fn entryAtPlace(hash: Hash, way: u32) -> u32 {
  return TABLE_AT + 4u * (((hash.x & tableMask()) << 1u) | way);
}

fn keyOne(hash: Hash, what: u32, choice: u32) -> u32 { return hash.y ^ what ^ (choice * 0x9e3779b1u); }
fn keyTwo(hash: Hash, what: u32, choice: u32) -> u32 { return hash.z ^ (what * 0x85ebca6bu) ^ choice; }

fn readWay(hash: Hash, way: u32) -> Known {
  let at = entryAtPlace(hash, way);
  let one = atomicLoad(&commons[at]);
  let two = atomicLoad(&commons[at + 1u]);
  let what = atomicLoad(&commons[at + 2u]);
  let choice = atomicLoad(&commons[at + 3u]);
  let right = one == keyOne(hash, what, choice) && two == keyTwo(hash, what, choice);
  let bound = select(NOTHING, what & 3u, right);
  return Known(bound, i32(what >> 8u) - 0x80000, i32((what >> 2u) & 63u), choice);
}

fn readTable(hash: Hash) -> Known {
  // Both are asked for at once: the memory is far away.
  let first = readWay(hash, 0u);
  let second = readWay(hash, 1u);
  if (first.bound != NOTHING) { return first; }
  return second;
}

/** The first way is for deep entries and for news of its own position, the second for all others. */
fn writeTable(hash: Hash, depth: i32, bound: u32, value: i32, choice: u32) {
  let old = atomicLoad(&commons[entryAtPlace(hash, 0u) + 2u]);
  let oldDepth = i32((old >> 2u) & 63u);
  let way = select(1u, 0u, old == 0u || depth >= oldDepth || readWay(hash, 0u).bound != NOTHING);
  let at = entryAtPlace(hash, way);
  let what = bound | (u32(depth) << 2u) | (u32(value + 0x80000) << 8u);
  atomicStore(&commons[at], keyOne(hash, what, choice));
  atomicStore(&commons[at + 1u], keyTwo(hash, what, choice));
  atomicStore(&commons[at + 2u], what);
  atomicStore(&commons[at + 3u], choice);
}

/** Whether the entry decides a search of `depth` plies in this window. */
fn decides(known: Known, depth: i32, alpha: i32, beta: i32) -> bool {
  if (known.bound == NOTHING || known.depth != depth) { return false; }
  return known.bound == EXACTLY
    || (known.bound == AT_LEAST && known.value >= beta)
    || (known.bound == AT_MOST && known.value <= alpha);
}

// --- marks ----------------------------------------------------------------------------------------

fn tagOf(hash: Hash, choice: u32, depth: i32) -> u32 {
  return mixed(hash.y ^ (choice * 0x9e3779b1u) ^ (u32(depth) << 26u)) | 1u;
}

fn markAt(hash: Hash, tag: u32) -> u32 {
  return MARKS_AT + (mixed(tag ^ hash.z) & (MARKS - 1u));
}

/** Whether a searcher is at a move. */
fn isMarked(hash: Hash, choice: u32, depth: i32) -> bool {
  let tag = tagOf(hash, choice, depth);
  return atomicLoad(&commons[markAt(hash, tag)]) == tag;
}

/** Where the mark of the move is now, or 0 when its place is taken. */
fn markMove(hash: Hash, choice: u32, depth: i32) -> u32 {
  let tag = tagOf(hash, choice, depth);
  let at = markAt(hash, tag);
  return select(0u, at, atomicCompareExchangeWeak(&commons[at], 0u, tag).exchanged);
}

fn unmark(mark: u32) {
  if (mark > 0u) { atomicStore(&commons[mark], 0u); }
}
