// A searcher of chess is a subgroup's worth of lanes. All of them know the position; each takes one of its pieces,
// finds its moves and what it counts for in the evaluation, and then one of the moves, to find its place in the order.

const MOST_PLIES: u32 = 40u;
/** Entries of all nodes of a line. */
const MOST_LISTED: u32 = 768u;
/** Words of a position. */
const BOARD: u32 = 13u;
/** Every so-manieth node a searcher asks whether it is still wanted. */
const POLLED: u32 = 8u;

var<private> lane: u32;
var<workgroup> boards: array<u32, 520>;
var<workgroup> entries: array<u32, MOST_LISTED>;
/** Squares closed to the king; 2: whether there is a legal move, 3: entries written. */
var<workgroup> gathered: array<atomic<u32>, 4>;
/** Score, attackers and pressure of the side to move, then of the other. */
var<workgroup> felt: array<atomic<i32>, 6>;
/** Quiet moves that cut last at each ply. */
var<workgroup> killers: array<u32, MOST_PLIES>;
/** Whether the node on the board is to be looked into; then whether its moves are wanted. */
var<workgroup> enters: u32;
var<workgroup> wants: u32;
/** Whether the node was judged before its moves were found. */
var<workgroup> early: u32;

fn boardAt(number: u32) -> Position {
  let at = number * BOARD;
  return Position(
    Bits(boards[at], boards[at + 1u]), Bits(boards[at + 2u], boards[at + 3u]),
    Bits(boards[at + 4u], boards[at + 5u]), Bits(boards[at + 6u], boards[at + 7u]),
    Bits(boards[at + 8u], boards[at + 9u]), Bits(boards[at + 10u], boards[at + 11u]),
    i32(boards[at + 12u])
  );
}

fn setBoard(number: u32, p: Position) {
  let at = number * BOARD;
  boards[at] = p.own.x;
  boards[at + 1u] = p.own.y;
  boards[at + 2u] = p.opp.x;
  boards[at + 3u] = p.opp.y;
  boards[at + 4u] = p.diagonal.x;
  boards[at + 5u] = p.diagonal.y;
  boards[at + 6u] = p.straight.x;
  boards[at + 7u] = p.straight.y;
  boards[at + 8u] = p.other.x;
  boards[at + 9u] = p.other.y;
  boards[at + 10u] = p.rights.x;
  boards[at + 11u] = p.rights.y;
  boards[at + 12u] = u32(p.psq);
}

// Values of positions do not depend on who is White: neither does the hash.
fn hashOf(p: Position) -> Hash {
  let sum = weighed(p.own, 0u) + weighed(p.opp, 1u) + weighed(p.diagonal, 2u)
    + weighed(p.straight, 3u) + weighed(p.other, 4u) + weighed(p.rights, 5u);
  return Hash(mixed(sum.x), mixed(sum.y), mixed(sum.z));
}

/** Both words of a board, mixed and with odd weights of their own; no word waits for another. */
fn weighed(those: Bits, number: u32) -> Hash {
  let first = 2u * number + 1u;
  let second = 2u * number + 2u;
  return mixed(those.x ^ (first * 0x9e3779b1u)) * weightsOf(first)
    + mixed(those.y ^ (second * 0x9e3779b1u)) * weightsOf(second);
}

fn weightsOf(number: u32) -> Hash {
  return Hash(1u, 2u * number * 0x2545f491u + 0x4f6cdd1du, 2u * number * 0x27d4eb2fu + 0x165667b1u);
}

/** After a move from the node on the board. */
fn hashBelow(choice: u32) -> Hash { return hashOf(played(boardAt(ply), choice)); }

// --- what the search asks for ---------------------------------------------------------------------

fn beginSearcher() {
  for (var i = lane; i < MOST_PLIES; i += WORKGROUP) { killers[i] = 0u; }
}

fn beginRoot() { setBoard(0u, restored(itemOf(0u))); }

fn playOn(choice: u32) { setBoard(ply + 1u, played(boardAt(ply), choice)); }

/** Each ply has a board of its own. */
fn takeBack() {}

fn listEntry(at: u32) -> u32 { return entries[at]; }
fn setEntry(at: u32, entry: u32) { entries[at] = entry; }
fn choiceOf(entry: u32) -> u32 { return entry & MOVE_MASK; }

fn sortKey(entry: u32, hint: u32) -> u32 {
  return select(entry, 0xffffffffu, hint != 0u && (entry & MOVE_MASK) == hint);
}

/** Written as White sees it. */
fn shownChoice(choice: u32) -> u32 {
  return select(choice, turnedMove(choice), input[rootAt(0u) + 13u] == 1u);
}

fn historyAt(choice: u32) -> u32 {
  return HISTORY_AT + ((ply & 1u) << 12u) + (choice & 0xfffu);
}

/** A quiet move cut: others at the same ply and in the same place are likely to, too. */
fn credit(choice: u32, depth: i32) {
  if (depth <= 0) { return; }
  let p = boardAt(ply);
  if (choice >> 12u != 0u || codeAt(p, (choice >> 6u) & 63u) != 0u) { return; }
  killers[ply] = choice;
  let at = historyAt(choice);
  let more = u32(depth * depth);
  if (atomicAdd(&commons[at], more) > 12000u) { atomicStore(&commons[at], 6000u); }
}

/** All lanes: the node on the board is entered; it gets a value, or entries. */
fn enterNode() {
  let number = ply;
  let depth = depthHere();
  let p = boardAt(number);
  workgroupBarrier();
  if (lane == 0u) {
    frames[number].choice = 0u;
    enters = select(0u, 1u, goesOn());
    if (enters == 1u && depth > 0) {
      frames[number].hash = hashOf(p);
      if (lookUp()) { enters = 0u; }
    }
    for (var i = 0u; i < 4u; i++) { atomicStore(&gathered[i], 0u); }
    for (var i = 0u; i < 6u; i++) { atomicStore(&felt[i], 0); }
    atomicStore(&gathered[3], frames[number].first);
  }
  if (workgroupUniformLoad(&enters) == 0u) { return; }
  let king = bind(p);
  let check = some(checkers);
  let quiet = depth <= 0 && !check;

  // Of most quiet nodes the evaluation is enough, and most of those have a pawn that can step on.
  if (quiet) { sharePieces(p); }
  if (lane == 0u) { early = select(0u, 1u, quiet && canStep(p)); }
  if (workgroupUniformLoad(&early) == 1u) {
    if (lane == 0u) { wants = judge(p, depth, check, true); }
    if (workgroupUniformLoad(&wants) == 0u) { return; }
  }

  // What the other side's pieces see, a lane each.
  shareDanger(p, king);
  workgroupBarrier();
  danger = Bits(atomicLoad(&gathered[0]), atomicLoad(&gathered[1]));
  let square = nth(p.own, lane);
  var moves = NONE;
  if (square < 64u) { moves = movesFrom(p, king, square); }
  if (workgroupUniformLoad(&early) == 0u) {
    if (some(moves)) { atomicOr(&gathered[2], 1u); }
    workgroupBarrier();
    if (lane == 0u) { wants = judge(p, depth, check, quiet); }
    if (workgroupUniformLoad(&wants) == 0u) { return; }
  }

  if (quiet) {
    var wanted = p.opp | (p.rights & RANK_6);
    if (square < 64u && isPawn(p, square)) { wanted |= RANK_8; }
    moves &= wanted;
  }
  if (square < 64u) { enterTargets(p, king, square, moves, quiet); }
  workgroupBarrier();
  let end = min(atomicLoad(&gathered[3]), MOST_LISTED);
  for (var i = frames[number].first + lane; i < end; i += WORKGROUP) {
    entries[i] = ranked(p, entryOf(p, entries[i], quiet));
  }
  workgroupBarrier();
  if (lane == 0u) {
    if (atomicLoad(&gathered[3]) > MOST_LISTED) {
      giveUp();
    } else {
      openFrame(select(-INFINITE, standing, quiet), end);
    }
  }
}

var<workgroup> standing: i32;

/** Whether a pawn that is not pinned has room before it: without a check that is a legal move. */
fn canStep(p: Position) -> bool {
  let pawns = p.own & p.other & ~(p.diagonal | p.straight) & ~pinned;
  return some(up(pawns, 8u) & ~(p.own | p.opp));
}

/** Lane 0: 1 when the node's moves are wanted; else it has its value. */
fn judge(p: Position, depth: i32, check: bool, quiet: bool) -> u32 {
  let mobile = early == 1u || atomicLoad(&gathered[2]) != 0u;
  if (isDead(p)) {
    giveValue(0);
    return 0u;
  }
  if (!mobile) {
    giveValue(select(0, settled(-WIN, depth), check));
    return 0u;
  }
  if (!quiet) { return 1u; }
  standing = blended(p, p.psq
    + atomicLoad(&felt[0]) + dangerBy(atomicLoad(&felt[1]), atomicLoad(&felt[2]))
    - atomicLoad(&felt[3]) - dangerBy(atomicLoad(&felt[4]), atomicLoad(&felt[5])));
  if (standing >= frames[ply].beta) {
    giveValue(standing);
    return 0u;
  }
  return 1u;
}

// --- side by side ---------------------------------------------------------------------------------

/** The square of this number in a set, or 64. */
fn nth(those: Bits, number: u32) -> u32 {
  if (number >= u32(count(those))) { return 64u; }
  let low = countOneBits(those.x);
  let above = number >= low;
  var word = select(those.x, those.y, above);
  var before = select(number, number - low, above);
  var square = select(0u, 32u, above);
  // Half of what is left at a time: does it hold enough?
  for (var width = 16u; width > 0u; width >>= 1u) {
    let here = countOneBits(word & ((1u << width) - 1u));
    if (before >= here) {
      before -= here;
      word >>= width;
      square += width;
    }
  }
  return square;
}

fn isPawn(p: Position, square: u32) -> bool {
  return holds(p.other & ~(p.diagonal | p.straight), square);
}

/** As findDanger, each lane one of the other side's sliders. */
fn shareDanger(p: Position, king: u32) {
  var seen = NONE;
  if (lane == 0u) {
    seen = pawnsSee(p.opp & p.other & ~(p.diagonal | p.straight))
      | knightsSee(p.opp & p.other & p.diagonal)
      | kingFrom(lowest(p.opp & p.other & p.straight));
  }
  let source = nth(p.opp & ~p.other, lane);
  if (source < 64u) {
    let occupied = (p.own | p.opp) ^ bit(king);
    seen |= sliderFrom(p, source, occupied);
  }
  if (seen.x != 0u) { atomicOr(&gathered[0], seen.x); }
  if (seen.y != 0u) { atomicOr(&gathered[1], seen.y); }
}

/** Where the piece on a square may go, castling apart; after `bind` and with the danger known. */
fn movesFrom(p: Position, king: u32, square: u32) -> Bits {
  if (square == king) { return kingFrom(king) & ~p.own & ~danger; }
  if (!some(targets)) { return NONE; }
  let occupied = p.own | p.opp;
  let pawn = isPawn(p, square);
  var moves = NONE;
  if (pawn) {
    let piece = bit(square);
    let push = up(piece, 8u) & ~occupied;
    moves = push | (up(push & RANK_3, 8u) & ~occupied);
    moves |= (up(piece & NOT_A, 7u) | up(piece & NOT_H, 9u)) & p.opp;
  } else if (holds(p.other, square)) {
    moves = knightFrom(square);
  } else {
    moves = sliderFrom(p, square, occupied);
  }
  moves &= targets & ~p.own;
  // That a pinned piece cannot answer a check follows: no target lies on its line.
  if (holds(pinned, square)) { moves &= pinLine(king, square); }
  let goal = p.rights & RANK_6;
  if (pawn && some(goal) && holds(pawnsSee(goal), square)) {
    if (holds(enPassant(p, king, goal), square)) { moves |= goal; }
  }
  return moves;
}

/** Writes the moves of a piece behind those of others. */
fn enterTargets(p: Position, king: u32, square: u32, moves: Bits, quiet: bool) {
  let promotes = square >= 48u && isPawn(p, square);
  var castling = 0u;
  if (!quiet && square == king && some(p.rights & RANK_1)) { castling = castles(p); }
  let number = u32(count(moves)) * select(1u, 4u, promotes) + countOneBits(castling);
  if (number == 0u) { return; }
  var at = atomicAdd(&gathered[3], number);
  if (at + number > MOST_LISTED) { return; }
  var left = moves;
  while (some(left)) {
    let choice = square | (lowest(left) << 6u);
    left = dropLowest(left);
    if (promotes) {
      for (var i = 1u; i <= 4u; i++) {
        entries[at] = choice | (i << 12u);
        at++;
      }
    } else {
      entries[at] = choice;
      at++;
    }
  }
  if ((castling & 1u) != 0u) {
    entries[at] = king | (6u << 6u);
    at++;
  }
  if ((castling & 2u) != 0u) { entries[at] = king | (2u << 6u); }
}

/** Among quiet moves those first that cut elsewhere. */
fn ranked(p: Position, entry: u32) -> u32 {
  if ((entry >> 29u) != QUIET || depthHere() <= 0) { return entry; }
  let choice = entry & MOVE_MASK;
  if (choice == killers[ply]) { return entry | (0x3fffu << 15u); }
  return entry | (min(atomicLoad(&commons[historyAt(choice)]), 0x3ffeu) << 15u);
}

/** What the pieces count for in the evaluation, each lane one; the last two lanes count the rest of both sides. */
fn sharePieces(p: Position) {
  let own = sideToPlay(p);
  let ownCount = u32(count(piecesIn(own)));
  var s = own;
  var side = 0u;
  var number = lane;
  if (lane == WORKGROUP - 1u || (lane != WORKGROUP - 2u && lane >= ownCount)) {
    s = otherSide(p);
    side = 3u;
    number = lane - ownCount;
  }
  if (lane >= WORKGROUP - 2u) {
    atomicAdd(&felt[side], countOthers(s));
    return;
  }
  let square = nth(piecesIn(s), number);
  if (square >= 64u) { return; }
  let found = countPiece(s, square, areaOf(s), zoneOf(s));
  atomicAdd(&felt[side], found.x);
  if (found.y > 0) {
    atomicAdd(&felt[side + 1u], found.y);
    atomicAdd(&felt[side + 2u], found.z);
  }
}
