// Static move ordering of the generic search.
import { flips, mobility } from './board';
import { Othello, PASS } from './othello';

const CORNERS: u64 = 0x8100000000000081;

export function orderMoves(
  state: usize,
  moves: usize,
  scores: usize,
  count: i32,
  depth: i32,
): void {
  const own = load<u64>(state);
  const opp = load<u64>(state, 8);
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const square = load<u32>(moves + i);
    let score = 0;
    if (square < 64) {
      const turned = flips(own, opp, square);
      const o = opp ^ turned,
        w = own ^ turned ^ ((<u64>1) << square);
      const m = mobility(o, w);
      score = -(<i32>popcnt(m) + <i32>popcnt(m & CORNERS)) << 15;
      if ((CORNERS >> square) & 1) score += 2 << 15;
    }
    store<i32>(scores + i, score);
  }
}
