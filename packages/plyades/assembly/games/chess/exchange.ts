// Static exchange: what a capture is worth when both sides go on taking on its square with their least
// valuable piece, and may stop. A king takes only what nothing guards; pins are not looked at. It depends
// on the position alone, so the quiescence search may leave out captures by it and stays exact.
import { KING, KNIGHT } from './geometry';
import { DIAGONAL, FILE_A, FILE_H, OPP, OTHER, OWN, pieceOn, STRAIGHT } from './position';
import { Sliders } from './sliders';

/** By piece code: -, bishop, rook, queen, pawn, knight, king. */
const WORTH: usize = memory.data<i32>([0, 320, 500, 950, 100, 310, 20_000, 0]);

export function worth(code: i32): i32 {
  return load<i32>(WORTH + ((<usize>code) << 2));
}

/**
 * True when the move of the side to move loses nothing by exchanges on its square. Squares are as the
 * side to move sees them.
 */
export function losesNothing(position: usize, from: i32, to: i32): bool {
  let balance = worth(pieceOn(position, to)) - worth(pieceOn(position, from));
  if (balance >= 0) return true;

  const own = load<u64>(position, OWN);
  const opp = load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  const target = (<u64>1) << to;
  let occupied = ((own | opp) ^ ((<u64>1) << from)) | target;
  const pawns = other & ~(diagonal | straight);
  const bishops = diagonal & ~other;
  const rooks = straight & ~other;
  let attackers =
    (((((target & ~FILE_A) >> 9) | ((target & ~FILE_H) >> 7)) & own) |
      ((((target & ~FILE_H) << 9) | ((target & ~FILE_A) << 7)) & opp)) &
    pawns;
  attackers |= load<u64>(KNIGHT + ((<usize>to) << 3)) & other & diagonal;
  attackers |= load<u64>(KING + ((<usize>to) << 3)) & other & straight;
  attackers |= Sliders.diagonal(to, occupied) & bishops;
  attackers |= Sliders.straight(to, occupied) & rooks;
  attackers &= occupied;

  let mine = false;
  while (true) {
    const able = attackers & (mine ? own : opp);
    if (able == 0) break;
    let taker = able & pawns;
    let code = 4;
    if (taker == 0) {
      taker = able & other & diagonal;
      code = 5;
    }
    if (taker == 0) {
      taker = able & bishops & ~straight;
      code = 1;
    }
    if (taker == 0) {
      taker = able & rooks & ~diagonal;
      code = 2;
    }
    if (taker == 0) {
      taker = able & bishops;
      code = 3;
    }
    if (taker == 0) {
      // The king takes only what nothing guards any more.
      if (attackers & (mine ? opp : own)) break;
      mine = !mine;
      break;
    }
    occupied ^= taker & (0 - taker);
    attackers |= Sliders.diagonal(to, occupied) & bishops;
    attackers |= Sliders.straight(to, occupied) & rooks;
    attackers &= occupied;
    mine = !mine;
    // What the side that has just taken has if its piece is taken in turn.
    balance = -balance - 1 - worth(code);
    if (balance >= 0) break;
  }
  return !mine;
}
