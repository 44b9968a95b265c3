// Legal moves. First what binds the side to move is found: who gives check, which pieces are pinned,
// which squares the king may not enter. Then every set of moves is masked with it, so that no move has
// to be tried out and the last ply of a perft is counted without being written down.
import { BETWEEN, DIAGONALS, KING, KNIGHT, STRAIGHTS } from './geometry';
import {
  DIAGONAL,
  FILE_A,
  FILE_H,
  OPP,
  OTHER,
  OWN,
  PROMOTION,
  RANK_1,
  RANK_3,
  RANK_6,
  RANK_7,
  RANK_8,
  RIGHTS,
  STRAIGHT,
  TO,
} from './position';
import { Sliders } from './sliders';

// What `bind` found. WebAssembly globals: every instance, so every thread, has its own.
/** Enemy pieces that give check. */
let checkers: u64 = 0;
/** Squares where a move ends the check, all squares without one; none under a double check. */
let targets: u64 = 0;
/** Own pieces that stand alone between their king and an enemy slider. */
let pinned: u64 = 0;
/** Squares that the enemy attacks, with the own king taken off the board. */
let danger: u64 = 0;

/** Squares attacked by knights. */
function knightsSee(knights: u64): u64 {
  const near = ((knights & ~FILE_H) << 1) | ((knights & ~FILE_A) >> 1);
  const far = ((knights & 0x3f3f3f3f3f3f3f3f) << 2) | ((knights & 0xfcfcfcfcfcfcfcfc) >> 2);
  return (near << 16) | (near >> 16) | (far << 8) | (far >> 8);
}

/** Squares attacked by pawns that come down the board. */
function pawnsSee(pawns: u64): u64 {
  return ((pawns & ~FILE_A) >> 9) | ((pawns & ~FILE_H) >> 7);
}

/** Finds checkers, targets and pins; returns the square of the own king. */
function bind(position: usize): i32 {
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  const king = own & other & straight;
  const square = <i32>ctz(king);

  const pawns = opp & other & ~(diagonal | straight);
  let checks =
    (load<u64>(KNIGHT + ((<usize>square) << 3)) & opp & other & diagonal) |
    ((((king & ~FILE_A) << 7) | ((king & ~FILE_H) << 9)) & pawns);
  let pins: u64 = 0;
  let blocks: u64 = 0;
  const lines = (<usize>square) << 4;
  const sliders = opp & ~other;
  let snipers =
    (sliders & diagonal & (load<u64>(DIAGONALS + lines) | load<u64>(DIAGONALS + lines, 8))) |
    (sliders & straight & (load<u64>(STRAIGHTS + lines) | load<u64>(STRAIGHTS + lines, 8)));
  const occupied = own | opp;
  const betweens = BETWEEN + ((<usize>square) << 9);
  while (snipers) {
    const path = load<u64>(betweens + ((<usize>ctz(snipers)) << 3));
    const inTheWay = path & occupied;
    if (inTheWay == 0) {
      checks |= snipers & (0 - snipers);
      blocks |= path;
    } else if ((inTheWay & (inTheWay - 1)) == 0) {
      pins |= inTheWay;
    }
    snipers &= snipers - 1;
  }
  checkers = checks;
  pinned = pins & own;
  if (checks == 0) targets = ~(<u64>0);
  else targets = checks & (checks - 1) ? 0 : checks | blocks;
  return square;
}

/** Finds the squares that are closed to the king on `square`. */
function findDanger(position: usize, square: i32): void {
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  let seen =
    pawnsSee(opp & other & ~(diagonal | straight)) |
    knightsSee(opp & other & diagonal) |
    load<u64>(KING + ((<usize>ctz(opp & other & straight)) << 3));
  const occupied = (own | opp) ^ ((<u64>1) << square);
  let sliders = opp & diagonal & ~other;
  while (sliders) {
    seen |= Sliders.diagonal(<i32>ctz(sliders), occupied);
    sliders &= sliders - 1;
  }
  sliders = opp & straight & ~other;
  while (sliders) {
    seen |= Sliders.straight(<i32>ctz(sliders), occupied);
    sliders &= sliders - 1;
  }
  danger = seen;
}

/** The line through the king on which a pinned piece may move. */
function pinLine(king: i32, square: i32): u64 {
  const bit = (<u64>1) << square;
  const at = (<usize>king) << 4;
  let line = load<u64>(DIAGONALS + at);
  if (line & bit) return line;
  line = load<u64>(DIAGONALS + at, 8);
  if (line & bit) return line;
  line = load<u64>(STRAIGHTS + at);
  return line & bit ? line : load<u64>(STRAIGHTS + at, 8);
}

/** Moves of a pinned piece, with no check on the board. */
function pinnedMoves(position: usize, king: i32, square: i32): u64 {
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const bit = (<u64>1) << square;
  const line = pinLine(king, square);
  const occupied = own | opp;
  let moves: u64 = 0;
  if (load<u64>(position, OTHER) & bit) {
    if (load<u64>(position, DIAGONAL) & bit) return 0;
    const push = (bit << 8) & ~occupied;
    moves = push | (((push & RANK_3) << 8) & ~occupied);
    moves |= (((bit & ~FILE_A) << 7) | ((bit & ~FILE_H) << 9)) & opp;
  } else {
    if (load<u64>(position, DIAGONAL) & bit) moves = Sliders.diagonal(square, occupied);
    if (load<u64>(position, STRAIGHT) & bit) moves |= Sliders.straight(square, occupied);
  }
  return moves & line & ~own;
}

/** Pawns that may take en passant on the square `target`. */
function enPassant(position: usize, king: i32, target: u64): u64 {
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  const taken = target >> 8;
  // A check by a knight or by another pawn stays; those by sliders are looked for again.
  if (checkers & other & ~taken) return 0;
  let takers = pawnsSee(target) & own & other & ~(diagonal | straight);
  let able: u64 = 0;
  while (takers) {
    const taker = takers & (0 - takers);
    const occupied = (own | opp) ^ taker ^ taken ^ target;
    const seen =
      (Sliders.diagonal(king, occupied) & diagonal) | (Sliders.straight(king, occupied) & straight);
    if ((seen & opp & ~other) == 0) able |= taker;
    takers &= takers - 1;
  }
  return able;
}

/** Whether a pawn may take en passant. */
export function canTakePassant(position: usize): bool {
  const target = load<u64>(position, RIGHTS) & RANK_6;
  return target != 0 && enPassant(position, bind(position), target) != 0;
}

/** Bit 0: the king may castle to the g-file, bit 1: to the c-file. */
function castling(rights: u64, occupied: u64): i32 {
  if (checkers != 0) return 0;
  let found = 0;
  if (rights & 0x80 && ((occupied | danger) & 0x60) == 0) found = 1;
  if (rights & 0x01 && (occupied & 0x0e) == 0 && (danger & 0x0c) == 0) found |= 2;
  return found;
}

/** True when the side to move is in check. */
export function inCheck(position: usize): bool {
  bind(position);
  return checkers != 0;
}

/** The number of legal moves, also where too few pieces are left to win. */
export function countMoves(position: usize): i32 {
  const king = bind(position);
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const rights = load<u64>(position, RIGHTS);
  const occupied = own | opp;
  const steps = load<u64>(KING + ((<usize>king) << 3)) & ~own;
  let count = 0;
  if (steps != 0) {
    findDanger(position, king);
    count = <i32>popcnt(steps & ~danger);
    if (rights & RANK_1) {
      const castles = castling(rights, occupied);
      count += (castles & 1) + (castles >> 1);
    }
  }
  const reach = targets;
  if (reach == 0) return count;

  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  const free = own & ~pinned;
  const pawns = free & other & ~(diagonal | straight);
  let pushes = (pawns << 8) & ~occupied;
  const doubles = ((pushes & RANK_3) << 8) & ~occupied & reach;
  pushes &= reach;
  const left = ((pawns & ~FILE_A) << 7) & opp & reach;
  const right = ((pawns & ~FILE_H) << 9) & opp & reach;
  count += <i32>(popcnt(pushes) + popcnt(doubles) + popcnt(left) + popcnt(right));
  if (pawns & RANK_7) {
    count += 3 * <i32>(popcnt(pushes & RANK_8) + popcnt(left & RANK_8) + popcnt(right & RANK_8));
  }

  const open = reach & ~own;
  let pieces = free & other & diagonal;
  while (pieces) {
    count += <i32>popcnt(load<u64>(KNIGHT + ((<usize>ctz(pieces)) << 3)) & open);
    pieces &= pieces - 1;
  }
  pieces = free & diagonal & ~other;
  while (pieces) {
    count += <i32>popcnt(Sliders.diagonal(<i32>ctz(pieces), occupied) & open);
    pieces &= pieces - 1;
  }
  pieces = free & straight & ~other;
  while (pieces) {
    count += <i32>popcnt(Sliders.straight(<i32>ctz(pieces), occupied) & open);
    pieces &= pieces - 1;
  }
  if (checkers == 0) {
    pieces = pinned;
    while (pieces) {
      const moves = pinnedMoves(position, king, <i32>ctz(pieces));
      count += <i32>popcnt(moves);
      if (pieces & (0 - pieces) & other) count += 3 * <i32>popcnt(moves & RANK_8);
      pieces &= pieces - 1;
    }
  }
  const target = rights & RANK_6;
  if (target) count += <i32>popcnt(enPassant(position, king, target));
  return count;
}

/** True when there is a legal move; finds most without looking at the king. */
export function canMove(position: usize): bool {
  const king = bind(position);
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const occupied = own | opp;
  const reach = targets;
  if (reach != 0) {
    const diagonal = load<u64>(position, DIAGONAL);
    const straight = load<u64>(position, STRAIGHT);
    const other = load<u64>(position, OTHER);
    const free = own & ~pinned;
    const pawns = free & other & ~(diagonal | straight);
    const pushes = (pawns << 8) & ~occupied;
    const doubles = ((pushes & RANK_3) << 8) & ~occupied;
    const takes = (((pawns & ~FILE_A) << 7) | ((pawns & ~FILE_H) << 9)) & opp;
    if ((pushes | doubles | takes) & reach) return true;
    const open = reach & ~own;
    if (knightsSee(free & other & diagonal) & open) return true;
    let pieces = free & diagonal & ~other;
    while (pieces) {
      if (Sliders.diagonal(<i32>ctz(pieces), occupied) & open) return true;
      pieces &= pieces - 1;
    }
    pieces = free & straight & ~other;
    while (pieces) {
      if (Sliders.straight(<i32>ctz(pieces), occupied) & open) return true;
      pieces &= pieces - 1;
    }
    if (checkers == 0) {
      pieces = pinned;
      while (pieces) {
        if (pinnedMoves(position, king, <i32>ctz(pieces))) return true;
        pieces &= pieces - 1;
      }
    }
    const target = load<u64>(position, RIGHTS) & RANK_6;
    if (target && enPassant(position, king, target)) return true;
  }
  const steps = load<u64>(KING + ((<usize>king) << 3)) & ~own;
  if (steps == 0) return false;
  findDanger(position, king);
  return (steps & ~danger) != 0;
}

/**
 * Writes the legal moves that end on `wanted` squares, and those that promote when `promotions` is
 * true; `turn` is what turns a move of this view into White's. Returns the address behind the last.
 * Castling is written when its square is wanted, en passant when the square it ends on is.
 */
export function writeMoves(
  position: usize,
  at: usize,
  turn: u32,
  wanted: u64,
  promotions: bool,
): usize {
  const king = bind(position);
  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const rights = load<u64>(position, RIGHTS);
  const occupied = own | opp;
  const reach = targets;
  if (reach != 0) {
    const diagonal = load<u64>(position, DIAGONAL);
    const straight = load<u64>(position, STRAIGHT);
    const other = load<u64>(position, OTHER);
    const free = own & ~pinned;
    const open = reach & ~own & wanted;

    const pawns = free & other & ~(diagonal | straight);
    const onto = reach & (promotions ? wanted | RANK_8 : wanted);
    const pushes = (pawns << 8) & ~occupied;
    const doubles = ((pushes & RANK_3) << 8) & ~occupied & onto;
    at = writePawns(at, turn, ((pawns & ~FILE_A) << 7) & opp & onto, 7);
    at = writePawns(at, turn, ((pawns & ~FILE_H) << 9) & opp & onto, 9);
    at = writePawns(at, turn, pushes & onto, 8);
    at = writePawns(at, turn, doubles, 16);
    const target = rights & RANK_6;
    if (target & wanted) {
      let takers = enPassant(position, king, target);
      while (takers) {
        store<u32>(at, (<u32>ctz(takers) | ((<u32>ctz(target)) << TO)) ^ turn);
        at += 4;
        takers &= takers - 1;
      }
    }

    let pieces = free & other & diagonal;
    while (pieces) {
      const from = <i32>ctz(pieces);
      at = writeTargets(at, turn, from, load<u64>(KNIGHT + ((<usize>from) << 3)) & open);
      pieces &= pieces - 1;
    }
    pieces = free & ~other;
    while (pieces) {
      const from = <i32>ctz(pieces);
      const bit = pieces & (0 - pieces);
      let seen: u64 = 0;
      if (bit & diagonal) seen = Sliders.diagonal(from, occupied);
      if (bit & straight) seen |= Sliders.straight(from, occupied);
      at = writeTargets(at, turn, from, seen & open);
      pieces &= pieces - 1;
    }
    if (checkers == 0) {
      pieces = pinned;
      while (pieces) {
        const from = <i32>ctz(pieces);
        const moves = pinnedMoves(position, king, from);
        const bit = pieces & (0 - pieces);
        if (bit & other & RANK_7) {
          at = writePromotions(at, turn, from, promotions ? moves : moves & wanted);
        } else {
          at = writeTargets(at, turn, from, moves & wanted);
        }
        pieces &= pieces - 1;
      }
    }
  }

  const steps = load<u64>(KING + ((<usize>king) << 3)) & ~own;
  if ((steps & wanted) != 0 || rights & RANK_1) {
    findDanger(position, king);
    at = writeTargets(at, turn, king, steps & wanted & ~danger);
    if (rights & RANK_1) {
      const castles = castling(rights, occupied);
      if (castles & 1 && wanted & 0x40) {
        store<u32>(at, (<u32>king | (6 << TO)) ^ turn);
        at += 4;
      }
      if (castles & 2 && wanted & 0x04) {
        store<u32>(at, (<u32>king | (2 << TO)) ^ turn);
        at += 4;
      }
    }
  }
  return at;
}

function writeTargets(at: usize, turn: u32, from: i32, squares: u64): usize {
  while (squares) {
    store<u32>(at, (<u32>from | ((<u32>ctz(squares)) << TO)) ^ turn);
    at += 4;
    squares &= squares - 1;
  }
  return at;
}

/** Moves of pawns to these squares, which lie `step` ahead of where they come from. */
function writePawns(at: usize, turn: u32, squares: u64, step: u32): usize {
  let quiet = squares & ~RANK_8;
  while (quiet) {
    const to = <u32>ctz(quiet);
    store<u32>(at, ((to - step) | (to << TO)) ^ turn);
    at += 4;
    quiet &= quiet - 1;
  }
  let last = squares & RANK_8;
  while (last) {
    const to = <u32>ctz(last);
    at = writePromotions(at, turn, <i32>(to - step), last & (0 - last));
    last &= last - 1;
  }
  return at;
}

/** The queen first. */
function writePromotions(at: usize, turn: u32, from: i32, squares: u64): usize {
  while (squares) {
    const move = (<u32>from | ((<u32>ctz(squares)) << TO)) ^ turn;
    store<u32>(at, move | (4 << PROMOTION));
    store<u32>(at, move | (1 << PROMOTION), 4);
    store<u32>(at, move | (3 << PROMOTION), 8);
    store<u32>(at, move | (2 << PROMOTION), 12);
    at += 16;
    squares &= squares - 1;
  }
  return at;
}
