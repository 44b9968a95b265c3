// The legal moves of a chess position by one lane: whether there are any, how many, and lists of them in the lane's part
// of the scratch memory. A move: from, to << 6, promotion << 12 (1 knight, 2 bishop, 3 rook, 4 queen), squares as
// the side to move sees them.

var<private> lane: u32;
var<private> lanes: u32;
/** One past the last move that this lane has written. */
var<private> moveTop: u32;
var<private> overflow: bool;

/** Whether there is a legal move; after `bind`. */
fn canMove(p: Position, king: u32) -> bool {
  let occupied = p.own | p.opp;
  if (some(targets)) {
    let free = p.own & ~pinned;
    let pawns = free & p.other & ~(p.diagonal | p.straight);
    let pushes = up(pawns, 8u) & ~occupied;
    let doubles = up(pushes & RANK_3, 8u) & ~occupied;
    let takes = (up(pawns & NOT_A, 7u) | up(pawns & NOT_H, 9u)) & p.opp;
    if (some((pushes | doubles | takes) & targets)) { return true; }
    let open = targets & ~p.own;
    if (some(knightsSee(free & p.other & p.diagonal) & open)) { return true; }
    var pieces = free & ~p.other;
    while (some(pieces)) {
      if (some(sliderFrom(p, lowest(pieces), occupied) & open)) { return true; }
      pieces = dropLowest(pieces);
    }
    if (!some(checkers)) {
      pieces = pinned;
      while (some(pieces)) {
        if (some(pinnedMoves(p, king, lowest(pieces)))) { return true; }
        pieces = dropLowest(pieces);
      }
    }
    let goal = p.rights & RANK_6;
    if (some(goal) && some(enPassant(p, king, goal))) { return true; }
  }
  let steps = kingFrom(king) & ~p.own;
  if (!some(steps)) { return false; }
  findDanger(p, king);
  return some(steps & ~danger);
}

/** The number of legal moves, also where too few pieces are left to win. */
fn countMoves(p: Position) -> u32 {
  let king = bind(p);
  let occupied = p.own | p.opp;
  let steps = kingFrom(king) & ~p.own;
  var found = 0;
  if (some(steps)) {
    findDanger(p, king);
    found = count(steps & ~danger);
    if (some(p.rights & RANK_1)) { found += i32(countOneBits(castles(p))); }
  }
  if (!some(targets)) { return u32(found); }
  let free = p.own & ~pinned;
  let pawns = free & p.other & ~(p.diagonal | p.straight);
  var pushes = up(pawns, 8u) & ~occupied;
  let doubles = up(pushes & RANK_3, 8u) & ~occupied & targets;
  pushes &= targets;
  let left = up(pawns & NOT_A, 7u) & p.opp & targets;
  let right = up(pawns & NOT_H, 9u) & p.opp & targets;
  found += count(pushes) + count(doubles) + count(left) + count(right);
  if (some(pawns & RANK_7)) {
    found += 3 * (count(pushes & RANK_8) + count(left & RANK_8) + count(right & RANK_8));
  }
  let open = targets & ~p.own;
  var pieces = free & p.other & p.diagonal;
  while (some(pieces)) {
    found += count(knightFrom(lowest(pieces)) & open);
    pieces = dropLowest(pieces);
  }
  pieces = free & ~p.other;
  while (some(pieces)) {
    found += count(sliderFrom(p, lowest(pieces), occupied) & open);
    pieces = dropLowest(pieces);
  }
  if (!some(checkers)) {
    pieces = pinned;
    while (some(pieces)) {
      let source = lowest(pieces);
      let moves = pinnedMoves(p, king, source);
      found += count(moves);
      if (holds(p.other, source)) { found += 3 * count(moves & RANK_8); }
      pieces = dropLowest(pieces);
    }
  }
  let goal = p.rights & RANK_6;
  if (some(goal)) { found += count(enPassant(p, king, goal)); }
  return u32(found);
}

// --- writing moves -----------------------------------------------------------------------------

fn moveSlot(index: u32) -> u32 {
  return (FRAMES_WORDS + index) * lanes + lane;
}

fn emit(choice: u32) {
  if (moveTop >= MOST_MOVES) {
    overflow = true;
    return;
  }
  scratch[moveSlot(moveTop)] = choice;
  moveTop++;
}

fn emitTargets(source: u32, squares: Bits) {
  var left = squares;
  while (some(left)) {
    emit(source | (lowest(left) << 6u));
    left = dropLowest(left);
  }
}

/** Moves of pawns to these squares, which lie `step` ahead of where they come from. */
fn emitPawns(squares: Bits, step: u32) {
  var left = squares;
  while (some(left)) {
    let to = lowest(left);
    let choice = (to - step) | (to << 6u);
    if (to >= 56u) {
      emitPromotions(choice);
    } else {
      emit(choice);
    }
    left = dropLowest(left);
  }
}

fn emitPromotions(choice: u32) {
  emit(choice | (4u << 12u));
  emit(choice | (1u << 12u));
  emit(choice | (3u << 12u));
  emit(choice | (2u << 12u));
}

/** Writes the legal moves that end on `wanted` squares, and all that promote; after `bind`. */
fn writeMoves(p: Position, king: u32, wanted: Bits) {
  let occupied = p.own | p.opp;
  if (some(targets)) {
    let free = p.own & ~pinned;
    let open = targets & ~p.own & wanted;
    let pawns = free & p.other & ~(p.diagonal | p.straight);
    let onto = targets & (wanted | RANK_8);
    let pushes = up(pawns, 8u) & ~occupied;
    emitPawns(up(pawns & NOT_A, 7u) & p.opp & onto, 7u);
    emitPawns(up(pawns & NOT_H, 9u) & p.opp & onto, 9u);
    emitPawns(pushes & onto, 8u);
    emitPawns(up(pushes & RANK_3, 8u) & ~occupied & onto, 16u);
    let goal = p.rights & RANK_6;
    if (some(goal & wanted)) {
      var takers = enPassant(p, king, goal);
      while (some(takers)) {
        emit(lowest(takers) | (lowest(goal) << 6u));
        takers = dropLowest(takers);
      }
    }
    var pieces = free & p.other & p.diagonal;
    while (some(pieces)) {
      let source = lowest(pieces);
      emitTargets(source, knightFrom(source) & open);
      pieces = dropLowest(pieces);
    }
    pieces = free & ~p.other;
    while (some(pieces)) {
      let source = lowest(pieces);
      emitTargets(source, sliderFrom(p, source, occupied) & open);
      pieces = dropLowest(pieces);
    }
    if (!some(checkers)) {
      pieces = pinned;
      while (some(pieces)) {
        let source = lowest(pieces);
        let moves = pinnedMoves(p, king, source);
        if (holds(p.other & RANK_7, source)) {
          var left = moves;
          while (some(left)) {
            emitPromotions(source | (lowest(left) << 6u));
            left = dropLowest(left);
          }
        } else {
          emitTargets(source, moves & wanted);
        }
        pieces = dropLowest(pieces);
      }
    }
  }
  let steps = kingFrom(king) & ~p.own;
  if (some(steps & wanted) || some(p.rights & RANK_1)) {
    findDanger(p, king);
    emitTargets(king, steps & wanted & ~danger);
    if (some(p.rights & RANK_1)) {
      let found = castles(p);
      if ((found & 1u) != 0u && (wanted.x & 0x40u) != 0u) { emit(king | (6u << 6u)); }
      if ((found & 2u) != 0u && (wanted.x & 0x04u) != 0u) { emit(king | (2u << 6u)); }
    }
  }
}

// --- lists ---------------------------------------------------------------------------------------

/** Turns the moves from `start` on into entries, and drops those that are not wanted. */
fn enterMoves(p: Position, start: u32, promisingOnly: bool) {
  var kept = start;
  for (var i = start; i < moveTop; i++) {
    let entry = entryOf(p, scratch[moveSlot(i)], promisingOnly);
    if (entry != 0u) {
      scratch[moveSlot(kept)] = entry;
      kept++;
    }
  }
  moveTop = kept;
}

/** Brings the greatest of the entries from `first` to `end` to the first place and returns it. */
fn pickEntry(first: u32, end: u32) -> u32 {
  let old = scratch[moveSlot(first)];
  var best = old;
  var at = first;
  for (var i = first + 1u; i < end; i++) {
    let entry = scratch[moveSlot(i)];
    if (entry > best) {
      best = entry;
      at = i;
    }
  }
  if (at != first) {
    scratch[moveSlot(at)] = old;
    scratch[moveSlot(first)] = best;
  }
  return best;
}
