// Repetition in play mode: has the position of a frame been met before, on its line or in the game that
// led to the root? Once is enough to call it a draw: what can be repeated once can be again.
import { Game } from '../contract';
import { beforeAt, Frame, Searcher, stateOf } from './searcher';

/** True when the path to the position makes it a draw: by repetition, or with nothing new for too long. */
export function isDrawnByPath<G extends Game>(
  searcher: usize,
  frame: usize,
  stride: usize,
  ply: i32,
): bool {
  const g = changetype<G>(stateOf(frame));
  const plies = g.reversiblePlies();
  if (plies > g.mostReversible()) return !g.over();
  return isRepeated<G>(searcher, frame, stride, ply, plies);
}

/** Plies before the draw from which the table is not believed: it does not know how near the draw is. */
const NEAR: i32 = 12;

/** True when the game is soon drawn for lack of progress, so that values from other paths mislead. */
export function isNearDraw<G extends Game>(frame: usize): bool {
  const g = changetype<G>(stateOf(frame));
  return g.mostReversible() != i32.MAX_VALUE && g.reversiblePlies() > g.mostReversible() - NEAR;
}

/** The keys of all frames up to this one must be known. Only positions of the same side count. */
function isRepeated<G extends Game>(
  searcher: usize,
  frame: usize,
  stride: usize,
  ply: i32,
  reversiblePlies: i32,
): bool {
  const key = changetype<Frame>(frame).hash;
  const onLine = min(ply, reversiblePlies);
  let back = 2;
  for (let at = frame - 2 * stride; back <= onLine; at -= 2 * stride) {
    if (changetype<Frame>(at).hash == key) return true;
    back += 2;
  }
  const before = beforeAt<G>(searcher);
  const inAll = min(ply + changetype<Searcher>(searcher).beforeCount, reversiblePlies);
  for (; back <= inAll; back += 2) {
    if (load<u64>(before + ((<usize>(back - ply - 1)) << 3)) == key) return true;
  }
  return false;
}
