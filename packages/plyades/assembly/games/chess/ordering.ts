// Which moves to try first, and which to try at all beyond the horizon. Captures that lose nothing come
// first, the most valuable victim before the others; captures that lose material come last.
import { losesNothing, worth } from './exchange';
import { PAWN, PROMOTION, pieceOn, RANK_6, RIGHTS, TO } from './position';

const GOOD: i32 = 400_000;
const BAD: i32 = -400_000;

/** A queen is nearly always the right promotion. */
const QUEEN_PROMOTION: i32 = 300_000;
const OTHER_PROMOTION: i32 = -300_000;

/** Writes one score per move; `flip` turns a square into that of the side to move. */
export function orderMoves(
  position: usize,
  moves: usize,
  scores: usize,
  count: i32,
  flip: i32,
): void {
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const move = load<u32>(moves + i);
    const from = <i32>(move & 63) ^ flip;
    const to = <i32>((move >> TO) & 63) ^ flip;
    const promotion = move >> PROMOTION;
    const taken = victim(position, from, to);
    let score = 0;
    if (promotion) {
      score = (promotion == 4 ? QUEEN_PROMOTION : OTHER_PROMOTION) + worth(taken);
    } else if (taken) {
      const mover = worth(pieceOn(position, from));
      const sound = !pieceOn(position, to) || losesNothing(position, from, to);
      score = (sound ? GOOD : BAD) + (worth(taken) << 4) - (mover >> 4);
    }
    store<i32>(scores + i, score);
  }
}

/** Keeps of the moves from `moves` to `end` those that promise something; returns their number. */
export function keepPromising(position: usize, moves: usize, end: usize, flip: i32): i32 {
  let kept = moves;
  for (let at = moves; at < end; at += 4) {
    const move = load<u32>(at);
    const promotion = move >> PROMOTION;
    if (promotion && promotion < 4) continue;
    const from = <i32>(move & 63) ^ flip;
    const to = <i32>((move >> TO) & 63) ^ flip;
    if (!promotion) {
      // Taking a pawn en passant costs a pawn at most; a quiet move may end on the same square.
      const taken = victim(position, from, to);
      if (!taken || (pieceOn(position, to) && !losesNothing(position, from, to))) continue;
    }
    store<u32>(kept, move);
    kept += 4;
  }
  return <i32>((kept - moves) >> 2);
}

/** The code of what a move takes, 0 for nothing. */
function victim(position: usize, from: i32, to: i32): i32 {
  const code = pieceOn(position, to);
  if (code) return code;
  const passing = (load<u64>(position, RIGHTS) & RANK_6) >> to;
  return passing & 1 && pieceOn(position, from) == PAWN ? PAWN : 0;
}
