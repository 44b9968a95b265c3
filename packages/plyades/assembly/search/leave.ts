// What a node leaves behind when it is done: its bound in the table, what its moves teach the ordering,
// and the principal variation in the row of its ply.
import { FULL_DEPTH, Game } from '../contract';
import { remainingAt, rescored } from './distance';
import { rewardCut } from './ordering';
import { Frame, pvAt, Searcher } from './searcher';
import { offer } from './shadow';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  pack,
  probe,
  remember,
  shadowOf,
  WORD,
} from './table';
import { judgeWidth } from './width';

/** True at a root of which only some moves are searched; see `restrictRoot`. */
export function isRestricted(s: Searcher, ply: i32): bool {
  return ply == 0 && s.rootCount != 0;
}

/** A node is done: teaches the move ordering, stores the bound in the table, returns the value. */
export function leave<G extends Game>(
  searcher: usize,
  frame: usize,
  ply: i32,
  table: usize,
  play: u32,
): i32 {
  const f = changetype<Frame>(frame);
  const best = f.best;
  const depth = f.depth;
  if (changetype<G>(0).bounded()) judgeWidth<G>(frame);
  let bound = BOUND_UPPER;
  if (best >= f.beta) {
    bound = BOUND_LOWER;
    // The variation, if there is one, is that of a move that seemed best before the one that cuts.
    f.pvLength = 0;
    if (depth > 0) {
      const s = changetype<Searcher>(searcher);
      s.cuts++;
      if (f.index == 1) s.firstMoveCuts++;
      // Where the game looked at the leaves itself, there is no list of moves to learn from.
      if (depth > 1 || !changetype<G>(0).looksAtLeaves()) rewardCut<G>(searcher, frame, ply);
    }
  } else if (best > f.floor) {
    bound = BOUND_EXACT;
    if (depth == 1) {
      store<u32>(pvAt<G>(searcher, ply), f.bestMove);
      f.pvLength = 1;
    }
  }
  const whole = !isRestricted(changetype<Searcher>(searcher), ply);
  if (table != 0 && depth >= changetype<G>(0).tableDepth() && whole) {
    const remaining = remainingAt(changetype<Searcher>(searcher), ply, depth, play);
    const value = rescored(best, remaining, depth);
    remember(table, f.hash, pack(value, depth, bound, f.open, play, f.bestMove));
    if (shadowOf(table) != 0) tell(searcher, frame, ply, table);
  }
  return best;
}

/**
 * What was just stored is offered to the table's shadow. Searches to the end of the game have one depth
 * only: there, what is nearer to the root is worth more.
 */
export function tell(searcher: usize, frame: usize, ply: i32, table: usize): void {
  const f = changetype<Frame>(frame);
  const full = f.depth == FULL_DEPTH;
  const worth = full ? changetype<Searcher>(searcher).maxPly - ply : f.depth;
  offer(shadowOf(table), f.hash, probe(table, f.hash) & WORD, worth, ply);
}

/** The move just searched is the best so far: the variation is that move and the child's variation. */
export function extendPv<G extends Game>(
  searcher: usize,
  frame: usize,
  stride: usize,
  ply: i32,
): void {
  const f = changetype<Frame>(frame);
  const below = changetype<Frame>(frame + stride).pvLength;
  const row = pvAt<G>(searcher, ply);
  store<u32>(row, f.move);
  memory.copy(row + 4, pvAt<G>(searcher, ply + 1), (<usize>below) << 2);
  f.pvLength = below + 1;
}
