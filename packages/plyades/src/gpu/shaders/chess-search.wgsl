// What the device does with a batch of chess positions. A lane takes an item, works on it until it is done,
// and takes the next; a search is a loop over an explicit stack in which every turn enters one node, so that
// lanes in different places of different trees still do the same thing at the same time.

/** A frame: 12 words of the board, psq, alpha, beta, best, and where its moves lie. */
const FRAME: u32 = 17u;
const MOST_PLIES: u32 = 40u;
const FRAMES_WORDS: u32 = FRAME * MOST_PLIES;
/** All moves of a line together: fits ten bits. */
const MOST_MOVES: u32 = 512u;

fn frameSlot(ply: u32, word: u32) -> u32 {
  return (ply * FRAME + word) * lanes + lane;
}

fn saveBoard(ply: u32, p: Position) {
  scratch[frameSlot(ply, 0u)] = p.own.x;
  scratch[frameSlot(ply, 1u)] = p.own.y;
  scratch[frameSlot(ply, 2u)] = p.opp.x;
  scratch[frameSlot(ply, 3u)] = p.opp.y;
  scratch[frameSlot(ply, 4u)] = p.diagonal.x;
  scratch[frameSlot(ply, 5u)] = p.diagonal.y;
  scratch[frameSlot(ply, 6u)] = p.straight.x;
  scratch[frameSlot(ply, 7u)] = p.straight.y;
  scratch[frameSlot(ply, 8u)] = p.other.x;
  scratch[frameSlot(ply, 9u)] = p.other.y;
  scratch[frameSlot(ply, 10u)] = p.rights.x;
  scratch[frameSlot(ply, 11u)] = p.rights.y;
  scratch[frameSlot(ply, 12u)] = u32(p.psq);
}

fn frameBits(ply: u32, word: u32) -> Bits {
  return Bits(scratch[frameSlot(ply, word)], scratch[frameSlot(ply, word + 1u)]);
}

fn loadBoard(ply: u32) -> Position {
  return Position(
    frameBits(ply, 0u), frameBits(ply, 2u), frameBits(ply, 4u), frameBits(ply, 6u),
    frameBits(ply, 8u), frameBits(ply, 10u), i32(scratch[frameSlot(ply, 12u)])
  );
}

/** False for a lane that has nothing to do. */
fn beginLane(id: u32) -> bool {
  lane = id / spread();
  lanes = laneCount();
  moveTop = 0u;
  overflow = false;
  return id % spread() == 0u;
}

/** Static values; finished games count as at the horizon. */
@compute @workgroup_size(WORKGROUP)
fn evaluate(@builtin(global_invocation_id) id: vec3<u32>) {
  if (!beginLane(id.x)) { return; }
  for (var item = lane; item < itemCount(); item += lanes) {
    let p = restored(itemOf(item));
    let king = bind(p);
    var value = 0;
    if (!isDead(p)) {
      if (canMove(p, king)) {
        value = evaluated(p);
      } else if (some(checkers)) {
        value = -WIN;
      }
    }
    output[item] = u32(value);
  }
}

/** A word of the pool whose children get values: the item above it and a move below bit 15. */
const CHILD_BITS: u32 = 15u;
const NO_CHILD: u32 = 0xffffffffu;

/**
 * Branches: two words per item, where its moves lie in the pool behind them and how many they are, best
 * first and as White sees them; of a finished game its result and 0; NOT_FOUND where the pool is full.
 */
@compute @workgroup_size(WORKGROUP)
fn expand(@builtin(global_invocation_id) id: vec3<u32>) {
  if (!beginLane(id.x)) { return; }
  for (var item = lane; item < itemCount(); item += lanes) {
    let p = restored(itemOf(item));
    flip = side * 0xe38u;
    let king = bind(p);
    let check = some(checkers);
    moveTop = 0u;
    if (!isDead(p)) { writeMoves(p, king, ALL); }
    let found = moveTop;
    if (found == 0u) {
      output[2u * item] = u32(select(0, -WIN, check && !isDead(p)));
      output[2u * item + 1u] = 0u;
      continue;
    }
    enterMoves(p, 0u, false);
    let at = atomicAdd(&counters[3], found);
    if (at + found > poolWords()) {
      for (var i = at; i < poolWords(); i++) { output[2u * itemCount() + i] = NO_CHILD; }
      output[2u * item + 1u] = NOT_FOUND;
      atomicAdd(&counters[2], 1u);
      continue;
    }
    output[2u * item] = at;
    output[2u * item + 1u] = found;
    let mark = select(0u, item << CHILD_BITS, wantsValues());
    for (var i = 0u; i < found; i++) {
      output[2u * itemCount() + at + i] = (pickEntry(i, found) & MOVE_MASK) | mark;
    }
  }
}

/** Leaves of the full tree of a depth, at least 1: two words per item. */
@compute @workgroup_size(WORKGROUP)
fn perft(@builtin(global_invocation_id) id: vec3<u32>) {
  if (!beginLane(id.x)) { return; }
  let depth = u32(depthAsked());
  var item = 0u;
  var ply = -1;
  var p: Position;
  var leaves = Bits(0u, 0u);
  loop {
    if (ply < 0) {
      item = atomicAdd(&counters[0], 1u);
      if (item >= itemCount()) { break; }
      p = restored(itemOf(item));
      ply = 0;
      leaves = Bits(0u, 0u);
      moveTop = 0u;
    }
    // A node is entered.
    if (u32(ply) + 1u == depth) {
      let more = countMoves(p);
      leaves.x += more;
      if (leaves.x < more) { leaves.y++; }
      ply--;
    } else {
      let start = moveTop;
      writeMoves(p, bind(p), ALL);
      saveBoard(u32(ply), p);
      scratch[frameSlot(u32(ply), 16u)] = start | (start << 10u) | (moveTop << 20u);
    }
    // Up to a node with moves left, and down its next one.
    while (ply >= 0) {
      let place = scratch[frameSlot(u32(ply), 16u)];
      let next = (place >> 10u) & 1023u;
      if (next < (place >> 20u)) {
        scratch[frameSlot(u32(ply), 16u)] = place + 1024u;
        p = played(loadBoard(u32(ply)), scratch[moveSlot(next)]);
        ply++;
        break;
      }
      moveTop = place & 1023u;
      ply--;
    }
    if (ply < 0) {
      output[2u * item] = select(leaves.x, 0xffffffffu, overflow);
      output[2u * item + 1u] = select(leaves.y, 0xffffffffu, overflow);
    }
  }
}

/**
 * The value of each item, fail-soft in its window: alpha-beta of the plies that are asked, and beyond them
 * the quiescence search of the project's exact mode. Depth 0 is the value of a leaf.
 */
@compute @workgroup_size(WORKGROUP)
fn search(@builtin(global_invocation_id) id: vec3<u32>) {
  if (!beginLane(id.x)) { return; }
  searchAll(false);
}

/** After `expand`: the value of every child in the pool as a leaf, behind the pool. */
@compute @workgroup_size(WORKGROUP)
fn leavesBelow(@builtin(global_invocation_id) id: vec3<u32>) {
  if (!beginLane(id.x)) { return; }
  searchAll(true);
}

fn searchAll(inPool: bool) {
  let open = isOpen();
  let allowed = nodesAllowed();
  let pool = 2u * itemCount();
  var end = itemCount();
  var valuesAt = 0u;
  if (inPool) {
    end = min(atomicLoad(&counters[3]), poolWords());
    valuesAt = pool + poolWords();
  }
  var rootDepth = 0;
  var entered = 0u;
  var item = 0u;
  var ply = -1;
  var p: Position;
  var alpha = 0;
  var beta = 0;
  var nodes = 0u;
  var lost = 0u;
  loop {
    if (ply < 0) {
      item = atomicAdd(&counters[0], 1u);
      if (item >= end) { break; }
      if (inPool) {
        let child = output[pool + item];
        if (child == NO_CHILD) { continue; }
        p = restored(itemOf(child >> CHILD_BITS));
        let choice = child & MOVE_MASK;
        p = played(p, select(choice, turnedMove(choice), side == 1u));
        alpha = -INFINITE;
        beta = INFINITE;
      } else {
        p = restored(itemOf(item));
        let window = windowOf(item);
        alpha = window.x;
        beta = window.y;
        rootDepth = depthOf(item);
      }
      entered = 0u;
      ply = 0;
      moveTop = 0u;
      overflow = false;
    }

    // ---- a node is entered ---------------------------------------------------------------------
    nodes++;
    entered++;
    if (allowed > 0u && entered > allowed && rootDepth > 0) {
      output[item] = TOO_LONG;
      ply = -1;
      continue;
    }
    let depth = rootDepth - ply;
    let start = moveTop;
    var value = 0;
    var best = -INFINITE;
    var returning = isDead(p);
    if (!returning) {
      let king = bind(p);
      let check = some(checkers);
      var wanted = ALL;
      if (depth <= 0 && !check) {
        if (canMove(p, king)) {
          best = evaluated(p);
          value = best;
          returning = best >= beta;
          alpha = max(alpha, best);
          wanted = p.opp | (p.rights & RANK_6);
        } else {
          returning = true;
        }
      }
      if (!returning) {
        writeMoves(p, king, wanted);
        let all = depth > 0 || check;
        if (all && moveTop == start) {
          value = select(0, settled(-WIN, depth), check);
          returning = true;
        } else {
          enterMoves(p, start, !all);
          returning = moveTop == start;
        }
      }
    }
    if (!returning && u32(ply) + 1u >= MOST_PLIES) { overflow = true; }
    if (overflow) {
      // This item does not fit: the host will search it.
      output[valuesAt + item] = NOT_FOUND;
      lost++;
      ply = -1;
      continue;
    }
    if (!returning) {
      saveBoard(u32(ply), p);
      scratch[frameSlot(u32(ply), 13u)] = u32(alpha);
      scratch[frameSlot(u32(ply), 14u)] = u32(beta);
      scratch[frameSlot(u32(ply), 15u)] = u32(best);
      scratch[frameSlot(u32(ply), 16u)] = start | (start << 10u) | (moveTop << 20u);
    } else {
      moveTop = start;
    }

    // ---- values return to parents until one has a move left ------------------------------------
    while (returning) {
      if (ply == 0) {
        output[valuesAt + item] = u32(value);
        ply = -1;
        break;
      }
      ply--;
      let v = -value;
      beta = i32(scratch[frameSlot(u32(ply), 14u)]);
      best = i32(scratch[frameSlot(u32(ply), 15u)]);
      let place = scratch[frameSlot(u32(ply), 16u)];
      if (v > best) {
        best = v;
        scratch[frameSlot(u32(ply), 15u)] = u32(v);
        if (v > i32(scratch[frameSlot(u32(ply), 13u)])) { scratch[frameSlot(u32(ply), 13u)] = u32(v); }
      }
      returning = best >= beta || ((place >> 10u) & 1023u) == (place >> 20u);
      if (returning) {
        value = best;
        moveTop = place & 1023u;
      }
    }
    if (ply < 0) { continue; }

    // ---- the next move is made -----------------------------------------------------------------
    let place = scratch[frameSlot(u32(ply), 16u)];
    let next = (place >> 10u) & 1023u;
    scratch[frameSlot(u32(ply), 16u)] = place + 1024u;
    let entry = pickEntry(next, place >> 20u);
    p = played(loadBoard(u32(ply)), entry & MOVE_MASK);
    alpha = -i32(scratch[frameSlot(u32(ply), 14u)]);
    beta = -i32(scratch[frameSlot(u32(ply), 13u)]);
    if (open && ply < rootDepth) {
      alpha = -INFINITE;
      beta = INFINITE;
    }
    ply++;
  }
  countNodes(nodes);
  if (lost > 0u) { atomicAdd(&counters[2], lost); }
}
