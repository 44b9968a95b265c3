// Static move ordering above the endgame solver. Fastest first: the fewer replies a move leaves the
// opponent, the smaller its subtree and the better it tends to be. Where a subtree is large enough
// to pay for it, the evaluation after the move counts as well: a fifth fewer nodes in FFO #40 to #44.
import { FULL_DEPTH } from '../../contract';
import { Board } from './board';
import { Othello, PASS } from './othello';
import { evaluatePatterns, playPatterns } from './patterns';
import { CORNERS, oddQuadrants, withNeighbours } from './squares';

// Weights in the unit of the evaluation, 1/100 disc. A reply weighs far more than it is worth in
// discs, because a small subtree is worth trying first even if its move is a little worse.
const REPLY: i32 = 320;
const CORNER_REPLY: i32 = 192;
const OPEN_SQUARE: i32 = 64;
const CORNER: i32 = 256;
const ODD_QUADRANT: i32 = 32;

/** The evaluation is asked from this many empty squares on, or this far from the horizon. */
const EVALUATED_EMPTIES: i32 = 12;
const EVALUATED_DEPTH: i32 = 5;

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
  const empties = <i32>popcnt(empty);
  const side = changetype<Othello>(state).side;
  const next = changetype<Othello>(scores + 128);
  const evaluated =
    count <= 32 && (depth == FULL_DEPTH ? empties >= EVALUATED_EMPTIES : depth >= EVALUATED_DEPTH);
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const square = load<u32>(moves + i);
    let score = 0;
    if (square != PASS) {
      const bit = (<u64>1) << square;
      const turned = Board.flips(own, opp, <i32>square);
      const mine = own ^ turned ^ bit;
      const replies = Board.mobility(opp ^ turned, mine);
      score =
        (bit & CORNERS ? CORNER : 0) +
        (bit & odd ? ODD_QUADRANT : 0) -
        REPLY * <i32>popcnt(replies) -
        CORNER_REPLY * <i32>popcnt(replies & CORNERS) -
        OPEN_SQUARE * <i32>popcnt(withNeighbours(mine) & empty & ~bit);
      if (evaluated) {
        next.own = opp ^ turned;
        next.opp = mine;
        playPatterns(state, changetype<usize>(next), <i32>square, turned, side);
        score -= evaluatePatterns(changetype<usize>(next), empties - 1, side ^ 1);
      }
    }
    store<i32>(scores + i, score << 5);
  }
}
