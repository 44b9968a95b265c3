// Static move ordering above the endgame solver. Fastest first: the fewer replies a move leaves the
// opponent, the smaller its subtree and the better it tends to be. Where a subtree is large enough
// to pay for it, the evaluation after the move counts as well; it took the nodes of FFO #40 to #44
// from 215 to 176 million.
import { FULL_DEPTH } from '../../contract';
import { flips, mobility } from './board';
import { Othello, PASS } from './othello';
import { CORNERS, oddQuadrants, withNeighbours } from './squares';

// Weights in the unit of the evaluation, 1/100 disc, halved.
const REPLY: i32 = 128;
const CORNER_REPLY: i32 = 128;
const OPEN_SQUARE: i32 = 64;
const CORNER: i32 = 256;
const ODD_QUADRANT: i32 = 32;

/** The evaluation is asked from this many empty squares on, or this far from the horizon. */
const EVALUATED_EMPTIES: i32 = 12;
const EVALUATED_DEPTH: i32 = 3;

/**
 * Writes one score per move. The buffer has Othello's maxMoves() entries; with at most 32 moves the
 * positions that are evaluated lie in its upper half, so that no other memory is needed.
 */
export function orderMoves(
  state: usize,
  moves: usize,
  scores: usize,
  count: i32,
  depth: i32,
): void {
  const own = load<u64>(state);
  const opp = load<u64>(state, 8);
  const empty = ~(own | opp);
  const odd = oddQuadrants(empty);
  const next = scores + 128;
  const evaluated =
    count <= 32 &&
    (depth == FULL_DEPTH ? <i32>popcnt(empty) >= EVALUATED_EMPTIES : depth >= EVALUATED_DEPTH);
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const square = load<u32>(moves + i);
    let score = 0;
    if (square != PASS) {
      const bit = (<u64>1) << square;
      const turned = flips(own, opp, <i32>square);
      const mine = own ^ turned ^ bit;
      const replies = mobility(opp ^ turned, mine);
      score =
        (bit & CORNERS ? CORNER : 0) +
        (bit & odd ? ODD_QUADRANT : 0) -
        REPLY * <i32>popcnt(replies) -
        CORNER_REPLY * <i32>popcnt(replies & CORNERS) -
        OPEN_SQUARE * <i32>popcnt(withNeighbours(mine) & empty & ~bit);
      if (evaluated) {
        changetype<Othello>(state).play(square, next);
        score -= changetype<Othello>(next).evaluate();
      }
    }
    store<i32>(scores + i, score << 5);
  }
}
