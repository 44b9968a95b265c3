// Enhanced transposition cut-offs: a look at the entries of all children before any of them is searched,
// in games and at depths that say it pays (`looksAhead`).
import { FULL_DEPTH, Game, NO_BOUND } from '../contract';
import { Frame, movesOf, stateOf } from './searcher';
import { credit } from './shadow';
import {
  BOUND_LOWER,
  BOUND_UPPER,
  entryBound,
  entryDepth,
  entryForeign,
  entryOpen,
  entryPlay,
  entryValueAt,
  probe,
} from './table';

/**
 * Looks for a child that the table already knows to refute this node, so that no better ordered
 * sibling need be searched. Returns the value that cuts, or NO_BOUND. `remaining`: see distance.ts.
 */
export function cutByChild<G extends Game>(
  frame: usize,
  child: usize,
  table: usize,
  play: u32,
  remaining: i32,
): i32 {
  const f = changetype<Frame>(frame);
  const g = changetype<G>(stateOf(frame));
  const c = changetype<G>(stateOf(child));
  const moves = movesOf<G>(frame);
  const depth = f.depth == FULL_DEPTH ? FULL_DEPTH : f.depth - 1;
  const left = f.depth == FULL_DEPTH ? FULL_DEPTH : remaining - 1;
  for (let i: usize = 0; i < (<usize>f.count) << 2; i += 4) {
    g.play(load<u32>(moves + i), stateOf(child));
    const data = probe(table, c.hash());
    if (data == 0 || entryDepth(data) != depth || entryPlay(data) > play) continue;
    const negated = g.alternates() || c.turn() != g.turn();
    const v = negated ? -entryValueAt(data, left) : entryValueAt(data, left);
    if (v < f.beta || entryBound(data) == (negated ? BOUND_LOWER : BOUND_UPPER)) continue;
    if (entryForeign(data)) credit(table);
    f.open = entryOpen(data);
    return v;
  }
  return NO_BOUND;
}
