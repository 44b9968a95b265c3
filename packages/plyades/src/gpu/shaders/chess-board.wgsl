// Chess: the position, its legal moves and what a move changes. The same algorithms as in
// assembly/games/chess, function for function: the board is seen by the side to move, pieces are three
// bitboards of their codes, what binds the side to move is found first and masks every set of moves.

const ROOT_WORDS: u32 = 16u;

// Where tables lie: four lines per square, then leaps, squares between, piece-square values.
const LINES: u32 = 0u;
const KNIGHT: u32 = 512u;
const KING: u32 = 640u;
const BETWEEN: u32 = 768u;
const PSQ: u32 = 8960u;

const FILE_A = Bits(0x01010101u, 0x01010101u);
const FILE_H = Bits(0x80808080u, 0x80808080u);
const NOT_A = Bits(0xfefefefeu, 0xfefefefeu);
const NOT_H = Bits(0x7f7f7f7fu, 0x7f7f7f7fu);
const RANK_1 = Bits(0xffu, 0u);
const RANK_3 = Bits(0xff0000u, 0u);
const RANK_6 = Bits(0u, 0xff00u);
const RANK_7 = Bits(0u, 0xff0000u);
const RANK_8 = Bits(0u, 0xff000000u);
const CASTLING = Bits(0x81u, 0x81000000u);
const DARK = Bits(0xaa55aa55u, 0xaa55aa55u);

const PAWN: u32 = 4u;
const KING_CODE: u32 = 6u;

struct Position {
  own: Bits,
  opp: Bits,
  diagonal: Bits,
  straight: Bits,
  other: Bits,
  rights: Bits,
  /** Values and places of the pieces, from the side to move. */
  psq: i32,
}

// What `bind` and `findDanger` found.
var<private> checkers: Bits;
var<private> targets: Bits;
var<private> pinned: Bits;
var<private> danger: Bits;

fn tableBits(at: u32) -> Bits {
  return Bits(tables[at], tables[at + 1u]);
}

fn lineAt(square: u32, number: u32) -> Bits {
  return tableBits(LINES + 8u * square + 2u * number);
}

fn knightFrom(square: u32) -> Bits { return tableBits(KNIGHT + 2u * square); }
fn kingFrom(square: u32) -> Bits { return tableBits(KING + 2u * square); }

/** What a slider sees of one line: by subtraction, and the same on the mirrored board. */
fn along(square: u32, occupied: Bits, mask: Bits) -> Bits {
  let taken = occupied & mask;
  let piece = bit(square);
  let reverse = mirrored(piece);
  let one = minus(minus(taken, piece), piece);
  let two = minus(minus(mirrored(taken), reverse), reverse);
  return (one ^ mirrored(two)) & mask;
}

fn diagonalFrom(square: u32, occupied: Bits) -> Bits {
  return along(square, occupied, lineAt(square, 0u)) | along(square, occupied, lineAt(square, 1u));
}

fn straightFrom(square: u32, occupied: Bits) -> Bits {
  return along(square, occupied, lineAt(square, 2u)) | along(square, occupied, lineAt(square, 3u));
}

/** What the bishop, rook or queen on a square sees. */
fn sliderFrom(p: Position, square: u32, occupied: Bits) -> Bits {
  var seen = NONE;
  if (holds(p.diagonal, square)) { seen = diagonalFrom(square, occupied); }
  if (holds(p.straight, square)) { seen |= straightFrom(square, occupied); }
  return seen;
}

/** Squares attacked by knights. */
fn knightsSee(knights: Bits) -> Bits {
  let near = up(knights & NOT_H, 1u) | down(knights & NOT_A, 1u);
  let far = up(knights & Bits(0x3f3f3f3fu, 0x3f3f3f3fu), 2u)
    | down(knights & Bits(0xfcfcfcfcu, 0xfcfcfcfcu), 2u);
  return up(near, 16u) | down(near, 16u) | up(far, 8u) | down(far, 8u);
}

/** Squares attacked by pawns that come down the board. */
fn pawnsSee(pawns: Bits) -> Bits {
  return down(pawns & NOT_A, 9u) | down(pawns & NOT_H, 7u);
}

fn codeAt(position: Position, square: u32) -> u32 {
  return select(0u, 1u, holds(position.diagonal, square))
    | select(0u, 2u, holds(position.straight, square))
    | select(0u, 4u, holds(position.other, square));
}

/** Finds checkers, targets and pins; returns the square of the own king. */
fn bind(p: Position) -> u32 {
  let king = p.own & p.other & p.straight;
  let square = lowest(king);
  let pawns = p.opp & p.other & ~(p.diagonal | p.straight);
  var checks = (knightFrom(square) & p.opp & p.other & p.diagonal)
    | ((up(king & NOT_A, 7u) | up(king & NOT_H, 9u)) & pawns);
  var pins = NONE;
  var blocks = NONE;
  let sliders = p.opp & ~p.other;
  var snipers = (sliders & p.diagonal & (lineAt(square, 0u) | lineAt(square, 1u)))
    | (sliders & p.straight & (lineAt(square, 2u) | lineAt(square, 3u)));
  let occupied = p.own | p.opp;
  while (some(snipers)) {
    let source = lowest(snipers);
    let path = tableBits(BETWEEN + 2u * (64u * square + source));
    let inTheWay = path & occupied;
    if (!some(inTheWay)) {
      checks |= bit(source);
      blocks |= path;
    } else if (!several(inTheWay)) {
      pins |= inTheWay;
    }
    snipers = dropLowest(snipers);
  }
  checkers = checks;
  pinned = pins & p.own;
  targets = ALL;
  if (some(checks)) {
    targets = select(checks | blocks, NONE, several(checks));
  }
  return square;
}

/** Finds the squares that are closed to the king on `square`. */
fn findDanger(p: Position, square: u32) {
  var seen = pawnsSee(p.opp & p.other & ~(p.diagonal | p.straight))
    | knightsSee(p.opp & p.other & p.diagonal)
    | kingFrom(lowest(p.opp & p.other & p.straight));
  let occupied = (p.own | p.opp) ^ bit(square);
  var sliders = p.opp & ~p.other;
  while (some(sliders)) {
    seen |= sliderFrom(p, lowest(sliders), occupied);
    sliders = dropLowest(sliders);
  }
  danger = seen;
}

/** The line through the king on which a pinned piece may move. */
fn pinLine(king: u32, square: u32) -> Bits {
  for (var i = 0u; i < 3u; i++) {
    let line = lineAt(king, i);
    if (holds(line, square)) { return line; }
  }
  return lineAt(king, 3u);
}

/** Moves of a pinned piece, with no check on the board. */
fn pinnedMoves(p: Position, king: u32, square: u32) -> Bits {
  let piece = bit(square);
  let occupied = p.own | p.opp;
  var moves = NONE;
  if (holds(p.other, square)) {
    if (holds(p.diagonal, square)) { return NONE; }
    let push = up(piece, 8u) & ~occupied;
    moves = push | (up(push & RANK_3, 8u) & ~occupied);
    moves |= (up(piece & NOT_A, 7u) | up(piece & NOT_H, 9u)) & p.opp;
  } else {
    moves = sliderFrom(p, square, occupied);
  }
  return moves & pinLine(king, square) & ~p.own;
}

/** Pawns that may take en passant on the square `goal`. */
fn enPassant(p: Position, king: u32, goal: Bits) -> Bits {
  let taken = down(goal, 8u);
  if (some(checkers & p.other & ~taken)) { return NONE; }
  var takers = pawnsSee(goal) & p.own & p.other & ~(p.diagonal | p.straight);
  var able = NONE;
  while (some(takers)) {
    let taker = bit(lowest(takers));
    let occupied = (p.own | p.opp) ^ taker ^ taken ^ goal;
    let seen = (diagonalFrom(king, occupied) & p.diagonal)
      | (straightFrom(king, occupied) & p.straight);
    if (!some(seen & p.opp & ~p.other)) { able |= taker; }
    takers = dropLowest(takers);
  }
  return able;
}

/** Bit 0: the king may castle to the g-file, bit 1: to the c-file. */
fn castles(p: Position) -> u32 {
  if (some(checkers)) { return 0u; }
  let occupied = (p.own | p.opp).x;
  var found = 0u;
  if ((p.rights.x & 0x80u) != 0u && ((occupied | danger.x) & 0x60u) == 0u) { found = 1u; }
  if ((p.rights.x & 1u) != 0u && (occupied & 0x0eu) == 0u && (danger.x & 0x0cu) == 0u) {
    found |= 2u;
  }
  return found;
}

/** True when neither side can win: bare kings, one minor piece, bishops all on one colour. */
fn isDead(p: Position) -> bool {
  let bishops = p.diagonal & ~p.straight & ~p.other;
  let minors = bishops | (p.diagonal & p.other);
  if (some((p.own | p.opp) ^ ((p.straight & p.other) | minors))) { return false; }
  if (!several(minors)) { return true; }
  return !some(minors ^ bishops) && (!some(bishops & DARK) || !some(bishops & ~DARK));
}

// --- playing -----------------------------------------------------------------------------------

/** What an own piece of this code is worth on a square. */
fn worthAt(code: u32, square: u32) -> i32 {
  return i32(tables[PSQ + 64u * code + square]);
}

/** The code of what a pawn is promoted to. */
fn promoted(promotion: u32) -> u32 {
  return select(promotion - 1u, 5u, promotion == 1u);
}

/** The position after a legal move, seen by the other side. */
fn played(p: Position, choice: u32) -> Position {
  let source = choice & 63u;
  let to = (choice >> 6u) & 63u;
  let promotion = choice >> 12u;
  let start = bit(source);
  let end = bit(to);
  let keep = ~(start | end);
  let code = codeAt(p, source);
  var taken = codeAt(p, to);
  var place = to;
  var after = code;
  var own = (p.own & keep) | end;
  var opp = p.opp & keep;
  var diagonal = (p.diagonal & keep) | select(NONE, end, (code & 1u) != 0u);
  var straight = (p.straight & keep) | select(NONE, end, (code & 2u) != 0u);
  var other = (p.other & keep) | select(NONE, end, (code & 4u) != 0u);
  var rights = p.rights & keep & CASTLING;
  var psq = p.psq - worthAt(code, source);
  if (code == KING_CODE) {
    rights &= ~RANK_1;
    if (to == source + 2u) {
      own.x ^= 0xa0u;
      straight.x ^= 0xa0u;
      psq += worthAt(2u, 5u) - worthAt(2u, 7u);
    } else if (source == to + 2u) {
      own.x ^= 0x09u;
      straight.x ^= 0x09u;
      psq += worthAt(2u, 3u) - worthAt(2u, 0u);
    }
  } else if (code == PAWN) {
    if (to == source + 16u) {
      let beside = down(end & NOT_A, 1u) | up(end & NOT_H, 1u);
      let takers = beside & p.opp & p.other & ~(p.diagonal | p.straight);
      if (some(takers)) { rights |= up(start, 8u); }
    } else if (promotion != 0u) {
      after = promoted(promotion);
      diagonal |= select(NONE, end, (after & 1u) != 0u);
      straight |= select(NONE, end, (after & 2u) != 0u);
      if ((after & 4u) == 0u) { other ^= end; }
    } else if (some(p.rights & RANK_6 & end)) {
      taken = PAWN;
      place = to - 8u;
      let passed = bit(place);
      opp ^= passed;
      other ^= passed;
    }
  }
  psq += worthAt(after, to);
  if (taken != 0u) { psq += worthAt(taken, place ^ 56u); }
  return Position(
    turned(opp), turned(own), turned(diagonal), turned(straight), turned(other), turned(rights), -psq
  );
}

/** Turns both squares of a move around. */
fn turnedMove(choice: u32) -> u32 {
  return choice ^ 0xe38u;
}

fn wordsAt(at: u32) -> Bits {
  return Bits(input[at], input[at + 1u]);
}

/** 1 when Black is to move in the position of the last `restored`. */
var<private> side: u32;

/** The position of an item: its root, the moves of its path, and its own move, written as White sees them. */
fn restored(item: u32) -> Position {
  let path = pathOf(item);
  let root = rootAt(path);
  var p = Position(
    wordsAt(root), wordsAt(root + 2u), wordsAt(root + 4u), wordsAt(root + 6u),
    wordsAt(root + 8u), wordsAt(root + 10u), i32(input[root + 12u])
  );
  side = input[root + 13u];
  let moves = pathAt(path) + 1u;
  for (var i = 0u; i <= pathLength(); i++) {
    var choice = moveOfItem(item);
    if (i < pathLength()) { choice = input[moves + i]; }
    if (choice == NO_MOVE) { continue; }
    p = played(p, select(choice, turnedMove(choice), side == 1u));
    side ^= 1u;
  }
  return p;
}
