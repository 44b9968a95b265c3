// Which moves come first, as assembly/games/chess/ordering.ts says. An entry of a list is a move below bit
// 15 and above it what it is worth to try: 3 bits for its kind, 14 for the score among its kind, so that
// the entries of a position, all different, have one order everywhere.

const MOVE_MASK: u32 = 0x7fffu;
const GOOD_CAPTURE: u32 = 4u;
const QUEEN_PROMOTION: u32 = 3u;
const QUIET: u32 = 2u;
const OTHER_PROMOTION: u32 = 1u;
const BAD_CAPTURE: u32 = 0u;

/** By piece code: -, bishop, rook, queen, pawn, knight, king. */
fn worthOf(code: u32) -> i32 {
  switch code {
    case 1u: { return 320; }
    case 2u: { return 500; }
    case 3u: { return 950; }
    case 4u: { return 100; }
    case 5u: { return 310; }
    case 6u: { return 20000; }
    default: { return 0; }
  }
}

/** True when the move loses nothing by exchanges on its square. */
fn losesNothing(p: Position, source: u32, to: u32) -> bool {
  var balance = worthOf(codeAt(p, to)) - worthOf(codeAt(p, source));
  if (balance >= 0) { return true; }
  let goal = bit(to);
  var occupied = ((p.own | p.opp) ^ bit(source)) | goal;
  let pawns = p.other & ~(p.diagonal | p.straight);
  let bishops = p.diagonal & ~p.other;
  let rooks = p.straight & ~p.other;
  var attackers = (((down(goal & NOT_A, 9u) | down(goal & NOT_H, 7u)) & p.own)
    | ((up(goal & NOT_H, 9u) | up(goal & NOT_A, 7u)) & p.opp)) & pawns;
  attackers |= knightFrom(to) & p.other & p.diagonal;
  attackers |= kingFrom(to) & p.other & p.straight;
  attackers |= diagonalFrom(to, occupied) & bishops;
  attackers |= straightFrom(to, occupied) & rooks;
  attackers &= occupied;
  var mine = false;
  loop {
    let able = attackers & select(p.opp, p.own, mine);
    if (!some(able)) { break; }
    var taker = able & pawns;
    var code = 4u;
    if (!some(taker)) {
      taker = able & p.other & p.diagonal;
      code = 5u;
    }
    if (!some(taker)) {
      taker = able & bishops & ~p.straight;
      code = 1u;
    }
    if (!some(taker)) {
      taker = able & rooks & ~p.diagonal;
      code = 2u;
    }
    if (!some(taker)) {
      taker = able & bishops;
      code = 3u;
    }
    if (!some(taker)) {
      if (!some(attackers & select(p.own, p.opp, mine))) { mine = !mine; }
      break;
    }
    occupied ^= bit(lowest(taker));
    attackers |= diagonalFrom(to, occupied) & bishops;
    attackers |= straightFrom(to, occupied) & rooks;
    attackers &= occupied;
    mine = !mine;
    balance = -balance - 1 - worthOf(code);
    if (balance >= 0) { break; }
  }
  return !mine;
}

/** Turns moves around in entries: for lists that are written as White sees them. */
var<private> flip: u32;

/** The entry of a move, or 0 for one that promises nothing when only promising ones are wanted. */
fn entryOf(p: Position, choice: u32, promisingOnly: bool) -> u32 {
  let source = choice & 63u;
  let to = (choice >> 6u) & 63u;
  let promotion = choice >> 12u;
  var taken = codeAt(p, to);
  let passing = taken == 0u && holds(p.rights & RANK_6, to) && codeAt(p, source) == PAWN;
  if (passing) { taken = PAWN; }
  if (promotion != 0u) {
    if (promisingOnly && promotion < 4u) { return 0u; }
    let kind = select(OTHER_PROMOTION, QUEEN_PROMOTION, promotion == 4u);
    return (kind << 29u) | (u32(worthOf(taken)) << 15u) | (choice ^ flip);
  }
  if (taken == 0u) {
    return select((QUIET << 29u) | (choice ^ flip), 0u, promisingOnly);
  }
  let sound = passing || losesNothing(p, source, to);
  if (promisingOnly && !sound) { return 0u; }
  let score = u32((worthOf(taken) << 4u) - (worthOf(codeAt(p, source)) >> 4u));
  return (select(BAD_CAPTURE, GOOD_CAPTURE, sound) << 29u) | (score << 15u) | (choice ^ flip);
}
