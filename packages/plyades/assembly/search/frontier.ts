// The last ply, and what ends a line there: the leaves below a node are looked at in one go.
import { Game } from '../contract';
import { settle } from './distance';
import { pickMove } from './ordering';
import { isRepeated } from './repetition';
import { Frame, stateOf } from './searcher';
import { NO_MOVE } from './table';

/**
 * The abort flag and the yield flag are looked at this often, in nodes: every 10 to 40 microseconds in a built-in game.
 * src/kernel/searcher.ts has the same number.
 */
export const POLL: i32 = 128;

/** The last ply of a search, as a method since only methods can be inlined by a decorator. */
@unmanaged
export class Frontier {
  /**
   * A node one ply from the horizon: all its children are leaves, so it needs neither frames nor
   * scouts. Returns the number of leaves looked at.
   */
  @inline
  static look<G extends Game>(
    searcher: usize,
    frame: usize,
    child: usize,
    ply: i32,
    play: u32,
  ): i32 {
    const f = changetype<Frame>(frame);
    const g = changetype<G>(stateOf(frame));
    const state = stateOf(child);
    const c = changetype<G>(state);
    const count = f.count;
    const beta = f.beta;
    let best = f.best;
    let bestMove = NO_MOVE;
    let open: u32 = 0;
    let index = 0;
    while (index < count) {
      const move = pickMove<G>(frame, index, count);
      index++;
      g.play(move, state);
      let v: i32;
      if (c.over()) {
        v = settle(c.result(), 0);
      } else if (play && g.repeats() && isRepeated<G>(searcher, state, ply + 1)) {
        v = 0;
        open = 1;
      } else {
        v = c.evaluate();
        open = 1;
      }
      if (g.alternates() || c.turn() != g.turn()) v = -v;
      if (v > best) {
        best = v;
        bestMove = move;
        if (v >= beta) break;
      }
    }
    f.index = index;
    f.best = best;
    f.bestMove = bestMove;
    f.open = open;
    if (best > f.alpha) f.alpha = best;
    changetype<Frame>(child).pvLength = 0;
    return index;
  }
}
