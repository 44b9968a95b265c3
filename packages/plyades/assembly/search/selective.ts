// What play mode leaves out in games that allow it: the numbers of null move, futility, late moves and
// check extension, and the next move they leave over. Exact mode asks for none of it.
import { Game, PROVEN } from '../contract';
import { pickMove } from './ordering';
import { isDrawInReach, isNearDraw } from './repetition';
import { Frame, stateOf } from './searcher';

/** What `Frame.passing` says. */
export const FRESH: i32 = 0;
/** The reply to a pass is being searched. */
export const PASSING: i32 = 1;
/** The other side has passed: it would be senseless to pass too. */
export const AFTER_PASS: i32 = 2;
/** A pass was not good enough: moves must be looked at. */
export const PASSED: i32 = 3;

/** What a ply can change, about: used for bounds near the horizon. */
const PLY_MARGIN: i32 = 110;
const FUTILE_DEPTH: i32 = 3;
const SURE_DEPTH: i32 = 3;

/** True when the position is so good that a search of `depth` plies would not fall below beta. */
export function isSure(stand: i32, depth: i32, beta: i32): bool {
  return depth <= SURE_DEPTH && stand - PLY_MARGIN * depth >= beta && stand < PROVEN;
}

/** True when only a capture could bring the position back to alpha. */
export function isFutile(stand: i32, depth: i32, alpha: i32): bool {
  return depth <= FUTILE_DEPTH && stand + PLY_MARGIN * (depth + 1) <= alpha;
}

/** Depth of the search that follows a pass. */
export function depthAfterPass(depth: i32): i32 {
  return max(0, depth - 4 - depth / 5);
}

/** True when the move at `index` comes so late that it is left out. */
export function isTooLate(depth: i32, index: i32): bool {
  return depth <= FUTILE_DEPTH && index > 4 + 4 * depth * depth;
}

/** Plies less for a quiet move at `index` (1 for the first), not in a null window one less. */
export function reduction(depth: i32, index: i32, narrow: bool): i32 {
  if (depth < 3 || index < 4) return 0;
  const late = 32 - <i32>clz(index);
  const deep = 32 - <i32>clz(depth);
  const less = (late * deep) / 6 + (narrow ? 0 : -1);
  return max(0, min(depth - 2, less));
}

/** A pass that the other side has no answer to: the value, where no mate is believed. */
export function valueOfPass(value: i32, beta: i32): i32 {
  return value >= PROVEN ? beta : value;
}

/** Clears what a frame remembers of another node. */
export function freshen(frame: usize): void {
  const f = changetype<Frame>(frame);
  f.passing = FRESH;
  f.reduced = 0;
}

/**
 * Plays the next move that play mode does not leave out and returns the depth at which to search it,
 * or -1 when there is none left. `extend` says whether checks are still looked into further.
 */
export function nextWorthy<G extends Game>(frame: usize, child: usize, extend: bool): i32 {
  const p = changetype<Frame>(frame);
  const g = changetype<G>(stateOf(frame));
  const narrow = p.beta - p.alpha == 1;
  // Shortly before a draw for lack of progress a move less deeply searched would miss it.
  const soonDrawn = isNearDraw<G>(stateOf(frame)) && isDrawInReach<G>(stateOf(frame), p.depth);
  while (p.index < p.count) {
    const move = pickMove<G>(frame, p.index, p.count);
    p.index++;
    p.move = move;
    g.play(move, stateOf(child));
    const depth = p.depth - 1;
    p.reduced = 0;
    if (!changetype<G>(stateOf(child)).standsPat()) return extend ? depth + 1 : depth;
    if (p.checked || p.index == 1 || soonDrawn || !g.quiet(move)) return depth;
    const losing = p.best < -PROVEN;
    if (!losing && (p.futile || (narrow && isTooLate(p.depth, p.index)))) continue;
    p.reduced = reduction(p.depth, p.index, narrow);
    return depth - p.reduced;
  }
  return -1;
}
