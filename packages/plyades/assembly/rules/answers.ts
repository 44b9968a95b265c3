// For the checking of proofs, by rules alone: in games of too many moves a proof does not list every reply
// of the loser. It names those that need an answer of their own, and some moves of the winner one of which
// wins at once after any other reply. Here every reply is tried.
import { Game } from '../contract';

const NONE: u32 = u32.MAX_VALUE;

/**
 * The first legal move that is neither among `named` (sorted) nor refuted at once by one of `threats`; NONE
 * when all are. `scratch` has room for two positions.
 */
export function firstUnanswered<G extends Game>(
  position: usize,
  named: usize,
  namedCount: i32,
  threats: usize,
  threatCount: i32,
  scratch: usize,
): u32 {
  const g = changetype<G>(position);
  const next = scratch + <usize>g.size();
  const count = g.candidates();
  for (let i = 0; i < count; i++) {
    const move = g.candidate(i);
    if (g.legal(move) != 1 || isAmong(move, named, namedCount)) continue;
    g.play(move, scratch);
    if (!isRefuted<G>(changetype<G>(scratch), threats, threatCount, next)) return move;
  }
  return NONE;
}

function isAmong(move: u32, sorted: usize, count: i32): bool {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(sorted + ((<usize>middle) << 2)) < move) low = middle + 1;
    else high = middle;
  }
  return low < count && load<u32>(sorted + ((<usize>low) << 2)) == move;
}

/** Whether one of the threats is legal and ends the game with a win of the side that makes it. */
function isRefuted<G extends Game>(g: G, threats: usize, count: i32, next: usize): bool {
  if (g.over()) return false;
  for (let i = 0; i < count; i++) {
    const move = load<u32>(threats + ((<usize>i) << 2));
    if (g.legal(move) != 1) continue;
    g.play(move, next);
    const after = changetype<G>(next);
    if (!after.over()) continue;
    const result = after.result();
    if ((after.turn() == g.turn() ? result : -result) > 0) return true;
  }
  return false;
}
