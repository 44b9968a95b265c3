// Static move ordering of the generic search.
import { flips, mobility } from './board';

const CORNERS: u64 = 0x8100000000000081;

function around(b: u64): u64 {
  const h = b | ((b << 1) & 0xfefefefefefefefe) | ((b >> 1) & 0x7f7f7f7f7f7f7f7f);
  return h | (h << 8) | (h >> 8);
}
function oddRegions(empty: u64): u64 {
  return (
    (0x000000000f0f0f0f & (0 - (popcnt(empty & 0x000000000f0f0f0f) & 1))) |
    (0x00000000f0f0f0f0 & (0 - (popcnt(empty & 0x00000000f0f0f0f0) & 1))) |
    (0x0f0f0f0f00000000 & (0 - (popcnt(empty & 0x0f0f0f0f00000000) & 1))) |
    (0xf0f0f0f000000000 & (0 - (popcnt(empty & 0xf0f0f0f000000000) & 1)))
  );
}
const WM: i32 = 256, WC: i32 = 256, WK: i32 = 512, WP: i32 = 128, WO: i32 = 64;
export function orderMoves(state: usize, moves: usize, scores: usize, count: i32, depth: i32): void {
  const own = load<u64>(state);
  const opp = load<u64>(state, 8);
  const odd = oddRegions(~(own | opp));
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const square = load<u32>(moves + i);
    let score = 0;
    if (square < 64) {
      const turned = flips(own, opp, square);
      const o = opp ^ turned, w = own ^ turned ^ ((<u64>1) << square);
      const m = mobility(o, w);
      score -= <i32>popcnt(m) * WM;
      score -= <i32>popcnt(m & CORNERS) * WC;
      score -= <i32>popcnt(around(w) & ~(o | w)) * WP;
      if ((CORNERS >> square) & 1) score += WK;
      if ((odd >> square) & 1) score += WO;
    }
    store<i32>(scores + i, score << 5);
  }
}
