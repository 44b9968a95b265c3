// Many searchers of one tree, a workgroup each. Every searcher goes through the whole tree from the root by alpha-beta
// with scouts and an explicit stack, one depth after the other; what keeps them apart is what they share. The first
// move of a node is searched by all who come there; of the others each takes one that no searcher is at, and joins another
// only where none is left or where one move should have been enough (after T. Kerrigan's simplification of J.-C.
// Weill's ABDADA). Before a move is chosen all children are looked up in the table at once, and now and then all nodes
// of the line: what another has proved meanwhile is never searched again.
//
// The first lane decides, the others help where there is something to do side by side. The game's text defines
// MOST_PLIES, POLLED, beginSearcher(), enterNode(), hashBelow(), playOn(), takeBack(), beginRoot(), listEntry(), setEntry(), choiceOf(),
// sortKey(), shownChoice() and credit(), and the private number of a lane.

/** Parameters behind the head of the input. */
fn parameter(number: u32) -> u32 { return input[input[15] + number]; }
fn firstDepth() -> i32 { return i32(parameter(0u)); }
fn depthStep() -> i32 { return i32(parameter(1u)); }
/** Nodes so far from the horizon share their moves out. */
fn sharedFrom() -> i32 { return i32(parameter(2u)); }
/** Nodes of a searcher in one run: the host looks after it and starts the next. */
fn nodesInRun() -> u32 { return parameter(3u); }
fn tableMask() -> u32 { return parameter(4u); }
/** Where one move should be enough, this number more are searched at a time for each that failed. */
fn growth() -> u32 { return parameter(5u); }
/** One move of this number is preceded by a look at the whole line. */
fn looked() -> u32 { return parameter(6u); }

struct Frame {
  hash: Hash,
  /** The window as it was, and as it is now. */
  least: i32,
  alpha: i32,
  beta: i32,
  best: i32,
  /** The move that attains the best value, or one from the table. */
  choice: u32,
  /** Entries from `first` on; those from `next` to `end` are left, 0 where one is done. */
  first: u32,
  next: u32,
  end: u32,
  /** The move under way, alpha when it was asked for, and its mark. */
  current: u32,
  asked: i32,
  mark: u32,
  /** Moves that were searched, by whomever. */
  tried: u32,
  state: u32,
}

/** The move under way is searched with a window of nothing. */
const SCOUTED: u32 = 1u;
/** One good move is expected to be enough. */
const CUT_EXPECTED: u32 = 2u;

const NO_PLY: u32 = 255u;

// What comes next. All lanes enter nodes and pick moves; the rest is the first lane's, in one place, since code that
// stood wherever it is needed would not stay near the lanes.
const ENTER: u32 = 1u;
const PICK: u32 = 2u;
const STOP: u32 = 3u;
/** The node on the board has its value, `returned`; or its moves are done. */
const RETURN: u32 = 4u;
const CLOSE: u32 = 5u;
/** Down the move under way, with the window `below`. */
const DESCEND: u32 = 6u;
/** The next depth, from the root. */
const BEGIN: u32 = 7u;

var<workgroup> frames: array<Frame, MOST_PLIES>;
var<workgroup> ply: u32;
var<workgroup> rootDepth: i32;
var<workgroup> turn: u32;
var<workgroup> returned: i32;
var<workgroup> below: vec2<i32>;
/** The greatest depth that is known to be done. */
var<workgroup> doneDepth: i32;
var<workgroup> searcher: u32;
var<workgroup> nodes: u32;
/** The best move that no searcher is at, one that another is at, and one that the table says is enough. */
var<workgroup> picked: atomic<u32>;
var<workgroup> pickedAt: u32;
var<workgroup> joined: atomic<u32>;
var<workgroup> joinedAt: u32;
var<workgroup> cutBelow: atomic<i32>;
var<workgroup> cutAt: u32;
/** Moves that another searcher is at; moves that the table says are no good, and the best of them. */
var<workgroup> busyCount: atomic<u32>;
var<workgroup> doneCount: atomic<u32>;
var<workgroup> doneBest: atomic<i32>;
/** The node nearest the root whose search is decided, and what decided it. */
var<workgroup> cutPly: atomic<u32>;
var<workgroup> cutValues: array<i32, MOST_PLIES>;
var<workgroup> tallies: array<u32, 5>;

fn depthHere() -> i32 { return rootDepth - i32(ply); }

@compute @workgroup_size(WORKGROUP)
fn sharedTree(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>
) {
  lane = local;
  if (lane == 0u) { searcher = workgroup.x; }
  beginSearcher();
  if (lane == 0u) {
    nodes = 0u;
    for (var i = 0u; i < 5u; i++) { tallies[i] = 0u; }
    doneDepth = 0;
    turn = BEGIN;
    settleTurn();
  }
  workgroupBarrier();
  loop {
    let now = workgroupUniformLoad(&turn);
    if (now == STOP) { break; }
    if (now == ENTER) {
      enterNode();
    } else {
      pick();
    }
    if (lane == 0u) { settleTurn(); }
    storageBarrier();
    workgroupBarrier();
  }
  if (lane == 0u) {
    countNodes(nodes);
    for (var i = 0u; i < 5u; i++) { if (tallies[i] > 0u) { atomicAdd(&commons[PROBES + i], tallies[i]); } }
  }
}

/** Lane 0: what it does by itself, until all lanes are wanted again. */
fn settleTurn() {
  loop {
    if (turn == CLOSE) { closeNode(); }
    if (turn != RETURN) { break; }
    giveBack();
  }
  if (turn == DESCEND) { descend(); }
  if (turn == BEGIN) { beginDepth(); }
}

fn giveValue(value: i32) {
  returned = value;
  turn = RETURN;
}

/** Lane 0: the next depth behind those that are done, from the root. */
fn beginDepth() {
  let last = depthAsked();
  let known = max(doneDepth, i32(atomicLoad(&commons[DECIDED_DEPTH])));
  if (known >= last || nodes >= nodesInRun()) {
    turn = STOP;
    return;
  }
  rootDepth = firstDepth();
  while (rootDepth <= known) { rootDepth += depthStep(); }
  rootDepth = min(rootDepth, last);
  ply = 0u;
  frames[0].alpha = -INFINITE;
  frames[0].beta = INFINITE;
  frames[0].first = 0u;
  beginRoot();
  turn = ENTER;
}

/** Lane 0, at the entry of a node: false when the search ends or begins again, since another searcher was quicker. */
fn goesOn() -> bool {
  nodes += 1u;
  if (nodes % POLLED != 0u) { return true; }
  let done = i32(atomicLoad(&commons[DECIDED_DEPTH]));
  if (done < rootDepth && nodes < nodesInRun()) { return true; }
  leaveTo(0u);
  doneDepth = max(doneDepth, done);
  turn = BEGIN;
  return false;
}

/** Lane 0: goes back to a node of the line, and leaves what is below unfinished. */
fn leaveTo(goal: u32) {
  while (ply > goal) {
    ply -= 1u;
    unmark(frames[ply].mark);
    frames[ply].mark = 0u;
    takeBack();
  }
}

/** Lane 0, at the entry of a node: true when the table decides it; else its move is kept for the order. */
fn lookUp() -> bool {
  let at = ply;
  let known = readTable(frames[at].hash);
  tallies[0] += 1u;
  frames[at].choice = 0u;
  if (known.bound == NOTHING) { return false; }
  tallies[1] += 1u;
  if (at > 0u && decides(known, depthHere(), frames[at].alpha, frames[at].beta)) {
    tallies[2] += 1u;
    giveValue(known.value);
    return true;
  }
  frames[at].choice = known.choice;
  return false;
}

/** Lane 0: the node has entries from `first` to `end`, and `best` without any of them. */
fn openFrame(best: i32, end: u32) {
  let at = ply;
  frames[at].least = frames[at].alpha;
  frames[at].alpha = max(frames[at].alpha, best);
  frames[at].best = best;
  frames[at].next = frames[at].first;
  frames[at].end = end;
  frames[at].mark = 0u;
  frames[at].tried = 0u;
  frames[at].state = 0u;
  // Below a node with an open window all but the first should be cut; below others it alternates.
  if (at > 0u && frames[at].beta - frames[at].least == 1) {
    let above = frames[at - 1u];
    if (above.beta - above.least > 1 || (above.state & CUT_EXPECTED) == 0u) {
      frames[at].state = CUT_EXPECTED;
    }
  }
  turn = PICK;
}

/** Lane 0: the value of the node on the board, or a bound that its window asks for, goes to the node above. */
fn giveBack() {
  if (ply == 0u) {
    decideRoot();
    return;
  }
  ply -= 1u;
  takeBack();
  let at = ply;
  let depth = depthHere();
  let here = -returned;
  if ((frames[at].state & SCOUTED) != 0u && here > frames[at].asked && here < frames[at].beta) {
    frames[at].state &= ~SCOUTED;
    below = vec2<i32>(-frames[at].beta, -frames[at].alpha);
    turn = DESCEND;
    return;
  }
  unmark(frames[at].mark);
  frames[at].mark = 0u;
  frames[at].tried += 1u;
  turn = PICK;
  if (here <= frames[at].best) { return; }
  frames[at].best = here;
  frames[at].choice = frames[at].current;
  frames[at].alpha = max(frames[at].alpha, here);
  if (here >= frames[at].beta) {
    credit(frames[at].current, depth);
    turn = CLOSE;
  } else if (here > frames[at].asked && depth >= sharedFrom()) {
    // Others who are at this node need not look for less.
    writeTable(frames[at].hash, depth, AT_LEAST, here, frames[at].current);
  }
}

/** Lane 0: writes down what was proved of the node. */
fn closeNode() {
  let at = ply;
  let depth = depthHere();
  let value = frames[at].best;
  if (depth > 0) {
    var bound = EXACTLY;
    if (value >= frames[at].beta) {
      bound = AT_LEAST;
    } else if (value <= frames[at].least) {
      bound = AT_MOST;
    }
    writeTable(frames[at].hash, depth, bound, value, frames[at].choice);
  }
  giveValue(value);
}

/** Lane 0: the root was searched in an open window. */
fn decideRoot() {
  if (rootDepth == depthAsked()) {
    atomicStore(&commons[DECIDED_VALUE], u32(returned));
    atomicStore(&commons[DECIDED_MOVE], shownChoice(frames[0].choice));
  }
  atomicMax(&commons[DECIDED_DEPTH], u32(rootDepth));
  doneDepth = rootDepth;
  turn = BEGIN;
}

/** Lane 0: down the move under way. */
fn descend() {
  if (ply + 1u >= MOST_PLIES) {
    giveUp();
    return;
  }
  let at = ply;
  playOn(frames[at].current);
  frames[at + 1u].first = frames[at].end;
  frames[at + 1u].alpha = below.x;
  frames[at + 1u].beta = below.y;
  ply = at + 1u;
  turn = ENTER;
}

/** Lane 0: the line does not fit; the host has another way. */
fn giveUp() {
  atomicAdd(&commons[OVERFLOWS], 1u);
  leaveTo(0u);
  turn = STOP;
}

/** All lanes: the next move of the node, or what another has proved of a node of the line. */
fn pick() {
  let depth = depthHere();
  let at = ply;
  let shares = depth >= sharedFrom() && frames[at].tried > 0u;
  let frame = frames[at];
  let looksAbove = shares && (nodes + searcher) % looked() == 0u;
  workgroupBarrier();
  if (lane == 0u) {
    atomicStore(&picked, 0u);
    atomicStore(&joined, 0u);
    atomicStore(&busyCount, 0u);
    atomicStore(&doneCount, 0u);
    atomicStore(&doneBest, -INFINITE);
    atomicStore(&cutBelow, -INFINITE);
    atomicStore(&cutPly, NO_PLY);
  }
  workgroupBarrier();
  if (looksAbove) { lookAbove(); }
  // The greatest key of this lane among the moves that no searcher is at, and among those that one is.
  var free = vec2<u32>(0u, 0u);
  var taken = vec2<u32>(0u, 0u);
  var cut = vec2<i32>(-INFINITE, 0);
  for (var i = frame.next + lane; i < frame.end; i += WORKGROUP) {
    let entry = listEntry(i);
    if (entry == 0u) { continue; }
    if (!shares) {
      let key = sortKey(entry, frame.choice);
      if (key > free.x) { free = vec2<u32>(key, i); }
      continue;
    }
    let choice = choiceOf(entry);
    let known = readTable(hashBelow(choice));
    if (known.bound != NOTHING && known.depth == depth - 1) {
      let value = -known.value;
      if (known.bound != AT_LEAST && value >= frame.beta) {
        if (value > cut.x) { cut = vec2<i32>(value, i32(i)); }
        continue;
      }
      if (known.bound != AT_MOST && value <= frame.alpha) {
        setEntry(i, 0u);
        atomicAdd(&doneCount, 1u);
        atomicMax(&doneBest, value);
        continue;
      }
    }
    if (isMarked(frame.hash, choice, depth)) {
      // Who joins another does not choose the same one as all who do.
      let key = 1u + mixed(choice ^ (searcher * 0x9e3779b1u)) / 2u;
      atomicAdd(&busyCount, 1u);
      if (key > taken.x) { taken = vec2<u32>(key, i); }
    } else {
      let key = sortKey(entry, frame.choice);
      if (key > free.x) { free = vec2<u32>(key, i); }
    }
  }
  if (free.x > 0u) { atomicMax(&picked, free.x); }
  if (taken.x > 0u) { atomicMax(&joined, taken.x); }
  if (cut.x > -INFINITE) { atomicMax(&cutBelow, cut.x); }
  storageBarrier();
  workgroupBarrier();
  if (free.x > 0u && free.x == atomicLoad(&picked)) { pickedAt = free.y; }
  if (taken.x > 0u && taken.x == atomicLoad(&joined)) { joinedAt = taken.y; }
  if (cut.x > -INFINITE && cut.x == atomicLoad(&cutBelow)) { cutAt = u32(cut.y); }
  workgroupBarrier();
  if (lane == 0u) { follow(shares); }
}

/** Each lane a node of the line, from the root on. */
fn lookAbove() {
  if (lane > ply) { return; }
  let depth = rootDepth - i32(lane);
  let known = readTable(frames[lane].hash);
  if (known.bound == NOTHING || known.depth != depth) { return; }
  if (lane > 0u && decides(known, depth, frames[lane].alpha, frames[lane].beta)) {
    cutValues[lane] = known.value;
    atomicMin(&cutPly, lane);
    return;
  }
  if (known.bound != AT_MOST && known.value > frames[lane].alpha) {
    // Another searcher has proved as much: none need look for less.
    frames[lane].alpha = known.value;
    frames[lane].best = max(frames[lane].best, known.value);
    frames[lane].choice = known.choice;
    if (known.value >= frames[lane].beta) {
      cutValues[lane] = known.value;
      atomicMin(&cutPly, lane);
    }
  }
}

/** Lane 0: goes on with what was picked. */
fn follow(shares: bool) {
  let cut = atomicLoad(&cutPly);
  if (cut != NO_PLY) {
    tallies[3] += 1u;
    leaveTo(cut);
    giveValue(cutValues[cut]);
    return;
  }
  let at = ply;
  let enough = atomicLoad(&cutBelow);
  if (enough > -INFINITE) {
    tallies[2] += 1u;
    frames[at].best = enough;
    frames[at].choice = choiceOf(listEntry(cutAt));
    turn = CLOSE;
    return;
  }
  frames[at].tried += atomicLoad(&doneCount);
  frames[at].best = max(frames[at].best, atomicLoad(&doneBest));
  let busy = atomicLoad(&busyCount);
  var chosen = pickedAt;
  var joins = atomicLoad(&picked) == 0u;
  if (joins && busy == 0u) {
    turn = CLOSE;
    return;
  }
  // Where one move should be enough, not all of them are searched at once.
  if ((frames[at].state & CUT_EXPECTED) != 0u && busy > growth() * frames[at].tried) { joins = true; }
  let depth = depthHere();
  if (joins && busy > 0u) {
    tallies[4] += 1u;
    chosen = joinedAt;
  }
  let entry = listEntry(chosen);
  setEntry(chosen, listEntry(frames[at].next));
  frames[at].next += 1u;
  let choice = choiceOf(entry);
  frames[at].mark = 0u;
  if (shares && !joins) { frames[at].mark = markMove(frames[at].hash, choice, depth); }
  let alpha = frames[at].alpha;
  frames[at].current = choice;
  frames[at].asked = alpha;
  if (depth > 0 && frames[at].tried > 0u && frames[at].beta - alpha > 1) {
    frames[at].state |= SCOUTED;
    below = vec2<i32>(-alpha - 1, -alpha);
  } else {
    frames[at].state &= ~SCOUTED;
    below = vec2<i32>(-frames[at].beta, -alpha);
  }
  turn = DESCEND;
}
